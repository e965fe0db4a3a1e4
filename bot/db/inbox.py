"""The inbox: every event that matters is a row here before Slack gets its acknowledgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.turns import ThreadKey
from bot.db.schema.tables import inbox, outbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """An event as it is stored."""

    event_id: str
    team: str
    channel: str
    sender: str
    payload: Mapping[str, Any]
    message_ts: str | None = None
    """The ts of the message that the event announces; None for events about something else."""
    thread_ts: str | None = None
    """The thread the event belongs to; for a root message its own ts."""


@dataclass(frozen=True, slots=True)
class WaitingEvent:
    """An event that is stored and not routed yet."""

    id: int
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRecord:
    """What the database knows about a thread."""

    run_ids: tuple[str, ...]
    """Runs started in it, oldest first."""
    people: frozenset[str]
    """Who wrote in it."""


MOST_AT_ONCE = 500
"""Rows that one look for unrouted events takes. Chosen by hand: the next look takes the rest."""
POSTED = "posted_question"
"""Type of the payload of a question that we posted for somebody."""
REOPENED = "reopened"
"""Type of the payload of an event whose words were dropped and are wanted after all."""
NOT_OURS: Final = "not our thread"
"""Why a reply is ignored in whose thread nobody has asked us."""
NOT_IN_SLACK: Final = "not in Slack any more"
"""Why a reply is ignored that was reopened and is gone."""
NOT_INSTALLED: Final = "not installed"
"""Why an event is ignored whose workspace has taken the app out."""
ABOUT = "about"
"""Key of the payload of an event that is no message: its kind, and the ts of the message it is
about. It stays when the event is routed, so that its row can be found by that message."""

RESPOND_TO = "respond_to"
"""Key of the payload of a command: where it is answered. Dropped with it when it is routed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownThread:
    """How much of a thread is stored."""

    root: bool
    """Whether its first message is."""
    ours_since: str
    """The ts of its first question to us; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OursInThread:
    """Which messages of a thread were written to us."""

    ours: frozenset[str]
    """Their ts, those that are not decided on yet included."""
    has_others: bool
    """Whether people wrote others, as far as is known: there is no event of what other bots say."""


async def store(connection: AsyncConnection, arrival: Arrival) -> int | None:
    """Store the event; its row id, or None if the event or its message was there already.

    A duplicate with files fills in a stored mention that came without them."""
    row = upsert(inbox).values(
        event_id=arrival.event_id,
        team=arrival.team,
        channel=arrival.channel,
        sender=arrival.sender,
        payload=dict(arrival.payload),
        message_ts=arrival.message_ts,
        thread_ts=arrival.thread_ts,
    )
    stored = await connection.execute(row.on_conflict_do_nothing().returning(inbox.c.id))
    found: int | None = stored.scalar_one_or_none()
    if found is None and _tells_of_files(arrival):
        await connection.execute(
            update(inbox)
            .where(
                inbox.c.team == arrival.team,
                inbox.c.channel == arrival.channel,
                inbox.c.message_ts == arrival.message_ts,
                inbox.c.state == "received",
                inbox.c.payload["event"]["type"].astext == "app_mention",
            )
            .values(payload=dict(arrival.payload))
        )
    return found


def _tells_of_files(arrival: Arrival) -> bool:
    """Slack leaves the files out of ``app_mention``; the ``message`` event has them."""
    return arrival.message_ts is not None and arrival.payload["event"].get("type") == "message"


async def restore(connection: AsyncConnection, arrival: Arrival) -> None:
    """Give a reopened event its words back."""
    await connection.execute(
        update(inbox)
        .where(inbox.c.team == arrival.team, inbox.c.channel == arrival.channel)
        .where(inbox.c.message_ts == arrival.message_ts, inbox.c.state == "received")
        .where(inbox.c.payload["type"].astext == REOPENED)
        .values(payload=dict(arrival.payload))
    )


async def reopen(connection: AsyncConnection, thread: ThreadKey, after: str) -> None:
    """Let what was ignored in the thread after this ts, before it was known to be ours, be decided
    on again. Its words were dropped; Slack has them."""
    event = func.jsonb_build_object(
        "type", "message", "channel", inbox.c.channel, "user", inbox.c.sender,
        "ts", inbox.c.message_ts, "thread_ts", inbox.c.thread_ts,
    )  # fmt: skip
    payload = func.jsonb_build_object(
        "type", REOPENED, "event_id", inbox.c.event_id, "team_id", inbox.c.team, "event", event
    )
    await connection.execute(
        update(inbox)
        .where(inbox.c.team == thread.team, inbox.c.channel == thread.channel)
        .where(inbox.c.thread_ts == thread.thread, inbox.c.message_ts > after)
        .where(inbox.c.decision == f"ignored: {NOT_OURS}")
        .values(state="received", decision="", routed_at=None, payload=payload)
    )


async def known_thread(
    connection: AsyncConnection, team: str, channel: str, thread_ts: str
) -> KnownThread:
    """How much of the thread with this root is stored."""
    found = await connection.execute(
        select(
            func.coalesce(func.bool_or(inbox.c.message_ts == thread_ts), False).label("root"),
            func.min(inbox.c.message_ts).filter(inbox.c.run_id.is_not(None)).label("since"),
        )
        .where(inbox.c.team == team, inbox.c.channel == channel, inbox.c.thread_ts == thread_ts)
        .where(inbox.c.message_ts.is_not(None))
    )
    row = found.one()
    return KnownThread(root=row.root, ours_since=row.since or "")


async def ours_in_thread(
    connection: AsyncConnection, team: str, channel: str, thread_ts: str
) -> OursInThread:
    """Which messages of the thread with this root were written to us."""
    rows = await connection.execute(
        select(inbox.c.message_ts, inbox.c.run_id, inbox.c.decision)
        .where(inbox.c.team == team, inbox.c.channel == channel, inbox.c.thread_ts == thread_ts)
        .where(inbox.c.message_ts.is_not(None))
    )
    found = rows.all()
    left = [row.message_ts for row in found if not row.run_id and _is_left_alone(row.decision)]
    stored = frozenset(row.message_ts for row in found)
    return OursInThread(
        ours=stored - frozenset(left), has_others=bool(left) or thread_ts not in stored
    )


def _is_left_alone(decision: str | None) -> bool:
    return decision is not None and decision.startswith(("ignored", "offered", "failed"))


async def read_waiting(connection: AsyncConnection, row: int) -> WaitingEvent | None:
    """The stored event, if it is not routed yet."""
    found = await connection.execute(
        select(inbox.c.payload).where(inbox.c.id == row, inbox.c.state == "received")
    )
    payload = found.scalar_one_or_none()
    return None if payload is None else WaitingEvent(row, payload)


async def unrouted_in_thread(
    connection: AsyncConnection, row: int, team: str, channel: str, thread_ts: str
) -> tuple[WaitingEvent, ...]:
    """The events of this thread, and this row, that are not routed yet, in the order stored."""
    of_thread = and_(
        inbox.c.team == team, inbox.c.channel == channel, inbox.c.thread_ts == thread_ts
    )
    found = await connection.execute(
        select(inbox.c.id, inbox.c.payload)
        .where(inbox.c.state == "received", or_(of_thread, inbox.c.id == row))
        .order_by(inbox.c.id)
    )
    return tuple(WaitingEvent(row.id, row.payload) for row in found)


async def claim(connection: AsyncConnection, row: int) -> bool:
    """Lock the row for routing; False if it is routed or another process routes it now."""
    found = await connection.execute(
        select(inbox.c.id)
        .where(inbox.c.id == row, inbox.c.state == "received")
        .with_for_update(skip_locked=True)
    )
    return found.scalar_one_or_none() is not None


async def mark_routed(
    connection: AsyncConnection, row: int, decision: str, run_id: str | None = None
) -> None:
    """Note that the event is done. Its words are dropped: what is needed is in the journal."""
    about = func.jsonb_build_object(ABOUT, inbox.c.payload[ABOUT])
    await connection.execute(
        update(inbox)
        .where(inbox.c.id == row)
        .values(
            state="routed",
            decision=decision,
            run_id=run_id,
            routed_at=func.clock_timestamp(),
            payload=func.jsonb_strip_nulls(about),
        )
    )


async def unrouted_rows(
    connection: AsyncConnection, older_than: float
) -> tuple[tuple[int, str], ...]:
    """Rows stored more than ``older_than`` seconds ago and not routed, oldest first, each with its
    team."""
    rows = await connection.execute(
        select(inbox.c.id, inbox.c.team)
        .where(
            inbox.c.state == "received",
            # Nobody else routes a question that the sender stored: it waits for no age.
            or_(
                inbox.c.received_at < func.clock_timestamp() - text("make_interval(secs => :age)"),
                inbox.c.payload["type"].astext == POSTED,
            ),
        )
        .order_by(inbox.c.id)
        .limit(MOST_AT_ONCE),
        {"age": older_than},
    )
    return tuple((row.id, row.team) for row in rows)


async def thread(connection: AsyncConnection, team: str, channel: str, ts: str) -> ThreadRecord:
    """What is known about the thread whose root is ``ts``."""
    rows = await connection.execute(
        select(inbox.c.run_id, inbox.c.sender)
        .where(inbox.c.team == team, inbox.c.channel == channel, inbox.c.thread_ts == ts)
        .where(inbox.c.message_ts.is_not(None))
        .order_by(inbox.c.id)
    )
    found = rows.all()
    return ThreadRecord(
        run_ids=tuple(dict.fromkeys(row.run_id for row in found if row.run_id)),
        people=frozenset(row.sender for row in found if row.sender),
    )


async def run_of_message(
    connection: AsyncConnection, team: str, channel: str, ts: str
) -> str | None:
    """The run that a message belongs to: its question, or one of our replies."""
    asked = (
        select(inbox.c.run_id)
        .where(inbox.c.team == team, inbox.c.channel == channel, inbox.c.message_ts == ts)
        .where(inbox.c.run_id.is_not(None))
    )
    said = (
        select(outbox.c.run_id)
        .where(
            outbox.c.team == team,
            outbox.c.channel == channel,
            outbox.c.slack_ts == ts,
            outbox.c.operation == "post",
        )
        .limit(1)
    )
    query = select(func.coalesce(asked.scalar_subquery(), said.scalar_subquery()))
    run_id: str | None = (await connection.execute(query)).scalar_one()
    return run_id


async def place_of_run(connection: AsyncConnection, run_id: str) -> tuple[str, str] | None:
    """The channel and the root of the thread in which the run was asked for. It may have answered
    in direct messages."""
    rows = await connection.execute(
        select(inbox.c.channel, inbox.c.thread_ts)
        .where(inbox.c.run_id == run_id, inbox.c.message_ts.is_not(None))
        .limit(1)
    )
    found = rows.one_or_none()
    return None if found is None else (found.channel, found.thread_ts)


async def question_of_run(connection: AsyncConnection, run_id: str) -> tuple[str, str]:
    """The thread of a run, as the queue locks it, and the ts of its question."""
    rows = await connection.execute(
        select(inbox.c.team, inbox.c.channel, inbox.c.thread_ts, inbox.c.message_ts)
        .where(inbox.c.run_id == run_id, inbox.c.message_ts.is_not(None))
        .order_by(inbox.c.id)
        .limit(1)
    )
    team, channel, thread_ts, message_ts = rows.one()
    return str(ThreadKey(team, channel, thread_ts)), message_ts


async def message_of_run(connection: AsyncConnection, run_id: str) -> str | None:
    """The ts of the message that stands for a run; None if it stands for another one now."""
    rows = await connection.execute(
        select(inbox.c.message_ts)
        .where(inbox.c.run_id == run_id, inbox.c.message_ts.is_not(None))
        .order_by(inbox.c.id)
        .limit(1)
    )
    return rows.scalar_one_or_none()


async def supersede(
    connection: AsyncConnection, team: str, channel: str, ts: str, run_id: str
) -> None:
    """The question at ``ts`` was edited: from now on it stands for another run."""
    await connection.execute(
        update(inbox)
        .where(inbox.c.team == team, inbox.c.channel == channel, inbox.c.message_ts == ts)
        .values(run_id=run_id)
    )
