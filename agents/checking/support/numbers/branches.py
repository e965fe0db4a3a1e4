"""Rules with branches: the number of one branch under the limit of another. Pure.

"With 2.1 to 3.0 mg/dl 50% is given, above 3.0 mg/dl 25%" has two branches; "above 3.0 mg/dl 50%" is
made of both.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import combinations

from agents.checking.support.numbers.equality import same_value
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from names.recognise import recognise_passage

_BRANCH = re.compile(
    r"[;:] |, |\b(?:while|whereas|but|otherwise)\b|\.(?= |$)|\band(?= (?:\d|to \d|at \d|from \d"
    r"|above|below|under|over|with|in|for)\b)"
)
_PART = re.compile(
    r"[;:] |, (?:and |or |while |whereas |but )?|\.(?= |$)|\b(?:while|whereas|but|versus|against)\b"
    r"|(?<=mg |kg |m2 )(?:with|and|plus|or)\b"
)
_RATE = re.compile(r"\d{1,3} (?:year|month|week|day) (?:rates?|[a-z ]{0,30}surviv\w+|[a-z]{2,4}\b)")
_ITEM = re.compile(r"\bor\b|[()]")
"""Between two items of a list."""
MOST_FIGURES = 24
"""Numbers of a text that are held against each other. Chosen by hand."""


def problem_with_branches(claim: CitedSentence) -> str:
    """Whether two numbers of one clause stand in two branches of a quote, each of which has another
    number for the other's place."""
    own = [f for f in claim.sentence.figures if not f.is_bound][:MOST_FIGURES]
    if {"from", "to"} <= {figure.preposition for figure in own}:
        return ""  # a change over time stands in two branches
    for one, other in combinations(own, 2):
        if one.unit == other.unit or not _is_one_clause(claim.sentence, one, other):
            continue
        held = [q for q in claim.quotes() if _places(q, one) and _places(q, other)]
        if held and all(_is_mixed(quote, one, other) for quote in held):
            return f"{one.value} and {other.value} stand in two branches of the cited quotes."
    return ""


def problem_with_item(claim: CitedSentence) -> str:
    """Whether a number stands in a list beside another drug than in its quote: "niraparib for 2
    years" of "olaparib for 2 years, niraparib for 3 years"."""
    for figure in claim.sentence.figures[:MOST_FIGURES]:
        if figure.is_bound or not figure.unit:
            continue
        drugs = _drugs_of_part(claim.sentence, figure)
        held = [(quote, each) for quote in claim.quotes() for each in _places(quote, figure)]
        if len(drugs) != 1 or not held:
            continue
        if all(_is_of_other_item(quote, figure, each, drugs) for quote, each in held):
            return f"{figure.value} {figure.unit} stands beside another drug in the cited quotes."
    return ""


def _is_of_other_item(
    quote: CanonicalText, figure: LabelledNumber, held: LabelledNumber, drugs: frozenset[str]
) -> bool:
    own = _drugs_of_part(quote, held)
    rivals = [
        _drugs_of_part(quote, rival)
        for rival in quote.figures[:MOST_FIGURES]
        if rival.unit == figure.unit and rival.value != figure.value and not rival.is_bound
    ]
    return bool(own) and not own & drugs and drugs in rivals


def _drugs_of_part(text: CanonicalText, figure: LabelledNumber) -> frozenset[str]:
    """The drugs of the item of a list that a number stands in."""
    cuts = [0, *(match.end() for match in _PART.finditer(text.words)), len(text.words)]
    at = bisect_right(cuts, figure.place)
    part = text.words[cuts[at - 1] : cuts[min(at, len(cuts) - 1)]]
    if part.count("(") != part.count(")"):
        return frozenset()  # a list in brackets
    return recognise_passage(part).names("drug")


def _is_one_clause(text: CanonicalText, one: LabelledNumber, other: LabelledNumber) -> bool:
    first, second = sorted((one.place, other.place))
    return not (
        _BRANCH.search(text.words, first, second + 1) or _ITEM.search(text.words, first, second)
    )


def _places(quote: CanonicalText, figure: LabelledNumber) -> list[LabelledNumber]:
    return [
        each
        for each in quote.figures[:MOST_FIGURES]
        if not each.is_bound and each.unit == figure.unit and same_value(figure, each)
    ]


def _is_mixed(quote: CanonicalText, one: LabelledNumber, other: LabelledNumber) -> bool:
    cuts = [match.start() for match in _BRANCH.finditer(quote.words)]
    ones, others = ({_branch(cuts, f) for f in _places(quote, each)} for each in (one, other))
    if any(_heads_all(quote, each) for each in (one, other)):
        return False
    return not ones & others and any(
        _has_rival(quote, cuts, branch, other) and _has_rival(quote, cuts, second, one)
        for branch in ones
        for second in others
    )


def _heads_all(quote: CanonicalText, figure: LabelledNumber) -> bool:
    """Whether it says for the whole quote when something was: "the 5-year rates were …"."""
    held = _places(quote, figure)
    first = min((f.place for f in quote.figures if not f.is_bound), default=0)
    return len(held) == 1 and held[0].place == first and bool(_RATE.match(quote.words, first))


def _branch(cuts: Sequence[int], figure: LabelledNumber) -> int:
    return bisect_right(cuts, figure.place)


def _has_rival(
    quote: CanonicalText, cuts: Sequence[int], branch: int, figure: LabelledNumber
) -> bool:
    """Whether a branch has another number where this one stands in the sentence."""
    return any(
        rival.unit == figure.unit and rival.value != figure.value and not rival.is_bound
        for rival in quote.figures[:MOST_FIGURES]
        if _branch(cuts, rival) == branch
    )
