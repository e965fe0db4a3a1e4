"""The limits of numbers that a criterion names: ages, performance status, values of the laboratory.
Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from agents.eligibility.clauses import Clause, CriterionTerm, TermGroup
from agents.eligibility.rules import MeasuredRule, rules
from agents.turns.criteria import Side
from names.clinical.disease.performance_status import KARNOFSKY_TO_ECOG
from names.clinical.grammar.bounds import unit_name
from names.clinical.values import ClinicalValue, Condition, OrganFunction, Population, Tumour

WITHIN_YEAR = 0.5
WORST_ECOG = 5
EXACT = 4
"""Digits behind the point to which values of the laboratory are compared: ten times 0.28 is 2.8."""
_LEAST = re.compile(r"(?i)[≥>]|=>|at least|no less|greater|higher|more|above")
_INCLUDED = re.compile(r"(?i)[≥≤=]|at (?:least|most)|no (?:more|less)|equal")
_EITHER = re.compile(r"(?i),? (?:and/or|or) ")

Limits = tuple[Population | OrganFunction, ...]
"""A limit; several where the words leave open which of them is meant."""


def limits_in(text: str) -> Iterator[tuple[Limits, re.Match[str]]]:
    """Each limit that a pattern of the rules reads, with where it stands."""
    for name, patterns in rules().numbers.items():
        for pattern in patterns:
            for match in pattern.finditer(text):
                if name == "karnofsky":
                    yield _of_karnofsky(match), match
                elif (value := _population(name, match)) is not None:
                    yield (value,), match
    for name, rule in rules().measured.items():
        for match in rule.pattern.finditer(text):
            limit = _limit_of_value(name, rule, match)
            if limit is not None:
                yield (limit,), match


def _limit_of_value(name: str, rule: MeasuredRule, match: re.Match[str]) -> OrganFunction | None:
    """The limit in the unit in which values are compared; None in a unit that is not listed."""
    named = unit_name(match["unit"]) if match["unit"] else ""
    is_apart = named in rule.apart
    factor = 1.0 if is_apart else rule.units.get(named)
    if factor is None:
        return None
    number = round(float(match["number"].replace(",", "")) * factor, EXACT)
    is_least = _LEAST.match(match["sign"]) is not None
    is_open = not _INCLUDED.search(match["sign"])
    return OrganFunction(
        organ="chemistry",
        measure=name,
        unit=named if is_apart else rule.unit,
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


def _of_karnofsky(match: re.Match[str]) -> Limits:
    """The range of ECOG statuses that an index tells. An index of 80 lies within a status: whoever
    has that status may be in or out, so both ranges are given."""
    told = {each: int(value) for each, value in match.groupdict().items() if value}
    low = told["above"] + 10 if "above" in told else told.get("low")
    high = told["below"] - 10 if "below" in told else told.get("high")
    last = first = None
    for highest, lowest, ecog in KARNOFSKY_TO_ECOG:
        if low is not None and lowest <= low <= highest:
            last = (ecog,) if low == lowest else (ecog - 1, ecog)
        if high is not None and lowest <= high <= highest:
            first = (ecog,) if high == highest else (ecog, ecog + 1)
    return tuple(
        Population(ecog_from=begin, ecog_to=end)
        for begin in first or (0,)
        for end in last or (WORST_ECOG,)
    )


def with_condition(text: str, side: Side, read: Callable[[str, Side], Clause]) -> Clause | None:
    """A limit with a wider one behind a condition: "ALT ≤ 2.5 × ULN, or ≤ 5 × ULN with liver
    metastases". Its parts are read by ``read``; None for any other text."""
    match = rules().conditional.fullmatch(text)
    signs = {match["sign"][0], match["wider"][0]} if match else set()
    if not match or signs - set("≤<" if side == "inclusion" else "≥>"):
        return None
    measure = match["measure"]
    told = [f"{measure} {match['usual']}", f"{measure} {match['other']}"]
    limits = [_only_term(read(each, side)) for each in told]
    conditions = _conditions(match["condition"], side, read)
    if not conditions or None in limits:
        return None
    usual, other = (each for each in limits if each is not None)
    if side == "inclusion":
        wider = (TermGroup((each, other), "all") for each in conditions)
        groups = (TermGroup((usual,), "all"), *wider)
    else:
        without = tuple(replace(each, is_denied=True) for each in conditions)
        groups = (TermGroup((other,), "all"), TermGroup((*without, usual), "all"))
    return Clause(groups, "any")


def of_some(text: str, side: Side, read: Callable[[str, Side], Clause]) -> Clause | None:
    """A limit that is asked only of who has, or has not, a condition: "if liver metastases are
    present, ALT ≤ 5 × ULN". Whoever is not meant keeps it; None for any other text."""
    matches = [each.fullmatch(text) for each in (*rules().only_with, rules().only_without)]
    for number, match in enumerate(matches):
        conditions = _conditions(match["condition"], side, read) if match else ()
        limit = _only_limit(read(match["limit"], side)) if match and conditions else None
        if limit is None:
            continue
        is_without = number == len(matches) - 1
        turned = (side == "inclusion") is not is_without
        terms = tuple(replace(each, is_denied=turned) for each in conditions)
        meant = TermGroup(terms, "all" if turned else "any")
        return Clause((meant, TermGroup((limit,), "all")), "any" if side == "inclusion" else "all")
    return None


def _only_term(clause: Clause) -> CriterionTerm | None:
    terms = [term for group in clause.groups for term in group.terms]
    return terms[0] if len(terms) == 1 and not (clause.unread or clause.is_narrowed) else None


def _only_limit(clause: Clause) -> CriterionTerm | None:
    """The one limit of a clause that holds nothing else: of a further one the words leave open
    whether it is asked of all."""
    term = _only_term(clause)
    if term is None or not all(isinstance(each, OrganFunction) for each in term.values):
        return None
    return term if len(term.values) == 1 or term.joint == "all" else None


def _conditions(
    text: str, side: Side, read: Callable[[str, Side], Clause]
) -> tuple[CriterionTerm, ...]:
    """The diseases of which one is meant: "liver or bone metastases" are two. None where one of
    them is not read."""
    parts = _EITHER.split(text)
    last = parts[-1].split()[-1]
    found = []
    for part in parts:
        term = _only_term(read(part, side)) or _only_term(read(f"{part} {last}", side))
        if term is None or term.is_denied or not all(_is_present(each) for each in term.values):
            return ()
        found.append(term)
    return tuple(found)


def _is_present(value: ClinicalValue) -> bool:
    return isinstance(value, Tumour | Condition) and value.polarity == "present"
