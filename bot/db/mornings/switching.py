"""Begins or ends that a case is followed, together with what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from agents.turns import ThreadKey
from bot.db import inbox, outbox
from bot.db.mornings.cases import OpenCase, cases_of_channel, follow, has_question, unfollow
from bot.db.outbox import Outgoing
from retrieval.sql import Database

Switched = Literal["on", "off", "on already", "off already", "no question"]
"""What became of a wish to have a case followed, or no longer. ``no question``: none of the thread
is young enough, or has its words."""
Tell = Callable[[Switched], Sequence[Outgoing]]
"""What is said of it."""


async def switch_case(
    database: Database, thread: ThreadKey, by: str, *, is_on: bool, tell: Tell
) -> Switched:
    """Follow a case, or no longer; what became of it."""
    async with database.transaction() as connection:
        switched = await _switch(connection, thread, by, is_on=is_on)
        await outbox.put(connection, tell(switched))
    return switched


async def switch_case_of_event(
    database: Database, row: int, thread: ThreadKey, by: str, *, is_on: bool, tell: Tell
) -> None:
    """The same; the event that asks for it is done."""
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return
        await outbox.put(connection, tell(await _switch(connection, thread, by, is_on=is_on)))
        await inbox.mark_routed(connection, row, "case")


async def followed_in(database: Database, team: str, channel: str) -> tuple[OpenCase, ...]:
    """The cases that are followed in a channel."""
    async with database.statements() as connection:
        return await cases_of_channel(connection, team, channel)


async def _switch(
    connection: AsyncConnection, thread: ThreadKey, by: str, *, is_on: bool
) -> Switched:
    if not is_on:
        return "off" if await unfollow(connection, thread) else "off already"
    if not await has_question(connection, thread):
        return "no question"
    return "on" if await follow(connection, thread, by) else "on already"
