"""Changes that a sentence computes of numbers that it or the thread shows, and limits that its own
number misses. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from agents.checking.support.numbers.ratios import MOST_FIGURES, told_ratios
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import BOUNDS, LabelledNumber, measure_alike

_CHANGES = re.compile(
    r"\b(?:long\w*|short\w*|gain\w*|differ\w*|more|less|fewer|higher|lower\w*|points?|improv\w*"
    r"|increas\w*|rais\w*|reduc\w*|cut|chang\w*|prolong\w*|extend\w*|rose|rises?|fell|fall\w*"
    r"|drop\w*|declin\w*|decreas\w*|loss|lost|smaller|greater|gap|apart|above|below|over)\b"
)
_TO_LIMIT = re.compile(
    r"\b(?:short of|away from|below|under|above|over|beyond|remain\w*|left|room|margin|until"
    r"|reach\w*)\b"
)
"""How far the patient's number is from a limit."""
_PART_OF = re.compile(r"% of (?:the |its |their |her |his )?(?:[a-z]+ )?(?:dose|value|time)\b")
_RISES = re.compile(r"\b(?:rais\w*|increas\w*|higher|rose|rises?|more|greater)\b")
_MEASURED = ("mg", "mg/m2", "mg/kg", "month", "week", "day", "year", "%", "g/dl", "mg/dl", "ml/min")
_MISSES = re.compile(
    r"\btoo (?:low|high|small|large|old|young|long|short|few|many|little)\b"
    r"|\b(?:does|do|did|would|will) not (?:meet|reach|fulfil|satisfy|qualify|suffice)\b"
    r"|\b(?:not|never) (?:high|low|large|small|old|young|long|short)? ?(?:enough|sufficient)\b"
    r"|\b(?:falls?|fell) (?:short|outside)|\b(?:is|are|lies?) (?:above|below|outside|beyond) (?:the"
    r"|this|that) (?:limit|threshold|cut ?off|minimum|maximum)\b"
)


def of_shown(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """Differences of two numbers that the sentence shows or the thread gives, where the sentence
    tells of a change: "fallen by 15 points to 47%" of a patient with 62% before."""
    if not figure.unit or not _CHANGES.search(claim.sentence.words):
        return
    asked = _numbers(claim.asked.figures, figure.unit)
    told = {n for quote in claim.quotes() for n in _numbers(quote.figures, figure.unit)} | set(
        asked
    )
    own = _numbers(claim.sentence.figures, figure.unit)
    shown = [number for number in own if number in told]
    if _TO_LIMIT.search(claim.sentence.words):
        limits = {n for q in claim.quotes() for n in _numbers(q.figures, figure.unit)}
        yield from (abs(limit - number) for limit in limits for number in asked)
    for known in (asked, shown):
        yield from (one - other for one, other in permutations(known, 2) if one > other)


def changes_in_percent(claim: CitedSentence) -> Iterator[float]:
    """What part of a number of a quote another of its unit is more or less: from 100 to 75 mg/m2 is
    a reduction of 25%."""
    if not _CHANGES.search(claim.sentence.words) and not _PART_OF.search(claim.sentence.words):
        return
    if _RISES.search(claim.sentence.words):
        yield from (100 * (ratio - 1) for ratio in told_ratios(claim) if ratio > 1)
    shown = {f.value for f in claim.sentence.figures}
    for quote in claim.quotes():
        for unit in _MEASURED:
            own = [f for f in quote.figures[:MOST_FIGURES] if f.unit == unit and not f.is_bound]
            if not _is_change(own):
                own = [f for f in own if f.value in shown]
            known = [f.number for f in own if f.number]
            yield from (abs(one - other) / one * 100 for one, other in permutations(known, 2))
            if _PART_OF.search(claim.sentence.words):
                yield from (100 * one / other for one, other in permutations(known, 2))


def _is_change(figures: Sequence[LabelledNumber]) -> bool:
    """Whether a quote goes from the one to the other of two numbers."""
    return [f.preposition for f in figures] == ["from", "to"]


def _numbers(figures: tuple[LabelledNumber, ...], unit: str) -> list[float]:
    found = (f.number for f in figures[:MOST_FIGURES] if f.unit == unit and not f.is_bound)
    return [number for number in found if number is not None]


def misses_limit(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether the sentence says that a number misses a limit, and it misses every limit that the
    quotes set for what it measures: "45% is too low" of "at least 50%"."""
    if figure.number is None or figure.sign or not _MISSES.search(claim.sentence.words):
        return False
    limits = [
        each
        for quote in claim.quotes()
        for each in quote.figures
        if each.sign in BOUNDS and not each.is_bound and measure_alike(each, figure)
    ]
    return bool(limits) and not any(
        BOUNDS[each.sign](figure.number, each.number or 0) for each in limits
    )
