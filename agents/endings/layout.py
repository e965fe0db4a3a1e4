"""What of an answer is said at once, in which order, and what more there is. Pure.

First the bottom line, then the points, part by part; then what is not for this patient, what would
change the answer, what was calculated, and what was not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from agents.endings.tables.options import OptionRow, option_rows
from agents.turns import (
    Abstention,
    Answer,
    CalculatedValue,
    ExcludedOption,
    Gap,
    MissingFact,
    Sentence,
)
from agents.wording.answer_labels import label_of_refusal, tells_only_silence

MOST_WORDS = 120
"""Words of an answer that are said at once. Chosen by hand: about what the pane of a thread shows
without scrolling; all of it is a word away."""
MOST_HEADLINES = 2
MOST_POINTS = 4
"""Points of a part that are said at once; fewer when they are long. Chosen by hand."""
MOST_ROWS = 4
"""Rows of a table of options that are said at once. Chosen by hand: options are read beside each
other, and more do not fit on a screen."""
MOST_EXCLUDED = 3
"""Options not for this patient of which the reason is said at once; the others are named. Chosen by
hand, as the two above."""
MOST_NAMED = 5
"""Further options not for this patient that are named at once. Chosen by hand: one line."""


_JOINED = re.compile(r" (?:with|and|or) ")
"""Between the drugs of an option."""
NOTHING_FURTHER = "Nothing further was found than what stands above."
"""Of a question that is answered by what another one was answered with."""
ALL_REMOVED = "What was written on this did not hold against its sources and was removed."
ONLY_QUOTES = (
    "No sentence that was written held against its sources, so all were removed; these are the"
    " quotes they pointed at."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLayout:
    """What is said about one of the questions of a message."""

    number: int = 0
    """Of the question in the message, from 1; 0 when the message asks one thing."""
    question: str = ""
    """Empty when the message asks one thing."""
    gap: Gap | None = None
    headline: tuple[Sentence, ...] = ()
    rows: tuple[OptionRow, ...] = ()
    """The table of options; empty for a question that is no case."""
    points: tuple[Sentence, ...] = ()
    removed: tuple[Sentence, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return (*self.headline, *(s for row in self.rows for s in row.sentences), *self.points)

    @property
    def silence(self) -> str:
        """Why nothing is said of a question that has no gap; empty when something is."""
        if not self.question or self.sentences or self.gap is not None:
            return ""
        return ALL_REMOVED if self.removed else NOTHING_FURTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLayout:
    """An answer in the order in which it is read."""

    parts: tuple[PartLayout, ...] = ()
    excluded: tuple[ExcludedOption, ...] = ()
    excluded_by_name: tuple[ExcludedOption, ...] = ()
    """Further options that are none, of which only the name is said."""
    missing: tuple[MissingFact, ...] = ()
    unweighed: tuple[str, ...] = ()
    """Facts of the patient that nothing said speaks of."""
    unread: tuple[str, ...] = ()
    """Words of the question that were not understood."""
    calculated: tuple[CalculatedValue, ...] = ()
    not_found: tuple[str, ...] = ()
    removed: tuple[Sentence, ...] = ()
    """Sentences that are not said, because they are not verified."""
    only_quotes: bool = False
    """As of the answer."""

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(sentence for part in self.parts for sentence in part.sentences)

    @property
    def not_weighed(self) -> tuple[str, ...]:
        """What was said of the patient and the answer does not weigh, in words."""
        return (*self.unweighed, *(f"“{words}” (not understood)" for words in self.unread))

    @property
    def keys(self) -> frozenset[str]:
        """Keys of the citations that it points at."""
        said = [sentence.keys for sentence in self.sentences]
        return frozenset(key for keys in (*said, *(e.keys for e in self.excluded)) for key in keys)

    def __bool__(self) -> bool:
        return bool(self.sentences or self.excluded)


def whole_layout(answer: Answer) -> AnswerLayout:
    """All of an answer, nothing said twice."""
    parts = tuple(_parts(answer))
    gaps = [part.question for part in parts if part.gap]
    return AnswerLayout(
        parts=parts,
        excluded=tuple(
            each for each in answer.excluded if not _stands_in_answer(each, answer.sentences)
        ),
        missing=answer.missing,
        unweighed=answer.unweighed,
        unread=answer.unread,
        calculated=answer.calculated,
        not_found=tuple(line for line in answer.not_found if not any(gap in line for gap in gaps)),
        removed=answer.removed,
        only_quotes=answer.only_quotes,
    )


def short_layout(answer: Answer) -> AnswerLayout:
    """What is said at once: each bottom line, then as many points as fit into 120 words, at least
    one for a part without a bottom line. The reasons against an option go before further points,
    since nobody else gives them."""
    whole = whole_layout(answer)
    excluded = whole.excluded[:MOST_EXCLUDED]
    texts = [sentence.text for part in whole.parts for sentence in part.headline]
    texts += [excluded_line(each) for each in excluded]
    texts += [each.option for each in whole.excluded[MOST_EXCLUDED:][:MOST_NAMED]]
    texts += [missing_line(each) for each in whole.missing]
    texts += [*whole.unweighed, *whole.unread]
    texts += [calculated_line(each) for each in whole.calculated]
    texts += whole.not_found
    left = MOST_WORDS - _count(texts)
    parts = []
    for part in whole.parts:
        points = _sentences_that_fit(part, left)
        left -= _count(sentence.text for sentence in points)
        parts.append(replace(part, rows=part.rows[:MOST_ROWS], points=points))
    return AnswerLayout(
        parts=tuple(parts),
        excluded=excluded,
        excluded_by_name=whole.excluded[MOST_EXCLUDED:],
        missing=whole.missing,
        unweighed=whole.unweighed,
        unread=whole.unread,
        calculated=whole.calculated,
        not_found=whole.not_found,
        removed=whole.removed,
        only_quotes=whole.only_quotes,
    )


def gap_layout(gap: Abstention) -> AnswerLayout:
    """What stands below a gap: options that are none, and what would change it."""
    return AnswerLayout(
        excluded=gap.excluded[:MOST_EXCLUDED],
        excluded_by_name=gap.excluded[MOST_EXCLUDED:],
        missing=gap.missing,
    )


def rest_layout(ending: Answer | Abstention) -> AnswerLayout:
    """What is not said at once; false when that is nothing."""
    if isinstance(ending, Abstention):
        return AnswerLayout(excluded=gap_layout(ending).excluded_by_name)
    whole, short = whole_layout(ending), short_layout(ending)
    parts = (
        replace(
            part,
            gap=None,
            headline=(),
            rows=part.rows[len(shown.rows) :],
            points=part.points[len(shown.points) :],
            removed=(),
        )
        for part, shown in zip(whole.parts, short.parts, strict=True)
    )
    return AnswerLayout(
        parts=tuple(part for part in parts if part.sentences), excluded=short.excluded_by_name
    )


def label_of_option(excluded: ExcludedOption) -> str:
    """What stands before an option that is none, or not yet."""
    kept = excluded.is_to_check
    return label_of_refusal(tells_only_silence(excluded.reason) if kept is None else kept)


def excluded_line(excluded: ExcludedOption) -> str:
    """``olaparib (needs a BRCA variant; germline negative)``."""
    return f"{excluded.option} ({excluded.reason})" if excluded.reason else excluded.option


def excluded_names(excluded: Sequence[ExcludedOption]) -> str:
    """``olaparib, talazoparib and 3 more``: a few by name, the others counted."""
    names = list(dict.fromkeys(each.option for each in excluded))
    others = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {others} more" if others > 0 else "")


def missing_line(missing: MissingFact) -> str:
    """``HER2-low or HER2 0 (trastuzumab deruxtecan)``."""
    return f"{missing.name} ({', '.join(missing.options)})" if missing.options else missing.name


def calculated_line(calculated: CalculatedValue) -> str:
    """``creatinine clearance 44 mL/min (Cockcroft–Gault: age 70 years, weight 60 kg)``."""
    inputs = ", ".join(f"{name} {value}" for name, value in calculated.inputs)
    how = ": ".join(part for part in (calculated.formula, inputs) if part)
    value = f"{calculated.name} {calculated.value:g} {calculated.unit}".rstrip()
    return f"{value} ({how})" if how else value


def removed_line(removed: Sequence[Sentence]) -> str:
    """``2 sentences that do not hold against the sources (why; why)``, each reason once; empty when
    nothing was removed."""
    if not removed:
        return ""
    many = "1 sentence that does" if len(removed) == 1 else f"{len(removed)} sentences that do"
    reasons = dict.fromkeys(why_unverified(each) for each in removed)
    return f"{many} not hold against the sources ({'; '.join(reasons)})"


def why_unverified(sentence: Sentence) -> str:
    """Why a sentence is not verified, without a full stop."""
    return (sentence.problem or "its sources do not show this").rstrip(".")


def _parts(answer: Answer) -> Iterable[PartLayout]:
    """One part for each question; sentences on what nobody asked outright come last."""
    if not answer.parts:
        yield _part(answer.sentences, answer.removed)
        return
    for number, part in enumerate(answer.parts, start=1):
        own = [sentence for sentence in answer.sentences if sentence.part == number - 1]
        gone = [sentence for sentence in answer.removed if sentence.part == number - 1]
        yield replace(_part(own, gone), number=number, question=part.question, gap=part.gap)
    others = [each for each in answer.sentences if each.part >= len(answer.parts)]
    gone = [each for each in answer.removed if each.part >= len(answer.parts)]
    if others or gone:
        yield _part(others, gone)


def _part(sentences: Sequence[Sentence], removed: Sequence[Sentence]) -> PartLayout:
    headline = [sentence for sentence in sentences if sentence.role == "headline"]
    points = [sentence for sentence in sentences if sentence.role not in ("headline", "row")]
    return PartLayout(
        headline=tuple(headline[:MOST_HEADLINES]),
        rows=option_rows(sentences, removed),
        points=(*headline[MOST_HEADLINES:], *points),
        removed=tuple(removed),
    )


def _sentences_that_fit(part: PartLayout, left: int) -> tuple[Sentence, ...]:
    shown: list[Sentence] = []
    for sentence in part.points[:MOST_POINTS]:
        words = _count([sentence.text])
        is_needed = not (part.headline or part.rows or shown)
        if words > left and not is_needed:
            break
        shown.append(sentence)
        left -= words
    return tuple(shown)


def _stands_in_answer(excluded: ExcludedOption, sentences: Sequence[Sentence]) -> bool:
    """Whether a sentence of the answer says already why an option is none, or that it is."""
    return any(
        sentence.basis == "matching"
        and excluded.option.lower() in sentence.text.lower()
        and excluded.reason.lower() in sentence.text.lower()
        for sentence in sentences
    ) or any(
        sentence.role == "not for"
        and sentence.verified
        and set(sentence.keys) & set(excluded.keys)
        and all(drug.lower() in sentence.text.lower() for drug in _JOINED.split(excluded.option))
        for sentence in sentences
    )


def _count(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)
