"""How often something was begun by a process that ended within it: killed for its memory, say, or
because it hung. What a process ends in order takes its own try back, whatever came of it."""

from __future__ import annotations

from sqlalchemy import text

from retrieval.sql import Database

MOST_UNFINISHED = 5
"""After so many processes that ended within an event or a run, it is set aside. Chosen by hand: a
machine that is restarted a few times in a row must not cost an answer."""

_BEGIN = text(
    """
    insert into unfinished_tries as known (key, progress, number)
    values (:key, coalesce((select last_seq from runs where run_id = :run_id), 0), 1)
    on conflict (key) do update set
        number = case when known.progress = excluded.progress then known.number + 1 else 1 end,
        progress = excluded.progress,
        at = clock_timestamp()
    returning number
    """
)
_TAKE_BACK = text("update unfinished_tries set number = number - 1 where key = :key")
_FORGET_NONE = text("delete from unfinished_tries where key = :key and number <= 0")
_FORGET = text("delete from unfinished_tries where key = :key")
_FORGET_OLD = text(
    "delete from unfinished_tries where at < clock_timestamp() - make_interval(days => :days)"
)
_DAYS = 7
"""How long a count is kept. Chosen by hand: what is queued is tried again within minutes."""


def key_of_event(row: int) -> str:
    """Under what the tries of a stored event are counted."""
    return f"event {row}"


async def begin_try(database: Database, key: str, run_id: str = "") -> int:
    """Count a try; how many there are, this one included, that no process ended. Those before a new
    row in the journal of ``run_id`` do not count."""
    async with database.transaction() as connection:
        begun = await connection.execute(_BEGIN, {"key": key, "run_id": run_id})
        return int(begun.scalar_one())


async def take_back_try(database: Database, key: str) -> None:
    """Note that a try was ended by its own process."""
    async with database.transaction() as connection:
        await connection.execute(_TAKE_BACK, {"key": key})
        await connection.execute(_FORGET_NONE, {"key": key})


async def forget_tries(database: Database, key: str) -> None:
    """Forget all tries: what was begun is done or set aside."""
    async with database.transaction() as connection:
        await connection.execute(_FORGET, {"key": key})


async def forget_old_tries(database: Database) -> None:
    """Forget tries of long ago."""
    async with database.statements() as connection:
        await connection.execute(_FORGET_OLD, {"days": _DAYS})
