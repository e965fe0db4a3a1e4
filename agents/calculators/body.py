"""Body surface area, by two formulas, and body mass index."""

from __future__ import annotations

from math import sqrt

from agents.calculators.formula import Formula, Inputs
from agents.calculators.inputs import HEIGHT, WEIGHT
from names.clinical.values import ClinicalValue, Measurement


def _du_bois(inputs: Inputs) -> float:
    area: float = 0.007184 * inputs.number("weight") ** 0.425 * inputs.number("height") ** 0.725
    return area


def _mosteller(inputs: Inputs) -> float:
    return sqrt(inputs.number("height") * inputs.number("weight") / 3600)


def _area(value: float) -> ClinicalValue:
    return Measurement(name="body surface area", value=value, unit="m²")


def _mass_index(inputs: Inputs) -> float:
    return inputs.number("weight") / (inputs.number("height") / 100) ** 2


def _index(value: float) -> ClinicalValue:
    return Measurement(name="body mass index", value=value, unit="kg/m²")


DU_BOIS = Formula(
    name="Du Bois",
    result="body surface area",
    unit="m²",
    words="0.007184 × weight in kg^0.425 × height in cm^0.725",
    source="Du Bois D, Du Bois EF. Arch Intern Med 1916;17:863-871",
    inputs=(HEIGHT, WEIGHT),
    compute=_du_bois,
    decimals=2,
    value=_area,
)
MOSTELLER = Formula(
    name="Mosteller",
    result="body surface area",
    unit="m²",
    words="square root of (height in cm × weight in kg / 3600)",
    source="Mosteller RD. N Engl J Med 1987;317:1098",
    inputs=(HEIGHT, WEIGHT),
    compute=_mosteller,
    decimals=2,
    value=_area,
)
MASS_INDEX = Formula(
    name="Quetelet",
    result="body mass index",
    unit="kg/m²",
    words="weight in kg / (height in m)^2",
    source="Keys A et al. J Chronic Dis 1972;25:329-343",
    inputs=(HEIGHT, WEIGHT),
    compute=_mass_index,
    decimals=1,
    value=_index,
)
