"""The transaction that switches files of a thread, and what keeps its lists up to date."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.thread_files import ThreadFile
from agents.memory import recall
from agents.memory.redactions import ids_with_forks
from agents.turns import FileUse, ThreadKey
from bot.db import inbox, outbox
from bot.db.keeping import files
from bot.db.outbox import Outgoing, SlackAddress
from bot.db.schema.tables import outbox as outbox_table
from retrieval.sql import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Which files somebody wants used or not, and what is said of that."""

    thread: ThreadKey
    by: str
    is_used: bool
    meant: Callable[[Sequence[ThreadFile]], Sequence[ThreadFile]]
    """The files that are meant, of all of the thread."""
    tell: Callable[[str, Sequence[ThreadFile]], Outgoing]
    """The line on those that were switched and came with the same run, which is given first."""
    unchanged: Callable[[Sequence[ThreadFile], Sequence[ThreadFile]], Sequence[Outgoing]]
    """What is said where nothing was: the files that were meant, and all of the thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLists:
    """How a thread's lists of files stand in the outbox, and what they say."""

    part: str
    body: Callable[[Sequence[ThreadFile]], Mapping[str, Any]]


async def switch(database: Database, row: int, wanted: Switch, lists: FileLists) -> None:
    """Switch the files that are meant, say so, and change the lists of the thread."""
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return
        present = await recall.files_in(connection, wanted.thread)
        meant = wanted.meant(present)
        to_switch = [each for each in meant if each.text and each.is_used != wanted.is_used]
        switched: dict[str, list[ThreadFile]] = {}
        for file in to_switch:
            runs = await _runs_of(connection, wanted.thread, file.id)
            use = FileUse(file_id=file.id, is_used=wanted.is_used, by=wanted.by)
            await recall.switch_file(connection, runs, use)
            now = replace(file, is_used=wanted.is_used, switched_by=wanted.by)
            switched.setdefault(runs[0], []).append(now)
        await outbox.put(connection, [wanted.tell(*each) for each in switched.items()])
        if to_switch:
            await renew_lists(connection, wanted.thread, lists)
        else:
            await outbox.put(connection, wanted.unchanged(meant, present))
        await inbox.mark_routed(connection, row, "files")


async def renew_lists(connection: AsyncConnection, thread: ThreadKey, lists: FileLists) -> None:
    """Change the lists that stand in a thread to what holds now."""
    column = outbox_table.c
    found = await connection.execute(
        select(column.run_id, column.body)
        .where(column.team == thread.team, column.channel == thread.channel)
        .where(column.thread_ts == thread.thread, column.part == lists.part)
    )
    keys = [row.run_id for row in found if not row.body.get("removed")]
    if not keys:
        return
    place = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    now = lists.body(await recall.files_in(connection, thread))
    changed = [
        Outgoing(run_id=key, seq=0, part=lists.part, address=place, priority=outbox.FINAL, body=now)
        for key in keys
    ]
    await outbox.put(connection, changed)


async def _runs_of(connection: AsyncConnection, thread: ThreadKey, file_id: str) -> Sequence[str]:
    """The runs of the thread that the file came with, the first of them first, and their forks."""
    found = await files.runs_with(connection, thread.team, file_id)
    here = [run_id for run_id, of in found if of == thread]
    forks = await ids_with_forks(connection, here)
    return list(dict.fromkeys([*here, *forks]))
