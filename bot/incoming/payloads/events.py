"""Slack's payloads, read once as they come in into one frozen value. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.db.inbox import ABOUT, POSTED, RESPOND_TO, Arrival
from bot.incoming.payloads.file_cards import file_card
from bot.incoming.payloads.forms import (
    address_of_choice,
    chosen_channel,
    read_entries,
    read_metadata,
)
from bot.incoming.payloads.homes import OPENED, read_opening, without_view
from bot.incoming.payloads.incoming import EventKind, Incoming, own_event_id
from bot.incoming.payloads.posted import read_posted
from bot.incoming.payloads.shortcuts import read_shortcut
from bot.incoming.payloads.slack_text import read_text
from bot.rendering.commands.responses import CARD_BUTTONS

Payload = Mapping[str, Any]
__all__ = [
    "EventKind",
    "Incoming",
    "Payload",
    "arrival",
    "as_event",
    "is_about_us",
    "read",
    "read_if_sound",
]
_PERSON_SUBTYPES = frozenset({None, "file_share", "thread_broadcast", "me_message"})
"""Subtypes of a message that a person wrote; the others are notices."""


def read(payload: Payload) -> Incoming:
    """The payload of one delivery (Events API or interactivity) as a value."""
    if payload.get("type") == "block_actions":
        return _action(payload)
    if payload.get("type") == "view_submission":
        return _form(payload)
    if payload.get("command"):
        return _command(payload)
    if payload.get("type") in ("message_action", "shortcut"):
        return read_shortcut(payload)
    if payload.get("type") == POSTED:
        return read_posted(payload)
    event: Payload = payload.get("event") or {}
    return _READERS.get(str(event.get("type")), _other)(payload, event)


def read_if_sound(payload: Payload) -> Incoming | None:
    """As :func:`read`; None for what has fields of kinds that Slack never sends. It is
    acknowledged: an error would have it sent again for ever."""
    try:
        return read(payload)
    except (TypeError, AttributeError, LookupError, ValueError):
        return None


def arrival(incoming: Incoming, payload: Payload) -> Arrival:
    """The row of the inbox for it."""
    about = {"kind": incoming.kind, "ts": incoming.ts}
    is_message = incoming.kind == "message"
    return Arrival(
        event_id=incoming.event_id,
        team=incoming.team,
        channel=incoming.channel,
        sender=incoming.user,
        payload={
            **_without_secrets(without_view(payload)),
            **({} if is_message else {ABOUT: about}),
            **({RESPOND_TO: incoming.respond_to} if incoming.respond_to else {}),
            **({"event_id": incoming.event_id} if incoming.kind == "command" else {}),
        },
        message_ts=incoming.ts if is_message else None,
        thread_ts=incoming.thread_ts or None,
    )


def as_event(message: Payload, near: Incoming) -> Payload:
    """A message that was read from Slack, as if its event came; ``near`` is of the same channel."""
    channel_type = "im" if near.direct else "channel"
    event = {**message, "type": "message", "channel": near.channel}
    return {
        "type": "event_callback",
        "event_id": f"{near.team}:{near.channel}:{message.get('ts')}",
        "team_id": near.team,
        "event": {**event, "channel_type": channel_type},
    }


def is_about_us(incoming: Incoming, bot_user: str) -> bool:
    """Whether it must be stored. A new message in a channel, outside a thread and without a mention
    of the bot, is not. Replies in every thread, edits, deletions and reactions are: only routing
    knows whether they concern a run. It drops their words in :func:`bot.db.inbox.mark_routed`."""
    if incoming.by_bot or incoming.kind == "other":
        return False
    if incoming.kind == "message":
        in_thread = incoming.thread_ts != incoming.ts
        return incoming.direct or in_thread or incoming.text.is_to(bot_user)
    return True


def _team(payload: Payload) -> str:
    return str(payload.get("team_id") or (payload.get("team") or {}).get("id") or "")


def _message(payload: Payload, event: Payload) -> Incoming:
    subtype = event.get("subtype")
    if subtype == "message_changed":
        return _edit(payload, event)
    if subtype == "message_deleted":
        return _deletion(payload, event)
    if subtype in _PERSON_SUBTYPES:
        return _person_message(payload, event)
    return _other(payload, event)


def _person_message(payload: Payload, event: Payload) -> Incoming:
    ts = str(event.get("ts", ""))
    return Incoming(
        kind="message",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        at=ts,
        channel=str(event.get("channel", "")),
        direct=event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D"),
        ts=ts,
        thread_ts=str(event.get("thread_ts") or ts),
        parent_user=str(event.get("parent_user_id") or ""),
        user=str(event.get("user", "")),
        by_bot=_by_bot(event),
        text=read_text(event),
        files=tuple(file_card(file) for file in event.get("files") or ()),
        files_known=event.get("type") == "message" or bool(event.get("files")),
    )


def _event_time(event: Payload) -> str:
    return str(event.get("event_ts") or event.get("ts") or "")


def _by_bot(message: Payload) -> bool:
    return (
        bool(message.get("bot_id"))
        or message.get("subtype") == "bot_message"
        or message.get("user") in (None, "", "USLACKBOT")
    )


def _edit(payload: Payload, event: Payload) -> Incoming:
    message: Payload = event.get("message") or {}
    former: Payload = event.get("previous_message") or {}
    written = _person_message(
        {**payload, "event": message}, {**message, "channel": event.get("channel")}
    )
    if message.get("subtype") == "tombstone":
        return _deletion(payload, {**event, "deleted_ts": message.get("ts")})
    return Incoming(
        kind="edited",
        event_id=written.event_id,
        team=written.team,
        at=_event_time(event),
        channel=written.channel,
        direct=event.get("channel_type") == "im",
        ts=written.ts,
        thread_ts=written.thread_ts,
        user=written.user,
        by_bot=written.by_bot,
        text=written.text,
        former_text=read_text(former),
        edited_ts=str((message.get("edited") or {}).get("ts") or event.get("ts") or ""),
        files=written.files,
    )


def _deletion(payload: Payload, event: Payload) -> Incoming:
    former: Payload = event.get("previous_message") or {}
    ts = str(event.get("deleted_ts") or former.get("ts") or "")
    return Incoming(
        kind="deleted",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        at=_event_time(event),
        channel=str(event.get("channel", "")),
        ts=ts,
        thread_ts=str(former.get("thread_ts") or ts),
        user=str(former.get("user") or ""),
        by_bot=_by_bot(former) if former else False,
    )


def _reaction(payload: Payload, event: Payload) -> Incoming:
    item: Payload = event.get("item") or {}
    return Incoming(
        kind="reaction" if item.get("type") == "message" else "other",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        at=_event_time(event),
        channel=str(item.get("channel", "")),
        ts=str(item.get("ts", "")),
        user=str(event.get("user", "")),
        name=str(event.get("reaction", "")),
    )


def _file_deletion(payload: Payload, event: Payload) -> Incoming:
    return Incoming(
        kind="file_deleted",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        at=_event_time(event),
        name=str(event.get("file_id", "")),
    )


def _session_stop(payload: Payload, event: Payload) -> Incoming:
    return Incoming(
        kind="session_stopped",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        at=_event_time(event),
        channel=str(event.get("channel", "")),
        thread_ts=str(event.get("thread_ts", "")),
        user=str(event.get("user", "")),
    )


def _removal(payload: Payload, event: Payload) -> Incoming:
    """The app was taken out of a workspace, or its bot's token was revoked. We have no tokens of
    people."""
    name = str(event.get("type", ""))
    of_bot = name == "app_uninstalled" or bool((event.get("tokens") or {}).get("bot"))
    return Incoming(
        kind="removed" if of_bot else "other",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        name=name,
    )


def _action(payload: Payload) -> Incoming:
    action: Payload = (payload.get("actions") or [{}])[0]
    chosen: Payload = action.get("selected_option") or {}
    message: Payload = payload.get("message") or {}
    container: Payload = payload.get("container") or {}
    # A button in a form tells neither channel nor message; the form was given both.
    ours = read_metadata(payload.get("view") or {})
    ts = str(message.get("ts") or container.get("message_ts") or ours.get("ts") or "")
    channel = (payload.get("channel") or {}).get("id") or container.get("channel_id")
    thread_ts = message.get("thread_ts") or container.get("thread_ts") or ours.get("thread")
    user = str((payload.get("user") or {}).get("id", ""))
    name = str(action.get("action_id", ""))
    return Incoming(
        kind="action",
        event_id=own_event_id(
            "action", _team(payload), user, ts, name, action.get("action_ts", "")
        ),
        team=_team(payload),
        at=str(action.get("action_ts", "")),
        channel=str(channel or ours.get("channel") or ""),
        ts=ts,
        thread_ts=str(thread_ts or ts),
        user=user,
        name=name,
        value=str(
            action.get("value") or chosen.get("value") or action.get("selected_conversation") or ""
        ),
        respond_to=_respond_to(payload) if name in CARD_BUTTONS else "",
    )


def _command(payload: Payload) -> Incoming:
    user = str(payload.get("user_id", ""))
    # Of one that is delivered again the trigger is the same.
    made = own_event_id("command", user, payload.get("trigger_id", ""))
    channel = str(payload.get("channel_id", ""))
    return Incoming(
        kind="command",
        event_id=str(payload.get("event_id") or made),
        team=_team(payload),
        channel=channel,
        direct=channel.startswith("D"),
        user=user,
        name=str(payload.get("command", "")).lower(),
        text=read_text(payload),
        respond_to=_respond_to(payload),
    )


def _respond_to(payload: Payload) -> str:
    """The address, as Slack sent it or as the inbox kept it."""
    return str(payload.get(RESPOND_TO) or payload.get("response_url") or "")


def _form(payload: Payload) -> Incoming:
    view: Payload = payload.get("view") or {}
    ours = read_metadata(view)
    return Incoming(
        kind="form",
        event_id=f"form:{view.get('id', '')}:{view.get('hash', '')}",
        team=_team(payload),
        at=ours.get("at", ""),
        channel=ours.get("channel") or chosen_channel(view),
        ts=ours.get("ts", ""),
        thread_ts=ours.get("thread", ""),
        respond_to=str(payload.get(RESPOND_TO) or address_of_choice(payload)),
        user=str((payload.get("user") or {}).get("id", "")),
        name=str(view.get("callback_id", "")),
        value=ours.get("run", ""),
        entries=read_entries(view),
    )


def _other(payload: Payload, event: Payload) -> Incoming:
    return Incoming(
        kind="other",
        event_id=str(payload.get("event_id", "")),
        team=_team(payload),
        by_bot=_by_bot(event) if event.get("type") == "message" else False,
    )


def _without_secrets(payload: Payload) -> Payload:
    """Slack sends a verification token and one-time addresses along; they are not kept."""
    secret = {"token", "trigger_id", "response_url", "response_urls", "authorizations"}
    secret.add("event_context")
    return {name: value for name, value in payload.items() if name not in secret}


_READERS: Mapping[str, Callable[[Payload, Payload], Incoming]] = {
    "message": _message,
    "app_mention": _person_message,
    "reaction_added": _reaction,
    "file_deleted": _file_deletion,
    "agent_session_stopped": _session_stop,
    "app_uninstalled": _removal,
    "tokens_revoked": _removal,
    OPENED: read_opening,
}
"""The events that are handled; the manifest subscribes to these and no others."""
