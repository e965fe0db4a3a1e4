"""Numbers that somebody asks for, aims at or expects, and that are no value of the patient:
"cisplatin needs CrCl 60", "goal LVEF 50%", "would be ECOG 1 without the fracture"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from names.clinical.values import FoundValue, Measurement, OrganFunction, Population

_BEFORE = re.compile(
    r"(?i)\b(?:needs?|requir(?:es?|ing)|requirement|must have|should have|would (?:be|have)"
    r"|could be|goal|target|cut-?off|threshold|limit|minimum|aim(?:s|ed|ing)?(?: for)?"
    r"|expect(?:s|ed|ing)?|hop(?:es?|ed|ing) for|anticipated|predicted"
    r"|(?:label|SmPC|protocol|guidelines?|trial|study|inclusion|exclusion|eligibility)"
    r"(?:\s(?:criteria|criterion))?\s?(?::|(?:says?|wants?|allows?|asks for|demands?|excludes?"
    r"|specifies"
    r"|states?|recommends?|mandates?)\b))(?:\s?:)?\s"
    r"(?:(?:an?|of|for|the|is|was|be|to|have|at least|above|over|her|his)\s){0,4}$"
)
_BEHIND = re.compile(
    r"(?i)\s(?:(?:or (?:more|above|better|higher))\s)?(?:(?:is|as|was)\s)?(?:(?:the|our|a)\s)?"
    r"(?:cut-?off|threshold|minimum|limit|requirement)\b"
    r"|\s(?:is|as) (?:the |our |a )?(?:target|goal)\b"
    r"|\s(?:(?:or (?:more|above|better|higher))\s)?(?:is\s)?(?:required|needed|necessary)"
    r"(?=\s?(?:[,.;:)?!]|$)|\sfor\b)"
)
_BESIDE = re.compile(
    r"(?i)\b(?:needs?|requires?|cut-?off|threshold|limit|minimum|target|goal)\b[^.;\n\d]{0,25}"
    r"\d{1,4}[^.;\n\d]{0,12}$"
)
_HEADED = re.compile(r"(?i)\b(?:inclusion|exclusion|eligibility)(?: criteria)?\s?:[^.;\n]{0,100}$")
"""Begins a list of what a trial asks for."""
_REACH = 45
"""Characters before a value that are looked at. Chosen by hand: four words."""


def without_required_values(found: Iterable[FoundValue], text: str) -> list[FoundValue]:
    """The values without the numbers that are only asked for or expected."""
    return [each for each in found if not (_is_number(each) and _is_required(each, text))]


def is_beside_requirement(text: str, start: int) -> bool:
    """Whether the number here is set beside one that is asked for: "CrCl cutoff 60, patient 45"."""
    return _BESIDE.search(text, max(0, start - _REACH), start) is not None


def _is_number(found: FoundValue) -> bool:
    match found.value:
        case OrganFunction(low=low, high=high):
            return low is not None or high is not None
        case Population(ecog_from=ecog):
            return ecog is not None
        case Measurement(name=name):
            return name != "target AUC"
        case _:
            return False


def _is_required(found: FoundValue, text: str) -> bool:
    before = _BEFORE.search(text, max(0, found.start - _REACH), found.start)
    before = before or _HEADED.search(text, max(0, found.start - 120), found.start)
    return before is not None or _BEHIND.match(text, found.end) is not None
