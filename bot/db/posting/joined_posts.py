"""Messages of a run that go to Slack as one, since more wait for their channel than Slack takes.

The last of them carries the others: it is sent, and the others, which stand as ``pending`` until
then, get its ``slack_ts``. From then on each may change the message, with what all of them say.
Only the process that leads changes anything here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, case, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.outbox import RowToSend, mark
from bot.db.schema.tables import outbox


@dataclass(frozen=True, slots=True)
class JoinedPost:
    """One message in Slack that several rows stand for."""

    bodies: tuple[Mapping[str, Any], ...]
    """What each of them says, in the order written."""
    mark: str
    """The mark of the row that was sent."""


_STAND_ALONE = (
    outbox.c.joined.is_(None)
    & (outbox.c.state == "pending")
    & (outbox.c.attempts == 0)
    & outbox.c.slack_ts.is_(None)
)
_BODIES = (
    select(outbox.c.key, outbox.c.body)
    .where(outbox.c.key.in_(bindparam("keys", expanding=True)), _STAND_ALONE)
    .order_by(outbox.c.id)
    .with_for_update()
)
_JOIN = (
    update(outbox)
    .where(outbox.c.key.in_(bindparam("keys", expanding=True)))
    .values(joined=bindparam("carrier"))
)


async def bodies_to_join(
    connection: AsyncConnection, keys: Sequence[str]
) -> dict[str, Mapping[str, Any]]:
    """What the rows say of which nothing was sent yet, in the order written, by their keys. They
    are locked until the transaction ends."""
    rows = await connection.execute(_BODIES, {"keys": list(keys)})
    return {row.key: row.body for row in rows}


async def join(connection: AsyncConnection, keys: Sequence[str]) -> None:
    """The rows go as one from now on; the last of them carries the others."""
    await connection.execute(_JOIN, {"keys": list(keys), "carrier": keys[-1]})


_MEMBERS = (
    select(outbox.c.key, outbox.c.body, outbox.c.generation)
    .where(outbox.c.joined == bindparam("carrier"))
    .order_by(outbox.c.id)
)
_NOTE_SHOWN = (
    update(outbox)
    .where(outbox.c.joined == bindparam("carrier"), outbox.c.slack_ts.is_(None))
    .values(sent_revision=outbox.c.revision)
)


async def read(connection: AsyncConnection, carrier: str) -> JoinedPost:
    """What all rows of a message say now. Of those that Slack has not got yet it is noted that they
    are shown so."""
    await connection.execute(_NOTE_SHOWN, {"carrier": carrier})
    rows = (await connection.execute(_MEMBERS, {"carrier": carrier})).all()
    generation = next((row.generation for row in rows if row.key == carrier), 0)
    return JoinedPost(tuple(row.body for row in rows), mark(carrier, generation))


_SHOWN = (
    update(outbox)
    .where(
        outbox.c.joined == bindparam("carrier"),
        outbox.c.key != bindparam("carrier"),
        outbox.c.slack_ts.is_(None),
        outbox.c.state == "pending",
    )
    .values(
        slack_ts=bindparam("ts"),
        state=case((outbox.c.revision > outbox.c.sent_revision, "pending"), else_="sent"),
        sent_at=func.clock_timestamp(),
        next_attempt_at=func.clock_timestamp(),
    )
)
_PART = update(outbox).where(outbox.c.joined == bindparam("carrier")).values(joined=None)


async def mark_shown(connection: AsyncConnection, row: RowToSend, ts: str | None) -> None:
    """Slack has the message of the row, and with it the rows that it carries. Without a ``ts``
    there was none to send: each goes by itself."""
    if row.joined != row.key:
        return
    if ts is None:
        await part(connection, row)
    else:
        await connection.execute(_SHOWN, {"carrier": row.key, "ts": ts})


async def part(connection: AsyncConnection, row: RowToSend) -> None:
    """Each of the rows that were joined with it stands for a message of its own from now on."""
    if row.joined is not None:
        await connection.execute(_PART, {"carrier": row.joined})
