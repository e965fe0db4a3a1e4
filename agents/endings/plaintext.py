"""Endings and gaps as plain text: for conversational memory and wherever there are no blocks."""

from __future__ import annotations

from agents.endings.layout import (
    AnswerLayout,
    calculated_line,
    excluded_line,
    gap_layout,
    missing_line,
    whole_layout,
)
from agents.turns import Abstention, Answer, Ending, Failed, Gap, Reply, Stopped

_MISSING = {
    "silo": "no silo holds it",
    "capability": "it is something this agent cannot do",
    "fact": "a fact is missing",
}


def why_missing(gap: Gap) -> str:
    """What kind of thing is missing, in plain words."""
    return _MISSING[gap.missing]


def plain_cautions(layout: AnswerLayout) -> list[str]:
    """What stands above the sentences of an answer: what they do not weigh."""
    return [f"Not weighed: {'; '.join(layout.not_weighed)}."] if layout.not_weighed else []


def plain_limits(layout: AnswerLayout) -> list[str]:
    """What stands below the sentences of an answer or a gap, a sentence each: what is not for this
    patient and why, what would change it, what was calculated, what was not found."""
    excluded = [*layout.excluded, *layout.excluded_by_name]
    lines = [f"Not for this patient: {excluded_line(each)}." for each in excluded]
    lines += [f"What would change it: {missing_line(each)}." for each in layout.missing]
    lines += [f"Calculated: {calculated_line(each)}." for each in layout.calculated]
    return lines + [f"Not found: {text}" for text in layout.not_found]


def plain_gap(gap: Gap) -> str:
    """Why it cannot be answered, in a sentence or two."""
    sentence = f"This cannot be answered from the sources: {gap.name} ({why_missing(gap)})."
    return f"{sentence} {gap.detail}".strip()


def plain_ending(ending: Ending) -> str:
    """How the run ended, as the next question's core will read it."""
    match ending:
        case Answer():
            return " ".join(_answer_lines(whole_layout(ending)))
        case Reply(text=text):
            return text
        case Abstention(gap=gap):
            return " ".join([plain_gap(gap), *plain_limits(gap_layout(ending))])
        case Stopped():
            return "The run was stopped before it reached an answer."
        case Failed(reason=reason):
            return reason


def _answer_lines(layout: AnswerLayout) -> list[str]:
    """What was verified, in the order in which it is read."""
    lines = plain_cautions(layout)
    for part in layout.parts:
        lines += [sentence.text for sentence in part.sentences if sentence.verified]
        lines += [f"Not answered: {part.question} {plain_gap(part.gap)}"] if part.gap else []
    return lines + plain_limits(layout)
