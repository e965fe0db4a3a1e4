"""A question on a table that no fixed method computes: a model plans, writes code that is run shut
in, and reviews what came of it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from agents.analyses.sandbox.contract import CodeJob, CodeOutcome
from agents.analyses.sandbox.offering import CodeRunner
from agents.errors import LeaseLost
from agents.journal.writer import JournalWriter
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.tools.analyses import CodeTools
from agents.run.tools.calling import Tools
from agents.run.tools.repeating import run_code_again
from agents.turns import Attachment, Ending, Question, Reply, View
from tests.fakes import MemoryJournal, MemorySilos, Narrator
from tests.integration.llm.scripted_core import core_over
from tests.integration.llm.whole_run import tools_of, words_of
from tests.sample_documents import THREAD
from tests.scripted_provider import Call, Say
from tests.unit.agents.analyses.sandbox.sandboxed import require_sandbox

ROWS = [(f"Nora Quist{n}", 50 + n, "AB"[n % 2], 10 * n) for n in range(8)]
TABLE = "\n".join(
    ("| patient | age | arm | best_change |", *(f"| {' | '.join(map(str, r))} |" for r in ROWS))
)
ASKED = "Is age associated with best_change in this table?"
PLAN = Call((("plan_analysis", {"steps": "Spearman", "columns": "age, best_change"}),))
PNG = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (9).to_bytes(4) + (9).to_bytes(4) + b"\x08\x02\0\0\0"
).decode()
READ = "import csv\nrows = list(csv.DictReader(open('table.csv')))\n"
GOOD = (
    f"{READ}import base64\n"
    "ages = [float(row['age']) for row in rows]\n"
    "print('RESULT rows_used =', len(rows))\n"
    "print('RESULT mean_age =', sum(ages) / len(ages))\n"
    f"open('picture.png', 'wb').write(base64.b64decode('{PNG}'))\n"
)
ACCEPTED = {
    "verdict": "accept",
    "title": "Age and change",
    "answer": "The mean age of {rows_used} patients is {mean_age}.\nThe p-value is 0.031.",
    "picture": "Points of age against change.",
}


def ran(code: str, language: str = "python") -> Call:
    return Call((("run_code", {"language": language, "code": code}),), text="I run it.")


def reviewed(**said: str) -> Call:
    return Call((("review_result", {**ACCEPTED, **said}),))


def question() -> Question:
    files = (Attachment(name="trial.csv", text=TABLE),)
    return Question(thread=THREAD, asker="U0ANA", text=ASKED, attachments=files)


async def run_on(core: Any, journal: MemoryJournal, code: CodeTools | None) -> tuple[Ending, View]:
    """Bring a run to its ending, from wherever its journal stands."""
    writer = JournalWriter(journal, (), 8, Narrator(), ())
    await writer.open(await journal.load_after(0))

    async def load() -> Sequence[View]:
        return ()

    tools = Tools(library=MemorySilos(()), core=core, earlier=load, code=code)
    run = Run(journal=writer, core=core, tools=tools, guard=RunGuard(60), limits=Limits())
    return await run.run(), run.journal.view


@pytest.fixture(autouse=True)
def _sandbox() -> None:
    require_sandbox()


@pytest.mark.parametrize("provider_name", ["openai", "anthropic"])
async def test_code_is_mended_reviewed_and_told_with_its_numbers(provider_name: str) -> None:
    script = (
        PLAN,
        ran(f"{READ}print(rows[0]['agee'])"),
        ran(GOOD.replace("rows_used", "rows")),
        reviewed(verdict="revise", problem="Say how many rows were used."),
        ran(GOOD),
        reviewed(),
    )
    async with core_over(provider_name, *script) as (core, scripted):
        code = CodeTools(CodeRunner(), rounds=3)
        ending, view = await run_on(core, MemoryJournal("run", question()), code)
    assert isinstance(ending, Reply)
    first, *others = ending.text.splitlines()
    assert first == "Age and change (trial.csv)"
    assert others[0] == "The mean age of 8 patients is 53.5."
    assert "How: Python code that" in others[1]
    assert "reviewed in 3 rounds" in others[1]
    assert "the code printed no 0.031" in others[2]
    (computed,) = ending.computed
    assert computed.code == GOOD
    assert computed.printed == "RESULT rows_used = 8\nRESULT mean_age = 53.5\n"
    assert computed.drawing is not None
    assert (computed.drawing.png, computed.drawing.alt_text) == (PNG, ACCEPTED["picture"])
    assert len(view.usage) == len(script)
    assert not scripted.refused
    # A model of others learns names, types and kinds of errors; nothing that stands in a row.
    wire = "\n".join(map(words_of, scripted.asked))
    assert "- age | number | 0 missing | 8 different" in wire
    assert "KeyError: 'agee'" in wire
    assert "- result mean_age: a number" in wire
    assert "Quist" not in wire
    assert "53.5" not in wire
    assert [tools_of(each) for each in scripted.asked][:2] == [{"plan_analysis"}, {"run_code"}]


@pytest.mark.parametrize("provider_name", ["openai", "anthropic"])
async def test_where_a_channel_allows_it_results_and_picture_are_seen(provider_name: str) -> None:
    script = (PLAN, ran(GOOD), reviewed())
    async with core_over(provider_name, *script) as (core, scripted):
        core._analyst = replace(core._analyst, coding=replace(core._analyst.coding, sees=True))
        code = CodeTools(CodeRunner(), rounds=3, shows_results=True)
        await run_on(core, MemoryJournal("run", question()), code)
    last = scripted.asked[-1]
    assert "RESULT mean_age = 53.5" in words_of(last)
    assert PNG in words_of(last)
    assert not scripted.refused


async def test_a_last_round_that_is_not_accepted_ends_with_its_problem() -> None:
    script = (PLAN, ran(GOOD), reviewed(verdict="revise", problem="It is the mean of all."))
    async with core_over("openai", *script) as (core, scripted):
        code = CodeTools(CodeRunner(), rounds=1)
        ending, _ = await run_on(core, MemoryJournal("run", question()), code)
    assert isinstance(ending, Reply)
    assert "after 1 round of code and review nothing holds" in ending.text
    assert "The last round: It is the mean of all." in ending.text
    assert ending.computed[0].drawing is None
    assert len(scripted.asked) == 3


async def test_after_the_last_round_it_says_what_failed() -> None:
    script = (PLAN, ran("import socket"), ran("raise ValueError(open('table.csv').read())"))
    async with core_over("openai", *script) as (core, scripted):
        code = CodeTools(CodeRunner(), rounds=2)
        ending, view = await run_on(core, MemoryJournal("run", question()), code)
    assert isinstance(ending, Reply)
    assert "after 2 rounds of code and review nothing holds" in ending.text
    assert [seen.outcome for step in view.steps for seen in step.observations][1:] == ["error"] * 2
    wire = "\n".join(map(words_of, scripted.asked))
    assert "`socket` may not be used: there is no network." in wire
    assert "Quist" not in wire


class DyingRunner:
    """Loses the run before code has come to its end, once."""

    def __init__(self) -> None:
        self.inner, self.asked = CodeRunner(), 0

    async def run(self, job: CodeJob) -> CodeOutcome:
        self.asked += 1
        if self.asked == 1:
            raise LeaseLost
        return await self.inner.run(job)


async def test_after_a_crash_no_call_of_the_model_is_made_again() -> None:
    runner, journal = DyingRunner(), MemoryJournal("run", question())
    async with core_over("openai", PLAN, ran(GOOD), reviewed()) as (core, scripted):
        code = CodeTools(runner, rounds=3)
        with pytest.raises(LeaseLost):
            await run_on(core, journal, code)
        assert len(scripted.asked) == 2
        ending, _ = await run_on(core, journal, code)
    assert isinstance(ending, Reply)
    assert len(scripted.asked) == 3
    kinds = [event.entry.kind for event in journal.events]
    assert kinds == ["question", *["thought", "observation"] * 2, "thought", "reply"]


async def test_code_of_the_journal_is_run_again_and_compared() -> None:
    journal = MemoryJournal("run", question())
    script = (PLAN, ran("import socket"), ran(GOOD), reviewed())
    async with core_over("openai", *script) as (core, _):
        _, view = await run_on(core, journal, CodeTools(CodeRunner(), rounds=3))
    assert [
        each.verdict for each in await run_code_again(view, CodeRunner(), MemorySilos(()).open)
    ] == ["the same"] * 2
    other = replace(view.question.attachments[0], text=TABLE.replace("| 50 |", "| 51 |"))
    changed = replace(view, question=replace(view.question, attachments=(other,)))
    assert (await run_code_again(changed, CodeRunner(), MemorySilos(()).open))[
        0
    ].verdict.startswith("CHANGED")


async def test_without_a_sandbox_the_fixed_analyses_are_named() -> None:
    async with core_over("openai") as (core, scripted):
        core._analyst = replace(core._analyst, coding=replace(core._analyst.coding, problem="No."))
        asked = replace(question(), text="Median of arm in this table")
        ending, _ = await run_on(core, MemoryJournal("run", asked), None)
    assert isinstance(ending, Reply)
    assert "is no column of numbers" in ending.text
    assert ending.end == "No."
    assert not scripted.asked


async def test_what_fixed_methods_compute_asks_no_model() -> None:
    async with core_over("openai", Say("never")) as (core, scripted):
        asked = replace(question(), text="Median of age by arm")
        code = CodeTools(CodeRunner(), rounds=3)
        ending, _ = await run_on(core, MemoryJournal("run", asked), code)
    assert isinstance(ending, Reply)
    assert ending.computed[0].title == "age by arm"
    assert not scripted.asked
