"""What the app is told when something happens: the inner events of the Events API. Pure."""

from __future__ import annotations

from workspace.model.json_types import JsonObject
from workspace.model.messages import without_metadata
from workspace.model.seed import TEAM, App

_SCOPES = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "member_joined_channel": "channels:read",
    "file_deleted": "files:read",
}
"""The scope without which a subscription stays silent. Others need none."""

_UNSEEN_IN_EVENTS = (
    "reactions",
    "reply_count",
    "reply_users_count",
    "reply_users",
    "latest_reply",
    "is_locked",
    "subscribed",
)


def kind(channel: JsonObject) -> str:
    """`channel`, `group` (private) or `im`."""
    if channel.get("is_im"):
        return "im"
    return "group" if channel.get("is_private") else "channel"


def is_wanted(app: App, event: JsonObject) -> bool:
    """Whether the app subscribed to this event and has the scope that it needs."""
    name = str(event["type"])
    if name == "message":
        name = {"channel": "message.channels", "group": "message.groups", "im": "message.im"}[
            event["channel_type"]
        ]
    scope = _SCOPES.get(name)
    return name in app.bot_events and (scope is None or scope in app.scopes)


def posted(message: JsonObject, channel: JsonObject) -> JsonObject:
    """A new message, in a channel, a thread or a direct conversation."""
    seen = {key: value for key, value in message.items() if key not in _UNSEEN_IN_EVENTS}
    return {
        **without_metadata(seen),
        "channel": channel["id"],
        "event_ts": message["ts"],
        "channel_type": kind(channel),
    }


def mention(message: JsonObject, channel: JsonObject, app: App) -> JsonObject | None:
    """The second event of a message that mentions the app, or None.

    It goes out in addition to the message event, with the same ts and without the files.
    """
    by_app = message.get("bot_id") == app.bot_id
    if by_app or kind(channel) == "im" or f"<@{app.user}" not in message.get("text", ""):
        return None
    left_out = ("files", "upload", "display_as_bot", "subtype", "channel_type", "root")
    event = {key: value for key, value in posted(message, channel).items() if key not in left_out}
    return {**event, "type": "app_mention"}


def changed(new: JsonObject, old: JsonObject, channel: JsonObject, ts: str) -> JsonObject:
    """A message was edited (or its root became a tombstone)."""
    return {
        "type": "message",
        "subtype": "message_changed",
        "message": without_metadata({**new, "source_team": TEAM["id"], "user_team": TEAM["id"]}),
        "previous_message": without_metadata(old),
        "hidden": True,
        "ts": ts,
        **_place(channel, ts),
    }


def deleted(old: JsonObject, channel: JsonObject, ts: str) -> JsonObject:
    return {
        "type": "message",
        "subtype": "message_deleted",
        "deleted_ts": old["ts"],
        "previous_message": without_metadata(old),
        "hidden": True,
        "ts": ts,
        **_place(channel, ts),
    }


def reaction(message: JsonObject, channel: str, user: str, name: str, ts: str) -> JsonObject:
    """A reaction given; for one taken back the caller sets the type to `reaction_removed`."""
    return {
        "type": "reaction_added",
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": channel, "ts": message["ts"]},
        "item_user": message.get("user"),
        "event_ts": ts,
    }


def member_joined(channel: JsonObject, user: str, ts: str) -> JsonObject:
    return {
        "type": "member_joined_channel",
        "user": user,
        "channel": channel["id"],
        "channel_type": "G" if kind(channel) == "group" else "C",
        "team": TEAM["id"],
        "event_ts": ts,
    }


def home_opened(user: str, channel: str, tab: str, ts: str) -> JsonObject:
    return {
        "type": "app_home_opened",
        "user": user,
        "channel": channel,
        "tab": tab,
        "event_ts": ts,
    }


def file_deleted(file_id: str, ts: str) -> JsonObject:
    return {"type": "file_deleted", "file_id": file_id, "event_ts": ts}


def session_stopped(channel: str, user: str, thread_ts: str, ts: str) -> JsonObject:
    """Somebody pressed Stop on the app's agent session."""
    return {
        "type": "agent_session_stopped",
        "channel": channel,
        "user": user,
        "thread_ts": thread_ts,
        "streaming_message_ts": [],
        "event_ts": ts,
    }


def envelope(event: JsonObject, app: App, event_id: str, now: float) -> JsonObject:
    """The outer object around an event: whose it is, which one, when."""
    return {
        "token": "local-verification-token",
        "team_id": TEAM["id"],
        "context_team_id": TEAM["id"],
        "context_enterprise_id": None,
        "api_app_id": app.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(now),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": TEAM["id"],
                "user_id": app.user,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": f"4-{event_id}",
    }


def _place(channel: JsonObject, ts: str) -> JsonObject:
    return {"channel": channel["id"], "channel_type": kind(channel), "event_ts": ts}
