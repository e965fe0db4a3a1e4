"""Doses for how an organ of the patient works, held against the quotes that give them. Pure.

"At her clearance of 38 mL/min it is given at 1 mg" rests on a quote of the usual dose alone: each
half is right, the whole is an overdose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from names.clinical.readers import read_clinical
from names.clinical.values import OrganFunction

_DOSE = re.compile(r"(?:m|µ|mc)?g(?:/(?:kg|m2|m²))?|iu|units?|auc|tablets?")
_CLAUSE = re.compile(
    r";|\.(?= )|, (?=while|whereas|but|and (?:otherwise|the (?:usual|full|standard)))", re.I
)
_OTHER_DOSE = re.compile(
    r"\b(?:in place of|instead of|rather than|not|from|than|without|otherwise|usual(?:ly)?|standard"
    r"|full|normal(?:ly)?|recommended)\b[^,;]{0,40}$",
    re.I,
)
_UNCHANGED = re.compile(
    r"\b(?:no (?:dose |need (?:for|of) )?(?:change|adjust|modif|reduc)\w*"
    r"|not (?:adjust|chang|reduc)\w*"
    r"|without (?:dose )?(?:adjust|chang|modif|reduc)\w*|unchanged|stays|the same dose)\b",
    re.I,
)


def problem_with_organ_dose(claim: CitedSentence) -> str:
    """The first dose that it gives for how an organ works, and that stands only in quotes which say
    nothing of that organ; none where a quote says that the dose stays as it is."""
    for clause in _CLAUSE.split(claim.sentence.text):
        organs = _organs(clause)
        speaking = [quote for quote in claim.quotes() if organs & _organs(quote.text)]
        if not organs or any(_UNCHANGED.search(quote.text) for quote in speaking):
            continue
        text = CanonicalText(clause)
        for dose in filter(_is_dose, text.figures):
            holding = [quote for quote in claim.quotes() if _has(quote, dose)]
            told = _OTHER_DOSE.search(text.words[: dose.place])
            if holding and not told and not _any_of(holding, speaking):
                return f"The cited quote does not give {dose.value} {dose.unit} for this organ."
    return ""


def _organs(text: str) -> frozenset[str]:
    """The organs of which a text says how they work; of normal ones a label says nothing."""
    values = (found.value for found in read_clinical(text))
    return frozenset(
        v.organ
        for v in values
        if isinstance(v, OrganFunction) and v.grade != "normal" and v.organ != "chemistry"
    )


def _is_dose(figure: LabelledNumber) -> bool:
    return bool(_DOSE.fullmatch(figure.unit)) and not figure.sign and not figure.is_bound


def _has(quote: CanonicalText, dose: LabelledNumber) -> bool:
    return any((f.value, f.unit) == (dose.value, dose.unit) for f in quote.figures)


def _any_of(some: Iterable[CanonicalText], others: Iterable[CanonicalText]) -> bool:
    known = [id(each) for each in others]
    return any(id(each) in known for each in some)
