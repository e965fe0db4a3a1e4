"""Whether a rule on interacting drugs covers what a patient takes: strengths are exact."""

from __future__ import annotations

from names.clinical.values import Exposure

ACID = {"Proton pump inhibition", "H2 antagonism", "Antacid"}
"""Kinds of acid reduction: a rule on acid-reducing agents covers each; none covers another."""
ANY_ACID = "Acid reduction"


def exposure_covers(rule: Exposure, patient: Exposure) -> bool | None:
    """Whether what is said of ``rule`` is said of what the patient takes; None when nothing tells.

    A rule without strength covers every strength; a patient's drug of unknown strength is not
    covered for sure by a rule that names one. A rule that only names a drug holds for this drug;
    of others of its class it says nothing. Inhibition and induction of one enzyme exclude each
    other; another enzyme tells nothing."""
    if set(patient.drugs) & set(rule.excluded):
        return False
    if rule.from_drug:
        return _same_drug(rule, patient)
    if rule.mechanism != patient.mechanism:
        return _other_mechanism(rule, patient)
    if not rule.strength or rule.strength == patient.strength:
        return True
    return False if patient.strength else None


def _same_drug(rule: Exposure, patient: Exposure) -> bool | None:
    return True if set(rule.drugs) & set(patient.drugs) else None


def _other_mechanism(rule: Exposure, patient: Exposure) -> bool | None:
    if rule.mechanism == ANY_ACID and patient.mechanism in ACID:
        return True
    if patient.mechanism == ANY_ACID and rule.mechanism in ACID:
        return None
    if rule.mechanism in ACID and patient.mechanism in ACID:
        return False
    enzyme, _, direction = rule.mechanism.rpartition(" ")
    other, _, other_direction = patient.mechanism.rpartition(" ")
    return False if enzyme == other and direction != other_direction else None
