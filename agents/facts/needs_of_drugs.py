"""Markers that a message names as what a drug needs, not as what the patient has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.grammar.sentences import is_asked_from
from names.clinical.values import ClinicalValue, FoundValue, Marker

_NEEDED = re.compile(
    r"(?:\b(?:only|just|solely|exclusively|limited|restricted|confined|reserved)"
    r"(?: (?:for|if|in|with|when|to)){1,2}(?: (?:indicated|approved|given) (?:for|in))?"
    r"(?: [\w-]{1,12}){0,3}"
    r"|\b(?:do|does|would|will|can|could) [\w-]{2,25}(?: (?:also|still|even|only)){0,2}"
    r" (?:works?|help|act|apply|hold|count)(?: (?:also|even))? (?:in|for|with|against))\s$",
    re.I,
)
"""Before a marker: "only for HER2 3+?", "only if PD-L1 is 10?", "does it work in HER2-low?"."""
REACH = 80
"""Characters before a marker that are looked at; the longest wording has about 70."""


def without_needs_of_drugs(
    found: Sequence[FoundValue], text: str, known: Sequence[ClinicalValue]
) -> list[FoundValue]:
    """The values without a marker that somebody asks whether a drug needs, if the patient's own
    state of this marker is told, too: "HER2 1+. T-DXd, or only for HER2 3+?". If it is not told,
    the question is on the marker, which then stays."""
    needed = [each for each in found if _is_needed(each, text)]
    told = [*known, *(each.value for each in found if each not in needed)]
    own = {value.name for value in told if isinstance(value, Marker)}
    return [each for each in found if each not in needed or _name_of(each) not in own]


def _name_of(found: FoundValue) -> str:
    return found.value.name if isinstance(found.value, Marker) else ""


def _is_needed(found: FoundValue, text: str) -> bool:
    if not isinstance(found.value, Marker) or not is_asked_from(text, found.end):
        return False
    return bool(_NEEDED.search(text, max(0, found.start - REACH), found.start))
