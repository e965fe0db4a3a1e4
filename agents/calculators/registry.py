"""All formulas by name, and a result checked against its inputs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.calculators.blood import CHILD_PUGH, CORRECTED_CALCIUM, NEUTROPHIL_COUNT
from agents.calculators.body import DU_BOIS, MASS_INDEX, MOSTELLER
from agents.calculators.formula import Calculation, CannotCalculate, Formula, Input, calculate
from agents.calculators.heart import FRIDERICIA
from agents.calculators.kidney import CALVERT, CKD_EPI, COCKCROFT_GAULT

FORMULAS: dict[str, Formula] = {
    each.name: each
    for each in (
        COCKCROFT_GAULT,
        CKD_EPI,
        CALVERT,
        DU_BOIS,
        MOSTELLER,
        MASS_INDEX,
        NEUTROPHIL_COUNT,
        CORRECTED_CALCIUM,
        CHILD_PUGH,
        FRIDERICIA,
    )
}
NUMBER_AND_UNIT = re.compile(r"\s?(?P<number>\d{1,7}(?:\.\d{1,4})?)(?![\d.])\s?(?P<unit>.{0,20})")


def formula_named(name: str) -> Formula:
    """The formula of that name.

    Raises CannotCalculate with the names of all formulas when there is none."""
    if name not in FORMULAS:
        raise CannotCalculate(f"No formula is called {name}; there are: {', '.join(FORMULAS)}.")
    return FORMULAS[name]


def recompute(formula: str, inputs: Sequence[tuple[str, str]]) -> Calculation:
    """The result again, from inputs in the words in which an answer shows them.

    ``inputs`` are pairs such as ``("weight", "68 kg")`` and ``("sex", "female")``. Raises
    CannotCalculate as :func:`agents.calculators.formula.calculate` does."""
    return calculate(formula_named(formula), [read_input(name, text) for name, text in inputs])


def read_input(name: str, text: str) -> Input:
    """An input in words: a number with its unit, or a word."""
    match = NUMBER_AND_UNIT.fullmatch(text)
    if match is None:
        return Input(name, word=text.strip())
    return Input(name, number=float(match["number"]), unit=match["unit"].strip())
