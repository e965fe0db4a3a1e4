"""What happened in Slack, as one frozen value."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.incoming.payloads.file_cards import FileCard
from bot.incoming.payloads.slack_text import NO_TEXT, MessageText

EventKind = Literal[
    "message", "edited", "deleted", "file_deleted", "reaction", "session_stopped", "action", "form",
    "command", "shortcut", "posted", "home", "removed", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """Something that happened in Slack. Fields that the kind does not have are empty."""

    kind: EventKind
    event_id: str
    team: str
    at: str = ""
    """When it happened, on Slack's clock; a message happens at its ``ts``."""
    channel: str = ""
    direct: bool = False
    ts: str = ""
    """The message that this is about: the one written, edited, deleted, reacted to or pressed."""
    thread_ts: str = ""
    """Root of its thread; for a root message its own ts."""
    parent_user: str = ""
    """Who wrote the root of the thread, if Slack says so."""
    user: str = ""
    by_bot: bool = False
    text: MessageText = NO_TEXT
    former_text: MessageText = NO_TEXT
    """What an edited message said before."""
    edited_ts: str = ""
    files: tuple[FileCard, ...] = ()
    files_known: bool = True
    """False for ``app_mention``, from which Slack leaves the files out."""
    name: str = ""
    """Name of the reaction, pressed button, form, command, shortcut or tab; id of the deleted file;
    of a removal, the event that tells of it."""
    value: str = ""
    """Value of the pressed button; of a form, the run that it is about; of a shortcut, the bot that
    wrote the message; of a question that we posted, its key in the outbox."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """What was entered into a form, by its blocks."""
    respond_to: str = ""
    """Where a command or shortcut is answered, also where we are no member: good for half an hour.
    """


def own_event_id(kind: str, *parts: object) -> str:
    """An id for what Slack gives none: of one that is delivered again it is the same. Who did it is
    not to be read in it, for the id outlives who is forgotten."""
    told = "\n".join(map(str, parts))
    return f"{kind}:{hashlib.sha256(told.encode(errors='replace')).hexdigest()[:32]}"
