"""Numbers of one unit in a quote, each with the words of its own cell: "neutropenia in 54% on A,
leucopenia in 19%". Pure.

A quote that gives several numbers of one unit is a table in words. A number may not stand in a
sentence under the words of another cell, while its own are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agents.checking.support.arms.places import confirmed_values
from agents.checking.support.numbers.arithmetic import keeps_bound
from agents.checking.support.numbers.equality import same_value
from agents.checking.support.reading.arms_of_pairs import pairs_with_arms
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import BOUNDS, COUNT, LabelledNumber
from agents.checking.support.reading.words import endpoints_as_one, is_neutral, stems_of

_CUTS = tuple(
    re.compile(each)
    for each in (
        r";|\.(?= )",
        r",(?! ?(?:\d|respectively))",
        r"\b(?:versus|vs|against|compared (?:with|to)|while|whereas|but)\b",
        r"\b(?:and|or)\b",
    )
)
"""What may part two cells, the clearest first."""
_COMPARES = re.compile(
    r"\b(?:than|versus|vs|against|compared|differ\w*|respectively|similar|consistent|while|whereas"
    r"|both|twice|times|like|doubl\w*|half|tripl\w*|third)\b"
)
_POINT_IN_TIME = re.compile(r"\b(?:at|after|within|by|until|over|during|for)(?: [a-z]+)? ?$")
_CONTRASTS = stems_of(
    "alone high low higher lower first second third fourth early late earlier later not mild"
    " moderate severe single placebo chemotherapy combination partial complete local positive"
    " naive pretreated untreated weakly strongly"
    " negative based free"
)
_GENERIC = stems_of(
    "reported given included occurred observed responders response responses responded survival"
    " progression death risk hazard ratio interval confidence ci rate rates"
)
_CLAUSE = re.compile(
    r"[,;:](?= )|\.(?= )|\b(?:and|while|whereas|but|versus|vs|against|consistent|similar|as in"
    r"|than)\b"
)
_GROUPS = ("receptor", "menopause", "instability", "phenotype", "origin", "stage", "class")
_NUMBER = re.compile(r"\d")
_EITHER = re.compile(r"\d{1,4} or ")
_RATIO, _P = "ratio", "p"
_P_VALUE = re.compile(r"\bp(?: value)?[ (=<>≤-]{1,4}$")
_PEOPLE = ("patient", "", COUNT)
MOST_CELLS = 12
"""Numbers of one unit that are read as cells. Chosen by hand: a long sentence has ten."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A number with the words between its cuts."""

    figure: LabelledNumber
    figures: tuple[LabelledNumber, ...]
    """All numbers between its cuts."""
    start: int
    end: int
    words: frozenset[str]


def problem_with_cells(claim: CitedSentence) -> str:
    """The first number of the sentence that stands under the words of another cell."""
    text = claim.sentence.words
    figures = [f for f in claim.sentence.figures if not f.is_bound and f.number is not None]
    asked = {each.value for each in claim.asked.figures} | confirmed_values(claim)
    figures = [f for f in figures if _is_in_table(f, text) and f.value not in asked]
    for figure in _with_bounded(figures, claim):
        told = [(quote, cells) for quote in claim.quotes() for cells in _tables(quote, figure)]
        held = [(cells, _cells_holding(cells, figure)) for _, cells in told]
        # A number that a quote has twice may be either.
        if any(
            own and all(_is_of_rival(figure, cells, cell, claim) for cell in own)
            for cells, own in held
        ):
            return f"{figure.value} stands beside something else in the cited quotes."
    return ""


def _with_bounded(
    figures: Sequence[LabelledNumber], claim: CitedSentence
) -> Iterator[LabelledNumber]:
    """The numbers, and for "more than half" the only share of the quotes that is more; "well over
    200" is no cell's number."""
    shares = [f for q in claim.quotes() for f in q.figures if f.unit == "%" and not f.is_bound]
    for figure in figures:
        if figure.sign not in BOUNDS:
            yield figure
            continue
        plain = [f for f in shares if f.number is not None and not f.sign]
        within = [f for f in plain if keeps_bound(figure, f.number or 0)]
        beyond = len({f.value for f in shares}) > 1 and len({f.value for f in within}) == 1
        if figure.unit == "%" and beyond:
            yield replace(figure, value=within[0].value, sign="")


def problem_with_group(claim: CitedSentence) -> str:
    """Whether a number stands beside another state of the disease than in every quote that has it:
    "153 patients with HER2-low disease" of "153 patients with HER2-ultralow disease"."""
    for figure in claim.sentence.figures:
        said = _groups_beside(claim.sentence, figure)
        told = [
            _groups_beside(quote, each)
            for quote in claim.quotes()
            for each in quote.figures
            if not each.is_bound and same_value(figure, each) and each.unit in _units(figure)
        ]
        if figure.is_bound or not figure.unit or not told:
            continue
        for family, names in said.items():
            others = [each.get(family, frozenset()) for each in told]
            if len(names) == 1 and all(len(o) == 1 and not o & names for o in others):
                return f"{figure.value} is of another group in the cited quotes."
    return ""


def _groups_beside(text: CanonicalText, figure: LabelledNumber) -> dict[str, frozenset[str]]:
    """The states that the clause of a number names, by family."""
    cuts = [0, *(m.end() for m in _CLAUSE.finditer(text.words)), len(text.words)]
    start = max(cut for cut in cuts if cut <= figure.place)
    end = min(cut for cut in cuts if cut > figure.place)
    found: dict[str, frozenset[str]] = {}
    for spoken in text.concepts:
        if spoken.concept.family in _GROUPS and start <= spoken.start < end:
            known = found.get(spoken.concept.family, frozenset())
            found[spoken.concept.family] = known | spoken.concept.supported_by
    return found


