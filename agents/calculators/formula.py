"""What a formula is: its inputs with units and plausible ranges, its source, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from names.clinical.values import ClinicalValue


class CannotCalculate(ValueError):
    """One sentence for a person: which input is missing, has a wrong unit or cannot be true."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in which an input may be given; ``factor`` turns it into the formula's unit."""

    name: str
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class InputRule:
    """An input of a formula: a number in one of its units, or one of its words."""

    name: str
    units: tuple[Unit, ...] = ()
    """The first is the unit of the formula; empty for an input in words."""
    low: float = 0.0
    high: float = float("inf")
    """Plausible values in the unit of the formula, both ends included."""
    words: tuple[str, ...] = ()
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Input:
    """An input as it was given: a number with its unit, or a word."""

    name: str
    number: float | None = None
    unit: str = ""
    word: str = ""
    source: ClinicalValue | None = None
    """The value of the patient that it comes from."""

    @property
    def text(self) -> str:
        """``68 kg``, ``female``."""
        return self.word if self.number is None else f"{self.number:g} {self.unit}".strip()


@dataclass(frozen=True, slots=True)
class Inputs:
    """All inputs in the units of the formula."""

    numbers: tuple[tuple[str, float], ...]
    words: tuple[tuple[str, str], ...]

    def number(self, name: str, default: float = 0.0) -> float:
        return dict(self.numbers).get(name, default)

    def word(self, name: str) -> str:
        return dict(self.words).get(name, "")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula with all that a reader needs to repeat it."""

    name: str
    result: str
    """What it gives: ``creatinine clearance``."""
    unit: str
    words: str
    """The formula in words."""
    source: str
    inputs: tuple[InputRule, ...]
    compute: Callable[[Inputs], float]
    decimals: int
    """Places to which the result is rounded: what the inputs bear."""
    value: Callable[[float], ClinicalValue]
    """The result as a value of the patient."""
    caution: Callable[[Inputs], str] | None = None
    """A sentence on how far the result can be trusted with these inputs; empty if nothing is to be
    said."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """What a formula gave, with its inputs as they were given."""

    formula: str
    result: str
    value: float
    unit: str
    inputs: tuple[Input, ...]
    clinical_value: ClinicalValue
    caution: str = ""
    """How far the result can be trusted; empty if nothing is to be said."""


def calculate(formula: Formula, given: Sequence[Input]) -> Calculation:
    """The result of a formula.

    Raises CannotCalculate, with one sentence, when an input is missing, has a unit that the formula
    does not know, or lies outside what can be true of a patient."""
    by_name = {each.name: each for each in given}
    numbers: list[tuple[str, float]] = []
    words: list[tuple[str, str]] = []
    used: list[Input] = []
    for rule in formula.inputs:
        each = by_name.get(rule.name)
        if each is None:
            if rule.needed:
                raise CannotCalculate(f"{formula.name} needs the {rule.name}: please say it.")
            continue
        used.append(each)
        if rule.words:
            words.append((rule.name, _word(formula, rule, each)))
        else:
            numbers.append((rule.name, _number(formula, rule, each)))
    converted = Inputs(tuple(numbers), tuple(words))
    result = round(formula.compute(converted), formula.decimals)
    return Calculation(
        formula=formula.name,
        result=formula.result,
        value=result,
        unit=formula.unit,
        inputs=tuple(used),
        clinical_value=formula.value(result),
        caution=formula.caution(converted) if formula.caution else "",
    )


def _word(formula: Formula, rule: InputRule, given: Input) -> str:
    if given.word not in rule.words:
        wanted = ", ".join(rule.words)
        raise CannotCalculate(f"{formula.name} needs the {rule.name} as one of: {wanted}.")
    return given.word


def _number(formula: Formula, rule: InputRule, given: Input) -> float:
    units = {unit.name: unit.factor for unit in rule.units}
    if given.number is None or given.unit not in units:
        wanted = " or ".join(unit or "a number" for unit in units)
        raise CannotCalculate(f"{formula.name} needs the {rule.name} in {wanted}.")
    number = given.number * units[given.unit]
    if not rule.low <= number <= rule.high:
        unit = rule.units[0].name
        raise CannotCalculate(
            f"{given.text} cannot be right as {rule.name}: {formula.name} takes "
            f"{rule.low:g} to {rule.high:g} {unit}".rstrip()
            + ". Please check the value."
        )
    return number
