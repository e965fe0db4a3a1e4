"""Two values that have changed places: each stands under the words of the other. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from agents.checking.support.numbers.equality import same_value
from agents.checking.support.numbers.shares import COUNTS
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.negations import telling_words
from agents.checking.support.reading.words import stems_of
from names.recognise import recognise_passage

_CUT = re.compile(
    r";|\.(?= |$)|,(?!\d\d\d)(?: (?:and|but|while|whereas))?"
    r"|\b(?:versus|vs|against|compared (?:with|to)|while|whereas|but|and)\b"
)
_PAIR = re.compile(
    r"(?<![\d.,])[\d.,]+ ?(?:%|[a-z/]{1,8})?,? ?(?:versus|vs\.?|against|and|compared (?:with|to)) ?"
)
"""Between the numbers of a bare pair: what is on the one stands behind the other."""
_EACH_LABELLED = re.compile(
    r"(?<![\d.,])[\d.,]+ ?(?:%|[a-z/]{1,8}),? ?(?:against|compared (?:with|to)) [\d.,]+"
    r" ?(?:%|[a-z/]{1,8}) (?:for|with|on|in|under) [a-z]"
)
"""A pair of which the second has its own words: "at 36% compared with 2% for alpelisib"."""
_OF_WHOLE = re.compile(r"\d{1,6} (?:[a-z]+ )?(?:out )?of (?:the |all )?\d")
_OF = re.compile(r"\bof (?:the |all )?$")
_N_OF_M = re.compile(r"(?<![\d.,])(?P<part>\d{1,5}) of (?:the )?(?P<whole>\d{1,5})(?![\d.,%])")
_ARMS = frozenset(("placebo", "control", "observation", "chemotherapy", "surgery"))
PEOPLE = "people"
_CONTROLS = stems_of("placebo control observation chemotherapy surgery alone")
MOST_FIGURES = 16
"""Numbers of a text that are held against each other. Chosen by hand."""


def problem_with_exchanged_values(claim: CitedSentence) -> str:
    """Whether a quote has both values of a sentence, and each under what the other has there."""
    said = list(_cells(claim.sentence))
    for quote in claim.quotes():
        told = list(_cells(quote))
        arms = stems_of(" ".join(quote.drugs)) | _CONTROLS
        for one, other in combinations(said, 2):
            if _unit(one.figure) != _unit(other.figure) or one.figure.value == other.figure.value:
                continue
            first = [each for each in told if _is_same(one, each)]
            second = [each for each in told if _is_same(other, each)]
            if len(first) == len(second) == 1 and _is_exchanged(
                one, other, first[0], second[0], arms
            ):
                return f"{one.figure.value} and {other.figure.value} have changed places in it."
    return ""


def problem_with_part_of_other_arm(claim: CitedSentence) -> str:
    """Whether it gives to one arm the "46 of 62" of the other."""
    said = _parts_by_arm(claim.sentence.words)
    for quote in claim.quotes():
        told = _parts_by_arm(quote.words)
        for pair, drugs in said:
            own = [other for each, other in told if each == pair]
            if own and all(o and not o & drugs for o in own) and drugs in [o for _, o in told]:
                return f"{pair[0]} of {pair[1]} is of another arm in the cited quotes."
    return ""


def _parts_by_arm(text: str) -> list[tuple[tuple[str, str], frozenset[str]]]:
    """Each "46 of 62" with the arms that its part of the text names."""
    found = list(_N_OF_M.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    told = []
    for each, end in zip(found, ends, strict=False):
        behind = _CUT.split(text[each.end() : end])[0]
        arms = recognise_passage(behind).names("drug") | _ARMS & frozenset(behind.split())
        told.append(((each["part"], each["whole"]), arms))
    return [each for each in told if each[1]]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A number and the words between its cuts."""

    figure: LabelledNumber
    words: frozenset[str]


def _is_same(one: _Cell, other: _Cell) -> bool:
    return _unit(one.figure) == _unit(other.figure) and same_value(one.figure, other.figure)


def _unit(figure: LabelledNumber) -> str:
    """Its unit; people are counted with and without the word."""
    return PEOPLE if figure.unit in (*COUNTS, "") else figure.unit


def _is_exchanged(
    one: _Cell, other: _Cell, first: _Cell, second: _Cell, arms: frozenset[str]
) -> bool:
    """Whether the words by which both differ in the sentence are those of the other value in the
    quote; of the arms alone, where what is measured stands beside one of them only."""
    own, rival = one.words - other.words, other.words - one.words
    of_first, of_second = first.words - second.words, second.words - first.words
    if not (one.words & arms and other.words & arms) and not (
        first.words & arms and second.words & arms
    ):
        # "Nausea in 54% on A, fatigue in 19%": both are on A.
        own, rival, of_first, of_second = (e - arms for e in (own, rival, of_first, of_second))
    straight = own & of_first | rival & of_second
    crossed = own & of_second | rival & of_first
    if not own & of_second or not rival & of_first:
        return False
    return not straight or (bool(crossed & arms) and not straight & arms)


def _is_part(text: CanonicalText, figure: LabelledNumber) -> bool:
    """Whether it is the 127 of "127 of 1694"."""
    return bool(_OF_WHOLE.match(text.words, figure.place))


def _with_units(text: CanonicalText) -> Iterator[LabelledNumber]:
    """The numbers of a text; one with a fraction and no unit has that of the one before: "A reached
    5.6 months, B 4.2"."""
    before = ""
    for figure in sorted(text.figures, key=lambda each: each.place):
        if not figure.unit and "." in figure.value and not figure.is_bound and before:
            yield replace(figure, unit=before)
            continue
        before = figure.unit
        yield figure


def _cells(text: CanonicalText) -> Iterator[_Cell]:
    """The numbers of a text with the words of their part; none of a bare pair."""
    figures = [f for f in _with_units(text) if not f.is_bound and (f.unit or _is_part(text, f))]
    figures = sorted(figures[:MOST_FIGURES], key=lambda each: each.place)
    figures = [f for f in figures if not _OF.search(text.words[: f.place])]
    cuts = [0, *(m.end() for m in _CUT.finditer(text.words)), len(text.words)]
    paired = {
        each.place
        for pair in pairwise(figures)
        if _PAIR.fullmatch(text.words, pair[0].place, pair[1].place)
        and not _EACH_LABELLED.match(text.words, pair[0].place)
        for each in pair
    }
    for figure in figures:
        start = max(cut for cut in cuts if cut <= figure.place)
        end = min(cut for cut in cuts if cut > figure.place)
        alone = sum(start <= f.place < end and _unit(f) == _unit(figure) for f in figures) == 1
        if figure.place not in paired and alone:
            words = telling_words(text.words[start:end])
            earlier = max((cut for cut in cuts if cut < start), default=start)
            free = not any(earlier <= f.place < start for f in figures)
            # "Mainly on A, at 36%": what it is of stands in the part before.
            yield _Cell(
                figure, words or telling_words(text.words[earlier if free else start : end])
            )
