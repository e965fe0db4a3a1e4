"""Whether a sentence speaks of the patient of the thread. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

_OF_A_PATIENT = ("year", "kg", "ml/min", "m2", "mg/dl", "g/dl", "%", "ms")
"""Units of what is measured in a patient; who repeats such a number speaks of this one."""
_ON_THE_PATIENT = re.compile(
    r"\b(?:she|he|her|his|the patient|this patient|your|patient's|at \d+ kg|since|because|with her"
    r"|this woman|this man|the question|status|argues?|speaks?|fits?|applies|her own"
    r"|for an? [\w-]+(?: [\w-]+)? patient)\b"
)
_HISTORY = re.compile(
    r"(?:after|since|following) (?:progression|progressing) (?:on|after|during)"
    r" (?P<what>[^,;:.]{3,160}),",
    re.IGNORECASE,
)


def is_on_the_patient(claim: CitedSentence) -> bool:
    """Whether a sentence speaks of this patient, so that the question may tell its facts."""
    if _ON_THE_PATIENT.search(claim.sentence.words) or _opens_with_history(claim):
        return True
    told = {(f.value, f.unit) for quote in claim.quotes() for f in quote.figures}
    asked = {(f.value, f.unit) for f in claim.asked.figures if f.unit in _OF_A_PATIENT}
    return any((f.value, f.unit) in asked - told for f in claim.sentence.figures)


def _opens_with_history(claim: CitedSentence) -> bool:
    """Whether it begins with what the patient progressed on, as the thread tells, and gives no
    result: a figure was shown in those whom its source names."""
    found = _HISTORY.match(claim.sentence.text)
    drugs = recognise_passage(found["what"]).names("drug") if found else frozenset()
    return bool(drugs) and drugs <= claim.asked.drugs and not claim.sentence.figures
