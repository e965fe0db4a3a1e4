"""Endings and gaps as plain text: for conversational memory and wherever there are no blocks."""

from __future__ import annotations

from agents.endings.layout import (
    ONLY_QUOTES,
    AnswerLayout,
    calculated_line,
    excluded_line,
    gap_layout,
    label_of_option,
    missing_line,
    removed_line,
    whole_layout,
    why_unverified,
)
from agents.endings.tables.criteria import criterion_line, in_reading_order
from agents.endings.tables.options import point_words
from agents.turns import Abstention, Answer, Ending, Failed, Gap, Reply, Sentence, Stopped
from agents.wording.answer_labels import NOT_FOUND, WOULD_CHANGE
from agents.wording.gaps import MISSING, cannot_be_answered

FOUND = "What had been found by then, not weighed for this patient:"


def why_missing(gap: Gap) -> str:
    """What kind of thing is missing, in plain words."""
    return MISSING[gap.missing]


def plain_cautions(layout: AnswerLayout) -> list[str]:
    """What stands above the sentences of an answer: what they do not weigh, and that they are
    quotes only."""
    lines = [f"Not weighed: {'; '.join(layout.not_weighed)}."] if layout.not_weighed else []
    return [*lines, ONLY_QUOTES] if layout.only_quotes else lines


def plain_limits(layout: AnswerLayout) -> list[str]:
    """What stands below the sentences of an answer or a gap, a sentence each: what is not for this
    patient and why, what would change it, what was calculated, what was not found."""
    excluded = [*layout.excluded, *layout.excluded_by_name]
    lines = [f"{label_of_option(each)}: {excluded_line(each)}." for each in excluded]
    lines += [f"{WOULD_CHANGE}: {missing_line(each)}." for each in layout.missing]
    lines += [f"Calculated: {calculated_line(each)}." for each in layout.calculated]
    return lines + [f"{NOT_FOUND}: {text}" for text in layout.not_found]


def plain_removed(layout: AnswerLayout) -> str:
    """How many sentences were removed and why; empty when none was."""
    line = removed_line(layout.removed)
    return f"Removed: {line}." if line else ""


def plain_gap(gap: Gap) -> str:
    """Why it cannot be answered, in a sentence or two."""
    return f"{cannot_be_answered(gap.name, gap.missing)} {gap.detail}".strip()


def reply_lines(reply: Reply) -> list[str]:
    """A reply with what it quotes, a line each."""
    quotes = [f"{each.name}: “{each.words}”" for each in reply.quotes]
    return [reply.text, *quotes, *([reply.end] if reply.end else [])]


def plain_ending(ending: Ending) -> str:
    """How the run ended, as the next question's core will read it."""
    match ending:
        case Answer():
            return " ".join([*_answer_lines(whole_layout(ending)), *criteria_lines(ending)])
        case Reply(text=text):
            return text
        case Abstention(gap=gap):
            return " ".join([plain_gap(gap), *plain_limits(gap_layout(ending))])
        case Stopped():
            return "The run was stopped before it reached an answer."
        case Failed():
            return " ".join([ending.reason, *found_lines(ending)])


def sure_sentences(ending: Ending) -> tuple[str, ...]:
    """Of what the run ended with, the sentences that every version tells as they are."""
    match ending:
        case Answer(sentences=sentences):
            candidates = [each.text for each in sentences]
        case Reply(text=text):
            candidates = [text]
        case Abstention(gap=gap):
            candidates = [gap.detail]
        case Failed(reason=reason):
            candidates = [reason]
        case Stopped():
            candidates = []
    told = plain_ending(ending)
    return tuple(each for each in candidates if each in told)


def found_lines(failed: Failed) -> list[str]:
    """What a run that failed had found, a line each; first that nobody has weighed it."""
    lines = []
    for finding in failed.found:
        titles = "; ".join(dict.fromkeys(each.title for each in finding.citations))
        lines.append(f"“{finding.text}” ({titles})")
    return [FOUND, *lines] if lines else []


def _answer_lines(layout: AnswerLayout) -> list[str]:
    """What was written, in the order in which it is read. What is not verified is marked, also
    where the thread does not show it: nothing is forgotten because of a false alarm."""
    lines = plain_cautions(layout)
    for part in layout.parts:
        lines += [_with_marks(sentence) for sentence in (*part.sentences, *part.removed)]
        lines += [f"Not answered: {part.question} {plain_gap(part.gap)}"] if part.gap else []
    return lines + plain_limits(layout)


def criteria_lines(answer: Answer) -> list[str]:
    """The criteria of a trial, a line each, without those that are open."""
    known = {citation.key: citation for citation in answer.citations}
    told = in_reading_order(answer.criteria)
    return [criterion_line(each, known) for each in told if each.effect != "open"]


def _with_marks(sentence: Sentence) -> str:
    words = point_words(sentence)
    return words if sentence.verified else f"(Not verified, {why_unverified(sentence)}: {words})"
