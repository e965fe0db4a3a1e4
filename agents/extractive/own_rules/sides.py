"""The side of a number that is meant: "<30", "30 mL/min or less", "grade 3 or higher". Pure."""

from __future__ import annotations

import re

_SIGNS = (
    ("≥", r"≥|⩾|>\s?=|=>|at least|no less than|not less than|not (?:below|under)"),
    ("≤", r"≤|⩽|<\s?=|=<|at most|no more than|not more than|up to|not (?:above|over)"),
    (">", r">|greater than|more than|higher than|above|over|exceeding"),
    ("<", r"<|less than|lower than|fewer than|below|under"),
)
SIGN = "|".join(written for _, written in _SIGNS)
_BEFORE = re.compile(rf"(?i)(?<![a-z])(?P<sign>{SIGN})\s{{0,2}}$")
_READ = tuple((sign, re.compile(rf"(?i){written}")) for sign, written in _SIGNS)
LONGEST = 24
"""Characters before a number in which its sign stands. The longest sign has 13."""
TAIL = re.compile(
    r"(?i)\s?(?:or|and) (?:(?P<less>less|lower|below|under|fewer|younger|shorter)"
    r"|more|higher|above|over|greater|older|longer)\b"
)
"""A side that stands behind the unit: "9 points or more"."""
UPWARDS = ("higher", "above", "more", "greater", "worse", "over")


def sign_of(text: str, start: int, end: int, *, lasts: bool = False) -> str:
    """``<``, ``≤``, ``>`` or ``≥`` where a number with its unit, from ``start`` to ``end``, stands
    for all values on one side; else empty. ``lasts``: the unit is one of time, so that "over 30
    minutes" is how long something is given."""
    told = _BEFORE.search(text[max(0, start - LONGEST) : start])
    if told is not None:
        return "" if lasts and told["sign"].lower() == "over" else sign_named(told["sign"])
    tail = TAIL.match(text, end)
    if tail is None:
        return "≥" if text[end : end + 1] == "+" else ""
    return "≤" if tail["less"] else "≥"


def sign_named(written: str) -> str:
    """The sign that words or marks stand for; empty if they are none."""
    return next((sign for sign, way in _READ if way.fullmatch(written)), "")
