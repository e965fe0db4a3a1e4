"""The transactions of what takes a question back: its edit, its deletion, that of its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.thread_files import ThreadFile
from agents.memory import recall, redactions, withdrawals
from agents.turns import ThreadKey, Withdrawn
from bot.db import inbox, outbox, queue, withdrawn_messages
from bot.db.keeping import files
from bot.db.keeping.thread_files import FileLists, renew_lists
from bot.db.outbox import Outgoing
from retrieval.sql import Database


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """A question that was changed or deleted: its run, its thread, and its message."""

    run_id: str
    thread: ThreadKey
    ts: str


async def withdraw(
    database: Database, row: int, asked: AskedBefore, gone: Withdrawn, lists: FileLists
) -> tuple[tuple[str, str], ...]:
    """Note that a question was changed or deleted. The runs that this concerns and that had ended,
    each with the ts of its question; what the thread shows of them is also told by a worker, behind
    all that it told before. The files that came with a deleted question are gone from the thread
    with it."""
    thread = asked.thread
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return ()
        before = await recall.files_in(connection, thread)
        told = await withdraw_within(connection, asked.run_id, gone, str(thread), asked.ts)
        if gone.how == "deleted":
            told += await _withdraw_quotes(connection, thread, before, gone, lists)
        await inbox.mark_routed(connection, row, gone.how)
    return told


async def forget_file(
    database: Database,
    row: int,
    team: str,
    file_id: str,
    tell: Callable[[str, outbox.SlackAddress], Outgoing],
    lists: FileLists,
) -> tuple[tuple[str, str], ...]:
    """Withdraw the questions that came with a file, as if they were deleted; as :func:`withdraw`.
    ``tell`` says so in each thread; its lists of files name it no longer."""
    told: list[tuple[str, str]] = []
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return ()
        gone = Withdrawn(how="deleted", by="")
        for run_id, thread in await files.runs_with(connection, team, file_id):
            before = await recall.files_in(connection, thread)
            told += await withdraw_within(connection, run_id, gone, str(thread), "")
            told += await _withdraw_quotes(connection, thread, before, gone, lists)
            place = outbox.SlackAddress(
                team=thread.team, channel=thread.channel, thread_ts=thread.thread
            )
            await outbox.put(connection, [tell(file_id, place)])
        await inbox.mark_routed(connection, row, "file deleted")
    return tuple(told)


async def _withdraw_quotes(
    connection: AsyncConnection,
    thread: ThreadKey,
    before: Sequence[ThreadFile],
    gone: Withdrawn,
    lists: FileLists,
) -> tuple[tuple[str, str], ...]:
    """Take back the later replies of a thread that quote a file which is in it no longer, as nobody
    in the thread can open it any more, and leave it out of the lists. A name that another file has,
    too, may be that one's."""
    now = await recall.files_in(connection, thread)
    if {each.id for each in before} <= {each.id for each in now}:
        return ()
    told: tuple[tuple[str, str], ...] = ()
    for name in {each.name for each in before} - {each.name for each in now}:
        for run_id in await files.replies_quoting(connection, thread, name):
            told += await withdraw_within(connection, run_id, gone, str(thread), "")
    await renew_lists(connection, thread, lists)
    return told


async def withdraw_within(
    connection: AsyncConnection, run_id: str, gone: Withdrawn, lock: str, ts: str
) -> tuple[tuple[str, str], ...]:
    """The same inside the caller's transaction; ``lock`` is what the queue locks."""
    done = await withdrawals.withdraw(connection, run_id, gone)
    ids = [each.run_id for each in done]
    await withdrawn_messages.remove(connection, ids, all_of_them=gone.how == "deleted")
    if gone.how == "deleted":
        await redactions.mark(connection, ids, "deleted")
    told: list[tuple[str, str]] = []
    for each in done:
        own_ts = await inbox.message_of_run(connection, each.run_id) or ts
        once = f"{each.run_id}:{gone.how}:{gone.next}"
        arguments = {"ts": own_ts}
        await queue.defer(connection, run_id=each.run_id, lock=lock, arguments=arguments, once=once)
        if not each.was_live:
            told.append((each.run_id, own_ts))
    return tuple(told)
