"""What slash commands read and write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.entry import ENDINGS
from agents.lookups.subjects import LookUpKind
from agents.memory.runs import request_stop
from agents.memory.tables import runs
from bot.db import inbox, queue
from retrieval.sql import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class LookUpOrder:
    """A look-up that a worker is to do."""

    key: str
    """Of the event that asks for it."""
    kind: LookUpKind
    name: str
    team: str
    channel: str
    user: str
    respond_to: str
    shared_by: str = ""
    """Who shows it to the channel; empty if it is for who asked alone."""
    is_asked: bool = False
    """Whether it is to begin a thread in which its subject is asked about."""
    is_sealed: bool = False
    """Whether nothing of it may go to models of others, whatever the settings of the process."""


@dataclass(frozen=True, slots=True)
class ChannelRuns:
    """The questions of a channel that have no ending yet, oldest first, and those of one person
    among them."""

    all: tuple[str, ...]
    own: tuple[str, ...]


async def order_look_up(database: Database, row: int, order: LookUpOrder) -> None:
    """Queue a look-up; the event is done."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            await queue.defer_look_up(connection, key=order.key, arguments=asdict(order))
            await inbox.mark_routed(connection, row, "look-up")


async def runs_of_channel(database: Database, team: str, channel: str, user: str) -> ChannelRuns:
    """What goes on in a channel."""
    async with database.statements() as connection:
        found = await _live_runs(connection, team, channel)
    return ChannelRuns(
        tuple(run_id for run_id, _ in found),
        tuple(run_id for run_id, asker in found if asker == user),
    )


async def _live_runs(connection: AsyncConnection, team: str, channel: str) -> list[tuple[str, str]]:
    query = (
        select(runs.c.run_id, runs.c.asker)
        .where(runs.c.team == team, runs.c.channel == channel, runs.c.state.not_in(ENDINGS))
        .order_by(runs.c.number)
    )
    return [(row.run_id, row.asker) for row in await connection.execute(query)]


async def queue_depth(database: Database) -> queue.Depth:
    """What waits and what runs, of all channels."""
    async with database.statements() as connection:
        return await queue.depth(connection)


async def request_stops(database: Database, run_ids: Sequence[str], by: str) -> None:
    """Ask for these runs to be stopped."""
    async with database.transaction() as connection:
        for run_id in run_ids:
            await request_stop(connection, run_id, by)
