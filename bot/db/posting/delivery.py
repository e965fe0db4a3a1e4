"""What becomes of outbox rows on their way to Slack. Only the process that leads may change them:
``generation`` is its generation (:mod:`bot.db.taking_over.leader_election`). :func:`take` and
:func:`mark_sent` look at it themselves; the others stand in a transaction that holds it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlalchemy import Column, bindparam, case, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.outbox import WORKING, RowToSend, SentFile, SentStream, SlackAddress
from bot.db.posting import repeated_posts
from bot.db.schema.tables import outbox
from bot.db.taking_over.leader_transactions import LeadershipLost, still_leads


def _take() -> Any:
    before = (
        select(outbox.c.id, outbox.c.state, outbox.c.attempts)
        .where(outbox.c.key == bindparam("taken"), outbox.c.state.in_(WORKING))
        .with_for_update()
        .subquery("before")
    )
    unsure = before.c.state == "unsure"
    return (
        update(outbox)
        .where(outbox.c.id == before.c.id, still_leads())
        .values(
            state="sending",
            attempts=outbox.c.attempts + 1,
            sent_revision=case((unsure, outbox.c.sent_revision), else_=outbox.c.revision),
            called_at=case((unsure, outbox.c.called_at), else_=func.clock_timestamp()),
        )
        .returning(
            outbox,
            unsure.label("unsure"),
            before.c.attempts.label("tried"),
            func.extract("epoch", func.clock_timestamp() - outbox.c.called_at).label("called"),
        )
    )


_TAKE = _take()


async def take(connection: AsyncConnection, key: str, generation: int) -> RowToSend | None:
    """Mark the row as being sent and return it; None if there is nothing to send any more, or if
    another process leads. One statement: as little as possible stands between a row and its
    call."""
    row = (await connection.execute(_TAKE, {"taken": key, "leads_as": generation})).one_or_none()
    if row is None:
        return None
    return RowToSend(
        key=key,
        address=SlackAddress(team=row.team, channel=row.channel, thread_ts=row.thread_ts),
        operation=row.operation,
        body=row.body,
        revision=row.revision,
        slack_ts=row.slack_ts,
        unsure=row.unsure,
        generation=row.generation,
        plainness=row.plainness,
        attempts=row.tried,
        written_at=row.created_at,
        file=SentFile(**row.file) if row.file else None,
        stream=SentStream(**row.stream) if row.stream else None,
        called_seconds=None if row.called is None else float(row.called),
    )


_SENT = (
    update(outbox)
    .where(outbox.c.key == bindparam("sent"), still_leads())
    .values(
        state=case((outbox.c.revision > bindparam("shown"), "pending"), else_="sent"),
        sent_revision=bindparam("shown"),
        # An address of Slack's that lets whoever knows it speak for half an hour; and a page.
        body=outbox.c.body.op("-")("respond_to").op("-")("view"),
        slack_ts=func.coalesce(bindparam("ts", type_=outbox.c.slack_ts.type), outbox.c.slack_ts),
        attempts=0,
        error="",
        next_attempt_at=func.clock_timestamp(),
        sent_at=func.coalesce(outbox.c.sent_at, func.clock_timestamp()),
    )
)


async def mark_sent(
    connection: AsyncConnection, key: str, revision: int, ts: str | None, generation: int
) -> None:
    """Slack shows this revision. A newer one that came meanwhile is owed as an update."""
    await connection.execute(
        _SENT, {"sent": key, "shown": revision, "ts": ts, "leads_as": generation}
    )


def _note_in(column: Column[Any]) -> Any:
    return (
        update(outbox)
        .where(outbox.c.key == bindparam("of"), still_leads())
        .values({column: bindparam("noted", type_=column.type)})
        .returning(outbox.c.id)
    )


_FILE, _STREAM = _note_in(outbox.c.file), _note_in(outbox.c.stream)


async def note_file(
    connection: AsyncConnection, key: str, file: SentFile | None, generation: int
) -> None:
    """Which file in Slack holds the picture of the row. Raises :class:`LeadershipLost`."""
    values = {"of": key, "noted": asdict(file) if file else None, "leads_as": generation}
    if (await connection.execute(_FILE, values)).first() is None:
        raise LeadershipLost


async def note_stream(
    connection: AsyncConnection, key: str, stream: SentStream | None, generation: int
) -> None:
    """How far the row is streamed; None: not any more. Raises :class:`LeadershipLost`."""
    values = {"of": key, "noted": asdict(stream) if stream else None, "leads_as": generation}
    if (await connection.execute(_STREAM, values)).first() is None:
        raise LeadershipLost


async def file_of(connection: AsyncConnection, key: str) -> SentFile | None:
    """That file, as it was noted last."""
    found = await connection.execute(select(outbox.c.file).where(outbox.c.key == key))
    noted = found.scalar_one_or_none()
    return SentFile(**noted) if noted else None


async def mark_found(connection: AsyncConnection, key: str, ts: str) -> None:
    """An unsure post turned out to be in the thread, in the revision last attempted."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.key == key)
        .values(
            state=case((outbox.c.revision > outbox.c.sent_revision, "pending"), else_="sent"),
            slack_ts=ts,
            attempts=0,
            error="",
            next_attempt_at=func.clock_timestamp(),
            sent_at=func.clock_timestamp(),
        )
    )


