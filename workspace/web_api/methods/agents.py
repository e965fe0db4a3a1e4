"""assistant.threads.* and agents.sessions.*: the status of the app in a thread."""

from __future__ import annotations

from workspace.errors import refuse, refuse_arguments
from workspace.json_types import JsonObject
from workspace.web_api.call import ApiCall, ApiMethod

MAX_LOADING_MESSAGES = 10
"""docs.slack.dev/reference/methods/assistant.threads.setStatus"""
MAX_PROMPTS = 4
"""docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts"""
MAX_TITLE = 200
"""Characters (docs.slack.dev/reference/methods/agents.sessions.setStatus)."""
_STATUSES = ("active", "processing", "suspended", "closed")


def set_thread_status(call: ApiCall) -> JsonObject:
    """Show a line under the thread until the app posts there; an empty status clears it."""
    channel, thread_ts = _thread(call, "invalid_thread_ts")
    loading = call.arguments.json_value("loading_messages") or []
    if not isinstance(loading, list) or len(loading) > MAX_LOADING_MESSAGES:
        refuse("invalid_arguments")
    if not all(isinstance(one, str) for one in loading):
        refuse("invalid_arguments")
    if "status" not in call.arguments:
        refuse_arguments("missing required field: status")
    status = call.arguments.text("status")
    call.workspace.agent_status.show("status", channel, thread_ts, status, loading)
    return {}


def set_session_status(call: ApiCall) -> JsonObject:
    """Say whether the agent works in this thread; `processing` shows people a Stop button."""
    channel, thread_ts = _thread(call, "thread_not_found")
    status, title = call.arguments.required_text("status"), call.arguments.text("title")
    if status not in _STATUSES or len(title) > MAX_TITLE:
        refuse("invalid_arguments")
    call.workspace.agent_status.create_session(channel, thread_ts, title)
    call.workspace.agent_status.show("session", channel, thread_ts, status)
    if "agent_session_stopped" in call.app.bot_events:
        return {}
    return {"warning": "missing_agent_session_stopped_event_subscription"}


def rename_session(call: ApiCall) -> JsonObject:
    """Give the agent session of this thread another title."""
    channel, thread_ts = _thread(call, "thread_not_found")
    title = call.arguments.required_text("title")
    if len(title) > MAX_TITLE:
        refuse("invalid_arguments")
    if call.workspace.agent_status.title(channel, thread_ts) is None:
        refuse("session_not_found")
    call.workspace.agent_status.rename_session(channel, thread_ts, title)
    return {"title": title}


def set_thread_title(call: ApiCall) -> JsonObject:
    """Give the thread the title under which it stands in the history."""
    channel, thread_ts = _thread(call, "invalid_thread_ts")
    title = call.arguments.required_text("title")
    call.workspace.agent_status.rename_session(channel, thread_ts, title)
    call.workspace.assistant_threads.name(channel, thread_ts, title)
    return {}


def set_suggested_prompts(call: ApiCall) -> JsonObject:
    """Offer people what to ask, after the latest message, with a thread after its latest one. Only
    apps of the older kind (`assistant_view`) may name one: else nothing happens, as in Slack."""
    channel = call.channel("channel_id")["id"]
    if not call.workspace.conversations.is_member(channel, call.app.user):
        refuse("channel_not_found")
    prompts = call.arguments.json_value("prompts")
    if not isinstance(prompts, list) or not 0 < len(prompts) <= MAX_PROMPTS:
        refuse("invalid_arguments")
    if not all(map(_is_prompt, prompts)):
        refuse("invalid_arguments")
    thread_ts = _thread(call, "invalid_thread_ts")[1] if call.arguments.text("thread_ts") else ""
    if thread_ts and not call.app.is_assistant:
        return {}
    history = call.workspace.history
    said = history.thread(channel, thread_ts) if thread_ts else history.roots(channel)
    latest = said[-1]["ts"] if said else ""
    shown = [{"title": each["title"], "message": each["message"]} for each in prompts]
    title = call.arguments.text("title")
    call.workspace.agent_status.suggest(channel, latest, title, shown, thread_ts)
    return {}


def _is_prompt(prompt: object) -> bool:
    if not isinstance(prompt, dict):
        return False
    return all(isinstance(prompt.get(each), str) and prompt[each] for each in ("title", "message"))


def _thread(call: ApiCall, error: str) -> tuple[str, str]:
    channel = call.channel("channel_id")["id"]
    if not call.workspace.conversations.is_member(channel, call.app.user):
        refuse("channel_not_found")
    thread_ts = call.arguments.required_text("thread_ts")
    if not call.workspace.history.has_message(channel, thread_ts):
        refuse(error)
    return channel, thread_ts


METHODS = {
    "assistant.threads.setStatus": ApiMethod(set_thread_status, "special", ("chat:write",)),
    "assistant.threads.setTitle": ApiMethod(set_thread_title, "tier_4", ("assistant:write",)),
    "assistant.threads.setSuggestedPrompts": ApiMethod(
        set_suggested_prompts, "tier_4", ("assistant:write",)
    ),
    "agents.sessions.setStatus": ApiMethod(set_session_status, "special", ("chat:write",)),
    "agents.sessions.rename": ApiMethod(rename_session, "special", ("chat:write",)),
}
