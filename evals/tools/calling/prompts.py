"""The prompts, and the run that each comes into."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.facts.read_sheet import Message
from agents.turns import (
    Action,
    Attachment,
    Citation,
    Finding,
    Observation,
    Question,
    Step,
    Thought,
    ThreadKey,
    View,
)
from agents.turns.computing.code_runs import PLAN_ANALYSIS, RUN_CODE, CodeRun
from retrieval.documents import Document, DocumentRef

PROMPTS = Path(__file__).with_name("prompts.toml")
LABEL = Document(
    silo="drug_information",
    id="made-up-label",
    version="1",
    title="The made-up label",
    text="The recommended dose of the made-up drug is 10 mg once daily. Lung toxicity was rare.",
)
_QUOTE = "The recommended dose of the made-up drug is 10 mg once daily."
_HEADS = "| patient | arm | age | ecog | lesions | weeks | best_change |"
TABLE = "\n".join(
    (
        _HEADS,
        *(
            f"| P{n} | {'AB'[n % 2]} | {48 + n} | {n % 3} | {1 + n % 5} | {6 * n} | {3 * n - 40} |"
            for n in range(1, 25)
        ),
    )
)
"""Made up: 24 patients."""
CODE = "print('RESULT rho = 0.12')\nprint('RESULT rows_used = 24')"
"""What a review looks at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPrompt:
    """A prompt that needs a tool."""

    tool: str
    text: str
    after: str
    """``search``, a stage of an analysis, or empty for the start of a run."""

    @property
    def view(self) -> View:
        """The run as far as it is."""
        question = Question(
            thread=ThreadKey("evals", "calls", "1"), asker="evals", text=self.text,
            attachments=(Attachment(name="made-up.csv", text=TABLE),) if _is_stage(self) else (),
        )  # fmt: skip
        steps = tuple(_steps(self.after))
        return View(
            run_id="calls", question=question, said=(Message(self.text),), steps=steps,
            steps_left=8 - len(steps),
        )  # fmt: skip


def read_prompts(tools: frozenset[str], most: int) -> tuple[CallPrompt, ...]:
    """At most so many for each of these tools, spread over its wordings and subjects."""
    rows = tomllib.loads(PROMPTS.read_text(encoding="utf-8"))
    return tuple(
        each for tool, row in rows.items() if tool in tools for each in _prompts(tool, row, most)
    )


def _prompts(tool: str, row: dict[str, list[str]], most: int) -> Iterator[CallPrompt]:
    after = str(row.get("after") or row.get("stage") or "")
    texts = [
        wording.format(subject)
        for place in range(len(row["subjects"]))
        for wording, subject in (
            (each, row["subjects"][(place + shift) % len(row["subjects"])])
            for shift, each in enumerate(row["wordings"])
        )
    ]
    yield from (CallPrompt(tool=tool, text=text, after=after) for text in texts[:most])


def _is_stage(prompt: CallPrompt) -> bool:
    return prompt.after in ("plan", "code", "review")


def _steps(after: str) -> Iterator[Step]:
    if after == "search":
        yield _search_step()
    if after in ("code", "review"):
        yield _step(1, PLAN_ANALYSIS, {"steps": "Spearman's rank correlation.", "columns": "age"})
    if after == "review":
        run = CodeRun(
            language="python", inputs=(("table.csv", "0" * 64),), ending="ran",
            printed="RESULT rho = 0.12\nRESULT rows_used = 24\n",
        )  # fmt: skip
        yield _step(2, RUN_CODE, {"language": "python", "code": CODE}, run)


def _step(number: int, tool: str, arguments: dict[str, str], ran: CodeRun | None = None) -> Step:
    call = f"s{number}a1"
    action = Action(call_id=call, tool=tool, arguments={**arguments})
    seen = Observation(call_id=call, tool=tool, outcome="data", ran=ran)
    thought = Thought(text="I go on.", actions=(action,))
    return Step(number=number, seq=number, thought=thought, observations=(seen,))


def _search_step() -> Step:
    tool = f"search_{LABEL.silo}"
    action = Action(call_id="s1a1", tool=tool, arguments={"query": "made-up drug dose"})
    ref = DocumentRef(LABEL.silo, LABEL.id, LABEL.version)
    citation = Citation(
        key="c1", ref=ref, title=LABEL.title, organisation="", url="", date="2026", quote=_QUOTE,
        start=0, end=len(_QUOTE), match="exact", status="confirmed",
    )  # fmt: skip
    seen = Observation(
        call_id="s1a1", tool=tool, outcome="data", documents=(ref,), titles=(LABEL.title,),
        findings=(Finding(text=_QUOTE, citations=(citation,)),),
    )  # fmt: skip
    thought = Thought(text="The label should tell the dose.", actions=(action,))
    return Step(number=1, seq=1, thought=thought, observations=(seen,))
