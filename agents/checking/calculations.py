"""Values of formulas: as an answer shows them, and computed again. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.calculators import CannotCalculate, calculate_from, formula_named, recompute
from agents.facts.sheet import Fact
from agents.turns import CalculatedValue
from names.clinical.values import OrganFunction

NOT_REPEATED = "computing it again gives another value"


def calculated_values(facts: Sequence[Fact]) -> tuple[CalculatedValue, ...]:
    """All that formulas give from the facts that were said, each with what went into it."""
    return tuple(
        CalculatedValue(
            name=each.result,
            value=each.value,
            unit=each.unit,
            formula=each.formula,
            inputs=tuple((given.name, given.text) for given in each.inputs),
        )
        for each in calculate_from([fact.value for fact in facts if not fact.rule])
    )


def calculation_sentence(calculated: CalculatedValue) -> str:
    """``Creatinine clearance: 33.9 mL/min, by Cockcroft–Gault: (140 − age) × …; from age 74
    years, …``: everything that somebody needs who wants to compute it again."""
    formula = formula_named(calculated.formula)
    name = calculated.name
    if name.split()[0].islower():
        name = f"{name[0].upper()}{name[1:]}"
    inputs = ", ".join(f"{what} {value}" for what, value in calculated.inputs)
    value = f"{calculated.value:g} {calculated.unit}".strip()
    means = formula.value(calculated.value)
    if isinstance(means, OrganFunction) and means.grade:
        value = f"{value} ({means.grade})"
    told = f"{name}: {value}, by {formula.name} ({formula.words}); from {inputs}."
    return " ".join(filter(None, (told, _caution(calculated))))


def _caution(calculated: CalculatedValue) -> str:
    """How far the value can be trusted, as its formula says of these inputs."""
    try:
        return recompute(calculated.formula, calculated.inputs).caution
    except CannotCalculate:
        return ""


def keep_calculated(
    calculated: Sequence[CalculatedValue], facts: Sequence[Fact]
) -> tuple[CalculatedValue, ...]:
    """The values that the formula gives again, from inputs that were said or computed."""
    known = calculated_values(facts)
    return tuple(each for each in calculated if each in known and _holds(each))


def problem_with_calculation(text: str, calculated: Sequence[CalculatedValue]) -> str:
    """Why a sentence that gives a value of a formula does not hold; empty when it does."""
    return "" if text in map(calculation_sentence, calculated) else NOT_REPEATED


def _holds(calculated: CalculatedValue) -> bool:
    try:
        again = recompute(calculated.formula, calculated.inputs)
    except CannotCalculate:
        return False
    return (again.value, again.unit, again.result) == (
        calculated.value,
        calculated.unit,
        calculated.name,
    )
