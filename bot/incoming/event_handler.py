"""What becomes of a stored event: a run and a job, a stop, a fact, a hint. A process may die
anywhere in here; the next sweep goes on from the row."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5
from weakref import WeakValueDictionary

from agents.errors import MemoryUnavailable, RunUnknown
from agents.journal.codec import Addition
from agents.journal.view import messages_in as fact_messages
from agents.memory.database import Memory
from agents.turns import Attachment, Question, ThreadKey
from bot.db import event_transactions
from bot.db.outbox import Address, Outgoing
from bot.failures import sentences
from bot.incoming.events import Incoming, read
from bot.incoming.files import Files
from bot.incoming.names import MentionNames
from bot.incoming.routing import (
    AddToRun,
    Again,
    Ask,
    Decision,
    Help,
    Ignore,
    More,
    RoutingRules,
    Show,
    Stop,
    StoreReview,
    ThreadState,
)
from bot.incoming.routing import decide as decision_for
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
_TRIES = 5
"""How often an event that breaks in an unforeseen way is tried. Chosen by hand."""


def run_id_of(team: str, channel: str, ts: str) -> str:
    """The run of the question in this message."""
    return str(uuid5(NAMESPACE_URL, f"curbside:{team}:{channel}:{ts}"))


class EventHandler:
    """Routes stored events. Several processes may do so at the same time."""

    def __init__(
        self,
        database: Database,
        memory: Memory,
        files: Files,
        names: MentionNames,
        *,
        rules: RoutingRules,
        style: Style,
    ) -> None:
        self._database = database
        self._memory = memory
        self._files = files
        self._names = names
        self._rules = rules
        self._style = style
        self._threads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._at_once = asyncio.Semaphore(16)
        self._failed: dict[int, int] = {}

    async def accept(self, row: int) -> None:
        """Route the event of this row. What fails is left to the sweep."""
        try:
            await self._route(row)
        except Exception as error:  # noqa: BLE001 - counted, and the asker is told in the end
            _log.warning("not_routed", row=row, cause=type(error).__name__)
            await self._count_failure(row, error)
        else:
            self._failed.pop(row, None)

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

    async def _count_failure(self, row: int, problem: Exception) -> None:
        if isinstance(problem, DatabaseUnavailable | MemoryUnavailable):
            return
        self._failed[row] = self._failed.get(row, 0) + 1
        if self._failed[row] < _TRIES:
            return
        waiting = await event_transactions.waiting(self._database, row)
        if waiting is not None:
            incoming = read(waiting.payload)
            words = [self._hint(incoming, sentences.sentence(problem))] if incoming.ts else []
            await event_transactions.settle(self._database, row, "failed", words)

    async def _route(self, row: int) -> None:
        waiting = await event_transactions.waiting(self._database, row)
        if waiting is None:
            return
        incoming = read(waiting.payload)
        key = f"{incoming.team}:{incoming.channel}:{incoming.thread_ts or incoming.ts}"
        in_order = self._threads.setdefault(key, asyncio.Lock())
        async with in_order, self._at_once:
            incoming = await self._with_names(incoming)
            state = await self._state(incoming)
            if state.gap:
                # Whether a file came with it decides whether the run with the gap goes on.
                incoming = await self._with_files(row, incoming)
            decision = decision_for(incoming, state, self._rules)
            await self._carry_out(row, incoming, decision)

    async def _with_names(self, incoming: Incoming) -> Incoming:
        """The event with the names of the people that its texts mention."""
        us = self._rules.bot_user
        text = await self._names.fill_in(incoming.text, us)
        former_text = await self._names.fill_in(incoming.former_text, us)
        return replace(incoming, text=text, former_text=former_text)

    async def _state(self, incoming: Incoming) -> ThreadState:
        known = await event_transactions.surroundings(
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
                own_id = run_id_of(incoming.team, incoming.channel, incoming.ts)
                view = await self._memory.view(run_id)
                rest = narration.more_messages(own_id, view, self._style.links)
                await event_transactions.settle(self._database, row, "more", rest)
            case AddToRun():
                await self._add_to_run(row, incoming, decision)
            case Help(topic):
                words = self._hint(incoming, sentences.HELP[topic])
                await event_transactions.settle(self._database, row, "help", [words])
            case StoreReview() | Show():
                shown = await self._on_button(incoming, decision)
                await event_transactions.settle(self._database, row, "pressed", shown)
            case Ignore(reason):
                await event_transactions.settle(self._database, row, f"ignored: {reason}")

    async def _add_to_run(self, row: int, incoming: Incoming, decision: AddToRun) -> None:
        """Add what was said, or the file that came instead, and tell what that changed."""
        incoming = await self._with_files(row, incoming)
        attachments = await self._files.read_all(incoming)
        address = _address(incoming)
        own_id = run_id_of(incoming.team, incoming.channel, incoming.ts)
        noted = self._file_problems(own_id, address, attachments)
        if not decision.text and not any(file.text for file in attachments):
            words = noted or [self._hint(incoming, sentences.HELP["empty"])]
            await event_transactions.settle(self._database, row, "help", words)
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
        address = _address(incoming)
        await event_transactions.say(
            self._database, [narration.eyes_reaction(run_id, address, incoming.ts)]
        )
        incoming = await self._with_files(row, incoming)
        earlier = again.attachments if again else ()
        attachments = (*earlier, *await self._files.read_all(incoming))
        text = ask.text or _beginning_of_files(attachments)
        hints = self._file_problems(run_id, address, attachments)
        if not text:
            words = hints or [self._hint(incoming, sentences.HELP["empty"])]
            await event_transactions.settle(self._database, row, "help", words)
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
            stored = await event_transactions.waiting(self._database, row)
            if stored is None:
                break
            twin = read(stored.payload)
            incoming = replace(incoming, files=twin.files, files_known=twin.files_known)
        return incoming

    def _file_problems(
        self, run_id: str, address: Address, attachments: tuple[Attachment, ...]
    ) -> list[Outgoing]:
        lines = [escape(item.problem) for item in attachments if item.problem]
        words = "\n".join(lines)
        return [narration.hint_message(run_id, address, words, part="files")] if lines else []

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
        except RunUnknown:
            blocks = sections([sentences.sentence("RunUnknown")])
        return ephemeral.ephemeral_messages(
            decision.run_id, _address(incoming), incoming.user, press, blocks
        )

    def _hint(self, incoming: Incoming, words: str) -> Outgoing:
        run_id = run_id_of(incoming.team, incoming.channel, incoming.ts)
        return narration.hint_message(run_id, _address(incoming), words)


def _address(incoming: Incoming) -> Address:
    return Address(
        team=incoming.team,
        channel=incoming.channel,
        thread_ts=incoming.thread_ts or incoming.ts,
    )


def _beginning_of_files(attachments: tuple[Attachment, ...]) -> str:
    """A file without words is itself the question; its beginning stands for it."""
    return next((item.text.strip()[:1000] for item in attachments if item.text), "")
