"""One word with another beginning: hypermethylation is not hypomethylation. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.words import stems_of

_FAMILIES = (
    ("hyper", "hypo", "pseudo", "normo"),
    ("over", "under"),
    ("intra", "extra", "inter"),
    ("homo", "hetero"),
    ("mono", "poly", "multi", "bi", "uni"),
    ("macro", "micro"),
    ("pre", "post", "peri"),
    ("brady", "tachy"),
)
"""Beginnings that give one word different meanings. Ordinary medical English, written by hand."""
_OF_FAMILY = {prefix: family for family in _FAMILIES for prefix in family}
_WORD = re.compile(rf"\b(?P<prefix>{'|'.join(_OF_FAMILY)})(?P<rest>[a-z]{{5,25}})\b")


def problem_with_prefix(claim: CitedSentence) -> str:
    """The first word that its quotes have only with an opposing beginning. A title often names
    both, so that it is no support."""
    told = _parts(" ".join(quote.words for quote in claim.quotes()))
    if is_on_the_patient(claim):
        told |= _parts(claim.asked.words)
    said = _parts(claim.sentence.words)
    for prefix, stem in sorted(said - told):
        others = {(other, stem) for other in _OF_FAMILY[prefix]} - {(prefix, stem)}
        if others & told and not others & said:
            return f"The cited quotes say this with another beginning than “{prefix}”."
    return ""


def _parts(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        (found["prefix"], stem)
        for found in _WORD.finditer(text)
        for stem in stems_of(found["rest"])
    )
