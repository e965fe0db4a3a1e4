"""A run as the one JSON object of the command line. Pure; scripts and evaluations rely on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from agents.endings.layout import PartLayout, whole_layout
from agents.endings.model_costs import spent_on
from agents.endings.plaintext import (
    plain_cautions,
    plain_gap,
    plain_limits,
    plain_removed,
    reply_lines,
)
from agents.endings.provenance import citations_of, question_day, source_words, warning_words
from agents.endings.standing import standing_of_run
from agents.endings.tables.criteria import HEADS, criterion_words, in_reading_order, verdict_words
from agents.endings.tables.options import (
    CELLS,
    DASH,
    OptionRow,
    cell_words,
    point_words,
    support_words,
)
from agents.facts.display.json_object import fact_object
from agents.turns import (
    Abstention,
    Answer,
    CalculatedValue,
    Citation,
    Ending,
    ExcludedOption,
    Failed,
    Gap,
    MissingFact,
    QuestionPart,
    Reply,
    Sentence,
    SentenceCell,
    Step,
    Stopped,
    View,
)
from agents.turns.criteria import JudgedCriterion

Json = dict[str, Any]


_NO_QUESTION = {
    "purpose": "something to look up",
    "missing": "fact",
    "name": "a clinical question",
}
"""The gap that small talk is told as."""


def result_object(view: View, seconds: float) -> Json:
    """The object that ``ask --json`` prints, for a run that has ended.

    ``sentences`` hold what is said as the answer and nothing else: an option that is none for this
    patient stands under ``excluded``, what was taken out because it is not verified under
    ``removed``. ``citations`` hold what ``sentences`` and ``excluded`` point at. All lists are
    there for every outcome."""
    answer = view.ending if isinstance(view.ending, Answer) else None
    matched = view.ending if isinstance(view.ending, Answer | Abstention) else None
    cited = citations_of(view)
    facts = (matched.facts if matched else ()) or view.sheet.facts
    return {
        "run_id": view.run_id,
        "question": view.question.text,
        "outcome": outcome_of(view.ending),
        "standing": standing_of_run(view, view.ending) if view.ending else "failed",
        "answer": markdown(answer, cited, question_day(view)) if answer else None,
        "sentences": [_sentence(each) for each in answer.sentences] if answer else [],
        "removed": [_removed_to_json(each) for each in answer.removed] if answer else [],
        "citations": [citation_object(each) for each in cited],
        "gap": _gap(view.ending),
        "failure": _failure(view.ending),
        "facts": [fact_object(fact) for fact in facts],
        "excluded": [_excluded_to_json(each) for each in matched.excluded] if matched else [],
        "criteria": [_criterion(each, answer.citations) for each in answer.criteria]
        if answer
        else [],
        "calculated": [_calculated_to_json(each) for each in answer.calculated] if answer else [],
        "missing": [_missing_to_json(each) for each in matched.missing] if matched else [],
        "unweighed": list(answer.unweighed) if answer else [],
        "unread": list(answer.unread) if answer else [],
        "parts": [_part(each) for each in answer.parts] if answer else [],
        "steps": [step_object(step) for step in view.all_steps],
        "usage": _usage(view),
        "seconds": round(seconds, 3),
    }


def outcome_of(ending: Ending | None) -> str:
    """The name of an ending. A run without one has failed to reach one.

    A reply to small talk is told as a gap, as it was before it had a name of its own: readers of
    this object know four outcomes."""
    match ending:
        case Answer():
            return "answer"
        case Abstention() | Reply():
            return "gap"
        case Stopped():
            return "stopped"
        case Failed() | None:
            return "failed"


def markdown(answer: Answer, citations: Sequence[Citation], today: date | None) -> str:
    """The answer as Markdown, with numbered citations and the sources below. ``today`` is the day
    of the question, by which a source is old."""
    numbers = {citation.key: n for n, citation in enumerate(citations, start=1)}
    layout = whole_layout(answer)
    parts = [f"⚠️ {text}" for text in plain_cautions(layout)]
    known = {citation.key: citation for citation in citations}
    for part in layout.parts:
        parts += _part_markdown(part, numbers, _table(part.rows, numbers, known))
    if answer.criteria:
        parts.append(_table_of_criteria(answer.criteria, numbers, known))
    if limits := plain_limits(layout):
        parts.append("\n".join(f"- {text}" for text in limits))
    parts += [text for text in (plain_removed(layout), answer.limited, answer.note) if text]
    if citations:
        parts.append("\n".join(_source(numbers[each.key], each, today) for each in citations))
    return "\n\n".join(parts)


def _part_markdown(part: PartLayout, numbers: Mapping[str, int], table: str) -> list[str]:
    """The bottom line, the table of options and a list of points; without a bottom line, the
    sentences one after the other."""
    headline = " ".join(_with_marks(sentence, numbers) for sentence in part.headline)
    points = [_with_marks(sentence, numbers) for sentence in part.points]
    said = "\n".join(f"- {point}" for point in points) if headline or table else " ".join(points)
    heading = f"**{part.number}. {part.question}**" if part.question else ""
    gap = f"Not answered: {plain_gap(part.gap)}" if part.gap else ""
    return [text for text in (heading, headline, table, said, gap, part.silence) if text]


def _table(
    rows: Sequence[OptionRow], numbers: Mapping[str, int], known: Mapping[str, Citation]
) -> str:
    """The options as a Markdown table; empty without any."""
    if not rows:
        return ""
    heads = ["Option", *CELLS.values(), "Source"]
    lines = [heads, ["---"] * len(heads)]
    for row in rows:
        cells = [_cells(row, name, numbers) for name in CELLS]
        lines.append([row.option, *cells, support_words(row, known)])
    return "\n".join(f"| {' | '.join(map(_in_cell, line))} |" for line in lines)


def _table_of_criteria(
    criteria: Sequence[JudgedCriterion],
    numbers: Mapping[str, int],
    known: Mapping[str, Citation],
) -> str:
    lines = [list(HEADS), ["---"] * len(HEADS)]
    for each in in_reading_order(criteria):
        words = f"“{criterion_words(each, known)}” [{numbers[each.key]}]"
        lines.append([each.name, verdict_words(each), each.why, words])
    return "\n".join(f"| {' | '.join(map(_in_cell, line))} |" for line in lines)


def _cells(row: OptionRow, name: SentenceCell, numbers: Mapping[str, int]) -> str:
    if row.is_emptied(name):
        return DASH
    return " ".join(_words_with_marks(cell_words(each), each, numbers) for each in row.cell(name))


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _with_marks(sentence: Sentence, numbers: Mapping[str, int]) -> str:
    return _words_with_marks(point_words(sentence), sentence, numbers)


def _words_with_marks(words: str, sentence: Sentence, numbers: Mapping[str, int]) -> str:
    marks = "".join(f"[{numbers[key]}]" for key in sentence.keys if key in numbers)
    text = f"{words} {marks}".strip()
    text = f"{text} *(calculated)*" if sentence.basis == "calculation" else text
    return text if sentence.verified else f"{text} *(not verified: {sentence.problem})*"


def _source(number: int, citation: Citation, today: date | None) -> str:
    title = f"[{citation.title}]({citation.url})" if citation.url else citation.title
    about = ", ".join(source_words(citation))
    badge = "; ".join((citation.badge, *warning_words(citation, today)))
    return f"{number}. {title} ({about}): “{citation.quote}” ({badge})"


def _sentence(sentence: Sentence) -> Json:
    return {
        "text": sentence.text,
        "citations": list(sentence.keys),
        "verified": sentence.verified,
        "role": sentence.role,
        "basis": sentence.basis,
        "part": sentence.part,
        "option": sentence.option,
        "cell": sentence.cell,
    }


def _removed_to_json(sentence: Sentence) -> Json:
    return {
        "text": sentence.text,
        "citations": list(sentence.keys),
        "problem": sentence.problem,
    }


def _excluded_to_json(excluded: ExcludedOption) -> Json:
    return {
        "option": excluded.option,
        "reason": excluded.reason,
        "citations": list(excluded.keys),
    }


def _criterion(judged: JudgedCriterion, citations: Sequence[Citation]) -> Json:
    """A criterion with the span of its words and the facts that it rests on."""
    cited = next(each for each in citations if each.key == judged.key)
    return {
        "trial": judged.criterion.trial,
        "side": judged.criterion.side,
        "number": judged.criterion.number,
        "verdict": judged.verdict,
        "effect": judged.effect,
        "why": judged.why,
        "citation": judged.key,
        "text": judged.criterion.words_of(cited.quote),
        "span": [cited.start + judged.criterion.skipped, cited.end],
        "facts": [fact_object(fact) for fact in judged.facts],
    }


def _calculated_to_json(calculated: CalculatedValue) -> Json:
    return {
        "name": calculated.name,
        "value": calculated.value,
        "unit": calculated.unit,
        "formula": calculated.formula,
        "inputs": [{"name": name, "value": value} for name, value in calculated.inputs],
    }


def _missing_to_json(missing: MissingFact) -> Json:
    return {"name": missing.name, "options": list(missing.options)}


def _part(part: QuestionPart) -> Json:
    return {
        "question": part.question,
        "outcome": "gap" if part.gap else "answer",
        "gap": _gap_object(part.gap) if part.gap else None,
    }


def citation_object(citation: Citation) -> Json:
    """A citation, as in the object of an ending."""
    return {
        "key": citation.key,
        "silo": citation.ref.silo,
        "document_id": citation.ref.id,
        "version": citation.ref.version,
        "title": citation.title,
        "url": citation.url,
        "quote": citation.quote,
        "start": citation.start,
        "end": citation.end,
        "page": citation.page,
        "badge": citation.badge,
        "kind": citation.kind,
        "record": citation.record,
        "jurisdiction": citation.jurisdiction,
        "as_of": citation.as_of,
        "currency": citation.currency,
    }


def _gap(ending: Ending | None) -> Json | None:
    if isinstance(ending, Reply):
        return {**_NO_QUESTION, "detail": "\n".join(reply_lines(ending))}
    return _gap_object(ending.gap) if isinstance(ending, Abstention) else None


def _failure(ending: Ending | None) -> Json | None:
    return {"error": ending.error, "reason": ending.reason} if isinstance(ending, Failed) else None


def _gap_object(gap: Gap) -> Json:
    return {
        "purpose": gap.purpose,
        "missing": gap.missing,
        "name": gap.name,
        "detail": gap.detail,
    }


def step_object(step: Step) -> Json:
    """A step, as in the object of an ending; it grows until all its tools have answered."""
    return {
        "seq": step.seq,
        "thought": step.thought.text,
        "actions": [
            {"tool": action.tool, "arguments": dict(action.arguments)}
            for action in step.thought.actions
        ],
        "observations": [
            {
                "tool": seen.tool,
                "outcome": seen.outcome,
                "detail": seen.detail,
                "insights": [finding.text for finding in seen.findings],
                "documents": [
                    {"silo": ref.silo, "document_id": ref.id, "version": ref.version}
                    for ref in seen.documents
                ],
            }
            for seen in step.observations
        ],
    }


def _usage(view: View) -> Json:
    spent = spent_on(view)
    return {
        "model": ", ".join(dict.fromkeys(usage.model for usage in view.usage)),
        "input_tokens": spent.given,
        "cached_tokens": spent.cached,
        "output_tokens": spent.written,
        "cost_usd": spent.cost_usd,
    }
