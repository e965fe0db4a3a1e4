"""The events of the Events API: the inner event objects and the envelope around them. Pure."""

from __future__ import annotations

from typing import Literal

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.conversations import conversation_type
from workspace.slack_objects.messages import without_metadata

ReactionEvent = Literal["reaction_added", "reaction_removed"]
AppHomeTab = Literal["home", "messages"]
AssistantThreadEvent = Literal["assistant_thread_started", "assistant_thread_context_changed"]

_SCOPES = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "member_joined_channel": "channels:read",
    "member_left_channel": "channels:read",
    "channel_created": "channels:read",
    "channel_left": "channels:read",
    "group_left": "groups:read",
    "file_deleted": "files:read",
    "assistant_thread_started": "assistant:write",
    "assistant_thread_context_changed": "assistant:write",
}
"""The scope that each event needs (docs.slack.dev/reference/events). Others need none."""

_MESSAGES = {
    "channel": "message.channels",
    "group": "message.groups",
    "im": "message.im",
    "mpim": "message.mpim",
}
_FIELDS_NOT_IN_EVENTS = (
    "reactions",
    "reply_count",
    "reply_users_count",
    "reply_users",
    "latest_reply",
    "is_locked",
    "subscribed",
)


def is_wanted(app: App, event: JsonObject) -> bool:
    """Whether the app subscribed to this event and has the scope that it needs."""
    name = str(event["type"])
    if name == "message":
        name = _MESSAGES[event["channel_type"]]
    scope = _SCOPES.get(name)
    return name in app.bot_events and (scope is None or scope in app.scopes)


def message_posted(message: JsonObject, channel: JsonObject) -> JsonObject:
    """A new message, in a channel, a thread or a direct conversation, with its metadata."""
    fields = {key: value for key, value in message.items() if key not in _FIELDS_NOT_IN_EVENTS}
    return {
        **fields,
        "channel": channel["id"],
        "event_ts": message["ts"],
        "channel_type": conversation_type(channel),
    }


def app_mention(message: JsonObject, channel: JsonObject, app: App) -> JsonObject | None:
    """The second event of a message that mentions the app, or None.

    It goes out in addition to the message event, with the same ts and without the files.
    """
    by_app = message.get("bot_id") == app.bot_id
    if (
        by_app
        or conversation_type(channel) == "im"
        or f"<@{app.user}" not in message.get("text", "")
    ):
        return None
    omitted = ("files", "upload", "display_as_bot", "subtype", "channel_type", "root")
    event = {
        key: value for key, value in message_posted(message, channel).items() if key not in omitted
    }
    return {**event, "type": "app_mention"}


def message_changed(new: JsonObject, old: JsonObject, channel: JsonObject, ts: str) -> JsonObject:
    """A message was edited, or became a tombstone because it was deleted and has replies."""
    team = channel["context_team_id"]
    return {
        "type": "message",
        "subtype": "message_changed",
        "message": without_metadata({**new, "source_team": team, "user_team": team}),
        "previous_message": without_metadata(old),
        "hidden": True,
        "ts": ts,
        **_channel_fields(channel, ts),
    }


def message_deleted(old: JsonObject, channel: JsonObject, ts: str) -> JsonObject:
    """A message was deleted and left no tombstone."""
    return {
        "type": "message",
        "subtype": "message_deleted",
        "deleted_ts": old["ts"],
        "previous_message": without_metadata(old),
        "hidden": True,
        "ts": ts,
        **_channel_fields(channel, ts),
    }


def reaction_event(
    event_type: ReactionEvent, message: JsonObject, *, channel: str, user: str, name: str, ts: str
) -> JsonObject:
    """A user added or removed the reaction `name` on a message."""
    return {
        "type": event_type,
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": channel, "ts": message["ts"]},
        "item_user": message.get("user"),
        "event_ts": ts,
    }


def member_joined_channel(channel: JsonObject, user: str, ts: str) -> JsonObject:
    """A user, or the bot, became a member of a channel."""
    return {
        "type": "member_joined_channel",
        "user": user,
        "channel": channel["id"],
        "channel_type": "G" if conversation_type(channel) == "group" else "C",
        "team": channel["context_team_id"],
        "event_ts": ts,
    }


def member_left_channel(channel: JsonObject, user: str, ts: str) -> JsonObject:
    """A user, or the bot, is no member of a channel any more."""
    return {**member_joined_channel(channel, user, ts), "type": "member_left_channel"}


def bot_left_channel(channel: JsonObject, actor: str, ts: str) -> JsonObject:
    """The app itself left a channel, or this user removed it."""
    name = "group_left" if conversation_type(channel) == "group" else "channel_left"
    return {"type": name, "channel": channel["id"], "actor_id": actor, "event_ts": ts}


def channel_created(channel: JsonObject, ts: str) -> JsonObject:
    """A public channel was made."""
    described = {name: part for name, part in channel.items() if name not in ("topic", "purpose")}
    return {"type": "channel_created", "channel": described, "event_ts": ts}


def app_home_opened(
    user: str, channel: str, tab: AppHomeTab, ts: str, home: JsonObject | None
) -> JsonObject:
    """Somebody entered a tab of the app; `home`: what was published for its Home tab."""
    event = {
        "type": "app_home_opened",
        "user": user,
        "channel": channel,
        "tab": tab,
        "event_ts": ts,
    }
    return event | ({"view": home} if home else {})


def assistant_thread_event(
    kind: AssistantThreadEvent,
    user: str,
    channel: str,
    thread_ts: str,
    context: JsonObject,
    ts: str,
) -> JsonObject:
    """A conversation with an assistant began, or its person looks at another channel."""
    about = {"user_id": user, "context": context, "channel_id": channel, "thread_ts": thread_ts}
    return {"type": kind, "assistant_thread": about, "event_ts": ts}


def file_deleted(file_id: str, ts: str) -> JsonObject:
    return {"type": "file_deleted", "file_id": file_id, "event_ts": ts}


def agent_session_stopped(
    channel: str, user: str, thread_ts: str, ts: str, streamed: list[str]
) -> JsonObject:
    """Somebody pressed Stop on the app's agent session, in which these messages are streamed."""
    return {
        "type": "agent_session_stopped",
        "channel": channel,
        "user": user,
        "thread_ts": thread_ts,
        "streaming_message_ts": streamed,
        "event_ts": ts,
    }


def app_uninstalled() -> JsonObject:
    """The app was taken out of the team."""
    return {"type": "app_uninstalled"}


def tokens_revoked(bots: list[str]) -> JsonObject:
    """The tokens of these bot users count no more."""
    return {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": bots}}


def event_callback(event: JsonObject, app: App, event_id: str, now: float) -> JsonObject:
    """The outer object around an event: for which app, under which id, when (`now` in seconds)."""
    return {
        "token": "local-verification-token",
        "team_id": app.team["id"],
        "context_team_id": app.team["id"],
        "context_enterprise_id": None,
        "api_app_id": app.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(now),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": app.team["id"],
                "user_id": app.user,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": f"4-{event_id}",
    }


def _channel_fields(channel: JsonObject, ts: str) -> JsonObject:
    return {"channel": channel["id"], "channel_type": conversation_type(channel), "event_ts": ts}
