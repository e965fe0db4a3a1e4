"""A finished run as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from agents.endings.layout import (
    AnswerLayout,
    gap_layout,
    whole_layout,
    why_unverified,
)
from agents.endings.model_costs import spent_words
from agents.endings.plaintext import (
    found_lines,
    plain_cautions,
    plain_gap,
    plain_limits,
    reply_lines,
)
from agents.endings.provenance import citations_of, question_day, source_words, warning_words
from agents.endings.reviews import review_line
from agents.endings.sign_off import WORDS, decision_lines, sign_off_of
from agents.endings.standing import standing_of
from agents.endings.tables.criteria import criterion_words, in_reading_order, verdict_words
from agents.endings.tables.options import (
    CELLS,
    DASH,
    OptionRow,
    cell_words,
    point_words,
    support_words,
)
from agents.facts.display.sheet_line import is_worth_showing
from agents.turns import (
    Abstention,
    Answer,
    Citation,
    Ending,
    Failed,
    Observation,
    Redacted,
    Reply,
    Sentence,
    Step,
    Stopped,
    View,
    WhyRedacted,
)
from agents.wording.gaps import missing_and_purpose, searched_line
from bot.asking.protocol import PrintedLine
from bot.rendering.answer.signs import SIGNS
from bot.rendering.fact_sheet import understood_lines

_NOTHING = "Nothing found."
WIDTH = 100
"""Columns. Chosen by hand: what most terminals show and people still read easily."""


def view_lines(view: View, seconds: float | None = None) -> tuple[PrintedLine, ...]:
    """The steps, then how the run ended, and how long it took if that is known."""
    took = "" if seconds is None else f", {seconds:.1f} s"
    spent = spent_words(view)
    understood = understood_lines(view.sheet) if is_worth_showing(view.sheet) else ()
    return (
        *(PrintedLine(wrapped) for each in understood for wrapped in _wrap(each, "")),
        *(PrintedLine(line, dim=True) for step in view.all_steps for line in step_lines(step)),
        *(PrintedLine(line) for line in ending_lines(view)),
        *(PrintedLine(line) for line in review_lines(view)),
        PrintedLine(f"\nrun {view.run_id}{took}", dim=True, failed=isinstance(view.ending, Failed)),
        *((PrintedLine(spent, dim=True),) if spent else ()),
    )


_REDACTED: Mapping[WhyRedacted, str] = {
    "deleted": "its message, or a file that came with it, was deleted in Slack",
    "forgotten": "somebody had it forgotten",
    "age": "it was older than it may become",
}


def redacted_words(redacted: Redacted) -> str:
    """That the words of a run are gone, and why."""
    return (
        f"Redacted: {_REDACTED[redacted.why]}. {len(redacted.rows)} rows and their hashes are left."
    )


def step_lines(step: Step) -> list[str]:
    """A step: the thought, what was asked of which tool, what came back."""
    lines = _wrap(f"Step {step.number}. {step.thought.text}", "")
    for action, observation in zip(step.thought.actions, step.observations, strict=False):
        asked = ", ".join(f"{name}={value!r}" for name, value in action.arguments.items())
        lines += _wrap(f"{action.tool}({asked}): {_came_back(observation)}", "   ")
    return lines


def ending_lines(view: View) -> list[str]:
    """How the run ended, in words."""
    match view.ending:
        case Answer() as answer:
            return _answer_lines(answer, _Citing(citations_of(view), question_day(view)))
        case Reply() as reply:
            return ["", *(line for each in reply_lines(reply) for line in _wrap(each, ""))]
        case Abstention() as ending:
            return _gap_lines(ending, _Citing(citations_of(view), question_day(view)))
        case Stopped(by=by):
            return ["", f"Stopped by {by}."]
        case Failed() as failed:
            said = [failed.reason, *found_lines(failed)]
            return ["", *(line for each in said for line in _wrap(each, ""))]
        case None:
            return ["", "This run has not ended."]


def review_lines(view: View) -> list[str]:
    """What people think of the run, a line for each mark, and what a board decided on it."""
    cited = {each.key: f"[{n}]" for n, each in enumerate(citations_of(view), 1)}
    lines = [review_line(each, view, cited) for each in view.reviews]
    lines += decision_lines(view, cited)
    lines = [f"{WORDS[sign_off_of(view.reviews, view.decided)]}.", *lines] if lines else []
    return ["", *(line for each in lines for line in _wrap(each, ""))] if lines else []


def refused_lines(ending: Ending | None) -> list[str]:
    """Why nothing of what was drafted is shown: each sentence with what is wrong with it. Only for
    whoever looks into a run: none of it holds."""
    if not isinstance(ending, Abstention | Failed) or not ending.removed:
        return []
    lines = ["", "Drafted and not shown, because no sentence was verified:"]
    for sentence in ending.removed:
        lines += _wrap(f"{point_words(sentence)}  (not verified: {why_unverified(sentence)})", "")
    return lines


def _answer_lines(answer: Answer, citing: _Citing) -> list[str]:
    layout = whole_layout(answer)
    lines = ["", SIGNS[standing_of(answer)].word]
    lines += [line for each in plain_cautions(layout) for line in _wrap(f"⚠️ {each}", "")]
    for part in layout.parts:
        if part.question:
            lines += _wrap(f"{part.number}. {part.question}", "")
        for sentence in part.headline:
            lines += _wrap(_sentence(sentence.text, sentence, citing), "")
        for row in part.rows:
            lines += _row_lines(row, citing)
        for sentence in part.points:
            lines += _wrap(_sentence(point_words(sentence), sentence, citing), "")
        lines += _wrap(part.silence, "")
        lines += _wrap(f"Not answered: {plain_gap(part.gap)}", "") if part.gap else []
    lines += _lines_of_criteria(answer, citing)
    lines += [line for text in [*citing.limits(layout), answer.limited] for line in _wrap(text, "")]
    for sentence in layout.removed:
        lines += _wrap(f"Removed: {_sentence(point_words(sentence), sentence, citing)}", "")
    sources = citing.sources(in_one=bool(answer.criteria))
    return lines + sources + _wrap(answer.note, "")


def _lines_of_criteria(answer: Answer, citing: _Citing) -> list[str]:
    """The criteria of a trial, each with its verdict, and below it why and its words."""
    known = {citation.key: citation for citation in answer.citations}
    lines = []
    for each in in_reading_order(answer.criteria):
        lines += _wrap(f"{each.name}: {verdict_words(each)}. {each.why}", "")
        lines += _wrap(f"“{criterion_words(each, known)}” {citing.marks((each.key,))}", "   ")
    return lines


def _gap_lines(ending: Abstention, citing: _Citing) -> list[str]:
    layout = gap_layout(ending)
    gap = ending.gap
    lines = ["", *_wrap(f"No answer: {gap.detail or gap.name}", "")]
    if gap.detail and gap.name not in gap.detail:
        lines += _wrap(missing_and_purpose(gap.name, gap.purpose), "")
    lines += [line for text in citing.limits(layout) for line in _wrap(text, "")]
    lines += _wrap(searched_line(gap.detail, ending.tried), "")
    return lines + citing.sources()


def _row_lines(row: OptionRow, citing: _Citing) -> list[str]:
    """A row of the table of options: the option, and below it a line for each cell."""
    known = {citation.key: citation for citation in citing.citations}
    lines = _wrap(f"{row.option} ({support_words(row, known)})".replace(" ()", ""), "")
    for name, title in CELLS.items():
        lines += _wrap(f"{title}: {DASH}", "   ") if row.is_emptied(name) else []
        for each in row.cell(name):
            lines += _wrap(f"{title}: {_sentence(cell_words(each), each, citing)}", "   ")
    return lines


def _sentence(words: str, sentence: Sentence, citing: _Citing) -> str:
    calculated = "  (calculated)" if sentence.basis == "calculation" else ""
    doubt = "" if sentence.verified else f"  (not verified: {sentence.problem})"
    return f"{words} {citing.marks(sentence.keys)}{calculated}{doubt}"


@dataclass(frozen=True, slots=True)
class _Citing:
    """The citations of an ending, numbered in their order, and the day of the question."""

    citations: tuple[Citation, ...]
    today: date | None

    def marks(self, keys: Sequence[str]) -> str:
        numbers = {citation.key: number for number, citation in enumerate(self.citations, 1)}
        return "".join(f"[{numbers[key]}]" for key in keys if key in numbers)

    def limits(self, layout: AnswerLayout) -> list[str]:
        """What stands below the sentences, each option that is none with its citations."""
        marks = [self.marks(each.keys) for each in (*layout.excluded, *layout.excluded_by_name)]
        lines = plain_limits(layout)
        marked = [f"{line} {mark}".rstrip() for line, mark in zip(lines, marks, strict=False)]
        return [*marked, *lines[len(marks) :]]

    def sources(self, *, in_one: bool = False) -> list[str]:
        """The list of sources, empty without one. ``in_one``: a source once, with all its marks."""
        if not self.citations:
            return []
        marks: dict[str, str] = {}
        for number, citation in enumerate(self.citations, 1):
            source = _source(citation, self.today)
            key = source if in_one else f"{number} {source}"
            marks[key] = f"{marks.get(key, '')}[{number}]"
        told = [key if in_one else key.partition(" ")[2] for key in marks]
        lines = [f"{mark} {source}" for mark, source in zip(marks.values(), told, strict=True)]
        return ["", "Sources", *(each for line in lines for each in _wrap(line, ""))]


def _source(citation: Citation, today: date | None) -> str:
    where = citation.record if citation.kind == "digest" and citation.record else citation.url
    known = ". ".join(part for part in (citation.title, *source_words(citation), where) if part)
    return f"{known} ({'; '.join((citation.badge, *warning_words(citation, today)))})"


def _came_back(observation: Observation) -> str:
    match observation.outcome:
        case "data" | "empty":
            return observation.detail or ("Done." if observation.outcome == "data" else _NOTHING)
        case outcome:
            return f"{outcome}. {observation.detail}".strip()


def _wrap(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "   ")
