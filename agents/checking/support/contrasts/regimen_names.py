"""Regimens that a text calls by a name in capitals: FOLFIRI is not FOLFOX. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.stated_absence import is_said_absent
from names.recognise import recognise_passage

_NAME = re.compile(r"m?[A-Z]{4,14}")


def problem_with_regimen_name(claim: CitedSentence) -> str:
    """The first regimen that no source names, where the quotes name another one. All of them are
    chemotherapy, so that the class alone does not tell them apart."""
    told = frozenset().union(*(_regimens(quote) for quote in claim.quotes()))
    if not told:
        return ""
    known = " ".join(f"{s.quote.text} {s.about.text}" for s in claim.sources).upper()
    if is_on_the_patient(claim):
        known += claim.asked.text.upper()
    for name in sorted(_regimens(claim.sentence) - told):
        at = claim.sentence.text.upper().find(name)
        absent = is_said_absent(claim.sentence.text, at, at + len(name))
        if name not in known and not absent:
            return f"“{name}” does not stand in the cited quotes."
    return ""


def _regimens(text: CanonicalText) -> frozenset[str]:
    """The names of regimens, without a number or a small letter around them."""
    found = (
        _NAME.match(mention.text)
        for mention in recognise_passage(text.text).of("drug_class")
        if mention.text[:4].strip("m").isupper()
    )
    return frozenset(name.group().removeprefix("m") for name in found if name)
