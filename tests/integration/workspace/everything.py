"""Everything that an app and a person can do in a workspace, once."""

from __future__ import annotations

from typing import Any

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from tests.integration.workspace.conftest import ANA, BOARD, BOT, say
from workspace.http.server import RunningWorkspace
from workspace.model.authorizations import AuthorizationRequest
from workspace.model.messages.new_message import NewMessage

BEN = "U0BEN"
HEARD = frozenset(
    {
        "app_home_opened",
        "app_mention",
        "app_uninstalled",
        "agent_session_stopped",
        "assistant_thread_context_changed",
        "assistant_thread_started",
        "channel_created",
        "channel_left",
        "file_deleted",
        "group_left",
        "member_joined_channel",
        "member_left_channel",
        "message.channels",
        "message.groups",
        "message.im",
        "message.mpim",
        "reaction_added",
        "reaction_removed",
        "tokens_revoked",
    }
)
"""Every event that the workspace sends, by its name in a manifest."""
PLAIN = {"type": "plain_text", "text": "x"}
FORM = {"type": "modal", "title": PLAIN, "blocks": [{"type": "divider"}]}


class Recording(AsyncWebClient):
    """Slack's client; it keeps what each method answered."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.answers: list[tuple[str, dict[str, Any]]] = []

    async def api_call(self, api_method: str, **options: Any) -> AsyncSlackResponse:
        answer = await super().api_call(api_method, **options)
        assert isinstance(answer.data, dict)
        self.answers.append((api_method, answer.data))
        return answer


async def use_everything(slack: RunningWorkspace, client: Recording) -> None:
    """Each method is called, and each event sent. The app is taken out at the end."""
    await client.api_test()
    await client.auth_test()
    await client.apps_connections_open(app_token="xapp-local")
    await _read(client)
    channel, private = await _channels(client)
    await _write(slack, client)
    await _people_act(slack, client)
    await _files(slack, client)
    await _views(slack, client)
    await _agent(slack, client)
    await client.conversations_leave(channel=channel)
    await client.conversations_leave(channel=private)
    await _leave(slack, client)


async def _read(client: Recording) -> None:
    bot = (await client.auth_test())["bot_id"]
    await client.bots_info(bot=bot)
    await client.team_info()
    await client.users_info(user=ANA)
    await client.users_list()
    await client.users_lookupByEmail(email="ana@example.org")
    await client.users_conversations(user=ANA)
    await client.conversations_list()
    await client.conversations_info(channel=BOARD)
    await client.conversations_members(channel=BOARD)


async def _channels(client: Recording) -> tuple[str, str]:
    """A public and a private channel, in which the app is."""
    made = (await client.conversations_create(name="new"))["channel"]["id"]
    hidden = (await client.conversations_create(name="hidden", is_private=True))["channel"]["id"]
    for channel in (made, hidden):
        await client.conversations_invite(channel=channel, users=[ANA, BEN])
    await client.conversations_kick(channel=made, user=ANA)
    await client.conversations_open(users=[ANA])
    group = (await client.conversations_open(users=[ANA, BEN]))["channel"]["id"]
    await client.chat_postMessage(channel=group, text="x")
    await client.conversations_join(channel=made)
    await client.chat_postMessage(channel=hidden, text="x")
    return made, hidden


async def _write(slack: RunningWorkspace, client: Recording) -> None:
    root = say(slack, f"<@{BOT}> *what* about <https://example.org|this>?\n• one")["ts"]
    metadata = {"event_type": "x", "event_payload": {"k": "v"}}
    posted = await client.chat_postMessage(
        channel=BOARD, text="*yes* <!date^1700000000^{date}|Nov>", thread_ts=root, metadata=metadata
    )
    ts = posted["ts"]
    await client.chat_update(channel=BOARD, ts=ts, text="no")
    await client.chat_getPermalink(channel=BOARD, message_ts=ts)
    await client.chat_postEphemeral(channel=BOARD, user=ANA, text="x")
    await client.reactions_add(channel=BOARD, timestamp=root, name="eyes")
    await client.reactions_get(channel=BOARD, timestamp=root)
    await client.reactions_remove(channel=BOARD, timestamp=root, name="eyes")
    await client.conversations_history(channel=BOARD, include_all_metadata=True)
    await client.conversations_replies(channel=BOARD, ts=root)
    at = int(slack.workspace.clock.now()) + 600
    later = await client.chat_scheduleMessage(channel=BOARD, text="x", post_at=at)
    await client.chat_scheduledMessages_list()
    await client.chat_deleteScheduledMessage(
        channel=BOARD, scheduled_message_id=later["scheduled_message_id"]
    )
    to_ana = {"recipient_user_id": ANA, "recipient_team_id": slack.workspace.app.team["id"]}
    begun = await client.chat_startStream(
        channel=BOARD, thread_ts=root, markdown_text="a", **to_ana
    )
    await client.chat_appendStream(channel=BOARD, ts=begun["ts"], markdown_text="b")
    await client.chat_stopStream(channel=BOARD, ts=begun["ts"])
    await client.chat_delete(channel=BOARD, ts=ts)


async def _people_act(slack: RunningWorkspace, client: Recording) -> None:
    parts = slack.workspace
    root = say(slack, "a question")["ts"]
    reply = say(slack, "more", thread_ts=root, broadcast=True)["ts"]
    parts.timeline.edit(BOARD, reply, user=ANA, text="even more")
    parts.reactions.add(BOARD, root, "tada", user=BEN)
    parts.reactions.remove(BOARD, root, "tada", user=BEN)
    parts.timeline.delete(BOARD, root, user=ANA)
    parts.timeline.delete(BOARD, reply, user=ANA)
    parts.homes.open(ANA, "home")
    parts.homes.open(ANA, "messages")
    parts.timeline.post(NewMessage(channel="D0ANA", user=ANA, text="hello"))


async def _files(slack: RunningWorkspace, client: Recording) -> None:
    up = await client.files_getUploadURLExternal(filename="a.txt", length=1)
    slack.workspace.files.finish_upload(up["upload_url"].rpartition("/")[2], b"x")
    await client.files_completeUploadExternal(files=[{"id": up["file_id"]}], channel_id=BOARD)
    await client.files_info(file=up["file_id"])
    await client.files_list()
    await client.files_delete(file=up["file_id"])


async def _views(slack: RunningWorkspace, client: Recording) -> None:
    trigger = slack.workspace.tokens.issue_trigger_id
    view = (await client.views_open(trigger_id=trigger(ANA), view=FORM))["view"]
    await client.views_push(trigger_id=trigger(ANA), view=FORM)
    await client.views_update(view_id=view["id"], view=FORM)
    await client.views_publish(user_id=ANA, view={"type": "home", "blocks": [{"type": "divider"}]})
    slack.workspace.homes.open(ANA, "home")


async def _agent(slack: RunningWorkspace, client: Recording) -> None:
    threads = slack.workspace.assistant_threads
    thread = threads.enter(ANA, BOARD)
    assert threads.enter(ANA, "C0LOOKUPS") == thread
    place = {"channel_id": "D0ANA", "thread_ts": thread}
    await client.assistant_threads_setStatus(status="thinks", **place)
    await client.assistant_threads_setTitle(title="A case", **place)
    prompts = [{"title": "a", "message": "b"}]
    await client.assistant_threads_setSuggestedPrompts(prompts=prompts, **place)
    await client.api_call("agents.sessions.setStatus", params={"status": "processing", **place})
    await client.api_call("agents.sessions.rename", params={"title": "Another", **place})
    slack.workspace.agent_status.stop_session(ANA, "D0ANA", thread, [])


async def _leave(slack: RunningWorkspace, client: Recording) -> None:
    app, authorizations = slack.workspace.app, slack.dispatcher.server.authorizations
    request = AuthorizationRequest(
        client_id=app.client_id, scopes=("chat:write",), redirect_uri="", state=""
    )
    code = authorizations.allow(app.team["id"], ANA, request)
    secrets = {"client_id": app.client_id, "client_secret": app.client_secret}
    await client.oauth_v2_access(code=code, **secrets)
    await client.apps_uninstall(**secrets)
    token = slack.workspace.installation.install(("chat:write",), ANA)["access_token"]
    again = Recording(token=token, base_url=slack.api_url, retry_handlers=[])
    await again.auth_revoke()
    client.answers += again.answers
