"""The transactions of routing: what an event leads to is written together with the note that the
event is routed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.codec import Addition
from agents.memory import redactions, reviews, runs
from agents.memory.forks import NewFork, fork_run
from agents.memory.journal.head import open_row
from agents.memory.withdrawals import withdrawn_runs
from agents.turns import (
    BlindVote,
    BoardDecision,
    Question,
    Review,
    Signature,
    Steering,
    ThreadKey,
    View,
    Withdrawn,
)
from bot.db import inbox, outbox, queue, queue_places
from bot.db.channels import limits, settings
from bot.db.channels.choices import Change, ChannelChoices
from bot.db.keeping import files
from bot.db.outbox import Outgoing
from bot.db.posting import posted_questions
from bot.db.private.threads import case_above
from bot.db.question_withdrawals import withdraw_within
from retrieval.sql import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadContext:
    """What the database knows about the thread of an event."""

    run_ids: tuple[str, ...] = ()
    withdrawn: Mapping[str, Withdrawn] = field(default_factory=dict)
    live: tuple[str, ...] = ()
    gap: runs.LastGap | None = None
    people: frozenset[str] = frozenset()
    run_of_message: str = ""
    case_above: tuple[str, str] | None = None
    """Channel and thread of the question that a direct message at the root answers alone."""


async def load_thread_context(
    database: Database, *, team: str, channel: str, ts: str, thread_ts: str
) -> ThreadContext:
    """The thread of a message; ``thread_ts`` is empty when the event does not tell it."""
    async with database.statements() as connection:
        run_of_message = await inbox.run_of_message(connection, team, channel, ts) if ts else None
        root = thread_ts
        if run_of_message and (not root or channel.startswith("D")):
            channel, root = await inbox.place_of_run(connection, run_of_message) or (channel, root)
        if not root:
            return ThreadContext(run_of_message=run_of_message or "")
        record = await inbox.thread(connection, team, channel, root)
        key = ThreadKey(team, channel, root)
        opened = await runs.runs_in_thread(connection, key)
        # A thread's first question waits for none of what only runs can have.
        withdrawn = await _without_words(connection, key) if opened else {}
        gap = await runs.gap_of(connection, opened[-1]) if opened else None
        above = None if record.run_ids else await case_above(connection, key, ts)
    return ThreadContext(
        run_ids=record.run_ids,
        withdrawn=withdrawn,
        live=tuple(run_id for run_id in runs.live_among(opened) if run_id not in withdrawn),
        gap=None if gap is None or gap.run_id in withdrawn else gap,
        people=record.people,
        run_of_message=run_of_message or "",
        case_above=above,
    )


async def _without_words(connection: AsyncConnection, thread: ThreadKey) -> Mapping[str, Withdrawn]:
    """The runs of a thread whose question no longer stands, or whose words are gone."""
    gone = Withdrawn(how="deleted", by="")
    redacted = await redactions.redacted_runs(connection, thread)
    return {**await withdrawn_runs(connection, thread), **dict.fromkeys(redacted, gone)}


async def message_of_run(database: Database, run_id: str) -> str | None:
    """The ts of the message that stands for a run; None if there is none."""
    async with database.statements() as connection:
        return await inbox.message_of_run(connection, run_id)


async def read_waiting(database: Database, row: int) -> inbox.WaitingEvent | None:
    """The stored event, if it still waits to be routed."""
    async with database.statements() as connection:
        return await inbox.read_waiting(connection, row)


async def unrouted_in_thread(
    database: Database, row: int, *, team: str, channel: str, thread_ts: str
) -> tuple[inbox.WaitingEvent, ...]:
    """The stored events of a thread, and this row, that wait to be routed, in the order stored."""
    async with database.statements() as connection:
        return await inbox.unrouted_in_thread(connection, row, team, channel, thread_ts)


async def known_thread(
    database: Database, *, team: str, channel: str, thread_ts: str
) -> inbox.KnownThread:
    """How much of a thread is stored."""
    async with database.statements() as connection:
        return await inbox.known_thread(connection, team, channel, thread_ts)


async def ours_in_thread(database: Database, thread: ThreadKey) -> inbox.OursInThread:
    """Which messages of a thread were written to us."""
    async with database.statements() as connection:
        return await inbox.ours_in_thread(connection, thread.team, thread.channel, thread.thread)


async def store_late(database: Database, arrival: inbox.Arrival, is_older: bool) -> None:
    """Store a message that was read from its thread, unless its event came; one that is not older
    than the event at hand has time to come. If it is reopened it gets its words back."""
    async with database.transaction() as connection:
        if not is_older or await inbox.store(connection, arrival) is None:
            await inbox.restore(connection, arrival)


async def unrouted_events(database: Database, older_than: float) -> tuple[tuple[int, str], ...]:
    """Events that were stored and not routed, each with its team, for the sweep."""
    async with database.statements() as connection:
        return await inbox.unrouted_rows(connection, older_than)


async def enqueue(database: Database, items: Sequence[Outgoing]) -> None:
    """Put messages or reactions into the outbox."""
    if len(items) == 1:
        async with database.statements() as connection:
            await outbox.put_one(connection, items[0])
        return
    async with database.transaction() as connection:
        await outbox.put(connection, items)


async def give_post_to_run(database: Database, key: str, run_id: str) -> None:
    """A question that we posted belongs to its run."""
    async with database.statements() as connection:
        await posted_questions.give_to_run(connection, key, run_id)


async def finish_event(
    database: Database, row: int, decision: str, items: Sequence[Outgoing] = ()
) -> None:
    """The event is done, and these messages are owed for it."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            await outbox.put(connection, items)
            await inbox.mark_routed(connection, row, decision)


