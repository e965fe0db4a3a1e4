"""Which questions on the tables of a thread are computed by code of a model, and how far that is.
Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.analyses.attached import (
    AttachedTables,
    asked_of_tables,
    names_other_subject,
    newest_tables,
)
from agents.turns import Action, View
from agents.turns.computing.code_runs import PLAN_ANALYSIS, REVIEW_RESULT, RUN_CODE, CodeRun

_TABLE = re.compile(
    r"(?i)\b(?:this|the|these|my|our|attached) (?:attached )?"
    r"(?:tables?|data(?: ?sets?)?|csv|spreadsheet|sheet|cohort|columns?|rows)\b"
)
_WORD = re.compile(r"[A-Za-z_]\w*")
SHORTEST_NAME = 3
"""Characters of the name of a column by which a question is known to be on it. Chosen by hand: "n"
and "id" are words."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One round: code, what became of it, and what the reviewer found."""

    number: int
    code: str
    run: CodeRun
    problem: str = ""
    """What the reviewer wants otherwise; empty before the review."""


@dataclass(frozen=True, slots=True)
class CodedAnalysis:
    """How far an analysis by code is."""

    tables: AttachedTables
    plan: str = ""
    attempts: tuple[Attempt, ...] = ()

    @property
    def awaits_review(self) -> bool:
        """Whether the newest code ran to its end and nobody has looked at what came of it."""
        return bool(self.attempts) and self.attempts[-1].run.is_sound and not self.newest_problem

    @property
    def newest_problem(self) -> str:
        """What the reviewer said of the newest code."""
        return self.attempts[-1].problem if self.attempts else ""


def tables_for_code(view: View) -> AttachedTables | None:
    """The tables of the thread that a question asks something of; None for another question."""
    if (asked := asked_of_tables(view)) is not None:
        return asked
    held = newest_tables(view)
    if held is None or not held.tables:
        return None
    text = view.question.text
    if names_other_subject(text) and not held.is_new:
        return None
    names = {each.name.lower() for table in held.tables for each in table.columns}
    said = {word.lower() for word in _WORD.findall(text) if len(word) >= SHORTEST_NAME}
    return held if names & said or _TABLE.search(text) else None


def analysing_of(view: View) -> CodedAnalysis | None:
    """The analysis that the steps of a run are on; None where none has begun."""
    tools = [action.tool for step in view.all_steps for action in step.thought.actions]
    if PLAN_ANALYSIS not in tools or (tables := newest_tables(view)) is None:
        return None
    plan = "\n".join(
        f"{name}: {value}" for action in _actions(view, PLAN_ANALYSIS)
        for name, value in action.arguments.items()
    )  # fmt: skip
    return CodedAnalysis(tables, plan, tuple(_attempts(view)))


def _attempts(view: View) -> Iterator[Attempt]:
    attempt: Attempt | None = None
    for step in view.all_steps:
        seen = {each.call_id: each for each in step.observations}
        for action in step.thought.actions:
            observation = seen.get(action.call_id)
            if action.tool == RUN_CODE and observation is not None and observation.ran is not None:
                if attempt is not None:
                    yield attempt
                number = attempt.number + 1 if attempt else 1
                attempt = Attempt(number, str(action.arguments["code"]), observation.ran)
            elif action.tool == REVIEW_RESULT and attempt is not None:
                problem = str(action.arguments.get("problem", "")) or "It is not accepted."
                attempt = Attempt(attempt.number, attempt.code, attempt.run, problem)
    if attempt is not None:
        yield attempt


def _actions(view: View, tool: str) -> Iterator[Action]:
    return (
        action for step in view.all_steps for action in step.thought.actions if action.tool == tool
    )
