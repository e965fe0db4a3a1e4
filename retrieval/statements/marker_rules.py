"""Markers that a text names together, as one rule with its bounds. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from names.clinical.values import Found, Marker, MarkerRule

_REACH = 24
"""Characters beside a marker in which its bound stands: ``(CPS) of at least 10`` has 12."""
_NUMBER = r"(\d{1,4}(?:\.\d{1,3})?)"
_AT_LEAST = re.compile(
    rf"(?:at least|or more than|not less than|no less than|minimum of|≥|>=|>)\s{{0,2}}{_NUMBER}"
    rf"|{_NUMBER}\s{{0,2}}%?\s{{0,2}}(?:or (?:more|higher|greater|above)|and (?:more|above))",
    re.IGNORECASE,
)
_BELOW = re.compile(
    rf"(?:less than|fewer than|lower than|below|under|<)\s{{0,2}}{_NUMBER}", re.IGNORECASE
)


def marker_rule(text: str, markers: Sequence[Found]) -> MarkerRule:
    """One rule of these markers of the text: any of them, with the bound of a measured number.

    "PD-L1 CPS at least 10" asks for a value of 10 or more. A number without such words is a bound
    from below as well: a source that names it as a requirement does not mean exactly that."""
    values = tuple(found.value for found in markers if isinstance(found.value, Marker))
    measured = next((value for value in values if value.value is not None), None)
    start = max(0, min(found.start for found in markers) - _REACH)
    beside = text[start : max(found.end for found in markers) + _REACH]
    unit = next((value.unit for value in values if value.unit), "")
    plain = tuple(dict.fromkeys(replace(value, value=None, unit="") for value in values))
    if not unit and measured is None:
        return MarkerRule(any_of=plain)
    below, at_least = _bound(_BELOW, beside), _bound(_AT_LEAST, beside)
    if below is None and at_least is None and measured is not None:
        at_least = measured.value
    return MarkerRule(any_of=plain, at_least=at_least, below=below, unit=unit)


def _bound(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    return float(next(group for group in found.groups() if group)) if found else None
