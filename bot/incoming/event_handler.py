"""What becomes of a stored event: a run and a job, a stop, a fact, a hint. A process may die
anywhere in here; the next sweep goes on from the row."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from agents.errors import MemoryUnavailable, RunUnknown
from agents.journal.codec import Addition
from agents.journal.view import messages_in as fact_messages
from agents.memory.database import Memory
from agents.turns import Attachment, Question, ThreadKey
from bot.db import event_transactions, inbox
from bot.db.outbox import Outgoing, SlackAddress
from bot.failures import sentences
from bot.incoming.addressing import address_of, own_run_id, run_id_of
from bot.incoming.late_messages import LateMessages
from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.events import Incoming, read
from bot.incoming.payloads.files import Files
from bot.incoming.routing import (
    AddToRun,
    Again,
    Ask,
    Decision,
    Fork,
    Help,
    Ignore,
    More,
    RoutingRules,
    Show,
    Steer,
    Stop,
    StoreReview,
    ThreadState,
    decide,
)
from bot.incoming.steering import RunChanges
from bot.incoming.thread_order import ThreadOrder
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.rendering import ephemeral, narration
from bot.rendering.blocks import escape, sections
from bot.rendering.narration import Style
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
SWEEP_SECONDS = 2.0
"""Time between two looks for stored events that nobody routed. Chosen by hand: below the three
seconds after which Slack delivers an event again."""
_TWIN_SECONDS = 0.4
"""How long a mention waits for the message event that tells of its files. Chosen by hand: Slack
sends both events together."""
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
    ) -> None:
        self._database = database
        self._memory = memory
        self._files = lookups.files
        self._names = lookups.names
        self._late = lookups.late
        self._rules = rules
        self._style = style
        self._changes = RunChanges(database)
        self.order = ThreadOrder()
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._failed: dict[int, int] = {}

    async def accept(self, row: int) -> None:
        """Route the event of this row, and before it what happened earlier in its thread. What
        fails is left to the sweep, and so is what happened after it."""
        try:
            await self._route(row)
        except Exception as error:  # noqa: BLE001 - the next sweep tries again
            _log.warning("not_routed", row=row, cause=type(error).__name__)

    async def sweep(self, stop: asyncio.Event) -> None:
        """Route what was stored and not routed: at once, then every two seconds until ``stop``."""
        older_than = 0.0
        while not stop.is_set():
            try:
                for row in await event_transactions.unrouted_events(self._database, older_than):
                    await self.accept(row)
                older_than = SWEEP_SECONDS
            except DatabaseUnavailable:
                _log.warning("sweep_without_database")
            await sleep_unless(stop, SWEEP_SECONDS)

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
            incoming = read(waiting.payload)
            words = [self._hint(incoming, sentences.sentence(problem))] if incoming.ts else []
            await event_transactions.finish_event(self._database, row, "failed", words)

    async def _route(self, row: int) -> None:
        async with self._at_once:
            stored = await event_transactions.read_waiting(self._database, row)
        if stored is None:
            return
        incoming = read(stored.payload)
        await self.order.wait_for_older(incoming)
        may_read = await self._late.may_read(row, incoming)
        async with self.order.turn(incoming):
            if may_read:
                await self._late.store_before(incoming)
            async with self._at_once:
                while (due := await self._oldest_until(row, incoming)) is not None:
                    await self._decide_or_count(due)
                    if due.id == row or await event_transactions.read_waiting(
                        self._database, due.id
                    ):
                        return  # or another process has it; the next sweep goes on from there

    async def _oldest_until(self, row: int, incoming: Incoming) -> inbox.Waiting | None:
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

    async def _decide_or_count(self, stored: inbox.Waiting) -> None:
        try:
            if stored.payload.get("type") == inbox.REOPENED:
                reason = f"ignored: {inbox.NOT_IN_SLACK}"
                await event_transactions.finish_event(self._database, stored.id, reason)
            else:
                await self._decide_on(stored.id, read(stored.payload))
        except Exception as error:
            await self._count_failure(stored.id, error)
            raise
        self._failed.pop(stored.id, None)

    async def _decide_on(self, row: int, incoming: Incoming) -> None:
        incoming = await self._with_names(incoming)
        state = await self._state(incoming)
        if state.gap:
            # Whether a file came with it decides whether the run with the gap goes on.
            incoming = await self._with_files(row, incoming)
        # In a thread: deciding may read the facts in a long message.
        decision = await asyncio.to_thread(self.decide, incoming, state)
        await self._carry_out(row, incoming, decision)

    async def _with_names(self, incoming: Incoming) -> Incoming:
        """The event with the names of the people that its texts mention."""
        text = await self._names.fill_in(incoming.text, self._rules.bot_user)
        former_text = await self._names.fill_in(incoming.former_text, self._rules.bot_user)
        return replace(incoming, text=text, former_text=former_text)

    async def _state(self, incoming: Incoming) -> ThreadState:
        known = await event_transactions.load_thread_context(
            self._database,
            team=incoming.team,
            channel=incoming.channel,
            ts=incoming.ts,
            thread_ts=incoming.thread_ts,
        )
        people = known.people | {incoming.user, incoming.parent_user}
        return ThreadState(
            run_ids=known.run_ids,
            live=known.live,
            gap=known.gap.run_id if known.gap else "",
            gap_missing=known.gap.missing if known.gap else "",
            people=frozenset(people - {"", self._rules.bot_user}),
            run_of_message=known.run_of_message,
        )

    async def _carry_out(self, row: int, incoming: Incoming, decision: Decision) -> None:
        match decision:
            case Ask():
                await self._ask(row, incoming, decision)
            case Stop(run_ids):
                await event_transactions.stop(self._database, row, run_ids, incoming.user)
            case Again(run_id):
                question = await self._memory.question_again(run_id)
                await self._ask(row, incoming, Ask(question.text), question)
            case More(run_id):
                own_id = own_run_id(incoming)
                view = await self._memory.view(run_id)
                rest = narration.more_messages(own_id, view, self._style.links)
                await event_transactions.finish_event(self._database, row, "more", rest)
            case AddToRun() | Steer() | Fork():
                await self._change(row, incoming, decision)
            case Help(topic):
                words = self._hint(incoming, sentences.HELP[topic])
                await event_transactions.finish_event(self._database, row, "help", [words])
            case StoreReview() | Show():
                shown = await self._on_button(incoming, decision)
                await event_transactions.finish_event(self._database, row, "pressed", shown)
            case Ignore(reason):
                await event_transactions.finish_event(self._database, row, f"ignored: {reason}")

    async def _change(
        self, row: int, incoming: Incoming, decision: AddToRun | Steer | Fork
    ) -> None:
        if isinstance(decision, AddToRun):
            await self._add_to_run(row, incoming, decision)
        elif isinstance(decision, Fork):
            await self._changes.fork(row, incoming, decision)
        else:
            await self._changes.steer(row, incoming, decision)

    async def _add_to_run(self, row: int, incoming: Incoming, decision: AddToRun) -> None:
        """Add what was said, or the file that came instead, and tell what that changed."""
        incoming = await self._with_files(row, incoming)
        attachments = await self._files.read_all(incoming)
        address = address_of(incoming)
        own_id = own_run_id(incoming)
        noted = self._file_problems(own_id, address, attachments)
        if not decision.text and not any(file.text for file in attachments):
            words = noted or [self._hint(incoming, sentences.HELP["empty"])]
            await event_transactions.finish_event(self._database, row, "help", words)
            return
        addition = Addition(text=decision.text, by=incoming.user, attachments=attachments)
        view = await self._memory.view(decision.run_id)
        added = fact_messages(addition, datetime.now(UTC))
        await event_transactions.add_to_run(
            self._database,
            row,
            decision.run_id,
            addition,
            noted=[*noted, narration.fact_reaction(own_id, address, incoming.ts)],
            told=await asyncio.to_thread(narration.correction_messages, own_id, view, added),
        )

    async def _ask(
        self, row: int, incoming: Incoming, ask: Ask, again: Question | None = None
    ) -> None:
        """Open a run for the question; ``again`` is the one that is asked once more."""
        ts = f"{incoming.ts}:{incoming.edited_ts}" if ask.instead_of else incoming.ts
        run_id = run_id_of(incoming.team, incoming.channel, ts)
        address = address_of(incoming)
        await event_transactions.enqueue(
            self._database, [narration.eyes_reaction(run_id, address, incoming.ts)]
        )
        incoming = await self._with_files(row, incoming)
        earlier = again.attachments if again else ()
        attachments = (*earlier, *await self._files.read_all(incoming))
        text = ask.text or _beginning_of_files(attachments)
        hints = self._file_problems(run_id, address, attachments)
        if not text:
            words = hints or [self._hint(incoming, sentences.HELP["empty"])]
            await event_transactions.finish_event(self._database, row, "help", words)
            return
        question = Question(
            thread=ThreadKey(incoming.team, incoming.channel, incoming.thread_ts),
            asker=incoming.user,
            text=text,
            attachments=attachments,
            repeats=again.repeats if again else "",
        )
        new_run = event_transactions.NewRun(
            run_id=run_id,
            question=question,
            message_ts=incoming.ts,
            instead_of=ask.instead_of,
        )
        await event_transactions.ask(self._database, row, new_run, hints)

    async def _with_files(self, row: int, incoming: Incoming) -> Incoming:
        """A mention comes twice; wait a moment for the event that tells of the files."""
        waited = 0.0
        while not incoming.files_known and waited < _TWIN_SECONDS:
            await asyncio.sleep(0.05)
            waited += 0.05
            stored = await event_transactions.read_waiting(self._database, row)
            if stored is None:
                break
            twin = read(stored.payload)
            incoming = replace(incoming, files=twin.files, files_known=twin.files_known)
        return incoming

    def _file_problems(
        self, run_id: str, address: SlackAddress, attachments: tuple[Attachment, ...]
    ) -> list[Outgoing]:
        words = "\n".join(escape(item.problem) for item in attachments if item.problem)
        return [narration.hint_message(run_id, address, words, part="files")] if words else []

    async def _on_button(
        self, incoming: Incoming, decision: StoreReview | Show
    ) -> tuple[Outgoing, ...]:
        press = incoming.event_id.rsplit(":", 1)[-1]
        try:
            if isinstance(decision, StoreReview):
                await self._memory.add_review(
                    decision.run_id, None, decision.verdict, incoming.user
                )
                blocks = sections(["Thank you. Your judgement is recorded with this answer."])
            else:
                view = await self._memory.view(decision.run_id)
                blocks = ephemeral.shown_blocks(
                    decision.what, view, self._style.titles, self._style.links
                )
        except RunUnknown as error:
            blocks = sections([sentences.sentence(error)])
        return ephemeral.ephemeral_messages(
            decision.run_id, address_of(incoming), incoming.user, press, blocks
        )

    def _hint(self, incoming: Incoming, words: str) -> Outgoing:
        return narration.hint_message(own_run_id(incoming), address_of(incoming), words)


def _beginning_of_files(attachments: tuple[Attachment, ...]) -> str:
    """A file without words is itself the question; its beginning stands for it."""
    return next((item.text.strip()[:1000] for item in attachments if item.text), "")
