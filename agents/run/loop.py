"""The loop: think, act, observe, until answer, gap, limit or stop. The journal is its state."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from agents.checking.answers import check_draft, decide_ending
from agents.checking.documents.contradicted_gaps import was_refused
from agents.cores import WITHOUT_MODEL, Core
from agents.errors import (
    AgentError,
    ContextTooLong,
    CoreFailed,
    GapContradicted,
    LimitReached,
    ModelAnswerInvalid,
    ModelError,
    RunStuck,
    StepLimitReached,
    TimeLimitReached,
    TokenLimitReached,
    ToolsMisused,
)
from agents.journal.codec import Compaction
from agents.journal.run_progress import pending_actions, repeats_in_a_row, tokens_spent
from agents.journal.writer import JournalWriter, NarrationFailed
from agents.run.compaction import makes_progress, span_to_fold, with_forgotten_keys
from agents.run.interruption import RunGuard, StopRequested
from agents.run.limits import Limits
from agents.run.partial_findings import partial_findings, reading_failure
from agents.run.steered_step import is_called_back, steered_cards, with_wished_searches
from agents.run.tools.calling import Tools, find_declared_gap, with_citation_keys
from agents.turns import (
    Abstention,
    Action,
    Draft,
    Ending,
    Failed,
    Gap,
    Observation,
    Reply,
    Stopped,
    Thought,
    View,
)
from agents.turns.personal import personal_of
from agents.wording.gaps import left_out_by_settings
from retrieval.privacy.hiding import HiddenWords

log = logging.getLogger(__name__)

ACTIONS_PER_STEP = 12
"""Further actions of one thought are left out. Chosen by hand: one for each silo of a question."""
MOST_MISUSED = 2
"""Steps of wrong calls alone at the end of a run that are why it came to none. Chosen by hand: a
single slip is put right with the reason that it gets."""
SO_FAR = "This is what had been found by then."
T = TypeVar("T")


@dataclass(slots=True)
class Run:
    """One run of the loop for one question."""

    journal: JournalWriter
    core: Core
    tools: Tools
    guard: RunGuard
    limits: Limits
    removes: bool = False
    """Whether sentences that are not verified are removed, not marked."""
    left_out: tuple[str, ...] = ()
    """Titles of silos that the settings of the channel leave out."""
    sentences_shown: int = 0
    """How many sentences of a growing answer were shown."""

    async def run(self) -> Ending:
        """Go on from wherever the journal stands until it has an ending."""
        while (ending := self.journal.view.ending) is None:
            try:
                await self._advance_within_limits()
            except StopRequested as stop:
                await self._stop(stop.by)
            except ModelError as error:
                await self._fail(error)
        return ending

    async def _advance_within_limits(self) -> None:
        try:
            await self._advance(await self.journal.refresh())
        except LimitReached as limit:
            await self._end_early(limit)

    async def _advance(self, view: View) -> None:
        self.guard.raise_if_interrupted()
        if view.ending is not None:
            return
        if reply := _find_reply(view):
            await self.journal.write(reply)
        elif is_called_back(view, self.tools.cards) and view.steps_left:
            await self._think(view)
        elif gap := find_declared_gap(view):
            await self._end_in_gap(gap, view)
        elif actions := pending_actions(view):
            await self._act(actions)
        elif view.steps and not view.steps[-1].thought.actions:
            await self._answer()
        else:
            self._check_limits(view)
            await self._think(view)

    async def _end_in_gap(self, gap: Gap, view: View) -> None:
        """End in the gap. One that what was shown contradicts is refused, and is the model's
        failure when it is declared once more."""
        against = await self.tools.against_declared_gap(view)
        if against is None:
            ending = Abstention(gap=gap, tried=self.tools.searched_titles(view))
            await self.journal.write(await self._honest(ending))
        elif was_refused(view):
            await self._fail(GapContradicted(), f"It was shown {against.document or against.fact}.")
        else:
            await self._act(pending_actions(view))

    async def _think(self, view: View) -> None:
        view = await self.tools.shown.fill(view)
        hidden = span_to_fold(view, self.limits.context_characters)
        if hidden is not None and await self._compress(view, hidden):
            return
        started = time.monotonic()
        try:
            thought = await self._ask(self.core.think(view, steered_cards(self.tools.cards, view)))
        except ContextTooLong:
            hidden = span_to_fold(view, 0)
            if hidden is not None and await self._compress(view, hidden):
                return
            raise
        thought = with_wished_searches(thought, view, self.tools.cards)
        thought = _without_personal_queries(thought, personal_of(view))
        number = len(view.all_steps) + 1
        await self.journal.write(
            _with_call_ids(thought, number),
            call_id=f"s{number}",
            seconds=time.monotonic() - started,
        )

    async def _act(self, actions: tuple[Action, ...]) -> None:
        view = self.journal.view
        works = [self.tools.act(action, view, self.limits.tool_seconds) for action in actions]
        async for task in self.guard.as_completed(works):
            await self._observe(task.result())

    async def _observe(self, observation: Observation) -> None:
        await self.journal.write(
            with_citation_keys(observation, self.journal.view),
            call_id=observation.call_id,
            seconds=observation.seconds,
        )

    async def _compress(self, view: View, hidden: int) -> bool:
        started = time.monotonic()
        folded = replace(view, steps=view.steps[:hidden])
        summary = await self._ask(self.core.compress(folded))
        # Not those of documents that are shown whole: nobody has pointed at them.
        pointed = replace(self.journal.view, steps=self.journal.view.steps[:hidden])
        text = with_forgotten_keys(summary.text, pointed)
        if not makes_progress(view, hidden, text):
            return False
        compaction = Compaction(
            summary=text, hidden=hidden, usage=summary.usage, prompt_sha=summary.prompt_sha
        )
        await self.journal.write(
            compaction,
            call_id=f"fold{len(view.earlier_steps) + hidden}",
            seconds=time.monotonic() - started,
        )
        return True

    async def _answer(self, limited: str = "") -> None:
        started = time.monotonic()
        extra = self.limits.closing_seconds if limited else 0.0
        view = await self.tools.shown.fill(self.journal.view)
        answer = self.core.answer(view, self.tools.cards, self._show_draft)
        draft = await self._ask(answer, extra_seconds=extra)
        tried = self.tools.searched_titles(view)
        # In a thread, as below: checking is work for the processor, and the loop must go on.
        ending = await asyncio.to_thread(
            decide_ending, draft, view, limited=limited, tried=tried, removes=self.removes
        )
        ending = await self._honest(ending)
        await self.journal.write(ending, seconds=time.monotonic() - started, made_of=draft)

    async def _show_draft(self, draft: Draft) -> None:
        """Show of a growing answer only what was verified."""
        view = await self.tools.shown.fill(self.journal.view)
        checked = await asyncio.to_thread(check_draft, draft, view)
        verified = tuple(sentence for sentence in checked.sentences if sentence.verified)
        if len(verified) > self.sentences_shown:
            self.sentences_shown = len(verified)
            await self.journal.narrate_draft(verified)

    async def _ask(self, work: Coroutine[Any, Any, T], *, extra_seconds: float = 0.0) -> T:
        try:
            return await self.guard.run(work, extra_seconds=extra_seconds)
        except (AgentError, NarrationFailed, StopRequested):
            raise
        except Exception as error:
            log.error("core failed", exc_info=error)
            raise CoreFailed(type(error).__name__) from error

    def _check_limits(self, view: View) -> None:
        if self.guard.seconds_left <= 0:
            raise TimeLimitReached
        if tokens_spent(view) >= self.limits.tokens:
            raise TokenLimitReached
        if view.steps_left == 0:
            raise StepLimitReached
        if repeats_in_a_row(view) >= 2:
            raise RunStuck

    async def _end_early(self, limit: LimitReached) -> None:
        await self._give_up_pending("The run had used up its time before this was done.")
        if self.tools.misused_in_a_row(self.journal.view) >= MOST_MISUSED:
            limit = ToolsMisused()
        if not (await self.tools.shown.fill(self.journal.view)).citations:
            await self.journal.write(failure_ending(limit))
            return
        try:
            await self._answer(limited=f"{limit.sentence} {SO_FAR}")
        except LimitReached:
            await self._fail(limit)

    async def _honest(self, ending: Ending) -> Ending:
        """The ending; a gap of the sources is the model's failure where it has left unread what a
        source had found, or was to answer and never searched. What had been found stands beside a
        failure."""
        if isinstance(ending, Failed):
            return await self._with_findings(ending)
        if not isinstance(ending, Abstention) or ending.gap.missing != "silo":
            return ending
        view = self.journal.view
        error = reading_failure(view)
        has_asked = any(step.thought.actions for step in view.all_steps)
        is_unasked = not has_asked and find_declared_gap(view) is None
        if error is None and (is_unasked or (ending.removed and not ending.tried)):
            error = ModelAnswerInvalid() if self.core.name != WITHOUT_MODEL else CoreFailed()
        return await self._failure_with_findings(error) if error else self._with_left_out(ending)

    def _with_left_out(self, ending: Abstention) -> Abstention:
        """The gap, which says so if its answer may stand where this channel does not look."""
        if not self.left_out:
            return ending
        detail = f"{ending.gap.detail} {left_out_by_settings(self.left_out)}".strip()
        return replace(ending, gap=replace(ending.gap, detail=detail))

    async def _fail(self, error: AgentError, detail: str = "") -> None:
        failed = await self._failure_with_findings(error)
        reason = f"{failed.reason} {detail}".strip()
        await self.journal.write(replace(failed, reason=reason))

    async def _failure_with_findings(self, error: AgentError) -> Failed:
        """What failed, with what had been found: it is no gap of the sources."""
        return await self._with_findings(failure_ending(error))

    async def _with_findings(self, failed: Failed) -> Failed:
        view = await self.tools.shown.fill(self.journal.view)
        found = await asyncio.to_thread(partial_findings, view)
        return replace(failed, found=found)

    async def _stop(self, by: str) -> None:
        await self._give_up_pending("The run was stopped before this was done.")
        await self.journal.write(Stopped(by=by))

    async def _give_up_pending(self, detail: str) -> None:
        for action in pending_actions(self.journal.view):
            await self._observe(
                Observation(
                    call_id=action.call_id, tool=action.tool, outcome="stopped", detail=detail
                )
            )


def failure_ending(error: AgentError) -> Failed:
    """A failure as an ending: its name for the logs, its sentence for people."""
    return Failed(error=type(error).__name__, reason=error.sentence)


def _find_reply(view: View) -> Reply | None:
    """What the newest thought says to a message that asks for nothing to be looked up."""
    return view.steps[-1].thought.reply if view.steps else None


def _without_personal_queries(thought: Thought, personal: HiddenWords) -> Thought:
    """The thought, whose searches do not say who the patient is: a search finds nothing by it, and
    the thread shows what was asked."""
    actions = (
        replace(action, arguments={**action.arguments, "query": " ".join(blanked.split())})
        if (blanked := personal.blank(query)) != query
        else action
        for action, query in ((a, str(a.arguments.get("query", ""))) for a in thought.actions)
    )
    return replace(thought, actions=tuple(actions))


def _with_call_ids(thought: Thought, number: int) -> Thought:
    """The thought with call ids that are unique within the run, and a bounded number of actions."""
    return replace(
        thought,
        dropped=max(0, len(thought.actions) - ACTIONS_PER_STEP),
        actions=tuple(
            replace(action, call_id=f"s{number}a{index}")
            for index, action in enumerate(thought.actions[:ACTIONS_PER_STEP], start=1)
        ),
    )
