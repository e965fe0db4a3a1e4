"""Asks the questions, each as one run: plan, code, review. What came of each is kept at once, so
that no question is asked, and paid for, twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from agents.cores import Core
from agents.run.limits import Limits
from agents.run.tools.analyses import CodeTools
from agents.turns import Attachment, Failed, Question, Reply, ThreadKey, View
from agents.turns.computing.code_runs import RUN_CODE
from evals.dabench.samples import DabenchQuestion, text_of_table
from evals.running.errors import MeasurementFailed
from evals.running.run_in_memory import run_in_memory

AT_ONCE = 2
"""Questions asked side by side. Chosen by hand: their code shares the processor."""
LIMITS = Limits(steps=12, seconds=900.0)
"""Of one question: more than the rounds that are allowed need."""
_PASSING = "ModelUnavailable"


@dataclass(frozen=True, slots=True, kw_only=True)
class DabenchResponse:
    """What came of a question."""

    id: int
    text: str
    """All that the reply says; empty where the run failed."""
    error: str = ""
    rounds: int = 0
    """How often code was run."""
    failed_rounds: int = 0
    """How often it did not come to a sound end."""
    tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSetup:
    """Who is asked, and where what came of it is kept."""

    core: Core
    code: CodeTools
    data: Path
    kept: Path


async def ask_all(
    questions: Sequence[DabenchQuestion], asked: TaskSetup, count: Callable[[int], None]
) -> list[DabenchResponse]:
    """The responses, in the order of the questions. Raises
    :class:`evals.running.errors.MeasurementFailed` when the model is down: what was answered
    before stays kept."""
    found = read_kept(asked.kept)
    turn, done = asyncio.Semaphore(AT_ONCE), 0

    async def one(question: DabenchQuestion) -> DabenchResponse:
        nonlocal done
        async with turn:
            response = found.get(question.id) or await _ask(question, asked)
        done += 1
        count(done)
        return response

    return await asyncio.gather(*map(one, questions))


async def _ask(question: DabenchQuestion, asked: TaskSetup) -> DabenchResponse:
    text = await asyncio.to_thread(text_of_table, asked.data, question.file)
    view = await run_in_memory(
        Question(
            thread=ThreadKey("evals", "dabench", str(question.id)),
            asker="evals",
            text=question.asked,
            attachments=(Attachment(name=question.file, text=text),),
        ),
        asked.core,
        asked.code,
        LIMITS,
    )
    response = _response(question, view)
    if response.error == _PASSING:
        raise MeasurementFailed("The model does not answer. The same command goes on later.")
    asked.kept.parent.mkdir(parents=True, exist_ok=True)
    with asked.kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(response), ensure_ascii=False) + "\n")
    return response


def _response(question: DabenchQuestion, view: View) -> DabenchResponse:
    ran = [
        each.ran
        for step in view.all_steps
        for each in step.observations
        if each.tool == RUN_CODE and each.ran is not None
    ]
    costs = [usage.cost_usd for usage in view.usage]
    known = [cost for cost in costs if cost is not None]
    ending = view.ending
    return DabenchResponse(
        id=question.id,
        text=ending.text if isinstance(ending, Reply) else "",
        error=ending.error if isinstance(ending, Failed) else "",
        rounds=len(ran),
        failed_rounds=sum(not each.is_sound for each in ran),
        tokens=sum(usage.input_tokens + usage.output_tokens for usage in view.usage),
        cost_usd=sum(known) if known and len(known) == len(costs) else None,
        seconds=round(view.seconds, 3),
    )


def read_kept(kept: Path) -> Mapping[int, DabenchResponse]:
    """Responses by question; a last line that was cut off is left out."""
    found: dict[int, DabenchResponse] = {}
    if not kept.is_file():
        return found
    for line in kept.read_text(encoding="utf-8").splitlines():
        try:
            response = DabenchResponse(**json.loads(line))
        except ValueError:
            continue
        found[response.id] = response
    return found
