"""Begins or ends that a case is followed, together with what is said about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from agents.turns import ThreadKey
from bot.db import inbox, outbox
from bot.db.mornings.cases import (
    OpenCase,
    cases_of_channel,
    follow,
    has_question,
    last_look,
    unfollow,
)
from bot.db.outbox import Outgoing
from retrieval.sql import Database

Became = Literal["on", "off", "on already", "off already", "no question"]


@dataclass(frozen=True, slots=True)
class FollowingOutcome:
    """What became of a wish to have a case followed, or no longer."""

    how: Became
    """``no question``: none of the thread is young enough, or has its words."""
    looked_at: datetime | None = None
    """When was looked last what has changed, if it is followed already and that was done."""


Tell = Callable[[FollowingOutcome], Sequence[Outgoing]]
"""What is said of it."""
Switching = Callable[[AsyncConnection], Awaitable[Sequence[Outgoing]]]
"""Does it inside a transaction of somebody else, who owes what it gives."""


async def switch_case(
    database: Database, thread: ThreadKey, by: str, *, is_on: bool, tell: Tell
) -> FollowingOutcome:
    """Follow a case, or no longer; what became of it."""
    async with database.transaction() as connection:
        switched = await switch_within(connection, thread, by, is_on=is_on)
        await outbox.put(connection, tell(switched))
    return switched


async def switch_case_of_event(
    database: Database, row: int, thread: ThreadKey, by: str, *, is_on: bool, tell: Tell
) -> None:
    """The same; the event that asks for it is done."""
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return
        await outbox.put(connection, tell(await switch_within(connection, thread, by, is_on=is_on)))
        await inbox.mark_routed(connection, row, "case")


def switch_later(thread: ThreadKey, by: str, *, is_on: bool, tell: Tell) -> Switching:
    """The same, to be done later."""

    async def switch(connection: AsyncConnection) -> Sequence[Outgoing]:
        return tell(await switch_within(connection, thread, by, is_on=is_on))

    return switch


async def followed_in(database: Database, team: str, channel: str) -> tuple[OpenCase, ...]:
    """The cases that are followed in a channel."""
    async with database.statements() as connection:
        return await cases_of_channel(connection, team, channel)


async def switch_within(
    connection: AsyncConnection, thread: ThreadKey, by: str, *, is_on: bool
) -> FollowingOutcome:
    """The same inside the caller's transaction."""
    if not is_on:
        return FollowingOutcome("off" if await unfollow(connection, thread) else "off already")
    if not await has_question(connection, thread):
        return FollowingOutcome("no question")
    if await follow(connection, thread, by):
        return FollowingOutcome("on")
    return FollowingOutcome("on already", await last_look(connection, thread))
