"""What follows from a measured value: the class of kidney function, the grade of an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.sheet import Fact
from names.clinical.fever import MEASURED_FEBRILE_NEUTROPENIA, is_fever, is_severe_neutropenia
from names.clinical.grades import grade_of
from names.clinical.organs.bilirubin import function_of
from names.clinical.values import ClinicalValue, OrganClass, OrganFunction, Toxicity

CLASSES: tuple[tuple[float, float, OrganClass], ...] = (
    (90.0, float("inf"), "normal"),
    (60.0, 80.0, "mild"),
    (31.0, 50.0, "moderate"),
    (15.0, 29.0, "severe"),
)
"""Creatinine clearance in mL/min, both ends included. Labels divide in two ways: mild 51 to 80 and
moderate 31 to 50 (olaparib, capecitabine), or mild 60 to 89, moderate 30 to 59 and severe 15 to 29
(talazoparib, abemaciclib). A class is derived only where both agree; between them the numbers of
the label decide."""


def classify_clearance(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """The class of renal function of a creatinine clearance."""
    for fact in facts:
        organ = fact.value
        if not isinstance(organ, OrganFunction) or organ.organ != "renal" or organ.low is None:
            continue
        if organ.grade or organ.unit != "mL/min" or organ.low != organ.high:
            continue
        for low, high, grade in CLASSES:
            if low <= organ.low <= high:
                yield OrganFunction(organ="renal", grade=grade), (fact,)


def liver_of_bilirubin(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """How the liver works, by a raised bilirubin: limits of drugs are given by it."""
    for fact in facts:
        if (function := function_of(fact.value)) is not None:
            yield function, (fact,)


RULE = "grades of measured values in CTCAE"


def grades_of_values(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """The adverse events that the measured values of the patient are, of several values that are
    one event the worst: with ALT of grade 2 and AST of grade 3 the liver's is of grade 3."""
    worst: dict[str, tuple[Toxicity, Fact]] = {}
    for fact in facts:
        event = grade_of(fact.value)
        if event is None:
            continue
        known = worst.get(event.event)
        if known is None or (known[0].grade_from or 0) < (event.grade_from or 0):
            worst[event.event] = event, fact
    for event, fact in worst.values():
        yield event, (fact,)


FEBRILE = "fever with neutrophils below 1.0 is febrile neutropenia in CTCAE"


def febrile_neutropenia(facts: Sequence[Fact]) -> Iterator[tuple[ClinicalValue, tuple[Fact, ...]]]:
    """A fever and few neutrophils together, whichever was told first."""
    fever = next((fact for fact in facts if is_fever(fact.value)), None)
    few = next((fact for fact in facts if is_severe_neutropenia(fact.value)), None)
    if fever is not None and few is not None:
        yield MEASURED_FEBRILE_NEUTROPENIA, (few, fever)
