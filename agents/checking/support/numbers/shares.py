"""Shares in percent that follow from counts and from other shares. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations

from agents.checking.support.numbers.ratios import MOST_FIGURES
from agents.checking.support.reading.canonical import NUMBER_WORDS
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import COUNT, LabelledNumber

COUNTS = ("patient", "", COUNT)
TWO_ARMS = 2
SHARE_IN_WORDS = 1.0
"""Percentage points by which "about a quarter" may be off. Chosen by hand."""
HALF_OF_ONE = 0.5
"""People by which "three in 200" may be off: half of one, as rounding is."""
PARTS_SAID = (10, 20, 25, 100 / 3, 40, 50, 60, 200 / 3, 75, 80, 90)
"""Shares in percent that are said in words, "one in ten" to "nine in ten"."""
PART_OFF = 0.1
OFF_A_PART = 3.0
"""Percentage points by which such a share may be off. Chosen by hand: 36% is about a third, 37% is
not."""
_MORE = re.compile(r"\b(?:rais\w+|rose|rises?|increas\w+|higher|more|grew|gain\w*)\b")
_OF_WORDS = re.compile(
    r"\b(?P<some>one|two|three|four|five|six|seven|eight|nine) (?:out )?of (?:every )?"
    r"(?P<of>two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b"
)
_ONE_IN = re.compile(
    r"\b(?P<some>one) (?:in|out of|of) (?P<of>eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|eighteen|nineteen|twenty)\b"
)
_IN_ROUND = re.compile(
    r"\b(?P<some>\d{1,3}|one|two|three|four|five|six|seven|eight|nine)"
    r" (?:in|out of|of) (?P<of>[1-9]0{1,4}|50|200)\b(?!\.\d)"
)
_TIMES_THE_DOSE = re.compile(
    r"\b(?:twice|two times|double|three times|triple|[23] times?) (?:[a-z]+ ){1,3}?dos(?:e|age)\b"
    r"|\bdos(?:e|age) (?:is |are )?(?:twice|two times|three times) (?:as|the)\b"
)
_MULTIPLIED = {
    "2": re.compile(r"\bdoubl(?:e|es|ed|ing)\b"),
    "3": re.compile(r"\btripl(?:e|es|ed|ing)\b"),
}


def is_multiple_of_dose(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is the "twice" of "at twice its dose", which a quote calls doubled."""
    verb = _MULTIPLIED.get(figure.value)
    return (
        verb is not None
        and any(
            m.start() <= figure.place < m.end()
            for m in _TIMES_THE_DOSE.finditer(claim.sentence.words)
        )
        and any(verb.search(quote.words) for quote in claim.quotes())
    )


def is_share_in_words(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is part of "three of four patients", and a quote has that share."""
    text = claim.sentence.words
    found_in = (_OF_WORDS, _IN_ROUND, _ONE_IN)
    for found in (each for pattern in found_in for each in pattern.finditer(text)):
        if not found.start() <= figure.place < found.end():
            continue
        some, of = (_number(found[part]) for part in ("some", "of"))
        told = {f.number for quote in claim.quotes() for f in quote.figures if f.unit == "%"}
        told |= set(shares(claim))
        off = SHARE_IN_WORDS if found.re is _OF_WORDS else 100 * HALF_OF_ONE / of
        if found.re is _ONE_IN:
            off = 100 * HALF_OF_ONE / of / of  # nearer than to the next number
        return any(n is not None and abs(n - 100 * some / of) <= off for n in told)
    return False


def _number(text: str) -> float:
    return float(NUMBER_WORDS.get(text, text if text.isdigit() else "1"))


def shares_told(claim: CitedSentence) -> Iterator[float]:
    """All shares in percent that the quotes give, or that follow from their counts."""
    yield from shares(claim)
    for quote in claim.quotes():
        own = (f for f in quote.figures if f.unit == "%" and not f.is_bound)
        yield from (f.number for f in own if f.number is not None)


def shares(claim: CitedSentence) -> Iterator[float]:
    """Each count of a quote in percent of the largest, or of one that the sentence shows or that is
    of patients: "more than half of the patients" is said of no part of those who responded."""
    yield from _of_own_counts(claim)
    shown = {f.value for f in claim.sentence.figures}
    for quote in claim.quotes():
        own = [f for f in quote.figures if f.unit in COUNTS and f.value.isdigit()][:MOST_FIGURES]
        counts = [float(f.value) for f in own]
        wholes = {float(f.value) for f in own if f.value in shown or f.unit == "patient"}
        wholes.add(max(counts, default=0))
        exact = [100 * a / b for a, b in permutations(counts, 2) if a < b and b in wholes]
        yield from (*map(round, exact), *exact)
        yield from _of_sums(counts)
        arms = [f.number for f in quote.figures if f.unit == "patient" and f.number is not None]
        if len(arms) == TWO_ARMS:
            yield from (round(100 * arm / sum(arms)) for arm in arms if sum(arms))


def _of_sums(counts: list[float]) -> Iterator[float]:
    """Two counts together in percent of the largest: 4 and 11 of 34."""
    total = max(counts, default=0)
    parts = [count for count in counts if count < total]
    sums = {one + other for one, other in combinations(parts, 2)}
    parts = [count for count in parts if count not in sums]  # no part is counted twice
    for one, other in combinations(parts, 2):
        if one + other < total:
            yield round(100 * (one + other) / total)


def _of_own_counts(claim: CitedSentence) -> Iterator[float]:
    """The share that the sentence shows itself: "341 of 572", both of which stand in quotes."""
    told = {f.value for quote in claim.quotes() for f in quote.figures}
    own = [
        float(f.value)
        for f in claim.sentence.figures[:MOST_FIGURES]
        if f.unit in COUNTS and f.value.isdigit() and f.value in told
    ]
    yield from (round(100 * a / b) for a, b in permutations(own, 2) if a < b)


def sums_of_shares(claim: CitedSentence) -> Iterator[float]:
    """Sums of a quote's shares where they make up the whole: 38% are not wild type of 62%, 16% and
    22%."""
    for quote in claim.quotes():
        shares = [f.number for f in quote.figures if f.unit == "%" and not f.is_bound]
        known = [share for share in shares if share is not None][:MOST_FIGURES]
        if len(known) > 2 and abs(sum(known) - 100) <= SHARE_IN_WORDS:
            yield from (100 - share for share in known)


def beyond_whole(claim: CitedSentence) -> Iterator[float]:
    """What is more than the whole: an exposure of 136% is 36% more."""
    if _MORE.search(claim.sentence.words):
        for quote in claim.quotes():
            shares = (f.number for f in quote.figures if f.unit == "%" and not f.is_bound)
            yield from (share - 100 for share in shares if share is not None and share > 100)


def is_nearest_part(said: float, told: float) -> bool:
    """Whether no other part that one says, such as "a third", is as near to a share as this one."""
    nearest = min(PARTS_SAID, key=lambda part: abs(part - told))
    return abs(nearest - said) < PART_OFF and abs(said - told) <= OFF_A_PART
