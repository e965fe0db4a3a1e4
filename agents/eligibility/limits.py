"""The limits of numbers that a criterion names: ages, performance status, values of the laboratory.
Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.eligibility.rules import MeasuredRule, rules
from names.clinical.grammar.bounds import unit_name
from names.clinical.values import OrganFunction, Population

WITHIN_YEAR = 0.5
WORST_ECOG = 5
EXACT = 4
"""Digits behind the point to which values of the laboratory are compared: ten times 0.28 is 2.8."""
_LEAST = re.compile(r"(?i)[≥>]|=>|at least|no less|greater|higher|more|above")
_INCLUDED = re.compile(r"(?i)[≥≤=]|at (?:least|most)|no (?:more|less)|equal")


def limits_in(text: str) -> Iterator[tuple[Population | OrganFunction, re.Match[str]]]:
    """Each limit that a pattern of the rules reads, with where it stands."""
    for name, patterns in rules().numbers.items():
        for pattern in patterns:
            for match in pattern.finditer(text):
                value = _population(name, match)
                if value is not None:
                    yield value, match
    for name, rule in rules().measured.items():
        for match in rule.pattern.finditer(text):
            limit = _limit_of_value(name, rule, match)
            if limit is not None:
                yield limit, match


def _limit_of_value(name: str, rule: MeasuredRule, match: re.Match[str]) -> OrganFunction | None:
    """The limit in the unit in which values are compared; None in a unit that is not listed."""
    factor = rule.units.get(unit_name(match["unit"]))
    if factor is None:
        return None
    number = round(float(match["number"].replace(",", "")) * factor, EXACT)
    is_least = _LEAST.match(match["sign"]) is not None
    is_open = not _INCLUDED.search(match["sign"])
    return OrganFunction(
        organ="chemistry",
        measure=name,
        unit=rule.unit,
        low=number if is_least else None,
        high=None if is_least else number,
        above=is_least and is_open,
        below=is_open and not is_least,
    )


def _population(name: str, match: re.Match[str]) -> Population | None:
    """The range that a pattern tells. Who is of the age itself that somebody has to be over may be
    meant or not, so that such a range begins within the year."""
    told = {each: int(value) for each, value in match.groupdict().items() if value}
    low, high = told.get("low"), told.get("high", told["below"] - 1 if "below" in told else None)
    if name == "ecog":
        low = told["above"] + 1 if "above" in told else low
        is_one = low is not None and "high" not in told and "least" not in match.groupdict()
        top = low if is_one and "above" not in told else WORST_ECOG
        return Population(ecog_from=low or 0, ecog_to=top if high is None else high)
    begin = told["above"] + WITHIN_YEAR if "above" in told else low
    if begin is None and high is None:
        return None
    return Population(age_from=begin, age_to=high)
