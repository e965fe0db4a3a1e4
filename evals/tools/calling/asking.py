"""Asks a model for the next thought after each prompt, and does what it calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agents.analyses.sandbox.offering import CodeRunner, sandbox_problem
from agents.cores import DECLARE_GAP, Core
from agents.errors import ModelAnswerInvalid, ModelError, ModelRefused
from agents.llm.analysing.analyst import CodePolicy
from agents.llm.calls.provider import Provider
from agents.llm.core import LlmCore
from agents.run.tools.analyses import CodeTools
from agents.run.tools.calling import Tools
from agents.run.tools.validation import call_problem
from agents.turns import Step, Thought, View
from agents.turns.computing.code_runs import ANALYSIS_TOOLS, REVIEW_RESULT
from evals.running.errors import MeasurementFailed
from evals.running.silos import EmptySilos
from evals.tools.calling.prompts import LABEL, CallPrompt, read_prompts
from evals.tools.scoring import BROKEN
from retrieval.declaration.cards import read_cards

SECONDS = 120.0
"""For what a call does. Chosen by hand."""
AT_ONCE = 4
"""Questions side by side. Chosen by hand: what services of models allow as a rule."""


@dataclass(frozen=True, slots=True)
class CallScore:
    """What became of one prompt."""

    prompt: CallPrompt
    called: bool
    """Whether the first thought calls the tool."""
    sound: bool
    """Whether that call has the arguments that the tool takes."""
    worked: bool
    """Whether the tool did it: no error, and nothing that is unavailable."""


def ask_prompts(model: Provider, most: int, count: Callable[[int], None]) -> list[CallScore]:
    """The scores, tool by tool. The tools of analyses are left out where no code can be run."""
    core = LlmCore(model, coding=CodePolicy(fixed_first=False))
    code = None if sandbox_problem() else CodeTools(CodeRunner(), rounds=3)
    silos = EmptySilos(read_cards(), (LABEL,))
    tools = Tools(library=silos, core=core, earlier=_no_runs, code=code)
    names = frozenset(card.name for card in tools.cards)
    return asyncio.run(_ask_all(core, tools, read_prompts(names, most), count))


async def _ask_all(
    core: Core, tools: Tools, prompts: Sequence[CallPrompt], count: Callable[[int], None]
) -> list[CallScore]:
    turn, done = asyncio.Semaphore(AT_ONCE), 0

    async def one(prompt: CallPrompt) -> CallScore:
        nonlocal done
        async with turn:
            score = await _ask(core, tools, prompt)
        done += 1
        count(done)
        return score

    return await asyncio.gather(*map(one, prompts))


async def _ask(core: Core, tools: Tools, prompt: CallPrompt) -> CallScore:
    view = await tools.shown.fill(prompt.view)
    try:
        thought = await core.think(view, tools.cards)
    except (ModelAnswerInvalid, ModelRefused):
        return CallScore(prompt, False, False, False)
    except ModelError as error:
        raise MeasurementFailed(error.sentence) from error
    if _is_ending(prompt.tool, thought):
        return CallScore(prompt, True, True, True)
    action = next((each for each in thought.actions if each.tool == prompt.tool), None)
    if action is None:
        return CallScore(prompt, False, False, False)
    # Code is longer than what any other tool takes: its own tool looks at it.
    sound = prompt.tool in ANALYSIS_TOOLS or not call_problem(action, tools.cards)
    step = Step(number=len(view.steps) + 1, seq=len(view.steps) + 1, thought=thought)
    seen = await tools.act(action, replace(view, steps=(*view.steps, step)), SECONDS)
    return CallScore(prompt, True, sound, seen.outcome not in BROKEN)


def _is_ending(tool: str, thought: Thought) -> bool:
    """Whether a thought has done what the tool is for without a call that is left to be made."""
    if tool == DECLARE_GAP:
        return thought.gap is not None
    return tool == REVIEW_RESULT and thought.reply is not None


async def _no_runs() -> Sequence[View]:
    return ()
