"""What can be calculated from what is known of a patient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.calculators.formula import Calculation, CannotCalculate, Formula, Input, calculate
from agents.calculators.registry import FORMULAS
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Measurement,
    OrganFunction,
    Population,
)

ABSENT = ("ascites", "encephalopathy")
"""Conditions whose absence is an input."""
GRADED = {
    "slight ascites": ("ascites", "slight"),
    "moderate ascites": ("ascites", "moderate"),
    "grade 1 or 2 encephalopathy": ("encephalopathy", "grade 1 or 2"),
    "grade 3 or 4 encephalopathy": ("encephalopathy", "grade 3 or 4"),
}
"""Conditions that say how much there is: name of the input and its word."""
CLEARANCE = "creatinine clearance"
NEEDED = {
    name: frozenset(rule.name for rule in formula.inputs if rule.needed)
    for name, formula in FORMULAS.items()
}
"""Formula → the names of the inputs that it cannot do without."""


def calculate_from(values: Sequence[ClinicalValue]) -> tuple[Calculation, ...]:
    """Everything that follows by a formula from the values of a patient, oldest value first.

    Of several values of one kind the last counts. The creatinine clearance that was calculated
    serves the formulas behind it, unless one was stated. What cannot be calculated is left out;
    :func:`problems_of` says why."""
    inputs = _inputs(values)
    done: list[Calculation] = []
    for formula in FORMULAS.values():
        given = list(inputs.values())
        # Nothing is known for most formulas, and to find that out otherwise takes longer.
        if not NEEDED[formula.name].issubset(each.name for each in given):
            continue
        try:
            calculation = calculate(formula, _fitting_inputs(formula, given))
        except CannotCalculate:
            continue
        done.append(calculation)
        if calculation.result == CLEARANCE and CLEARANCE not in inputs:
            inputs[CLEARANCE] = Input(
                CLEARANCE, calculation.value, calculation.unit, source=calculation.clinical_value
            )
    return tuple(done)


def problems_of(values: Sequence[ClinicalValue]) -> tuple[str, ...]:
    """One sentence for each formula whose inputs are all known but cannot be right."""
    given = list(_inputs(values).values())
    names = {each.name for each in given}
    found = []
    for formula in FORMULAS.values():
        if NEEDED[formula.name] <= names:
            try:
                calculate(formula, _fitting_inputs(formula, given))
            except CannotCalculate as problem:
                found.append(str(problem))
    return tuple(dict.fromkeys(found))


def inputs_known(formula: Formula, values: Sequence[ClinicalValue]) -> frozenset[str]:
    """Names of the inputs of a formula that the values of a patient give."""
    given = {each.name for each in _inputs(values).values()}
    return frozenset(rule.name for rule in formula.inputs if rule.name in given)


def inputs_missing(formula: Formula, values: Sequence[ClinicalValue]) -> tuple[str, ...]:
    """Names of the inputs that a formula needs and the values of a patient do not give."""
    known = inputs_known(formula, values)
    return tuple(rule.name for rule in formula.inputs if rule.needed and rule.name not in known)


def _fitting_inputs(formula: Formula, given: Sequence[Input]) -> list[Input]:
    """The inputs of a formula, those first whose unit it knows."""
    units = {rule.name: {unit.name for unit in rule.units} for rule in formula.inputs}
    known = [each for each in given if each.unit in units.get(each.name, set()) or each.word]
    names = {each.name for each in known}
    return known + [each for each in given if each.name in units and each.name not in names]


def _inputs(values: Sequence[ClinicalValue]) -> dict[str, Input]:
    """Name and, for percentages, the unit → the last input of that name."""
    found: dict[str, Input] = {}
    for value in values:
        for each in _inputs_of(value):
            key = f"{each.name} %" if each.unit == "%" else each.name
            found[key] = each
    return found


def _inputs_of(value: ClinicalValue) -> Iterator[Input]:
    match value:
        case Population():
            if value.age_from is not None and value.age_from == value.age_to:
                yield Input("age", value.age_from, "years", source=value)
            if value.sex:
                yield Input("sex", word=value.sex, source=value)
        case Measurement():
            yield Input(value.name, value.value, value.unit, source=value)
        case Condition(name=name, polarity="absent") if name in ABSENT:
            yield Input(name, word="none", source=value)
        case Condition(name=name, polarity="present") if name in GRADED:
            of, word = GRADED[name]
            yield Input(of, word=word, source=value)
        case OrganFunction(measure="creatinine clearance" | "GFR") if (
            value.low == value.high is not None
        ):
            # The formula of Calvert is for the filtration rate; one that was measured serves it.
            yield Input(CLEARANCE, value.low, "mL/min", source=value)
        case _:
            return