async def reschedule(
    connection: AsyncConnection,
    key: str,
    *,
    wait: float,
    error: str,
    unsure: bool = False,
    is_over: bool = False,
) -> None:
    """Try the row again in ``wait`` seconds. ``is_over``: its call is not under way any more."""
    over = {"called_at": None} if is_over else {}
    await connection.execute(
        update(outbox)
        .where(outbox.c.key == key)
        .values(
            state="unsure" if unsure else "pending",
            error=error,
            next_attempt_at=repeated_posts.later(wait),
            **over,
        )
    )


async def send_again(connection: AsyncConnection, key: str) -> None:
    """The message is not in the thread: it is posted once more, and looked for from then on."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.key == key)
        .values(
            state="pending",
            error="",
            next_attempt_at=func.clock_timestamp(),
            **repeated_posts.from_now_on(),
        )
    )


async def leave_out(connection: AsyncConnection, keys: Collection[str], generation: int) -> None:
    """Reactions that need no call."""
    await connection.execute(_LEAVE_OUT, {"left": list(keys), "leads_as": generation})


_LEAVE_OUT = (
    update(outbox)
    .where(
        outbox.c.key.in_(bindparam("left", expanding=True)),
        outbox.c.state == "pending",
        still_leads(),
    )
    .values(state="sent", sent_revision=outbox.c.revision)
)


async def simplify(connection: AsyncConnection, key: str, error: str) -> None:
    """Slack refused the form: send it in the next plainer one."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.key == key)
        .values(
            state="pending",
            plainness=outbox.c.plainness + 1,
            error=error,
            next_attempt_at=func.clock_timestamp(),
        )
    )


async def replace(connection: AsyncConnection, key: str, error: str) -> None:
    """The message cannot be changed any more: its newest state goes out as a new reply."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.key == key)
        .values(
            state="pending",
            slack_ts=None,
            generation=outbox.c.generation + 1,
            error=error,
            next_attempt_at=func.clock_timestamp(),
        )
    )


async def fail(connection: AsyncConnection, key: str, error: str) -> None:
    """Slack refused for good."""
    await connection.execute(
        update(outbox).where(outbox.c.key == key).values(state="failed", error=error)
    )


async def reclaim_orphans(connection: AsyncConnection, wait: float) -> int:
    """Take over from a sender that went away: its calls under way have an unknown outcome. A change
    of a message is made again, as it does no harm twice; a message is looked for first, after
    ``wait`` seconds. Returns how many there were."""
    is_change = (outbox.c.operation == "post") & outbox.c.slack_ts.is_not(None)
    orphans = await connection.execute(
        update(outbox)
        .where(outbox.c.state == "sending")
        .values(
            state=case((is_change, "pending"), else_="unsure"),
            next_attempt_at=repeated_posts.later(wait),
        )
    )
    return orphans.rowcount
