"""New values of a patient that a message tells before it asks of another drug, in a thread on a
drug that the patient has: "ALT 6x ULN now. And letrozole?" after abemaciclib. What they mean for
the drug of the thread is a question of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.matching.sub_question import SubQuestion
from names.clinical.readers import read_patient
from names.clinical.values import Measurement, OrganFunction, Toxicity
from names.recognise import recognise

_END = re.compile(r"[.;\n]\s{1,3}(?=\S)")
MOST_DRUGS = 2
"""Drugs of the thread for which new values are held against each. Chosen by hand: a pair."""


def values_told_first(text: str, before: Sequence[SubQuestion]) -> tuple[str, str] | None:
    """The sentences that tell new values, and the rest of the message, which asks of another drug
    than the questions before; None of any other message."""
    drugs = frozenset(drug for part in before for drug in part.drugs)
    if not 0 < len(drugs) <= MOST_DRUGS:
        return None
    for match in _END.finditer(text):
        told, asked = text[: match.start() + 1], text[match.end() :]
        named = recognise(asked).names("drug")
        if "?" in told or "?" not in asked or not named or named & drugs:
            continue
        if recognise(told).of("drug", "drug_class", "unknown_drug"):
            continue
        values = [each.value for each in read_patient(told)]
        if any(isinstance(each, Toxicity | OrganFunction | Measurement) for each in values):
            return told, asked
    return None
