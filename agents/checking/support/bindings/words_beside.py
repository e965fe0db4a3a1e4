"""Whether a number stands beside the words of another number of the quotes. Pure."""

from __future__ import annotations

import re
from functools import cached_property

from agents.checking.support.arms.places import confirmed_values
from agents.checking.support.numbers.equality import is_end_of_told_range
from agents.checking.support.numbers.meaning import (
    FROM_TO,
    MOST_FIGURES,
    Held,
    held_by_quotes,
    is_attribute,
    is_rounded_result,
    number_in_words,
)
from agents.checking.support.numbers.roles import (
    are_ends_of,
    changes_of,
    confirmed_places,
    is_of_another,
    is_of_first_arm,
)
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber

_PART_OF = re.compile(r"\d{1,5} (?:out )?of (?:the )?\d")
_COUNTED_EVENTS = re.compile(
    r"\d{1,5} (?:[a-z]+ ){0,3}(?:events?|deaths?|cases|recurrences|relapses)\b"
)
_TOTAL_OF = re.compile(r"\d (?:out )?of (?:the )?$")
VERSIONS = 3
"""A number without unit below it may be a ratio; others are versions, years. Chosen by hand."""


def problem_with_words_beside(claim: CitedSentence) -> str:
    """The first number of the sentence that stands beside the words of another one of the
    quotes."""
    if len(claim.sentence.figures) > MOST_FIGURES:
        return ""
    told = _Told(claim)
    for figure in claim.sentence.figures:
        held = held_by_quotes(figure, claim)
        if not held or _needs_no_role(figure, held, told):
            continue
        if not _may_be_bound(figure) and not _is_part_or_total(claim.sentence.words, figure):
            continue
        of_others = all(
            is_of_another(figure, each, claim) and not is_of_first_arm(figure, claim)
            for _, each in held
        )
        if of_others and not is_rounded_result(figure, held, claim):
            return f"{number_in_words(figure)} stands beside something else in the cited quotes."
    return ""


class _Told:
    """What every number of a sentence is held against, read once and for the first that asks:
    read for each, a sentence of fifty numbers took 17 s of the processor (measured)."""

    def __init__(self, claim: CitedSentence) -> None:
        self.claim = claim

    @cached_property
    def places(self) -> frozenset[int]:
        return confirmed_places(self.claim)

    @cached_property
    def values(self) -> frozenset[str]:
        return confirmed_values(self.claim)

    @cached_property
    def changes(self) -> frozenset[tuple[str, str]]:
        return changes_of(self.claim)


def _needs_no_role(figure: LabelledNumber, held: Held, told: _Told) -> bool:
    """Whether its words are confirmed by a pair, or say when or from where instead of of what."""
    claim = told.claim
    return (
        figure.place in told.places
        or figure.value in told.values
        or is_end_of_told_range(figure, claim)
        or _is_of_change(figure, claim)
        or any(
            are_ends_of(told.changes, *pair, claim)
            for other in claim.sentence.figures
            for pair in ((figure, other), (other, figure))
        )
        or _begins_a_change(figure, held)
        or _is_of_time_point(figure, held, claim)
    )


def _begins_a_change(figure: LabelledNumber, held: Held) -> bool:
    """Whether it is the first end of a change that the sentence makes of two arms of a quote."""
    return figure.preposition == "from" and all(each.preposition != "from" for _, each in held)


def _is_of_time_point(figure: LabelledNumber, held: Held, claim: CitedSentence) -> bool:
    """Whether it says of when a value is, here and in the quotes: "the 10-year risk"."""
    return is_attribute(claim.sentence.words, figure) and all(
        is_attribute(source.quote.words, each) for source, each in held
    )


def _is_part_or_total(text: str, figure: LabelledNumber) -> bool:
    """Whether it is one of the numbers of "18 of 31"."""
    before = text[max(0, figure.place - 10) : figure.place]
    counted = not figure.unit and _COUNTED_EVENTS.match(text, figure.place)
    return bool(_PART_OF.match(text, figure.place) or _TOTAL_OF.search(before) or counted)


def _may_be_bound(figure: LabelledNumber) -> bool:
    """Whether the words beside it tell what it is of: not those of a version, score or year."""
    if figure.is_bound or figure.unit:
        return not figure.is_bound
    own = "." in figure.value or "grade" in figure.label
    return own and figure.number is not None and 0 < figure.number < VERSIONS


def _is_of_change(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it and another number of the sentence are the ends of one change of a quote."""
    said = {f.value for f in claim.sentence.figures if f.unit == figure.unit}
    told = (m for q in claim.quotes() for m in FROM_TO.finditer(q.words))
    return any(
        figure.value in (m["first"], m["second"]) and said >= {m["first"], m["second"]}
        for m in told
    )
