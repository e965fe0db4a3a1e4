"""When a stored event is decided on, and with what knowledge; :mod:`bot.incoming.routing` decides
and :mod:`bot.incoming.handlers` carries it out. A process may die anywhere in here; the next sweep
goes on from the row."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from agents.analyses.attached import asks_of_tables, is_data
from agents.errors import EndsProcesses, MemoryUnavailable
from agents.memory.database import Memory
from agents.replies.conversation import goes_on
from agents.turns import ThreadKey
from bot.db import event_transactions, inbox
from bot.db.outbox import Outgoing
from bot.db.taking_over import unfinished_tries
from bot.db.taking_over.unfinished_tries import MOST_UNFINISHED
from bot.failures import sentences
from bot.incoming.addressing import address_of
from bot.incoming.admission.admission import Admission
from bot.incoming.admission.outside_channel import OutsideChannel
from bot.incoming.dispatch import decision_handlers
from bot.incoming.handlers.attached_files import AttachedFiles
from bot.incoming.handlers.context import HandlerContext, hint
from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.events import Incoming, read
from bot.incoming.payloads.files import Files
from bot.incoming.private.direct_messages import DirectMessages
from bot.incoming.routing import Decision, RoutingRules, ThreadState, decide
from bot.incoming.thread.discussions import Discussions
from bot.incoming.thread.late_messages import LateMessages
from bot.incoming.thread_order import ThreadOrder
from bot.incoming.written_messages import WrittenMessages
from bot.logs import log
from bot.rendering.blocks import sections
from bot.rendering.commands.responses import response
from bot.rendering.narration import Style
from bot.sending.home_pages import HomePages
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
SWEEP_SECONDS = 2.0
"""Time between two looks for stored events that nobody routed. Chosen by hand: below the three
seconds after which Slack delivers an event again."""
_AT_ONCE = 16
"""Events that are routed at a time. Chosen by hand: in a burst an event that has just come waits
for few of them until a connection of the pool is free to store it."""
_TRIES = 5
"""How often an event that breaks in an unforeseen way is tried. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """What an event does not tell and Slack is asked for."""

    files: Files
    names: MentionNames
    late: LateMessages
    messages: WrittenMessages
    discussions: Discussions
    homes: HomePages
    direct: DirectMessages


