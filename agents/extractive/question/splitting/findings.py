"""A finding beside a question of dose: "T-DXd dose? LVEF 38". It asks nothing by itself; the dose
is asked for the patient who has it."""

from __future__ import annotations

import re

from names.clinical.reading import read_clinical
from names.clinical.values import ClinicalValue, Measurement, OrganFunction, Toxicity
from names.recognise import recognise

_WORD = re.compile(r"[A-Za-z]{2,}")
_BETWEEN = frozenset(
    (
        *("and", "with", "but", "has", "have", "had", "is", "was", "his", "her", "the", "an", "of"),
        *("at", "on", "in", "to", "for", "pt", "patient", "now", "currently", "he", "she", "they"),
        *("since", "because", "due", "after", "new", "known", "current", "grade", "also", "level"),
    )
)
"""Words that tell nothing beside a finding."""


def is_measured(value: ClinicalValue) -> bool:
    """Whether it is a finding in a grade, a class or a number."""
    match value:
        case Toxicity(grade_from=grade):
            return grade is not None
        case OrganFunction(grade=grade, low=low, high=high):
            return bool(grade) or low is not None or high is not None
        case _:
            return isinstance(value, Measurement)


def only_tells_finding(text: str) -> bool:
    """Whether words tell a finding in a grade, a class or a number, and ask nothing."""
    if text.rstrip().endswith("?"):
        return False
    found = read_clinical(text)
    if not any(is_measured(each.value) for each in found):
        return False
    spans = [(each.start, each.end) for each in found]
    spans += [(each.start, each.end) for each in recognise(text).mentions]
    left = (m for m in _WORD.finditer(text) if not any(s <= m.start() < e for s, e in spans))
    return all(match.group().lower() in _BETWEEN for match in left)
