"""Answers that Slack refused for good: the sign of an ending must not stand on a question whose
answer nobody can read. Each function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import runs
from agents.turns import ThreadKey
from bot.db.outbox import LATE, WORKING, SlackAddress
from bot.db.schema.tables import outbox

NOT_SHOWN = "answer_not_shown"
"""Why a sign is not owed any more, in place of Slack's name of an error."""


@dataclass(frozen=True, slots=True)
class OwedSign:
    """The sign of an ending that waits for its words."""

    run_id: str
    key: str
    asker: str
    address: SlackAddress
    """Where the question is."""
    question_ts: str

    @property
    def thread(self) -> ThreadKey:
        """The thread of the question."""
        return ThreadKey(self.address.team, self.address.channel, self.address.thread_ts)


async def part_of_row(connection: AsyncConnection, key: str) -> str:
    """Which part of what a run says a row is."""
    found = await connection.execute(select(outbox.c.part).where(outbox.c.key == key))
    return str(found.scalar_one_or_none() or "")


async def owed_signs(connection: AsyncConnection, key: str) -> Sequence[OwedSign]:
    """The signs that wait for the words of this row; none once its question has one."""
    words = outbox.alias("words")
    rows = await connection.execute(
        select(outbox, runs.c.asker)
        .select_from(
            words.join(outbox, outbox.c.run_id == words.c.run_id).join(
                runs, runs.c.run_id == words.c.run_id
            )
        )
        .where(
            words.c.key == key,
            outbox.c.operation == "react",
            outbox.c.priority == LATE,
            outbox.c.state.in_(WORKING),
        )
        .order_by(outbox.c.id)
    )
    return [
        OwedSign(
            run_id=row.run_id,
            key=row.key,
            asker=row.asker,
            address=SlackAddress(team=row.team, channel=row.channel, thread_ts=row.thread_ts),
            question_ts=row.body["ts"],
        )
        for row in rows
    ]


async def drop_signs(connection: AsyncConnection, signs: Sequence[OwedSign]) -> None:
    """They are not owed any more, whatever is narrated of the run later."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.key.in_([each.key for each in signs]))
        .values(state="failed", error=NOT_SHOWN)
    )
