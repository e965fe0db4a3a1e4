"""Runs the code of a run again, and says whether the same came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from agents.analyses.coding import analysing_of
from agents.run.tools.analyses import Runs, as_code_run, job_of
from agents.turns import Action, View
from agents.turns.computing.code_runs import CodeRun
from retrieval.tables.contract import DataTable

_NOT_AT_HAND = "not run again: the table of the thread is not at hand any more"
_OTHER_TABLE = "CHANGED, the table is another"


@dataclass(frozen=True, slots=True)
class CodeAgain:
    """One run of code of the journal, made again."""

    step: int
    language: str
    verdict: str
    """``the same``, what has changed, or why it was not run."""


async def run_code_again(view: View, runner: Runs) -> tuple[CodeAgain, ...]:
    """Every run of code, in order, on the tables of the thread as they are stored."""
    analysing = await asyncio.to_thread(analysing_of, view)
    tables = analysing.tables.tables if analysing else ()
    found = []
    for step in view.all_steps:
        actions = {action.call_id: action for action in step.thought.actions}
        for seen in step.observations:
            if seen.ran is not None:
                verdict = await _compare(actions[seen.call_id], seen.ran, tables, runner)
                found.append(CodeAgain(step.number, seen.ran.language, verdict))
    return tuple(found)


async def _compare(action: Action, then: CodeRun, tables: Sequence[DataTable], runner: Runs) -> str:
    job = job_of(action, tables)
    if not tables or job is None:
        return _NOT_AT_HAND
    if job.digests != then.inputs:
        return _OTHER_TABLE
    return _verdict(then, as_code_run(job, await runner.run(job)))


def _verdict(then: CodeRun, now: CodeRun) -> str:
    if now.ending == "unavailable":
        return f"not run again: {now.complaint}"
    if then.ending != now.ending or then.status != now.status:
        return f"CHANGED, it ended otherwise ({then.ending} then, {now.ending} now)"
    if then.ending == "ran" and then.printed != now.printed:
        return "CHANGED, it prints something else"
    return "the same"
