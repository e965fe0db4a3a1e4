"""Whether a rule on organ function covers a patient: ranges, classes, and one against the other."""

from __future__ import annotations

import math
from dataclasses import dataclass

from names.clinical.values import OrganFunction
from names.tables.organ_classes import organ_class_ranges

LIVER_CLASSES = {"mild": "Child-Pugh A", "moderate": "Child-Pugh B", "severe": "Child-Pugh C"}
"""Labels name both side by side ("severe hepatic impairment (Child-Pugh C)"), as in those of
Verzenio, Ibrance and Afinitor. A label that defines its classes by bilirubin states that."""


BEFORE_KIDNEY_FAILURE = 15.0
"""mL/min. Who is on dialysis has category G5, a filtration rate below it (KDIGO 2012, Kidney Int
Suppl 2013;3:19-62): a range that begins there or above is for patients who are not."""


@dataclass(frozen=True, slots=True)
class _Range:
    low: float
    high: float
    above: bool = False
    below: bool = False

    def holds(self, other: _Range) -> bool:
        """Whether all of the other lies inside."""
        low = other.low > self.low or (other.low == self.low and (other.above or not self.above))
        high = other.high < self.high or (
            other.high == self.high and (other.below or not self.below)
        )
        return low and high

    def is_apart_from(self, other: _Range) -> bool:
        """Whether nothing is in both."""
        return _ends_before(self, other) or _ends_before(other, self)


def organ_covers(rule: OrganFunction, patient: OrganFunction) -> bool | None:
    """Whether what is said for ``rule`` is said for this patient; None when it cannot be told.

    Numbers are held against numbers of the same measure, class against class, and class against
    number where all definitions of the class agree. Impairment without a class tells nothing."""
    if rule.organ != patient.organ:
        return None
    if patient.grade == "dialysis" and (rule.low or 0.0) >= BEFORE_KIDNEY_FAILURE:
        return False
    if _has_numbers(rule) and _has_numbers(patient):
        return _ranges_cover(rule, patient)
    if rule.grade and patient.grade:
        return _class_covers(rule, patient)
    if rule.organ == "renal" and _says_something(rule) and _says_something(patient):
        return _definitions_cover(rule, patient)
    return None


def _has_numbers(function: OrganFunction) -> bool:
    return function.low is not None or function.high is not None


def _says_something(function: OrganFunction) -> bool:
    return bool(function.grade) or _has_numbers(function)


def _range(function: OrganFunction) -> _Range:
    low = -math.inf if function.low is None else function.low
    high = math.inf if function.high is None else function.high
    return _Range(low, high, function.above, function.below)


def _ends_before(one: _Range, other: _Range) -> bool:
    if one.high == other.low:
        return one.below or other.above
    return one.high < other.low


def _ranges_cover(rule: OrganFunction, patient: OrganFunction) -> bool | None:
    if not _same_measure(rule, patient):
        return None
    wanted, known = _range(rule), _range(patient)
    if wanted.holds(known):
        return True
    return False if wanted.is_apart_from(known) else None


def _same_measure(rule: OrganFunction, patient: OrganFunction) -> bool:
    if rule.unit and patient.unit and rule.unit != patient.unit:
        return False
    if rule.organ == "renal":
        # Labels state creatinine clearance; clinicians often know the eGFR only.
        return True
    return rule.measure == patient.measure or not rule.measure or not patient.measure


def _class_covers(rule: OrganFunction, patient: OrganFunction) -> bool | None:
    """A liver class that a label defines by bilirubin is none of Child and Pugh."""
    if rule.grade == patient.grade:
        return True
    kinds = {rule.grade.startswith("Child"), patient.grade.startswith("Child")}
    if kinds == {True, False}:
        if "bilirubin" in {rule.measure, patient.measure}:
            return None
        one, other = (LIVER_CLASSES.get(grade, grade) for grade in (rule.grade, patient.grade))
        return one == other
    if {rule.grade, patient.grade} == {"end-stage", "dialysis"}:
        return True if rule.grade == "end-stage" else None
    if {rule.grade, patient.grade} == {"severe", "dialysis"}:
        return None
    return False


def _definitions_cover(rule: OrganFunction, patient: OrganFunction) -> bool | None:
    """Class against number, told only where every definition tells the same."""
    definitions = {each.definition for each in organ_class_ranges() if each.organ == rule.organ}
    verdicts = {_under(definition, rule, patient) for definition in definitions}
    return verdicts.pop() if len(verdicts) == 1 else None


def _under(definition: str, rule: OrganFunction, patient: OrganFunction) -> bool | None:
    wanted, known = _defined_range(definition, rule), _defined_range(definition, patient)
    if wanted is None or known is None:
        return None
    if wanted.holds(known):
        return True
    return False if wanted.is_apart_from(known) else None


def _defined_range(definition: str, function: OrganFunction) -> _Range | None:
    if _has_numbers(function):
        return _range(function)
    grade = "end-stage" if function.grade == "dialysis" else function.grade
    for each in organ_class_ranges():
        if (each.organ, each.grade, each.definition) == (function.organ, grade, definition):
            return _Range(each.low, each.high, below=True)
    return None
