"""A body weight that is told beside a drug."""

from __future__ import annotations

from agents.extractive.question.kinds import kinds
from agents.facts.sheet import FactSheet
from names.clinical.readers import read_clinical
from names.clinical.values import Condition, Measurement, Toxicity


def tells_only_weight(text: str, sheet: FactSheet) -> bool:
    """Whether a question tells a body weight, asks nothing in words, and the patient has no adverse
    event. A weight is told for the dose: "niraparib 60 kg plt 200"."""
    adverse = kinds()["adverse"]
    if adverse.asked_by.search(text) or adverse.asked_in_case_by.search(text):
        return False
    told = [each.value for each in read_clinical(text)]
    weighed = any(isinstance(each, Measurement) and each.name == "weight" for each in told)
    return weighed and not any(isinstance(f.value, Toxicity | Condition) for f in sheet.facts)