async def stop(
    database: Database, row: int, run_ids: Sequence[str], by: str, items: Sequence[Outgoing] = ()
) -> None:
    """Ask for the runs to be stopped."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            for run_id in run_ids:
                await runs.request_stop(connection, run_id, by)
            await outbox.put(connection, items)
            await inbox.mark_routed(connection, row, "stop")


async def add_to_run(
    database: Database,
    row: int,
    run_id: str,
    addition: Addition,
    *,
    noted: Sequence[Outgoing],
    told: Sequence[Outgoing],
) -> None:
    """Add to a run what a person said. One that ended in a gap is queued: it goes on. ``noted`` is
    owed in any case, ``told`` when the run had ended otherwise and keeps it for the next question.
    """
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return
        effect = await runs.add_to_run(connection, run_id, addition)
        await files.remember(connection, run_id, addition.attachments)
        if effect == "resumed":
            thread, message_ts = await inbox.question_of_run(connection, run_id)
            arguments = {"ts": message_ts}
            await queue.defer(connection, run_id=run_id, lock=thread, arguments=arguments)
        await outbox.put(connection, [*noted, *(told if effect == "kept" else ())])
        await inbox.mark_routed(connection, row, "fact")


async def steer(
    database: Database,
    row: int,
    run_id: str,
    steering: Steering,
    *,
    noted: Sequence[Outgoing],
    late: Sequence[Outgoing],
) -> None:
    """Tell a run what people ask of its next steps. ``noted`` is owed when it took that, ``late``
    when it had ended."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            taken = await runs.steer(connection, run_id, steering)
            await outbox.put(connection, noted if taken else late)
            await inbox.mark_routed(connection, row, "steering")


async def review(
    database: Database,
    row: int,
    run_id: str,
    review: Review | BlindVote,
    *,
    tell: Callable[[View], Sequence[Outgoing]],
) -> None:
    """Write a mark or a vote, and what shows it: ``tell`` is given the run with all of them. In one
    transaction, since two people may mark a run at once. Raises
    :class:`agents.errors.RunUnknown`."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            view = await reviews.add_review(connection, run_id, review)
            await outbox.put(connection, await asyncio.to_thread(tell, view))
            await inbox.mark_routed(connection, row, "marked")


async def decide(
    database: Database,
    row: int,
    run_id: str,
    value: BoardDecision | Signature,
    *,
    done: str,
    tell: Callable[[View], Sequence[Outgoing]],
) -> None:
    """The same for what a board decided, or a signature; ``done`` is what is noted of the event.
    Raises :class:`agents.errors.DecisionChanged`, too."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            view = await reviews.add_decision(connection, run_id, value)
            await outbox.put(connection, await asyncio.to_thread(tell, view))
            await inbox.mark_routed(connection, row, done)


