"""Whether the values of two arms have changed places. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.arms.results import ONE_ARM, TwoArms, arm_names, plain, results_of
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence

_ARM_BEFORE = re.compile(
    r"(?:^|[,;] (?:and |but |while )?)(?:with|on|in|for|under|after) (?P<arm>[^,;:()]{3,120}?)"
    r" (?:was|were|reached|had|gave) (?P<value>\d{1,4}(?:\.\d{1,3})?)(?!\d)"
)
_ARM_AS_SUBJECT = re.compile(
    r"^(?:in [a-z0-9-]{2,24},? )?(?P<arm>(?:(?!\b(?:over|than|versus|compared)\b)[^,;:()\d])"
    r"{4,80}?) (?:had|reached|gave|held|achieved|showed|kept|led to|attained)"
    r" (?:(?!\b(?:over|than|versus|compared|more|longer|additional|by)\b)[^,;:()\d]){2,80}?"
    r" (?P<value>\d{1,4}\.\d{1,3})(?!\d)"
)
"""An arm at the start, and a value with a fraction: "the taxane arm had a PFS of 26.9 months"."""
_SECOND = re.compile(
    r"\d ?(?:%|months?|weeks?|days?|years?)?(?: \([^()]{0,60}\))?,? (?:versus|vs|against|and|or|to"
    r"|compared (?:with|to))(?: [a-z]{1,12})? $"
)
"""What stands before the second number of a pair, whose arm may be that of the first."""
REACH = 100
"""Characters before a number in which its arm may stand. Chosen by hand: a clause."""
PAIR = 2


def problem_with_arms(claim: CitedSentence) -> str:
    """Whether a value of one arm stands in it as that of the other."""
    told = [each for quote in claim.quotes() for each in results_of(quote)]
    for said in results_of(claim.sentence):
        fits = [_fit(said, each) for each in told if _has_values(each, said)]
        if fits and max(fits) < 0:
            return f"{said.one} and {said.other} stand beside each other's arm in it."
    for value, arm in _single(claim.sentence):
        fits = [_fit_of_one(value, arm, each) for each in told if value in (each.one, each.other)]
        if fits and max(fits) < 0:
            return f"{value} stands beside another arm in the cited quotes."
    return ""


def confirmed_values(claim: CitedSentence) -> frozenset[str]:
    """The values that stand beside their arm, where a quote has those of two arms and no others of
    their unit."""
    told = [r for quote in claim.quotes() for r in results_of(quote) if _is_alone(r, quote)]
    confirmed: set[str] = set()
    for said in results_of(claim.sentence):
        fitting = [e for e in told if _has_values(e, said) and _fit(said, e) > 0]
        if any(_is_of_measure(claim, each) for each in fitting):
            confirmed |= {said.one, said.other}
    for value, arm in _single(claim.sentence):
        fitting = [e for e in told if value in (e.one, e.other) and _fit_of_one(value, arm, e) > 0]
        if any(_is_of_measure(claim, each) for each in fitting):
            confirmed.add(value)
    return frozenset(confirmed)


def _is_alone(result: TwoArms, quote: CanonicalText) -> bool:
    values = [f for f in quote.figures if plain(f.value) == result.one and not f.is_bound]
    unit = values[0].unit if values else ""
    same = {f.value for f in quote.figures if f.unit == unit and not f.is_bound}
    return bool(unit) and len(same) == PAIR


def _is_of_measure(claim: CitedSentence, told: TwoArms) -> bool:
    """Whether the sentence names the measure of a result, or none."""
    said = frozenset().union(*(each.measure for each in results_of(claim.sentence)))
    return not told.measure or not said or bool(said & told.measure)


def _single(text: CanonicalText) -> Iterator[tuple[str, frozenset[str]]]:
    """Each value with the words on its arm, behind it or before."""
    for pattern in (ONE_ARM, _ARM_BEFORE, _ARM_AS_SUBJECT):
        for found in pattern.finditer(text.words):
            at = found.start("value")
            if pattern is ONE_ARM and _SECOND.search(text.words[max(0, at - REACH) : at]):
                continue
            yield plain(found["value"]), arm_names(found["arm"])


def _has_values(told: TwoArms, said: TwoArms) -> bool:
    return {told.one, told.other} == {said.one, said.other} and told.one != told.other


def _fit(said: TwoArms, told: TwoArms) -> int:
    """How many more words of the arms of a sentence are those of the quote's arm with that value
    than of the other."""
    first, second = told.own_first, told.own_second
    if said.one != told.one:
        first, second = second, first
    own = len(said.first & first) + len(said.second & second)
    return own - len(said.first & second) - len(said.second & first)


def _fit_of_one(value: str, arm: frozenset[str], told: TwoArms) -> int:
    """The same of one value: an arm that lacks what only the other has is "trastuzumab" beside
    "trastuzumab emtansine"."""
    if told.one == told.other:
        return 0
    own, rival = told.own_first, told.own_second
    whole, other = told.first, told.second
    if value != told.one:
        own, rival, whole, other = rival, own, other, whole
    fit = len(arm & own) - len(arm & rival)
    if fit or arm & own:
        return fit
    if not own and arm & whole:
        return 1
    return -1 if not rival and arm & other else 0
