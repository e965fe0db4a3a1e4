"""How an analysis by code ends: what is said of it, with its numbers, its picture and its code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.analyses.analysing import WHAT_TO_ASK
from agents.analyses.coding import Attempt, CodedAnalysis
from agents.analyses.results import FilledAnswer, fill_answer, results_of
from agents.analyses.sandbox.offering import ONLY_FIXED
from agents.turns import Arguments, Reply, Thought, View
from agents.turns.computing.drawings import ComputedAnalysis, Drawing
from retrieval.tables.card import quality_warnings

MOST_RESULTS = 20
"""Results that are told one by one. Chosen by hand: what fits into one message."""
LONGEST_TITLE = 150
"""Characters of a title that a model gives. Chosen by hand: what a container's title may have."""
LONGEST_FAILURE = 300
"""Characters of an error that are told. Chosen by hand: a few lines in Slack."""
_UNTITLED = "Analysis of the table"
_TITLES = {"python": "Python", "r": "R", "bash": "Bash"}


def accepted_reply(view: View, analysing: CodedAnalysis, review: Arguments, model: str) -> Reply:
    """What the reviewer accepted, as far as its numbers are those that the code printed."""
    attempt = analysing.attempts[-1]
    said = f"{view.question.text}\n{attempt.code}"
    filled = fill_answer(str(review.get("answer", "")), attempt.run.printed, said)
    title = _title(review, attempt)
    lines = [f"{title} ({analysing.tables.file})", *filled.sentences]
    if not filled.sentences:
        lines += _result_lines(attempt)
    lines += [_method(analysing, attempt, model), *_warnings(analysing, filled)]
    told = fill_answer(str(review.get("picture", "")), attempt.run.printed, said).sentences
    alt_text = " ".join(told) or title
    return Reply(
        text="\n".join(lines), computed=(_as_computed(analysing, attempt, title, alt_text),)
    )


def unsolved_reply(analysing: CodedAnalysis, problem: str = "") -> Thought:
    """That no round gave a result that holds; ``problem``: what the reviewer said of the last."""
    attempt = analysing.attempts[-1] if analysing.attempts else None
    lines = [
        f"I could not compute this with {analysing.tables.file}: after"
        f" {_rounds(len(analysing.attempts))} of code and review nothing holds."
    ]
    computed: tuple[ComputedAnalysis, ...] = ()
    if attempt is not None:
        lines.append(f"The last round: {problem or _failure(attempt)}")
        computed = (replace(_as_computed(analysing, attempt, _UNTITLED, ""), drawing=None),)
    reply = Reply(text="\n".join(lines), end=WHAT_TO_ASK, computed=computed)
    return Thought(text="The rounds are used up.", reply=reply)


def only_fixed_reply(fixed: Thought, problem: str) -> Thought:
    """What the fixed methods say, and that no code of a model is run here."""
    if fixed.reply is None:
        return fixed
    end = "\n".join(filter(None, (fixed.reply.end, problem or ONLY_FIXED)))
    return replace(fixed, reply=replace(fixed.reply, end=end))


def _title(review: Arguments, attempt: Attempt) -> str:
    written = str(review.get("title", "")).strip()[:LONGEST_TITLE]
    filled = fill_answer(written, attempt.run.printed, attempt.code).sentences
    return filled[0] if filled else _UNTITLED


def _result_lines(attempt: Attempt) -> Iterator[str]:
    found = list(results_of(attempt.run.printed).items())
    yield from (f"• {name}: {value}" for name, value in found[:MOST_RESULTS])


def _method(analysing: CodedAnalysis, attempt: Attempt, model: str) -> str:
    rows = " and ".join(f"{table.rows} rows" for table in analysing.tables.tables)
    inputs = ", ".join(f"{name} (SHA-256 {digest[:12]})" for name, digest in attempt.run.inputs)
    return (
        f"How: {_TITLES[attempt.run.language]} code that {model} wrote and reviewed in"
        f" {_rounds(attempt.number)},"
        f" run shut in on {inputs}, {rows}. Every number above is one that the code printed;"
        " whether it computes the right thing is the model's judgement. Read the code."
    )


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _warnings(analysing: CodedAnalysis, filled: FilledAnswer) -> Iterator[str]:
    for table in analysing.tables.tables:
        yield from (f"⚠️ {warning}" for warning in quality_warnings(table))
    if filled.left_out:
        yield f"⚠️ Sentences were left out: {'; '.join(filled.left_out)}."


def _failure(attempt: Attempt) -> str:
    lines = attempt.run.complaint.strip().splitlines()
    return lines[-1][:LONGEST_FAILURE] if lines else "the code ended with an error."


def _as_computed(
    analysing: CodedAnalysis, attempt: Attempt, title: str, alt_text: str
) -> ComputedAnalysis:
    run = attempt.run
    rows = " and ".join(f"{table.rows} rows" for table in analysing.tables.tables)
    drawn_from = f"{rows} of the table, by the code that stands with it"
    drawing = Drawing(
        title=title, across="", png=run.picture, alt_text=alt_text, drawn_from=drawn_from
    )
    return ComputedAnalysis(
        title=title,
        file=analysing.tables.file,
        code=attempt.code,
        printed=run.printed,
        drawing=drawing if run.picture else None,
    )
