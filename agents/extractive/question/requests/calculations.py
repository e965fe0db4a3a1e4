"""Questions for a value that a formula gives: a creatinine clearance, a carboplatin dose by
Calvert."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.calculators import FORMULAS, inputs_known
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from names.clinical.values import ClinicalValue, Measurement, OrganFunction
from names.recognise import recognise

CALCULATION = "calculation"
"""The kind of a question for a computed value. Nothing is searched for it."""
_ASKED_BY: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in (
        ("Cockcroft–Gault", r"\b(?:creatinine clearance|CrCl|CLcr|Cockcroft(?:[\s–-]Gault)?)\b"),
        # In capitals, EGFR is the gene.
        (
            "CKD-EPI 2021",
            r"\b(?:(?-i:e?GFR)|CKD-?EPI|(?-i:egfr)(?!\s?(?:ex|mut|l8|t7|wt|wild|del|pos|neg|[+-])))"
            r"\b",
        ),
        (
            "Calvert",
            r"\bCalvert\b|\b(?:carboplatin|carbo)\b.{0,40}\bAUC\b|\bAUC\b.{0,40}\bcarbo"
            r"|\bAUC\s?(?:of |= ?)?[1-7](?:\.\d)?[\s,;].{0,30}\b(?:GFR|CrCl|CLcr|clearance)\b",
        ),
        ("Du Bois", r"\b(?:BSA|body surface area|Du ?Bois)\b"),
        ("Mosteller", r"\bMosteller\b"),
        ("Quetelet", r"\b(?:BMI|body[\s-]mass[\s-]index|Quetelet)\b"),
        ("absolute neutrophil count", r"\b(?:ANC|absolute neutrophil count)\b"),
        ("corrected calcium", r"\b(?:corrected|adjusted) calcium\b|\bcalcium corrected\b"),
        ("Child-Pugh", r"\bChild[\s-]?Pugh\b"),
        ("QTcF", r"\b(?:QTcF?|Fridericia)\b"),
    )
}
"""Name of a formula, and the words that ask for its result."""
_CALCULATE = re.compile(r"\b(?:calculat\w*|compute|work out)\b", re.IGNORECASE)
_RESULTS = "|".join(each.pattern for each in _ASKED_BY.values())
WORDS = (
    *_ASKED_BY.values(),
    re.compile(rf"{_CALCULATE.pattern}(?=.{{0,60}}(?:{_RESULTS}))", re.IGNORECASE),
)
"""Words that ask for the result of a formula. A value that no formula gives is not asked for."""
_VALUE_ALONE = re.compile(
    r"(?i)\W{0,3}(?:what(?:['’]s| is| was)?|which is|tell me|give me|and) "
    r"(?:the|her|his|their|our|this patient['’]s) (?P<named>[\w ()/–-]{2,40}?)\W{0,3}"
)
"""A question for a value and nothing else: "What is her creatinine clearance?"."""
_AMOUNT = re.compile(r"(?i)\bhow (?:many mg|much)\b|\bdos(?:e|age)\b|\bmg\b")
CALVERT = "Calvert"
_TARGET = "target AUC"
OF_CALVERT = frozenset(("carboplatin",))
"""The drug whose dose a formula gives."""


_OF_EACH = re.compile(r"(?i)\bdoses\b|\bdosages\b|\b(?:both|each|all)\b")
"""Words that ask for the amount of each drug of a regimen."""


_AMOUNT_OF = re.compile(r"(?i)\b(?:mg|much|dos(?:e|age)) (?:of |for |of the )?$")

_OF_AMOUNT = re.compile(r"(?i) (?:dos(?:e|age)|mg)\b")


def _asks_amount_of_other(text: str) -> bool:
    """Whether the amount of another drug of a regimen is asked for: "how many mg of etoposide"."""
    asked = {
        each.name
        for each in recognise(text).of("drug")
        if _AMOUNT_OF.search(text, 0, each.start) or _OF_AMOUNT.match(text, each.end)
    }
    return bool(asked) and OF_CALVERT.isdisjoint(asked)


def as_calculation(asked: SubQuestion, sheet: FactSheet) -> SubQuestion | None:
    """The part as a question for a computed value; None if it asks for something else. Of a regimen
    with a target exposure the amount in mg is that of carboplatin: "AUC 6 carbo with paclitaxel:
    how many mg?"."""
    alone = replace(asked, drugs=asked.drugs & OF_CALVERT)
    if asked.drugs - OF_CALVERT:
        of_another = _OF_EACH.search(asked.text) or _asks_amount_of_other(asked.text)
        if of_another or not _is_amount_by_target(alone, sheet):
            return None
        asked = replace(alone, partners=asked.drugs - OF_CALVERT)
    if asked.classes:
        return None
    if _is_amount_by_target(asked, sheet):
        # The words of the target may stand in another sentence of the message.
        return _of_value(replace(asked, text=f"{asked.text} ({CALVERT})"))
    if _is_on_finding(asked):
        return None
    return _of_value(asked) if formulas_asked(asked.text, sheet) else None


def _is_on_finding(asked: SubQuestion) -> bool:
    """Whether a part asks what a finding means for the drug, and for no amount: "AUC 5 due today,
    platelets 48: go ahead?"."""
    found = any(not isinstance(v, OrganFunction) or v.organ != "renal" for v in asked.about)
    wants = _AMOUNT.search(asked.text) or _CALCULATE.search(asked.text)
    return asked.drugs == OF_CALVERT and found and not wants


def _of_value(asked: SubQuestion) -> SubQuestion:
    return SubQuestion(
        text=asked.text, kind=CALCULATION, drugs=asked.drugs, partners=asked.partners
    )


def _is_amount_by_target(asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether the amount of a drug is asked for of which a target exposure is stated: a formula
    gives it, and no label."""
    of_kidney = all(isinstance(v, OrganFunction) and v.organ == "renal" for v in asked.about)
    is_plain = asked.kind == "dose" and of_kidney and bool(_AMOUNT.search(asked.text))
    said = [fact.value for fact in sheet.facts if not fact.rule]
    return (
        is_plain and asked.drugs == OF_CALVERT and _TARGET in inputs_known(FORMULAS[CALVERT], said)
    )


def formulas_asked(text: str, sheet: FactSheet) -> tuple[str, ...]:
    """The names of the formulas whose result a text asks for. Nobody has stated the result. Either
    an input of the formula is known, or the text says to calculate, or asks for nothing else."""
    alone = _VALUE_ALONE.fullmatch(text)
    said = [fact.value for fact in sheet.facts if not fact.rule]
    return tuple(
        name
        for name, pattern in _ASKED_BY.items()
        if pattern.search(text)
        and not _is_stated(FORMULAS[name].result, said)
        and (
            inputs_known(FORMULAS[name], said)
            or _CALCULATE.search(text)
            or (alone and pattern.fullmatch(alone["named"]))
        )
    )


def _is_stated(result: str, said: Sequence[ClinicalValue]) -> bool:
    return any(
        (isinstance(value, OrganFunction) and (value.measure == result or _grades(value, result)))
        or (isinstance(value, Measurement) and value.name == result and value.unit != "%")
        for value in said
    )


def _grades(value: OrganFunction, result: str) -> bool:
    return value.grade.startswith("Child-Pugh") and result.startswith("Child-Pugh")