async def fork(
    database: Database,
    row: int,
    new: NewFork,
    *,
    thread: ThreadKey,
    message_ts: str,
    items: Sequence[Outgoing],
) -> None:
    """Store a fork and queue it. Raises :class:`agents.errors.StepUnknown`."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            if await fork_run(connection, new):
                arguments = {"ts": message_ts}
                await queue.defer(
                    connection, run_id=new.run_id, lock=str(thread), arguments=arguments
                )
            await outbox.put(connection, items)
            await inbox.mark_routed(connection, row, "fork", new.run_id)


async def change_settings(
    database: Database,
    row: int,
    where_and_by: tuple[str, str, str],
    chosen: ChannelChoices,
    tell: Callable[[Sequence[Change]], Outgoing],
) -> None:
    """Store what a channel has chosen: team, channel and person are given. ``tell`` is given what
    that changed."""
    team, channel, by = where_and_by
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            changes = await settings.change(connection, team, channel, by, chosen)
            await outbox.put(connection, [tell(changes)])
            await inbox.mark_routed(connection, row, "settings")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRun:
    """A question about to become a run."""

    run_id: str
    question: Question
    message_ts: str
    """The message that holds the question."""
    instead_of: str = ""
    """The run of the same message before it was edited; it is withdrawn."""
    is_later: bool = False
    """Whether another event than the message itself asks it."""
    label: str = ""
    """Which question it is, in words that hold nothing of a patient."""
    allowed: limits.DailyLimits = limits.NO_LIMITS
    refuse: Callable[[limits.ReachedLimit], Sequence[Outgoing]] | None = None
    """What is owed if one of the limits is reached; no run is opened then."""
    switch: Callable[[AsyncConnection], Awaitable[Sequence[Outgoing]]] | None = None
    """What else the message asks for, done with it; what is owed for that."""


async def ask(
    database: Database,
    row: int,
    new_run: NewRun,
    items: Sequence[Outgoing] = (),
    body: queue_places.WaitingBody | None = None,
) -> bool:
    """Open a run for the question and queue it. Replies that were ignored since the thread was not
    known to be ours are decided on again. ``body``: of the message that says its place if it has to
    wait. False if the event was routed already."""
    thread, run_id = new_run.question.thread, new_run.run_id
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return False
        reached = await limits.limit_reached(connection, new_run.question, new_run.allowed)
        if reached is not None and new_run.refuse is not None:
            await outbox.put(connection, new_run.refuse(reached))
            await inbox.mark_routed(connection, row, "refused")
            return False
        if new_run.instead_of:
            gone = Withdrawn(how="edited", by=new_run.question.asker, next=run_id)
            await withdraw_within(
                connection, new_run.instead_of, gone, str(thread), new_run.message_ts
            )
        if is_older := bool(new_run.instead_of or new_run.is_later):
            place = (thread.team, thread.channel, new_run.message_ts)
            await inbox.supersede(connection, *place, run_id)
        if await open_row(connection, run_id, new_run.question):
            arguments = {"ts": new_run.message_ts}
            await queue.defer(connection, run_id=run_id, lock=str(thread), arguments=arguments)
            await files.remember(connection, run_id, new_run.question.attachments)
            if body is not None:
                await queue_places.say_place(connection, thread, run_id, new_run.label, body)
        also = await new_run.switch(connection) if new_run.switch else ()
        await outbox.put(connection, [*items, *also])
        await inbox.mark_routed(connection, row, "ask", None if is_older else run_id)
        await inbox.reopen(connection, thread, new_run.message_ts)
    return True