class EventHandler:
    """Routes stored events. Several processes may do so at the same time."""

    def __init__(
        self,
        database: Database,
        memory: Memory,
        lookups: Lookups,
        *,
        rules: RoutingRules,
        style: Style,
        admission: Admission,
    ) -> None:
        self._database = database
        self._memory = memory
        self._files = AttachedFiles(database, lookups.files)
        self._names = lookups.names
        self._late = lookups.late
        self._rules = rules
        self._channels = admission.channels
        self._elsewhere = OutsideChannel(database, admission.access, lookups.direct)
        self._handlers = decision_handlers(
            HandlerContext(
                database=database,
                memory=memory,
                files=self._files,
                messages=lookups.messages,
                discussions=lookups.discussions,
                style=style,
                admission=admission,
                direct=lookups.direct,
                titles={silo.name: silo.title for silo in rules.silos},
            ),
            lookups.homes,
            rules.silos,
        )
        self.order = ThreadOrder()
        """Its own; those of several workspaces are given one."""
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._failed: dict[int, int] = {}
        self._stored_here: set[int] = set()

    async def accept(self, row: int, incoming: Incoming | None = None) -> None:
        """Route the event of this row, and before it what happened earlier in its thread. What
        fails is left to the sweep, and so is what happened after it. ``incoming`` is given by who
        has just stored it, so that it need not be read for its thread."""
        if incoming is not None:
            self._stored_here.add(row)
        try:
            incoming = incoming or await self._read(row)
            if incoming is not None:
                await self._route(row, incoming)
        except Exception as error:  # noqa: BLE001 - the next sweep tries again
            _log.warning("not_routed", row=row, cause=type(error).__name__)

    def decide(self, incoming: Incoming, state: ThreadState) -> Decision:
        """What to do about an event; called in a thread."""
        return decide(incoming, state, self._rules)

    async def _count_failure(self, row: int, problem: Exception) -> None:
        if isinstance(problem, DatabaseUnavailable | MemoryUnavailable):
            return
        self._failed[row] = self._failed.get(row, 0) + 1
        if self._failed[row] < _TRIES:
            return
        waiting = await event_transactions.read_waiting(self._database, row)
        if waiting is not None:
            await self._set_aside(waiting, problem)

    async def _set_aside(self, stored: inbox.WaitingEvent, problem: Exception) -> None:
        words = _apology(read(stored.payload), sentences.sentence(problem))
        await event_transactions.finish_event(self._database, stored.id, "failed", words)

    async def _read(self, row: int) -> Incoming | None:
        """The event of this row; None if it is routed."""
        async with self._at_once:
            stored = await event_transactions.read_waiting(self._database, row)
        return None if stored is None else read(stored.payload)

    async def _route(self, row: int, incoming: Incoming) -> None:
        await self.order.wait_for_older(incoming)
        has_looked = await self._late.is_wanted(incoming)
        may_read = has_looked and await self._late.may_read(row, incoming)
        async with self.order.turn(incoming):
            if may_read:
                await self._late.store_before(incoming)
            async with self._at_once:
                unread = await self._decide_in_order(row, incoming, has_looked)
        if unread is None:
            return
        await self._route(unread.id, read(unread.payload))
        if unread.id != row:
            await self._route(row, incoming)

    async def _decide_in_order(
        self, row: int, incoming: Incoming, has_looked: bool
    ) -> inbox.WaitingEvent | None:
        """Decide on what waits in the thread up to this row. ``has_looked``: whether the thread was
        read first, if Slack let us. If it was not, and a message is due that follows others in a
        thread which has become ours meanwhile, that message is given back."""
        while (due := await self._oldest_until(row, incoming)) is not None:
            if due.id != row and due.payload.get("type") == inbox.REOPENED:
                return None  # its words are read for it alone; the next sweep goes on from there
            if not await self._decide_or_count(due, has_looked):
                return due
            if due.id == row or await event_transactions.read_waiting(self._database, due.id):
                return None  # or another process has it; the next sweep goes on from there
        return None

    async def _oldest_until(self, row: int, incoming: Incoming) -> inbox.WaitingEvent | None:
        """What waits in the thread of this row and happened first, up to the row itself; None if
        the row has been routed."""
        stored = await event_transactions.unrouted_in_thread(
            self._database,
            row,
            team=incoming.team,
            channel=incoming.channel,
            thread_ts=incoming.thread_ts or incoming.ts,
        )
        is_waiting = any(one.id == row for one in stored)
        by_time = sorted(stored, key=lambda one: (read(one.payload).at, one.id))
        return by_time[0] if is_waiting else None

    async def _decide_or_count(self, stored: inbox.WaitingEvent, has_looked: bool) -> bool:
        """Decide; False if its thread must be read first."""
        if stored.id in self._stored_here:
            # Nobody was killed by an event that has just come: no try of it is counted.
            self._stored_here.discard(stored.id)
            is_decided = await self._decide_once(stored, has_looked)
            if not is_decided:
                self._stored_here.add(stored.id)
            return is_decided
        key = unfinished_tries.key_of_event(stored.id)
        if await unfinished_tries.begin_try(self._database, key) > MOST_UNFINISHED:
            _log.error("event_set_aside", row=stored.id, tries=MOST_UNFINISHED)
            await self._set_aside(stored, EndsProcesses())
            await unfinished_tries.forget_tries(self._database, key)
            return True
        try:
            return await self._decide_once(stored, has_looked)
        finally:
            await unfinished_tries.take_back_try(self._database, key)

    async def _decide_once(self, stored: inbox.WaitingEvent, has_looked: bool) -> bool:
        is_decided = True
        try:
            if stored.payload.get("type") == inbox.REOPENED:
                reason = f"ignored: {inbox.NOT_IN_SLACK}"
                await event_transactions.finish_event(self._database, stored.id, reason)
            else:
                is_decided = await self._decide_on(stored.id, read(stored.payload), has_looked)
        except Exception as error:
            await self._count_failure(stored.id, error)
            raise
        self._failed.pop(stored.id, None)
        return is_decided

    async def _decide_on(self, row: int, incoming: Incoming, has_looked: bool) -> bool:
        incoming = await self._with_names(incoming)
        state = await self._state(incoming)
        if not has_looked and self._late.may_follow(incoming, is_ours=bool(state.run_ids)):
            return False
        if state.gap:
            # Whether a file came with it decides whether the run with the gap goes on.
            incoming = await self._files.complete(row, incoming)
        # In a thread: deciding may read the facts in a long message.
        decision = await asyncio.to_thread(self.decide, incoming, state)
        if not await self._elsewhere.is_refused(row, incoming, decision):
            await self._handlers[type(decision)](row, incoming, decision)
        return True

    async def _with_names(self, incoming: Incoming) -> Incoming:
        """The event with the names of the people that its texts mention."""
        text = await self._names.fill_in(incoming.text, self._rules.bot_user)
        former_text = await self._names.fill_in(incoming.former_text, self._rules.bot_user)
        return replace(incoming, text=text, former_text=former_text)

    async def _state(self, incoming: Incoming) -> ThreadState:
        follow_ups = None
        if incoming.kind == "message" and incoming.thread_ts != incoming.ts:
            follow_ups = (await self._channels.rules(incoming.team, incoming.channel)).follow_ups
        known = await event_transactions.load_thread_context(
            self._database,
            team=incoming.team,
            channel=incoming.channel,
            ts=incoming.ts,
            thread_ts=incoming.thread_ts,
        )
        people = known.people | {incoming.user, incoming.parent_user}
        newest = known.withdrawn.get(known.run_ids[-1]) if known.run_ids else None
        may_ask = newest is not None and newest.how == "edited" and not newest.next
        return ThreadState(
            run_ids=known.run_ids,
            withdrawn=frozenset(known.withdrawn),
            changed=known.run_ids[-1] if may_ask else "",
            live=known.live,
            gap=known.gap.run_id if known.gap else "",
            gap_missing=known.gap.missing if known.gap else "",
            people=frozenset(people - {"", self._rules.bot_user}),
            follow_ups=follow_ups,
            has_table=bool(known.run_ids) and await self._has_table(incoming),
            run_of_message=known.run_of_message,
            run_before="" if known.run_ids else await self._run_before(incoming),
            case_above=":".join(known.case_above or ()),
        )

    async def _run_before(self, incoming: Incoming) -> str:
        """The run that a direct message which begins a thread goes on with; empty without one."""
        begins = incoming.direct and incoming.thread_ts in ("", incoming.ts)
        if incoming.kind != "message" or not begins:
            return ""
        text = incoming.text.without(self._rules.bot_user)
        if not await asyncio.to_thread(goes_on, text):
            return ""
        before = await self._memory.conversation_before(
            incoming.team, incoming.channel, incoming.user
        )
        return before.run_id

    async def _has_table(self, incoming: Incoming) -> bool:
        """Whether the message asks of a table, and one came with a question of its thread."""
        text = incoming.text.without(self._rules.bot_user)
        if incoming.kind != "message" or not await asyncio.to_thread(asks_of_tables, text):
            return False
        thread = ThreadKey(incoming.team, incoming.channel, incoming.thread_ts)
        files = await self._memory.files_of(thread)
        return await asyncio.to_thread(lambda: any(is_data(each.text) for each in files))


def _apology(incoming: Incoming, words: str) -> list[Outgoing]:
    """The sentence where the event can be answered; after a Stop, say, nobody waits for one."""
    if incoming.respond_to:
        address = address_of(incoming)
        return [response(incoming.event_id, address, incoming.respond_to, sections([words]))]
    return [hint(incoming, words)] if incoming.ts else []
