"""The units of numbers in a question and in a rule: how they are written, and a number of one in
another."""

from __future__ import annotations

import math
import re

from agents.calculators.inputs import BILIRUBIN, CALCIUM, CREATININE
from names.clinical.grammar.bounds import UNIT_BEHIND, unit_name

_PLAIN_UNIT = re.compile(
    r"\s{0,2}-?(?P<unit>hours?|hrs?|h\b|minutes?|mins?|(?:day|week|month|year)(?!s|\s?#?\d)|days"
    r"|weeks|months|years|d\b|wks?|points?|°C|° C|°F|mmHg|cm\b|kg\b|mg/m[²2]|mg\b|mL\b"
    r"|doses|cycles|episodes|(?<=\b1 )(?:dose|cycle|episode))",
    re.IGNORECASE,
)
"""One dose or cycle is "1 dose": in "clearance 35 dose?" the dose is asked for. A day or week with
a number behind it ("ANC 0.9 day 8") is no unit of the number before."""
_TIMES = {"h": "hour", "d": "day", "m": "minute", "w": "week", "y": "year"}
_COUNTED = 1000.0
"""Cells per µL in 10^9/L; also thousands."""
_OF_COUNTS = frozenset(("10^9/L", "/µL"))
LABORATORY = _OF_COUNTS | {"mg/dL", "g/dL", "g/L", "µmol/L", "mmol/L", "mEq/L", "U/L", "×ULN"}
"""Units of laboratory values: of one measure, a number in one of them says something of a rule in
another, even where nobody can tell what."""
_FACTORS: dict[tuple[str, str], float] = {
    ("/µL", "10^9/L"): 1 / _COUNTED,
    ("10^9/L", "/µL"): _COUNTED,
    ("g/L", "g/dL"): 0.1,
    ("g/dL", "g/L"): 10.0,
}
"""Units of a number and of the rule → what the number is multiplied by."""
_BY_SUBSTANCE = (("creatin", CREATININE), ("bilirub", BILIRUBIN), ("calcium", CALCIUM))
"""How the words of a measure begin, and the units of its substance."""
_IMPLAUSIBLE = 12
"""How many times as much as a rule speaks of a laboratory value without a unit is taken for one in
another unit. By hand: creatinine is 88 times as much in µmol/L as in mg/dL, bilirubin 17 times,
and values of 12 times a limit of the ward are rare."""
_FEW_CELLS = 30.0
"""Below it a count without a unit is in 10^9/L, not in cells per µL. Chosen by hand."""
_FEWEST = 10.0
"""Below it the number of cells can only be in 10^9/L: fewer per µL are not counted. By hand."""
_LOW_LIMIT = 20.0
"""Limits of leukocytes and neutrophils in 10^9/L are below it, those of platelets above."""
_MANY_CELLS = 100.0
_DENSE = 30.0
"""Grams of haemoglobin without a unit: more are per litre, fewer per decilitre."""
_DENSE_ALBUMIN = 8.0
"""The same of albumin. Chosen by hand, as the one above: far above what is seen per decilitre."""


def unit_behind(text: str, end: int) -> tuple[str, int]:
    """The unit behind a number, and where it ends; empty and ``end`` where there is none."""
    known = UNIT_BEHIND.match(text, end)
    plain = _PLAIN_UNIT.match(text, end)
    if plain and not (known and len(known["unit"]) > len(plain["unit"])):
        return _plain_unit(plain["unit"]), plain.end()
    return (unit_name(known["unit"]), known.end()) if known else ("", end)


def unit_in(words: str) -> str:
    """The unit that words above a number have in brackets or at their end."""
    for match in re.finditer(r"[(\[]([^()\[\]]{1,24})[)\]]|[,/] ?([^,()]{1,16})$", words):
        inner = (match[1] or match[2] or "").strip()
        told = UNIT_BEHIND.match(inner, 0) or UNIT_BEHIND.match(inner.removeprefix("x").strip(), 0)
        if told:
            return unit_name(told["unit"])
    return ""


def in_unit(
    number: float, unit: str, of_rule: str, edge: float, measure: frozenset[str]
) -> float | None:
    """A number in the unit of a rule; None where nobody can tell it. ``edge``: a limit of the rule;
    ``measure``: the words for what is measured. A number without unit is taken in the one that it
    can only have."""
    if not unit or (not of_rule and unit in _OF_COUNTS):
        return _bare(number, of_rule, edge, measure)
    if unit == of_rule or not of_rule or not {unit, of_rule} <= LABORATORY:
        return number
    if factor := _FACTORS.get((unit, of_rule)):
        return number * factor
    for begin, substance in _BY_SUBSTANCE:
        factors = {each.name: each.factor for each in substance.units}
        if {unit, of_rule} <= factors.keys() and any(word.startswith(begin) for word in measure):
            return number * factors[unit] / factors[of_rule]
    return None


def _bare(number: float, of_rule: str, edge: float, measure: frozenset[str]) -> float | None:
    if not math.isfinite(edge) or edge == 0:
        return number
    if of_rule in _OF_COUNTS or not of_rule:
        white = any(word.startswith(("leuk", "white", "wbc")) for word in measure)
        return number if white else _bare_count(number, of_rule, edge)
    if of_rule in ("g/dL", "g/L"):
        albumin = any(word.startswith("albumin") for word in measure)
        dense = number >= (_DENSE_ALBUMIN if albumin else _DENSE)
        return number if dense == (of_rule == "g/L") else number * (0.1 if dense else 10)
    doubtful = of_rule in LABORATORY and number > _IMPLAUSIBLE * edge
    low = of_rule == "µmol/L" and 0 < number < edge / _IMPLAUSIBLE
    return None if doubtful or low else number


def _bare_count(number: float, of_rule: str, edge: float) -> float | None:
    many = 10 * _COUNTED
    if edge >= many and number < _COUNTED:
        return number * _COUNTED
    if of_rule == "/µL" and number < _FEW_CELLS:
        # 2.5 is in 10^9/L; 20 may be 20 cells.
        return number if number == 0 else number * _COUNTED if number < _FEWEST else None
    if edge < _COUNTED and number >= many:
        return number / _COUNTED
    if of_rule == "10^9/L" and edge <= _LOW_LIMIT and number >= _MANY_CELLS:
        return number / _COUNTED
    return number


def _plain_unit(written: str) -> str:
    lower = written.lower()
    if (
        lower.startswith(("hour", "hr", "minute", "min", "day", "week", "wk", "year"))
        or lower in "hd"
    ):
        return _TIMES[lower[0]]
    return lower.rstrip("s")
