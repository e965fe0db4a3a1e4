"""Cumulative doses that a message tells: "had 300 mg/m2 doxorubicin already". Who tells one has had
the drug."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import FoundValue, Therapy
from names.patterns.filtered import filtered_pattern

_AMOUNT = filtered_pattern(
    r"(?i)(?<![\w.,/-])(?P<amount>\d{2,5}(?:[.,]\d{1,2})?)\s?"
    r"(?P<unit>mg\s?/\s?(?:m2|m²|m\^2|sqm|kg)|mg|g\s?/\s?m2)(?![\w/])"
)
_SUMMED = re.compile(
    r"(?i)\b(?:cumulative(?:ly)?|cumul\.|life-?time|life-?long|total(?:ling)?|altogether"
    r"|(?-i:[Ii]n all)|so far|to date|already|until now|up to now)\b"
)
"""Words for the sum of all doses."""
_PER_CYCLE = re.compile(
    r"(?i)\b(?:bid|b\.i\.d|tid|qd|od|daily|weekly|per (?:cycle|dose|day|week)|twice|once|every"
    r"|started|q\s?\d\w?|\d{1,2} cycles?|x\s?\d{1,2})\b"
)
"""Words for the amount of one dose: it is no sum."""
_CERTAIN = re.compile(r"(?i)\b(?:cumulative(?:ly)?|cumul\.|life-?time|life-?long)\b")
_RULE = re.compile(
    r"(?i)\b(?:max\w*|limits?|ceiling|threshold|exceed\w*|up to|beyond|target|aim\w*|recommended"
    r"|allowed|safe|plan\w*|would|will|what|risk|doses|above)\b"
)
"""Words for a dose that is a rule, or is to come."""
_END = re.compile(r"[.?!;\n](?=\s|$)")
REACH = 60
"""Characters around an amount in which such words and the drug stand. Chosen by hand: a clause."""


@dataclass(frozen=True, slots=True)
class CumulativeDose:
    """All that was had of a drug or a class, with the place of its words."""

    drugs: tuple[str, ...]
    classes: tuple[str, ...]
    amount: float
    unit: str
    start: int
    end: int


def cumulative_doses(text: str) -> tuple[CumulativeDose, ...]:
    """The cumulative doses of a text, in order."""
    agents = find_agents(text)
    found = []
    for match in _AMOUNT.finditer(text):
        first, last = _clause_around(text, *match.span())
        words = _SUMMED if "/" in match["unit"] else _CERTAIN
        near = [each for each in agents if first <= each.start and each.end <= last]
        own = _to_next_amount(text, match, last)
        is_one = _PER_CYCLE.search(text, first, own) and not _CERTAIN.search(text, first, last)
        if near and not is_one and words.search(text, first, last):
            drug = min(near, key=lambda each: (not each.drugs, _distance(each, match)))
            amount = float(match["amount"].replace(",", "."))
            start, end = min(drug.start, match.start()), max(drug.end, match.end())
            found.append(
                CumulativeDose(drug.drugs, drug.classes, amount, match["unit"], start, end)
            )
    return tuple(found)


def _clause_around(text: str, start: int, end: int) -> tuple[int, int]:
    first, last = max(0, start - REACH), min(len(text), end + REACH)
    ends = [each.end() for each in _END.finditer(text, first, start)]
    stop = _END.search(text, end, last)
    return (ends[-1] if ends else first), (stop.start() if stop else last)


def _to_next_amount(text: str, match: re.Match[str], last: int) -> int:
    """The end of the words on one amount: "480 mg/m2 so far, 75 mg/m2 x 2 planned" tells two."""
    following = next((e.start() for e in _AMOUNT.finditer(text) if e.start() >= match.end()), last)
    return min(last, following)


def _distance(agent: Agent, match: re.Match[str]) -> int:
    return min(abs(agent.start - match.end()), abs(match.start() - agent.end))


def treatments_of_cumulative_doses(text: str, found: Iterable[FoundValue]) -> Iterator[FoundValue]:
    """The drugs whose cumulative dose a text tells, each as one that was had, if nothing else says
    how it went."""
    read = {drug for each in found if isinstance(each.value, Therapy) for drug in each.value.drugs}
    for dose in cumulative_doses(text):
        first, last = _clause_around(text, dose.start, dose.end)
        if dose.drugs and read.isdisjoint(dose.drugs) and not _RULE.search(text, first, last):
            yield FoundValue(Therapy(drugs=dose.drugs), dose.start, dose.end)
