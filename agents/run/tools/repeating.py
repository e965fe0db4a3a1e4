"""Runs the code of a run again, for tables and for answers of records, and says whether the same
came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from agents.analyses.coding import analysing_of
from agents.analyses.sandbox.contract import CodeJob
from agents.analyses.sandbox.journalling import Runs, as_code_run
from agents.run.tools.analyses import job_of
from agents.turns import Action, Observation, View
from agents.turns.computing.code_runs import CodeRun
from retrieval.documents import Document, DocumentRef
from retrieval.errors import RetrievalError
from retrieval.records.undeclared_forms import answer_file
from retrieval.tables.contract import DataTable

_NOT_AT_HAND = "not run again: the table of the thread is not at hand any more"
_OTHER_TABLE = "CHANGED, the table is another"
_NO_ANSWER = "not run again: what the source sent is not at hand any more"
_OTHER_ANSWER = "CHANGED, what the source sent is stored as another"

Open = Callable[[DocumentRef], Awaitable[Document]]
"""Opens a stored document. Raises :class:`retrieval.errors.RetrievalError`."""


@dataclass(frozen=True, slots=True)
class CodeAgain:
    """One run of code of the journal, made again."""

    step: int
    language: str
    verdict: str
    """``the same``, what has changed, or why it was not run."""


async def run_code_again(view: View, runner: Runs, opened: Open) -> tuple[CodeAgain, ...]:
    """Every run of code, in order, on the tables of the thread and on the answers of sources, as
    they are stored."""
    analysing = await asyncio.to_thread(analysing_of, view)
    tables = analysing.tables.tables if analysing else ()
    found = []
    for step in view.all_steps:
        actions = {action.call_id: action for action in step.thought.actions}
        for seen in step.observations:
            if seen.ran is not None:
                verdict = await _compare(actions[seen.call_id], seen.ran, tables, runner)
                found.append(CodeAgain(step.number, seen.ran.language, verdict))
            for ran in seen.extracting:
                verdict = await _compare_extractor(seen, ran, opened, runner)
                found.append(CodeAgain(step.number, ran.language, verdict))
    return tuple(found)


async def _compare_extractor(seen: Observation, then: CodeRun, opened: Open, runner: Runs) -> str:
    if not seen.documents:
        return _NO_ANSWER
    try:
        document = await opened(seen.documents[0])
    except RetrievalError:
        return _NO_ANSWER
    job = CodeJob(language="python", code=then.code, files=answer_file(document))
    if job.digests != then.inputs:
        return _OTHER_ANSWER
    return _verdict(then, as_code_run(job, await runner.run(job)))


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
