"""The memory: runs, their journals and the turns of each thread, in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from agents.endings.plaintext import plain_ending, sure_sentences
from agents.errors import RunUnknown
from agents.facts.read_sheet import Message
from agents.journal.codec import Addition, decode
from agents.journal.copies import ToldEnding, changed_copies
from agents.journal.entry import ENDINGS, Event
from agents.journal.folding import fold
from agents.journal.hash_chain import ChainBreak, verify_chain
from agents.journal.messages_of_run import question_of
from agents.journal.run_progress import TURNS_SHOWN
from agents.journal.thread_files import ThreadFile, without_unused
from agents.memory import forks, recall, reviews, runs
from agents.memory.db_errors import translate_memory_errors
from agents.memory.journal.head import open_row
from agents.memory.journal.rows import events_after, lock_run, referenced_documents
from agents.memory.leases import Lease, take_lease
from agents.memory.written_extractors import find_extractor, put_extractor
from agents.turns import Discussion, Ending, Question, Reply, Steering, ThreadKey, Turn, View
from agents.turns.computing.extractors import WrittenExtractor
from agents.turns.reviews import VoteOutcome
from retrieval.documents import DocumentRef
from retrieval.sql import Database

KEPT_FREE = 4
"""Connections that runs leave to short transactions, the reading of their threads among them.
Chosen by hand: as many as ``bot.composition`` adds to those of the runs."""


class Memory:
    """Conversational and working memory, in one database.

    All methods raise :class:`agents.errors.MemoryUnavailable` when PostgreSQL does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Each lease keeps a connection: more of them than this and all wait for one another.
        self._places = asyncio.Semaphore(max(1, database.connections - KEPT_FREE))

    async def open_run(self, run_id: str, question: Question) -> bool:
        """Store a run and its question. False if it existed."""
        with translate_memory_errors():
            async with self._database.statements() as connection:
                return await open_row(connection, run_id, question)

    async def events(self, run_id: str) -> tuple[Event, ...]:
        """The journal of a run. Raises :class:`agents.errors.RunUnknown`."""
        async with self._transaction() as connection:
            events = await events_after(connection, run_id)
        if not events:
            raise RunUnknown(run_id)
        return events

    async def cited_versions(self, refs: Sequence[DocumentRef]) -> frozenset[DocumentRef]:
        """Those of the document versions that any journal refers to."""
        if not refs:
            return frozenset()
        async with self._transaction() as connection:
            return await referenced_documents(connection) & frozenset(refs)

    async def verify(self, run_id: str) -> ChainBreak | None:
        """Where the journal of a run was tampered with, its end included; None when it holds."""
        async with self._transaction() as connection:
            run = await lock_run(connection, run_id)
            events = await events_after(connection, run_id)
        head = (events[-1].seq, events[-1].hash) if events else (0, "")
        broken = verify_chain(events)
        if broken is None and head != (run.last_seq, run.last_hash):
            return ChainBreak(head[0] + 1, "the last rows are missing or not the last")
        return broken

    async def changed_copies(self, run_id: str) -> tuple[str, ...]:
        """What the run's row and turn say otherwise than its journal, a sentence each."""
        async with self._transaction() as connection:
            run = await lock_run(connection, run_id)
            events = await events_after(connection, run_id)
            turn = await recall.turn_of(connection, run_id)
        endings = [each.entry for each in events if each.entry.kind in ENDINGS]
        ending = decode(endings[-1].kind, endings[-1].payload) if endings else None
        told = ToldEnding(whole="", sure=())
        if isinstance(ending, Ending):
            told = ToldEnding(whole=plain_ending(ending), sure=sure_sentences(ending))
        return changed_copies(events, recall.copy_of(run), turn, told) if events else ()

    async def view(self, run_id: str, *, steps_allowed: int = 0) -> View:
        """The run as its core sees it."""
        return await self.view_of(run_id, await self.events(run_id), steps_allowed=steps_allowed)

    async def view_of(
        self, run_id: str, events: Sequence[Event], *, steps_allowed: int = 0
    ) -> View:
        """The run as it is after these first rows of its journal, its question among them."""
        turns, earlier = await self.thread_before(run_id, question_of(events).thread)
        return fold(events, turns, steps_allowed, earlier)

    async def thread_before(
        self, run_id: str, thread: ThreadKey
    ) -> tuple[tuple[Turn, ...], tuple[Message, ...]]:
        """The turns of a thread before a run of it, and what people had said by then, oldest
        first."""
        async with self._transaction() as connection:
            return await recall.thread_before(connection, thread, run_id)

    async def conversation_before(self, team: str, channel: str, asker: str) -> recall.Conversation:
        """What this person's next direct message may go on with."""
        async with self._transaction() as connection:
            return await recall.conversation_before(connection, team, channel, asker)

    async def files_of(self, thread: ThreadKey) -> tuple[ThreadFile, ...]:
        """The files that came with what was said to us in a thread, as they are used now."""
        async with self._transaction() as connection:
            return await recall.files_in(connection, thread)

    async def turns(
        self, thread: ThreadKey, before_run: str | None = None, limit: int = TURNS_SHOWN
    ) -> tuple[Turn, ...]:
        """The last turns of a thread, oldest first, asked before *before_run* if given."""
        async with self._transaction() as connection:
            return await recall.recall(connection, thread, before_run, limit)

    async def last_discussion(self, thread: ThreadKey) -> Discussion:
        """What was read of a thread for its newest question."""
        async with self._transaction() as connection:
            return await recall.last_discussion(connection, thread)

    async def question_again(self, run_id: str) -> Question:
        """The last question of a thread, up to a run of it, to be answered once more: none about
        steps, no small talk. Without the files that are not used now; empty if its words are those
        of one."""
        view = await self.view(run_id)
        earlier = list(view.turns)
        while earlier and (view.looks_back or isinstance(view.ending, Reply)):
            view = await self.view(earlier.pop().run_id)
        question = replace(view.question, repeats=view.question.repeats or view.run_id)
        files = await self.files_of(question.thread)
        return without_unused(question, {each.id for each in files if not each.is_used})

    async def steer(self, run_id: str, steering: Steering) -> bool:
        """Tell a run what people ask of its next steps. False when it has ended."""
        async with self._transaction() as connection:
            return await runs.steer(connection, run_id, steering)

    async def fork(self, new: forks.NewFork) -> bool:
        """Store a run that is another one again from a step on. False if it existed. Raises
        :class:`agents.errors.RunUnknown` and :class:`agents.errors.StepUnknown`."""
        async with self._transaction() as connection:
            return await forks.fork_run(connection, new)

    async def request_stop(self, run_id: str, by: str) -> bool:
        """Ask for a run to be stopped. False when it is unknown or has ended."""
        async with self._transaction() as connection:
            return await runs.request_stop(connection, run_id, by)

    async def add_to_run(self, run_id: str, text: str, by: str) -> runs.AdditionEffect:
        """Add what a person said in the thread; what that does to the run. A run that is
        ``resumed`` goes on when it is answered again."""
        async with self._transaction() as connection:
            return await runs.add_to_run(connection, run_id, Addition(text=text, by=by))

    async def last_gap(self, thread: ThreadKey) -> runs.LastGap | None:
        """The newest run of a thread, if it ended in a gap: a fact lets it go on."""
        async with self._transaction() as connection:
            return await runs.last_gap(connection, thread)

    async def live_runs(self, thread: ThreadKey) -> tuple[str, ...]:
        """The runs of a thread that have not ended, oldest first."""
        async with self._transaction() as connection:
            return await runs.live_runs(connection, thread)

    async def reviewed_runs(self, limit: int) -> tuple[str, ...]:
        """The runs that somebody marked, the one that was marked last first."""
        async with self._transaction() as connection:
            return await reviews.reviewed_runs(connection, limit)

    async def votes_by_channel(self) -> Mapping[tuple[str, str], Counter[VoteOutcome]]:
        """How often blind second readers agreed with answers, by team and channel."""
        async with self._transaction() as connection:
            return await reviews.votes_by_channel(connection)

    async def recent_runs(self, limit: int = 20) -> tuple[runs.RunSummary, ...]:
        """The newest runs, newest first."""
        async with self._transaction() as connection:
            found = await runs.recent_runs(connection, limit)
            ids = [each.run_id for each in found]
            marks = await reviews.reviews_of(connection, ids)
            decided = await reviews.decisions_of(connection, ids)
        return tuple(
            replace(each, reviews=marks.get(each.run_id, ()), decided=decided.get(each.run_id))
            for each in found
        )

    async def runs_at(self, channel: str, thread: str) -> tuple[str, ...]:
        """The runs of the thread with this root that stand, oldest first."""
        async with self._transaction() as connection:
            return await recall.runs_at(connection, channel, thread)

    async def runs_beginning(self, start: str) -> tuple[str, ...]:
        """The ids of at most two runs that begin with these characters; one if it is a whole id."""
        async with self._transaction() as connection:
            return await runs.runs_beginning(connection, start)

    async def written_extractor(self, source: str, form: str) -> WrittenExtractor | None:
        """Code that reads answers of this form of a source of records."""
        async with self._transaction() as connection:
            return await find_extractor(connection, source, form)

    async def keep_extractor(self, extractor: WrittenExtractor) -> None:
        """Keep it in place of the one of before."""
        async with self._transaction() as connection:
            await put_extractor(connection, extractor)

    @asynccontextmanager
    async def lease(self, run_id: str) -> AsyncIterator[Lease]:
        """Hold the run, waiting for whoever holds it, and for a place where as many runs are held
        as the database has connections for. Raises RunUnknown."""
        async with self._places, take_lease(self._database, run_id) as lease:
            yield lease

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        with translate_memory_errors():
            async with self._database.transaction() as connection:
                yield connection
