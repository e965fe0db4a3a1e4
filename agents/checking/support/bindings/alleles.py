"""Alleles and diplotypes: UGT1A1 *1/*28 is not *28/*28. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence

_ALLELES = re.compile(r"\*\d{1,3}[a-z]?(?: ?/ ?\*\d{1,3}[a-z]?)?(?![\d*])")


def problem_with_alleles(claim: CitedSentence) -> str:
    """The first that neither the quotes nor, where these are silent, titles or the thread name."""
    quoted = frozenset().union(*(_named_alleles(quote.words) for quote in claim.quotes()))
    about = frozenset().union(*(_named_alleles(source.about.words) for source in claim.sources))
    known = quoted or about
    if is_on_the_patient(claim):
        known |= _named_alleles(claim.asked.words)
    if not known:
        return ""
    parts = frozenset(part for each in known for part in each.split("/"))
    for each in sorted(_named_alleles(claim.sentence.words)):
        if each not in known and not ("/" not in each and each in parts):
            return f"“{each}” does not stand in the cited quotes."
    return ""


def _named_alleles(text: str) -> frozenset[str]:
    return frozenset(found.group().replace(" ", "") for found in _ALLELES.finditer(text))
