"""What the inbox still knows of events that were routed: whom they were by, what was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import RowMapping, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.inbox import ABOUT
from bot.db.schema.tables import inbox, outbox
from retrieval.sql import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecord:
    """One row of the inbox, without words of people."""

    kind: str
    """As in ``bot.incoming.payloads.events``; empty if an older version stored it and it is no
    message."""
    is_of_message: bool
    """Whether it is about the message itself; else all that is known is its thread."""
    sender: str
    received_at: datetime
    state: str
    decision: str
    run_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentRecord:
    """What Slack does not show of a run of the message: it waits, or Slack refused it for good."""

    run_id: str
    what: str
    """``post``, ``react``, ``unreact`` or ``ephemeral``."""
    state: str
    """As in :mod:`bot.db.outbox`."""
    error: str
    """Slack's name of what is wrong, of the last attempt; empty if there was none."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRecord:
    """What the database knows of one message in Slack."""

    events: tuple[EventRecord, ...]
    """In the order in which they came."""
    said_for: str
    """The run for which the bot itself wrote it; empty if it did not."""
    unsent: tuple[UnsentRecord, ...] = ()


async def message_record(
    database: Database, channel: str, ts: str, thread_ts: str
) -> MessageRecord:
    """Every stored event about the message, and those that tell nothing but its thread.
    ``thread_ts`` is empty if it is not known."""
    async with database.statements() as connection:
        said = await connection.execute(
            select(outbox.c.run_id)
            .where(outbox.c.channel == channel, outbox.c.slack_ts == ts)
            .where(outbox.c.operation == "post")
            .limit(1)
        )
        roots = await connection.execute(
            select(inbox.c.thread_ts).where(inbox.c.channel == channel, inbox.c.message_ts == ts)
        )
        threads = {ts, thread_ts, *roots.scalars()} - {"", None}
        about = inbox.c.payload[ABOUT]
        about_ts = func.coalesce(about["ts"].astext, "")
        is_of_message = or_(func.coalesce(inbox.c.message_ts, "") == ts, about_ts == ts)
        is_of_thread = and_(
            inbox.c.message_ts.is_(None), about_ts == "", inbox.c.thread_ts.in_(sorted(threads))
        )
        kind = func.coalesce(about["kind"].astext, "")
        rows = await connection.execute(
            select(inbox, kind.label("kind"), is_of_message.label("is_of_message"))
            .where(inbox.c.channel == channel, or_(is_of_message, is_of_thread))
            .order_by(inbox.c.id)
        )
        events = _records(rows.mappings().all())
        said_for = said.scalar_one_or_none() or ""
        runs = {event.run_id for event in events} | {said_for}
        unsent = await _unsent(connection, sorted(runs - {""}))
        return MessageRecord(events=events, said_for=said_for, unsent=unsent)


async def _unsent(connection: AsyncConnection, runs: Sequence[str]) -> tuple[UnsentRecord, ...]:
    columns = (outbox.c.run_id, outbox.c.operation, outbox.c.state, outbox.c.error)
    rows = await connection.execute(
        select(*columns, func.count().label("rows_left"))
        .where(outbox.c.run_id.in_(runs), outbox.c.state != "sent")
        .group_by(*columns)
        .order_by(*columns)
    )
    return tuple(
        UnsentRecord(
            run_id=row.run_id,
            what=row.operation,
            state=row.state,
            error=row.error or "",
            count=row.rows_left,
        )
        for row in rows
    )


def _records(rows: Sequence[RowMapping]) -> tuple[EventRecord, ...]:
    return tuple(
        EventRecord(
            kind=row["kind"] or ("message" if row["message_ts"] else ""),
            is_of_message=row["is_of_message"],
            sender=row["sender"],
            received_at=row["received_at"],
            state=row["state"],
            decision=row["decision"] or "",
            run_id=row["run_id"] or "",
        )
        for row in rows
    )
