"""Levels that no table knows as a measure: of a drug in the blood ("tacrolimus trough 18").

A row or an item that begins with a range is for values in it. Of another value it says nothing,
and a neighbouring row is a dose for somebody else."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from agents.matching.verdicts import Verdict, differs

_LEVEL = r"(?:levels?|troughs?|concentrations?|peaks?)"
_NUMBER = r"\d{1,6}(?:[.,]\d{1,3})?"
_UNIT = r"(?:(?:ng|µg|ug|mcg|mg|µmol|umol|nmol|mmol|U|IU)\s?/\s?(?:mL|ml|L|l|dL))"
_ASKED = re.compile(
    rf"(?i)\b{_LEVEL}\b(?: (?:of|is|was|at|now)| ?[:=])* ?(?P<number>{_NUMBER})(?!\d|[.,]\d)"
    rf"(?! ?(?:h\b|hours?|days?|weeks?)) ?(?P<unit>{_UNIT})?"
)
_BELOW = r"(?:below|less than|under|up to|at most|<=?|≤)"
_ABOVE = r"(?:above|more than|over|at least|from|>=?|≥)"
_RANGE = re.compile(
    rf"(?i)(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))? ?(?P<first>{_NUMBER})"
    rf"(?: ?(?:to|-|–) ?(?P<second>{_NUMBER}))? ?(?P<unit>{_UNIT})?"
)
_NAMED = re.compile(rf"(?i)\b{_LEVEL}\b")
_ITEM = re.compile(r"^[\s*•-]{0,4}([^:|]{1,40}): ")
_UNIT_IN = re.compile(rf"\(({_UNIT})\)|\bin ({_UNIT})")


@dataclass(frozen=True, slots=True)
class _Span:
    low: float
    high: float
    unit: str
    words: str


def judge_level(text: str, heading: str, asked: str) -> Verdict:
    """The verdict on a level: a row for a range of levels is for values in it. ``text``: of the
    statement with the head of its table; ``heading``: above it; ``asked``: the question."""
    rule = _rule_of(text, heading)
    if rule is None:
        return Verdict("level", "silent")
    found = [m for m in _ASKED.finditer(asked) if _same_unit(rule.unit, m["unit"] or "")]
    if not found:
        return Verdict("level", "silent", missing=f"a level {rule.words}")
    values = [float(match["number"].replace(",", ".")) for match in found]
    if any(_holds(rule, value) for value in values):
        return Verdict("level", "ok")
    here = " and ".join(match["number"] for match in found)
    return differs("level", f"is for a level {rule.words}", here)


def _holds(rule: _Span, value: float) -> bool:
    open_below = rule.words.lower().startswith(("below", "less", "under", "<"))
    open_above = rule.words.lower().startswith(("above", "more", "over", ">"))
    low = value > rule.low or (value == rule.low and not open_above)
    return low and (value < rule.high or (value == rule.high and not open_below))


def _rule_of(text: str, heading: str) -> _Span | None:
    """The range of levels that a row or an item begins with, where the head of its column, the
    heading or the item itself names a level."""
    cells = [each.strip() for each in text.split("|") if each.strip()]
    item = _ITEM.match(text)
    if item is None and len(cells) < 3:
        return None
    for place, cell in enumerate([item[1]] if item else cells):
        span = _span_of(_NAMED.sub("", cell).strip())
        if span is None:
            continue
        above = f"{heading} {'' if item else ' '.join(cells[:place])}"
        if not _NAMED.search(f"{above} {cell}"):
            return None
        unit = _UNIT_IN.search(above)
        known = (unit[1] or unit[2]) if unit else ""
        return _Span(span.low, span.high, span.unit or known, span.words)
    return None


def _span_of(cell: str) -> _Span | None:
    match = _RANGE.fullmatch(cell)
    if match is None or not (match["below"] or match["above"] or match["second"]):
        return None
    first = float(match["first"].replace(",", "."))
    if match["second"]:
        return _Span(first, float(match["second"].replace(",", ".")), match["unit"] or "", cell)
    if match["below"]:
        return _Span(-math.inf, first, match["unit"] or "", cell)
    return _Span(first, math.inf, match["unit"] or "", cell)


def _same_unit(one: str, other: str) -> bool:
    """Whether two units are one, as far as both are told."""
    plain = [each.lower().replace(" ", "").replace("ug", "µg") for each in (one, other)]
    return not all(plain) or plain[0] == plain[1]
