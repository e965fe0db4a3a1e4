"""Drugs that are contraindicated for what a patient is known to have, and options given with
them.

A label of a combination knows nothing of the patient's enzymes. That capecitabine is
contraindicated without DPD also rules out "lapatinib plus capecitabine"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.limiting_facts import limiting_facts, weighs_fact
from agents.matching.verdicts import Dimension, Judgement
from retrieval.statements.model import Statement

GIVEN_WITH = "is given with {}, which is contraindicated; here: {}"
ALONE = "is contraindicated; here: {}"
EXACT: frozenset[Dimension] = frozenset(("phenotype", "organ function", "interaction"))
"""Dimensions that a statement meets only by the patient's own class, or by a drug that the patient
takes. That an allergy or a disease is spoken of does not show that it is the patient's."""
_CONTRAINDICATED = re.compile(r"(?i)(?<!not )\bcontraindicated\b")
_EXCEPTION = re.compile(r"(?i)\b(?:only|unless|except)\b")
_ALTERNATIVE = re.compile(r"(?i)\bor\b")


def drugs_barred(told: Iterable[tuple[Judgement, str]], sheet: FactSheet) -> dict[str, str]:
    """The drugs that are contraindicated for this patient, each with the fact in words. ``told``:
    statements found, with their words. Contraindications of several drugs together, with a
    condition that nobody has stated or with an exception do not count."""
    facts = limiting_facts(sheet)
    found: dict[str, str] = {}
    for judgement, words in told:
        statement = judgement.statement
        if not _bars(statement, words) or len(statement.drugs) != 1:
            continue
        met = any(v.dimension in EXACT and v.outcome == "ok" for v in judgement.verdicts)
        if met and judgement.answers and not judgement.missing and not _EXCEPTION.search(words):
            here = (fact.words for fact in facts if weighs_fact(judgement, words, fact))
            found.update((statement.drugs[0], fact) for fact in here)
    return found


def _bars(statement: Statement, words: str) -> bool:
    told = statement.kind == "interaction" and _CONTRAINDICATED.search(words)
    return statement.kind == "contraindication" or bool(told)


def barred_reason(statement: Statement, words: str, barred: Mapping[str, str]) -> str:
    """Why an option is none if these drugs are contraindicated. Empty if it can be given without
    them."""
    if statement.kind not in OPTIONS:
        return ""
    regimens = statement.regimens or (statement.drugs,)
    if not all(barred.keys() & set(each) for each in regimens):
        return ""
    stated = statement.kind == "indication" or "drugs" in statement.stated or statement.regimens
    if not stated and _ALTERNATIVE.search(words):
        return ""
    drug = next(drug for each in regimens for drug in each if drug in barred)
    alone = all(len(each) == 1 for each in regimens)
    return (ALONE.format(barred[drug]) if alone else GIVEN_WITH.format(drug, barred[drug])).strip()
