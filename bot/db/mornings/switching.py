"""Begins or ends that a case is followed, together with what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.turns import ThreadKey
from bot.db import inbox, outbox
from bot.db.mornings.cases import OpenCase, cases_of_channel, follow, has_question, unfollow
from bot.db.outbox import Outgoing
from retrieval.sql import Database

Tell = Callable[[bool], Sequence[Outgoing]]
"""What is said, by whether anything was changed."""


async def switch_case(
    database: Database, thread: ThreadKey, by: str, *, is_on: bool, tell: Tell
) -> bool:
    """Follow a case, or no longer; whether that changed anything. A thread without a question is
    none."""
    async with database.transaction() as connection:
        if is_on and not await has_question(connection, thread):
            return False
        act = follow(connection, thread, by) if is_on else unfollow(connection, thread)
        changed = await act
        await outbox.put(connection, tell(changed))
    return changed


async def switch_case_of_event(
    database: Database, row: int, thread: ThreadKey, by: str, *, is_on: bool, tell: Tell
) -> None:
    """The same; the event that asks for it is done."""
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return
        if not is_on or await has_question(connection, thread):
            act = follow(connection, thread, by) if is_on else unfollow(connection, thread)
            await outbox.put(connection, tell(await act))
        await inbox.mark_routed(connection, row, "case")


async def followed_in(database: Database, team: str, channel: str) -> tuple[OpenCase, ...]:
    """The cases that are followed in a channel."""
    async with database.statements() as connection:
        return await cases_of_channel(connection, team, channel)