def _tables(quote: CanonicalText, figure: LabelledNumber) -> Iterator[list[_Cell]]:
    own = _units(figure)
    if any(same_value(figure, each) and _class_of(each, quote) in own for each in quote.figures):
        # A single share in brackets is of the count before it.
        yield _cells(quote, own) or (_cells(quote, _PEOPLE) if figure.unit == "%" else [])
    for pair in pairs_with_arms(quote.figures, quote.words):
        yield [_Cell(f, (f,), f.place, f.place, _telling_words(words)) for f, words in pair]


def _units(figure: LabelledNumber) -> tuple[str, ...]:
    if not figure.unit and "." in figure.value:
        return (_RATIO,)
    return _PEOPLE if figure.unit in _PEOPLE else (figure.unit,)


def _class_of(figure: LabelledNumber, text: CanonicalText) -> str:
    """The unit; a number without one and with a point is a ratio, unless it is a P value."""
    if figure.unit or "." not in figure.value:
        return figure.unit
    return _P if _P_VALUE.search(text.words[: figure.place]) else _RATIO


def _is_in_table(figure: LabelledNumber, text: str) -> bool:
    """Whether it may be read as a cell: no ratio or P value, and none of a pair in brackets."""
    if "." in figure.value and not figure.unit and _P_VALUE.search(text[: figure.place]):
        return False
    before, behind = text[: figure.place].rpartition("(")[2], text[figure.place :].partition(")")[0]
    in_brackets = ")" not in before and len(before) < figure.place and "(" not in behind
    return not (in_brackets and _NUMBER.search(before + behind.lstrip("0123456789.")))


def _cells_holding(cells: Sequence[_Cell], figure: LabelledNumber) -> list[_Cell]:
    return [
        cell
        for cell in cells
        if any(
            f.unit in (figure.unit, *_units(figure)) and same_value(figure, f) for f in cell.figures
        )
    ]


def _is_of_rival(
    figure: LabelledNumber, cells: Sequence[_Cell], own: _Cell, claim: CitedSentence
) -> bool:
    said = _words_on_number(figure, claim)
    values = {each.value for each in claim.sentence.figures}
    for rival in cells:
        if rival is own or rival.figure.value in values or _is_told_as_half(rival, own, claim):
            continue
        # Of which trial they are does not tell the numbers of one quote apart.
        trials = stems_of(" ".join(claim.sentence.trials))
        mine, strange = own.words - rival.words, rival.words - own.words - trials
        if not mine or not said & strange:
            continue
        if not said & (mine - _GENERIC) and (said & strange - _GENERIC):
            return True
        whole = strange <= said and not mine <= said
        if whole and not _COMPARES.search(claim.sentence.words):
            return True
    return False


def _is_told_as_half(rival: _Cell, own: _Cell, claim: CitedSentence) -> bool:
    """Whether the sentence has "half of them" for the 9 of 18 and 9."""
    numbers = own.figure.number, rival.figure.number
    half = any(f.unit == "%" and f.value == "50" for f in claim.sentence.figures)
    return half and None not in numbers and numbers[0] == 2 * (numbers[1] or 0)


def _words_on_number(figure: LabelledNumber, claim: CitedSentence) -> frozenset[str]:
    """The words of the sentence that are on a number: of its cell, where it has several."""
    for cell in _cells(claim.sentence, _units(figure)):
        if cell.figure is figure:
            return cell.words
    return _telling_words(claim.sentence.words)


def _cells(text: CanonicalText, units: Sequence[str]) -> list[_Cell]:
    """The cells of a text, in order; none where it has one number of the unit."""
    figures = [f for f in text.figures if _class_of(f, text) in units and not f.is_bound]
    figures = [f for f in figures if not _POINT_IN_TIME.search(text.words[: f.place])]
    figures.sort(key=lambda each: each.place)
    figures = [f for at, f in enumerate(figures) if not at or f.place > figures[at - 1].place]
    if not 1 < len(figures) <= MOST_CELLS:
        return []
    behind = _is_labelled_behind(text.words, figures[-1])
    cuts = [0]
    for one, other in pairwise(figures):
        cut = _cut(text.words, one.place + len(one.value), other.place, last=behind)
        if cut is None or _EITHER.fullmatch(text.words, one.place, other.place):
            return []  # "a score of 4 or 5" is one cell
        cuts.append(cut)
    cuts.append(len(text.words))
    return [
        _Cell(
            figure,
            tuple(f for f in text.figures if start <= f.place < end and not f.is_bound),
            start,
            end,
            _telling_words(text.words[start:end]) | figure.arm,
        )
        for figure, (start, end) in zip(figures, pairwise(cuts), strict=True)
    ]


def _is_labelled_behind(text: str, last: LabelledNumber) -> bool:
    """Whether words on the last number stand behind it: "3.1 months with placebo"."""
    return bool(
        re.match(r"[\d.,]+ ?(?:%|[a-z/]+)? (?:with|in|of|on|for|among)\b", text[last.place :])
    )


def _cut(text: str, start: int, end: int, *, last: bool) -> int | None:
    for pattern in _CUTS:
        found = [match.end() for match in pattern.finditer(text, start, end)]
        if found:
            return found[-1] if last else found[0]
    return None


def _telling_words(text: str) -> frozenset[str]:
    stems = stems_of(endpoints_as_one(text))
    return frozenset(
        s for s in stems if not s[0].isdigit() and (s in _CONTRASTS or not is_neutral(s))
    )
