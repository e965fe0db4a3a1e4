"""Stretches of a sentence whose values are not asked of a patient. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.values import FoundValue, Setting
from retrieval.derivation.conditions.prior import BEFORE

_UNLESS = re.compile(r"(?i)\bunless\b[^.,;:]{0,90}")
_AROUND_SURGERY = frozenset(("adjuvant", "neoadjuvant"))
_RECURRENCE = re.compile(
    r"(?i)\b(?:recurr|relaps)\w{1,6}\b[^.;]{0,40}\b(?:during|on|after|completing"
    r"|within (?:\w{1,9} ){1,3}(?:of|after|from))\b(?: \w{1,12}){0,2}\s$"
)
"""Before the setting of the treatment during or after which a disease came back."""


def exempt_stretches(text: str) -> tuple[tuple[int, int], ...]:
    """Where a rule names whom it spares: "contraindicated in pregnancy unless used for advanced
    breast cancer"."""
    return tuple(found.span() for found in _UNLESS.finditer(text))


def lies_within(place: FoundValue, stretches: Sequence[tuple[int, int]]) -> bool:
    """Whether a value begins in one of these stretches."""
    return any(start <= place.start < end for start, end in stretches)


def is_of_recurrence(text: str, setting: Setting, place: FoundValue) -> bool:
    """Whether a setting only tells when the disease came back: "recurrence during adjuvant
    therapy" is advanced disease."""
    before = text[max(0, place.start - BEFORE) : place.start]
    return setting.name in _AROUND_SURGERY and bool(_RECURRENCE.search(before))
