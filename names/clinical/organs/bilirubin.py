"""Bilirubin as a number: the ranges that a statement is for, and a value against them.

Labels give it in mg/dL or as a multiple of the laboratory's upper limit, which a value alone does
not tell. It is taken to lie within the usual ones, so that only what holds for all of them is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from names.clinical.grammar.bounds import Bounds, read_bounds
from names.clinical.organs.numbers import find_numbers
from names.clinical.values import Measurement, OrganFunction
from names.patterns.filtered import filtered_pattern
from names.tables.ward.measures import measure_pattern

BILIRUBIN = "bilirubin"
TRANSAMINASES = frozenset(("AST", "ALT"))
MICROMOL = 17.1
"""µmol/L in 1 mg/dL: the molar mass of bilirubin is 584.7 g/mol."""
RAISED = 1.2
"""mg/dL from which a value is held against limits: the lowest at which a label lowers a dose
(doxorubicin, epirubicin)."""
UPPER_LIMITS = (1.0, 1.3)
"""mg/dL: the lowest and the highest upper limit of normal in use. By hand."""
NAMED = filtered_pattern(measure_pattern(BILIRUBIN))
ABOVE_NORMAL = re.compile(
    r"(?i)\s{0,2}(?:levels? |is |of )?(?:>|above|exceeding|over|greater than|higher than) "
    r"?(?:the )?(?:ULN|upper limit of normal)\b"
)
FURTHER = re.compile(
    r"(?i)(?:,|;|\bor|\band|\bwith)\s(?=(?:above|over|>|greater than|more than)\s?\d)"
)
"""Before a further range of the same measure: ", above 3.0 mg/dl at 25%"."""


def function_of(value: object) -> OrganFunction | None:
    """The function of the liver that a raised bilirubin is, in mg/dL; None of anything else."""
    match value:
        case Measurement(name=name, value=number, unit=unit) if name == BILIRUBIN and number:
            level = {"mg/dL": number, "µmol/L": number / MICROMOL}.get(unit, 0.0)
        case _:
            return None
    return _function(round(level, 2), round(level, 2), "mg/dL") if level >= RAISED else None


def in_upper_limits(value: OrganFunction) -> tuple[OrganFunction, ...]:
    """A bilirubin, and one in mg/dL as the multiple of the upper limit that it is at least and at
    most, too."""
    if value.measure != BILIRUBIN or value.unit != "mg/dL":
        return (value,)
    lowest, highest = UPPER_LIMITS
    low = None if value.low is None else round(value.low / highest, 3)
    high = None if value.high is None else round(value.high / lowest, 3)
    return value, replace(value, low=low, high=high, unit="×ULN")


def with_bilirubin(rules: tuple[OrganFunction, ...], text: str) -> tuple[OrganFunction, ...]:
    """The rules of a statement on the liver with the ranges of bilirubin that its words give, in
    mg/dL or upper limits, and those of transaminases beside them ("bilirubin above the limit, or
    AST > 1.5 times"); as they are where they hold such or are of other organs."""
    if not any(r.organ == "hepatic" for r in rules) or any(r.measure == BILIRUBIN for r in rules):
        return rules
    ranges = tuple(dict.fromkeys(_ranges(text)))
    plain = OrganFunction(organ="hepatic")
    if not ranges:
        return rules
    kept = tuple(rule for rule in rules if rule != plain)
    return tuple(dict.fromkeys((*kept, *ranges, *_transaminases(text))))


def _transaminases(text: str) -> Iterator[OrganFunction]:
    for each in find_numbers(text):
        if isinstance(each.value, OrganFunction) and each.value.measure in TRANSAMINASES:
            yield each.value


def _ranges(text: str) -> Iterator[OrganFunction]:
    for match in NAMED.finditer(text):
        if ABOVE_NORMAL.match(text, match.end()):
            yield replace(_function(1.0, None, "×ULN"), above=True)
            continue
        bounds = read_bounds(text, match.end())
        if bounds is None or (first := _of(bounds)) is None:
            continue
        yield first
        for further in FURTHER.finditer(text, bounds.end):
            more = read_bounds(text, further.end(), lead=False)
            if more is not None and more.unit == bounds.unit and (found := _of(more)):
                yield found


def _of(bounds: Bounds) -> OrganFunction | None:
    scale = {"mg/dL": 1.0, "µmol/L": MICROMOL, "×ULN": 1.0}.get(bounds.unit)
    if scale is None:
        return None
    low, high = (None if n is None else round(n / scale, 2) for n in (bounds.low, bounds.high))
    unit = "×ULN" if bounds.unit == "×ULN" else "mg/dL"
    return replace(_function(low, high, unit), above=bounds.above, below=bounds.below)


def _function(low: float | None, high: float | None, unit: str) -> OrganFunction:
    return OrganFunction(organ="hepatic", low=low, high=high, unit=unit, measure=BILIRUBIN)
