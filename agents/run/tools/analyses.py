"""The tools with which a model computes with the tables of a thread: a plan, code, a review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.analyses.coding import analysing_of
from agents.analyses.results import results_of
from agents.analyses.sandbox.contract import (
    LANGUAGES,
    CodeJob,
    Language,
)
from agents.analyses.sandbox.files import files_of
from agents.analyses.sandbox.journalling import Runs, as_code_run
from agents.cores import Parameter, ToolCard
from agents.run.tools.observing import observation_of
from agents.turns import Action, Observation, ToolOutcome, View
from agents.turns.computing.code_runs import PLAN_ANALYSIS, REVIEW_RESULT, RUN_CODE, CodeRun
from retrieval.tables.contract import DataTable

_NO_TABLE = "The thread holds no table any more."


@dataclass(frozen=True, slots=True)
class CodeTools:
    """What a run may compute with."""

    runner: Runs
    rounds: int
    """Rounds of code and review."""
    languages: tuple[Language, ...] = LANGUAGES
    shows_results: bool = False
    """Whether a model of others may be told what its code printed."""

    def cards(self) -> tuple[ToolCard, ...]:
        """The cards of these tools."""
        return (
            _PLAN,
            replace(
                _RUN,
                parameters=(
                    replace(_RUN.parameters[0], choices=self.languages),
                    _RUN.parameters[1],
                ),
                shows_results=self.shows_results,
                rounds=self.rounds,
            ),
            _REVIEW,
        )

    async def act(self, action: Action, view: View) -> Observation:
        """The observation of one of these tools."""
        analysing = analysing_of(view)
        if analysing is None:
            return observation_of(action, "error", _NO_TABLE)
        if action.tool == PLAN_ANALYSIS:
            return observation_of(action, "data", columns_told(action, analysing.tables.tables))
        if action.tool == REVIEW_RESULT:
            told = f"Round {len(analysing.attempts)} of {self.rounds} was not accepted."
            return observation_of(action, "data", told)
        return await self._run(action, analysing.tables.tables)

    async def _run(self, action: Action, tables: Sequence[DataTable]) -> Observation:
        job = job_of(action, tables)
        if job is None:
            asked = f"{RUN_CODE} takes code and a language: {', '.join(self.languages)}."
            return observation_of(action, "error", asked)
        ran = as_code_run(job, await self.runner.run(job))
        return replace(observation_of(action, _outcome_of(ran), run_sentence(ran)), ran=ran)


def job_of(action: Action, tables: Sequence[DataTable]) -> CodeJob | None:
    """What an action asks to run; None if it does not say what."""
    language = next((each for each in LANGUAGES if each == action.arguments.get("language")), None)
    code = action.arguments.get("code")
    if language is None or not isinstance(code, str) or not code.strip():
        return None
    return CodeJob(language=language, code=code, files=files_of(tables))


def columns_told(action: Action, tables: Sequence[DataTable]) -> str:
    """Which of the columns that a plan names are there."""
    held = {column.name for table in tables for column in table.columns}
    named = [each.strip() for each in str(action.arguments.get("columns", "")).split(",")]
    strangers = [each for each in named if each and each not in held]
    return f"There is no column {', '.join(strangers)}." if strangers else "Its columns are there."


def run_sentence(ran: CodeRun) -> str:
    """What came of it, without a word of what it printed."""
    if ran.ending == "ran" and ran.status:
        return "It ended with an error."
    if not ran.is_sound:
        return ran.complaint
    found = len(results_of(ran.printed))
    drew = " and drew a picture" if ran.picture else ""
    return f"It ran, printed {found} result{'s' * (found != 1)}{drew}."


def _outcome_of(ran: CodeRun) -> ToolOutcome:
    if ran.ending == "unavailable":
        return "unavailable"
    return "data" if ran.is_sound else "error"


_PLAN = ToolCard(
    name=PLAN_ANALYSIS,
    title="Plan of an analysis",
    use_when="Before any code: what is to be computed, from which columns, and what is checked.",
    parameters=(
        Parameter(name="steps", type="string", description="The steps, a line each."),
        Parameter(
            name="columns", type="string", description="Columns it needs, as named, with commas."
        ),
    ),
)
_RUN = ToolCard(
    name=RUN_CODE,
    title="Code",
    use_when="The plan is to be computed.",
    parameters=(
        Parameter(name="language", type="string", description="Of the code."),
        Parameter(name="code", type="string", description="The whole script."),
    ),
)
_REVIEW = ToolCard(
    name=REVIEW_RESULT,
    title="Review",
    use_when="Code has run: whether what it gave answers the question.",
    parameters=(
        Parameter(
            name="verdict", type="string", description="Whether it answers the question.",
            choices=("accept", "revise"),
        ),
        Parameter(
            name="problem", type="string", required=False,
            description="To revise: what is wrong, and what to do.",
        ),
        Parameter(
            name="title", type="string", required=False,
            description="If accepted: what was computed, in a few words without numbers.",
        ),
        Parameter(
            name="answer", type="string", required=False,
            description="If accepted: the answer, a sentence a line, results as {name}.",
        ),
        Parameter(
            name="picture", type="string", required=False,
            description="If accepted: what the picture shows, for who does not see it.",
        ),
    ),
)  # fmt: skip
