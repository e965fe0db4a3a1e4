"""Kidney function, and the dose of carboplatin that follows from it."""

from __future__ import annotations

from agents.calculators.formula import Formula, Inputs
from agents.calculators.inputs import AGE, CLEARANCE, CREATININE, SEX, TARGET_AUC, WEIGHT
from names.clinical.values import ClinicalValue, Measurement, OrganFunction

HIGHEST_GFR = 125.0
"""mL/min that the Calvert formula counts at most when creatinine was measured by the standardised
method: recommendation of the FDA of 2010 on the dosing of carboplatin."""
LOW_CREATININE = 0.7
"""mg/dL about which, by the same communication, the standardised method tells too little, so that a
filtration rate by formula may be too high
(https://www.fda.gov/AboutFDA/CentersOffices/OfficeofMedicalProductsandTobacco/CDER/ucm228974.htm).
"""


def _cockcroft_gault(inputs: Inputs) -> float:
    factor = 0.85 if inputs.word("sex") == "female" else 1.0
    clearance = (140 - inputs.number("age")) * inputs.number("weight")
    return clearance / (72 * inputs.number("creatinine")) * factor


def _ckd_epi(inputs: Inputs) -> float:
    female = inputs.word("sex") == "female"
    kappa, alpha = (0.7, -0.241) if female else (0.9, -0.302)
    ratio = inputs.number("creatinine") / kappa
    rate: float = 142 * min(ratio, 1) ** alpha * max(ratio, 1) ** -1.200
    by_age: float = rate * 0.9938 ** inputs.number("age")
    return by_age * (1.012 if female else 1.0)


def _of_low_creatinine(inputs: Inputs) -> str:
    creatinine = inputs.number("creatinine")
    if creatinine > LOW_CREATININE:
        return ""
    return (
        f"A creatinine of {creatinine:.2g} mg/dL is low: the formula may give too high a value, and"
        " a carboplatin dose by it may be too high (FDA 2010). A GFR that was measured does not"
        " depend on it."
    )


def _calvert(inputs: Inputs) -> float:
    rate = min(inputs.number("creatinine clearance"), HIGHEST_GFR)
    return inputs.number("target AUC") * (rate + 25)


def _clearance(value: float) -> ClinicalValue:
    return _renal(value, "creatinine clearance")


def _rate(value: float) -> ClinicalValue:
    return _renal(value, "eGFR")


def _renal(value: float, measure: str) -> ClinicalValue:
    return OrganFunction(organ="renal", low=value, high=value, unit="mL/min", measure=measure)


def _dose(value: float) -> ClinicalValue:
    return Measurement(name="carboplatin dose", value=value, unit="mg")


COCKCROFT_GAULT = Formula(
    name="Cockcroft–Gault",
    result="creatinine clearance",
    unit="mL/min",
    words="(140 − age) × weight in kg / (72 × creatinine in mg/dL), × 0.85 for women",
    source="Cockcroft DW, Gault MH. Nephron 1976;16:31-41",
    inputs=(AGE, SEX, WEIGHT, CREATININE),
    compute=_cockcroft_gault,
    decimals=1,
    value=_clearance,
    caution=_of_low_creatinine,
)
CKD_EPI = Formula(
    name="CKD-EPI 2021",
    result="eGFR",
    unit="mL/min/1.73 m²",
    words=(
        "142 × min(creatinine/κ, 1)^α × max(creatinine/κ, 1)^−1.200 × 0.9938^age, × 1.012 for "
        "women; creatinine in mg/dL; κ 0.7 and α −0.241 for women, κ 0.9 and α −0.302 for men"
    ),
    source="Inker LA et al. N Engl J Med 2021;385:1737-1749",
    inputs=(AGE, SEX, CREATININE),
    compute=_ckd_epi,
    decimals=0,
    value=_rate,
    caution=_of_low_creatinine,
)
CALVERT = Formula(
    name="Calvert",
    result="carboplatin dose",
    unit="mg",
    words=(
        "target AUC × (creatinine clearance or measured GFR + 25), a rate above 125 mL/min "
        "counting as 125"
    ),
    source="Calvert AH et al. J Clin Oncol 1989; limit of 125 mL/min: FDA 2010",
    inputs=(TARGET_AUC, CLEARANCE),
    compute=_calvert,
    decimals=0,
    value=_dose,
)
