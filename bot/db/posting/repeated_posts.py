"""Posts that were sent again, since the first call was not found in the thread: it may arrive all
the same, and is then looked for. Only the process that leads changes anything here.

A stream that arrives so carries no mark. It is told from others by this: no row of ours knows it,
and in its thread none begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.outbox import SlackAddress, mark
from bot.db.schema.tables import outbox

LOOKS = (10.0, 60.0, 300.0)
"""Seconds from sending again, and from each look, to the next. Chosen by hand: what is late by
seconds goes before most have read it twice, and Slack does nothing after minutes."""
_PUT_OFF = 30.0
"""Seconds until a look that failed is tried again. Chosen by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedPost:
    """A message that Slack has, and may have twice."""

    key: str
    mark: str
    address: SlackAddress
    slack_ts: str
    written_at: datetime
    looks: int
    """How often was looked already."""
    is_stray_stream: bool
    """Whether the first call was the start of a stream."""


@dataclass(frozen=True, slots=True)
class OwnMessages:
    """What is known of our messages in a thread."""

    timestamps: frozenset[str]
    begins_stream: bool
    """Whether there is one of which it is not known yet where it stands."""


def later(seconds: Any) -> Any:
    """A time from now, as SQL."""
    return func.clock_timestamp() + func.make_interval(0, 0, 0, 0, 0, 0, seconds)


def from_now_on() -> dict[str, Any]:
    """What a row says from when on it is looked for."""
    return {
        "twins_at": later(LOOKS[0]),
        "twin_looks": 0,
        # Also where the post in its place is sent again, too.
        "stray_stream": outbox.c.stray_stream | outbox.c.stream.is_not(None),
        "stream": None,
    }


_DUE = (
    select(outbox)
    .where(
        outbox.c.twins_at <= func.clock_timestamp(),
        outbox.c.slack_ts.is_not(None),
        outbox.c.state.in_(("sent", "pending")),
    )
    .order_by(outbox.c.twins_at)
    .limit(1)
)


async def due(connection: AsyncConnection) -> RepeatedPost | None:
    """The message that has waited longest to be looked for."""
    row = (await connection.execute(_DUE)).one_or_none()
    if row is None:
        return None
    return RepeatedPost(
        key=row.key,
        mark=mark(row.key, row.generation),
        address=SlackAddress(team=row.team, channel=row.channel, thread_ts=row.thread_ts),
        slack_ts=row.slack_ts,
        written_at=row.created_at,
        looks=row.twin_looks,
        is_stray_stream=row.stray_stream,
    )


_BEGINS = outbox.c.stream.is_not(None) & outbox.c.slack_ts.is_(None) & (outbox.c.state != "failed")


async def own_messages(connection: AsyncConnection, address: SlackAddress, key: str) -> OwnMessages:
    """Those of a thread, without the row ``key``. To be asked after the thread was read: a stream
    is noted in its row before its first call, so what stands in the thread by then is known here,
    or begins. What Slack refused for good begins no more."""
    rows = await connection.execute(
        select(outbox.c.slack_ts, _BEGINS.label("begins")).where(
            outbox.c.key != key,
            outbox.c.team == address.team,
            outbox.c.channel == address.channel,
            outbox.c.thread_ts == address.thread_ts,
        )
    )
    found = rows.all()
    return OwnMessages(
        timestamps=frozenset(row.slack_ts for row in found if row.slack_ts is not None),
        begins_stream=any(row.begins for row in found),
    )


async def note_look(connection: AsyncConnection, looked: RepeatedPost) -> None:
    """It was looked for; the last look ends it."""
    done = looked.looks + 1
    following = later(LOOKS[done]) if done < len(LOOKS) else None
    await connection.execute(
        update(outbox).where(outbox.c.key == looked.key).values(twin_looks=done, twins_at=following)
    )


async def put_off(connection: AsyncConnection, looked: RepeatedPost) -> None:
    """It could not be looked for."""
    await connection.execute(
        update(outbox).where(outbox.c.key == bindparam("looked")).values(twins_at=later(_PUT_OFF)),
        {"looked": looked.key},
    )
