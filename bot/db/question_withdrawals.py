"""The transactions of what takes a question back: its edit, its deletion, that of its file."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory import redactions, withdrawals
from agents.turns import ThreadKey, Withdrawn
from bot.db import inbox, outbox, queue, withdrawn_messages
from bot.db.keeping import files
from bot.db.keeping.thread_files import FileLists, renew_lists
from bot.db.outbox import Outgoing
from retrieval.sql import Database


async def withdraw(
    database: Database, row: int, run_id: str, gone: Withdrawn, *, thread: ThreadKey, ts: str
) -> tuple[tuple[str, str], ...]:
    """Note that the question of a run, the message ``ts``, was changed or deleted. The runs that
    this concerns and that had ended, each with the ts of its question; what the thread shows of
    them is also told by a worker, behind all that it told before."""
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return ()
        told = await withdraw_within(connection, run_id, gone, str(thread), ts)
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
            told += await withdraw_within(connection, run_id, gone, str(thread), "")
            place = outbox.SlackAddress(
                team=thread.team, channel=thread.channel, thread_ts=thread.thread
            )
            await outbox.put(connection, [tell(file_id, place)])
            await renew_lists(connection, thread, lists)
        await inbox.mark_routed(connection, row, "file deleted")
    return tuple(told)


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
