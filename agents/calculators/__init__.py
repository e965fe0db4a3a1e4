"""Clinical formulas, with their inputs and units."""

from agents.calculators.formula import Calculation, CannotCalculate, Formula, Input, calculate
from agents.calculators.patient import (
    calculate_from,
    inputs_known,
    inputs_missing,
    problems_of,
)
from agents.calculators.registry import FORMULAS, formula_named, recompute

__all__ = [
    "FORMULAS",
    "Calculation",
    "CannotCalculate",
    "Formula",
    "Input",
    "calculate",
    "calculate_from",
    "formula_named",
    "inputs_known",
    "inputs_missing",
    "problems_of",
    "recompute",
]
