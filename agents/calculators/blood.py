"""Values of blood: neutrophils, corrected calcium, Child-Pugh points."""

from __future__ import annotations

from agents.calculators.formula import Formula, InputRule, Inputs, Unit
from agents.calculators.inputs import ALBUMIN, BILIRUBIN, CALCIUM, INR, LEUKOCYTES
from names.clinical.organs import child_pugh_classes
from names.clinical.values import ClinicalValue, Measurement, OrganFunction

PERCENT = (Unit("%"),)
NEUTROPHILS = InputRule("neutrophils", PERCENT, 0, 100)
BANDS = InputRule("bands", PERCENT, 0, 100, needed=False)
ASCITES = InputRule("ascites", words=("none", "slight", "moderate"))
ENCEPHALOPATHY = InputRule("encephalopathy", words=("none", "grade 1 or 2", "grade 3 or 4"))


def _neutrophil_count(inputs: Inputs) -> float:
    percent = inputs.number("neutrophils") + inputs.number("bands")
    return inputs.number("leukocytes") * percent / 100


def _corrected_calcium(inputs: Inputs) -> float:
    return inputs.number("calcium") + 0.8 * (4.0 - inputs.number("albumin"))


def _child_pugh(inputs: Inputs) -> float:
    albumin = inputs.number("albumin")
    points = 1 if albumin > 3.5 else 2 if albumin >= 2.8 else 3
    points += _points(inputs.number("bilirubin"), 2, 3)
    points += _points(inputs.number("INR"), 1.7, 2.3)
    points += 1 + ASCITES.words.index(inputs.word("ascites"))
    return points + 1 + ENCEPHALOPATHY.words.index(inputs.word("encephalopathy"))


def _points(value: float, two: float, three: float) -> int:
    """One point below the first limit, three above the second, two between."""
    return 1 if value < two else 2 if value <= three else 3


def _neutrophils(value: float) -> ClinicalValue:
    return OrganFunction(
        organ="marrow", low=value, high=value, unit="10^9/L", measure="neutrophils"
    )


def _calcium(value: float) -> ClinicalValue:
    return Measurement(name="corrected calcium", value=value, unit="mg/dL")


def _liver_class(value: float) -> ClinicalValue:
    (grade,) = child_pugh_classes(int(value), int(value))
    return OrganFunction(organ="hepatic", grade=grade)


NEUTROPHIL_COUNT = Formula(
    name="absolute neutrophil count",
    result="neutrophils",
    unit="10^9/L",
    words="leukocytes × (neutrophils in % + bands in %) / 100",
    source="Severe Chronic Neutropenia International Registry, https://scnir-neutropenia.uw.edu",
    inputs=(LEUKOCYTES, NEUTROPHILS, BANDS),
    compute=_neutrophil_count,
    decimals=2,
    value=_neutrophils,
)
CORRECTED_CALCIUM = Formula(
    name="corrected calcium",
    result="corrected calcium",
    unit="mg/dL",
    words="calcium in mg/dL + 0.8 × (4.0 − albumin in g/dL)",
    source="Payne RB et al. Br Med J 1973;4:643-646",
    inputs=(CALCIUM, ALBUMIN),
    compute=_corrected_calcium,
    decimals=1,
    value=_calcium,
)
CHILD_PUGH = Formula(
    name="Child-Pugh",
    result="Child-Pugh points",
    unit="points",
    words=(
        "1 to 3 points each for bilirubin (below 2, 2 to 3, above 3 mg/dL), albumin (above 3.5, "
        "2.8 to 3.5, below 2.8 g/dL), INR (below 1.7, 1.7 to 2.3, above 2.3), ascites and "
        "encephalopathy; 5 to 6 points are class A, 7 to 9 B, 10 to 15 C"
    ),
    source="Cleveland Clinic Journal of Medicine, table 1, https://www.ccjm.org/highwire/markup/12320",
    inputs=(BILIRUBIN, ALBUMIN, INR, ASCITES, ENCEPHALOPATHY),
    compute=_child_pugh,
    decimals=0,
    value=_liver_class,
)
