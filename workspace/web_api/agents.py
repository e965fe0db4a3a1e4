"""assistant.threads.* and agents.sessions.*: what the app says it is doing in a thread."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.model.json_types import JsonObject
from workspace.web_api.call import Call, Method

MOST_LOADING_MESSAGES = 10
LONGEST_TITLE = 200
_STATUSES = ("active", "processing", "suspended", "closed")


async def set_thread_status(call: Call) -> JsonObject:
    """Show a line under the thread until the app posts there; an empty status clears it."""
    channel, thread_ts = _thread(call, "invalid_thread_ts")
    loading = call.arguments.structure("loading_messages") or []
    if not isinstance(loading, list) or len(loading) > MOST_LOADING_MESSAGES:
        refuse("invalid_arguments")
    call.workspace.set_status(channel, thread_ts, "status", call.arguments.text("status"))
    return {}


async def set_session_status(call: Call) -> JsonObject:
    """Say whether the agent works in this thread; `processing` shows people a Stop button."""
    channel, thread_ts = _thread(call, "thread_not_found")
    status = call.arguments.one("status")
    if status not in _STATUSES or len(call.arguments.text("title")) > LONGEST_TITLE:
        refuse("invalid_arguments")
    call.workspace.set_status(channel, thread_ts, "session", status)
    if "agent_session_stopped" in call.app.bot_events:
        return {}
    return {"warning": "missing_agent_session_stopped_event_subscription"}


def _thread(call: Call, error: str) -> tuple[str, str]:
    channel = call.channel("channel_id")["id"]
    if not call.workspace.state.is_member(channel, call.app.user):
        refuse("channel_not_found")
    thread_ts = call.arguments.one("thread_ts")
    if call.workspace.state.message(channel, thread_ts) is None:
        refuse(error)
    return channel, thread_ts


METHODS = {
    "assistant.threads.setStatus": Method(set_thread_status, "special", ("chat:write",)),
    "agents.sessions.setStatus": Method(set_session_status, "special", ("chat:write",)),
}
