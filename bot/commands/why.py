"""``curbside why``: what became of a message in Slack."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.composition import open_database_parts
from bot.db.event_records import EventRecord, MessageRecord, UnsentRecord, message_record
from bot.incoming.decision_words import decision_in_words
from bot.incoming.payloads.message_links import read_message_link
from bot.processes.bootstrap import migrated_database_url
from bot.settings import read_settings

_KINDS = {
    "message": "the message",
    "edited": "an edit",
    "deleted": "the deletion",
    "reaction": "a reaction",
    "session_stopped": "Slack's stop button, for the thread",
    "action": "a button",
    "form": "a form",
}
_SENDINGS = {
    "post": "replies",
    "react": "reactions",
    "unreact": "reactions to take away",
    "ephemeral": "replies to one person",
}
_OF_OLDER_VERSION = "an edit, deletion or button in this thread, stored by an older version"
NOT_TOLD = """\
No event about this message is stored. That can mean:
- Slack did not tell the bot. Is it a member of the channel? Does `bot` or `web` run?
- It was new in the channel, outside a thread, and did not mention the bot: then it is not stored.
- A bot wrote it.
- Slack sent too many events and held some back (app_rate_limited): look for \
`events_rate_limited` in the logs.
- A reaction that an older version stored: its row does not tell which message it is about."""


def why(
    link: Annotated[
        str, typer.Argument(help='Link of the message: ⋮ beside it in Slack, "Copy link".')
    ],
) -> None:
    """Say what became of a message in Slack: each event about it, and what was decided."""
    message = read_message_link(link)
    settings = read_settings()

    async def recorded(url: str) -> MessageRecord:
        async with open_database_parts(settings, url) as parts:
            return await message_record(
                parts.database, message.channel, message.ts, message.thread_ts
            )

    with migrated_database_url(settings) as url:
        record = asyncio.run(recorded(url))
    for line in _lines(record):
        typer.echo(line)


def _lines(record: MessageRecord) -> list[str]:
    told = [f"Curbside wrote this message, for run {record.said_for}."] if record.said_for else []
    told += map(_line, record.events)
    told += map(_unsent_line, record.unsent)
    if any(event.is_of_message for event in record.events) or record.said_for:
        return told
    return [*told, NOT_TOLD]


def _line(event: EventRecord) -> str:
    what = _KINDS.get(event.kind, event.kind) or _OF_OLDER_VERSION
    by = f" by {event.sender}" if event.sender else ""
    became = decision_in_words(event.state, event.decision)
    run = f"; `curbside show {event.run_id}`" if event.run_id else ""
    return f"{event.received_at:%Y-%m-%d %H:%M:%S}  {what}{by}: {became}{run}"


def _unsent_line(unsent: UnsentRecord) -> str:
    what = f"run {unsent.run_id}: {unsent.count} of its {_SENDINGS.get(unsent.what, unsent.what)}"
    if unsent.state == "failed":
        return f"{what} refused by Slack, not sent again: {unsent.error}"
    reason = f"; the last attempt ended with {unsent.error}" if unsent.error else ""
    return f"{what} not in Slack yet{reason}"
