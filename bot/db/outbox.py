"""The outbox: one row for each message or reaction that Slack is owed.

``pending`` waits for a call · ``sending`` a call is under way · ``unsure`` a call ended without an
answer, so the thread is searched for the key before anything is sent again · ``sent`` Slack shows
the newest revision · ``failed`` Slack refused for good; ``error`` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import TypeAdapter
from sqlalchemy import Double, bindparam, case, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.turns.computing.drawings import Drawing
from bot.db.schema.tables import outbox

Operation = Literal["post", "react", "unreact", "ephemeral", "home"]
PICTURE = "picture"
"""Key of the body of a message whose image block shows a drawing."""
STREAM = "stream"
"""Key of the body of a message that grows: its words so far, as Markdown."""
CHANNEL = "curbside_outbox"
"""What PostgreSQL notifies when there is something to send."""

FINAL, PROGRESS, LATE = 0, 1, 2
"""Priorities: answers and other last words; what a run does; signs of its end, cleaning up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackAddress:
    """Where in Slack something goes."""

    team: str
    channel: str
    thread_ts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One message or reaction, under its key ``run:seq:part``. Writing the same key again with
    another body means: change the message."""

    run_id: str
    seq: int
    part: str
    address: SlackAddress
    body: Mapping[str, Any]
    operation: Operation = "post"
    priority: int = PROGRESS
    delay: float = 0.0
    """Seconds to wait before a first post, since a fuller revision is about to come."""

    @property
    def key(self) -> str:
        return f"{self.run_id}:{self.seq}:{self.part}"


@dataclass(frozen=True, slots=True)
class SentFile:
    """The file in Slack that holds the picture of a row."""

    id: str
    digest: str
    """Of the drawing."""
    is_ready: bool
    """Whether Slack has all of it. What began and is not ready is thrown away and begun anew."""


@dataclass(frozen=True, slots=True)
class SentStream:
    """How far a message is streamed. Its words are not kept."""

    began_at: float
    """When it began, in seconds since 1970."""
    length: int
    """Characters that Slack has; 0 while the first call is under way."""
    digest: str
    """Of these characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A row that wants a call, without its body."""

    id: int
    key: str
    run_id: str
    team: str
    channel: str
    thread_ts: str
    operation: Operation
    priority: int
    posted: bool
    """The message is on Slack already: what is owed is an update."""
    unsure: bool
    tried: bool
    """A call was begun before."""
    wait: float
    """Seconds until it may be tried; 0 or less means now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowToSend:
    """A row taken for sending."""

    key: str
    address: SlackAddress
    operation: Operation
    body: Mapping[str, Any]
    revision: int
    slack_ts: str | None
    unsure: bool
    generation: int
    plainness: int
    attempts: int
    written_at: datetime
    called_seconds: float | None
    """How long ago the call of an unsure post began, if it may be under way still."""
    file: SentFile | None = None
    stream: SentStream | None = None

    @property
    def mark(self) -> str:
        return mark(self.key, self.generation)


def mark(key: str, generation: int) -> str:
    """The key as the message's metadata carries it; a replacement has a mark of its own."""
    return f"{key}#{generation}" if generation else key


WORKING = ("pending", "unsure")
"""States of rows that want a call."""


def drawing_body(drawing: Drawing) -> dict[str, Any]:
    """A drawing as a body holds it."""
    written: dict[str, Any] = _DRAWINGS.dump_python(drawing, mode="json")
    return written


def drawing_of(body: Mapping[str, Any]) -> Drawing | None:
    """The drawing that a message shows; None if it shows none."""
    return _DRAWINGS.validate_python(body[PICTURE]) if PICTURE in body else None


_DRAWINGS = TypeAdapter(Drawing)


async def put(connection: AsyncConnection, items: Sequence[Outgoing]) -> None:
    """Write what is owed and wake the sender. Unchanged rows stay as they are."""
    if not items:
        return
    if len(items) == 1:
        await put_one(connection, items[0])
        return
    await connection.execute(_UPSERT, [_parameters(item) for item in items])
    await connection.execute(text(f"notify {CHANNEL}"))


async def put_one(connection: AsyncConnection, item: Outgoing) -> None:
    """The same for one row, in one statement: a sign of life is not held up by round trips."""
    await connection.execute(_PUT_ONE, _parameters(item))


def _parameters(item: Outgoing) -> dict[str, Any]:
    return {
        "key": item.key,
        "run_id": item.run_id,
        "seq": item.seq,
        "part": item.part,
        "team": item.address.team,
        "channel": item.address.channel,
        "thread_ts": item.address.thread_ts,
        "operation": item.operation,
        "body": dict(item.body),
        "priority": item.priority,
        "delay": item.delay,
    }


def _upsert() -> Any:
    delay = func.make_interval(0, 0, 0, 0, 0, 0, bindparam("delay", type_=Double))
    row = insert(outbox).values(
        **{name: bindparam(name) for name in _GIVEN},
        next_attempt_at=func.clock_timestamp() + delay,
    )
    changed = row.excluded.body
    return row.on_conflict_do_update(
        index_elements=[outbox.c.key],
        set_={
            "body": changed,
            "revision": outbox.c.revision + 1,
            # Blocks refused once would be refused each time: who has simpler ones keeps them.
            "plainness": case(
                (changed.has_key("simple"), func.least(outbox.c.plainness, 1)), else_=0
            ),
            "state": case((outbox.c.state == "sent", "pending"), else_=outbox.c.state),
            # A revision never shortens the wait after a failed attempt.
            "next_attempt_at": case(
                (outbox.c.attempts == 0, row.excluded.next_attempt_at),
                else_=outbox.c.next_attempt_at,
            ),
        },
        where=outbox.c.body.is_distinct_from(changed) & (outbox.c.state != "failed"),
    )


_GIVEN = (
    "key", "run_id", "seq", "part", "team", "channel", "thread_ts", "operation", "body", "priority",
)  # fmt: skip
_UPSERT = _upsert()
"""Built once, as the next two: building the statement costs as much as running it."""
_PUT_ONE = select(func.pg_notify(CHANNEL, "")).add_cte(_UPSERT.cte("put"))


_DUE = (
    select(
        outbox.c.id,
        outbox.c.key,
        outbox.c.run_id,
        outbox.c.team,
        outbox.c.channel,
        outbox.c.thread_ts,
        outbox.c.operation,
        outbox.c.priority,
        outbox.c.slack_ts.is_not(None).label("posted"),
        (outbox.c.state == "unsure").label("unsure"),
        (outbox.c.attempts > 0).label("tried"),
        func.extract("epoch", outbox.c.next_attempt_at - func.clock_timestamp()).label("wait"),
    )
    .where(outbox.c.state.in_(WORKING))
    .order_by(outbox.c.priority, outbox.c.id)
    .limit(bindparam("most"))
)


async def due(connection: AsyncConnection, limit: int = 1000) -> tuple[Due, ...]:
    """Rows that want a call, answers first, then in the order written."""
    rows = await connection.execute(_DUE, {"most": limit})
    return tuple(Due(**{**row._mapping, "wait": float(row.wait)}) for row in rows)


async def pending_count(connection: AsyncConnection) -> int:
    """How many rows wait for a call."""
    rows = await connection.execute(
        select(func.count()).select_from(outbox).where(outbox.c.state.in_((*WORKING, "sending")))
    )
    return int(rows.scalar_one())
