"""Corticosteroids written short, and cumulative doses: who tells one has had the drug."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


def _facts_of(text: str) -> str:
    return " | ".join(describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mNSCLC on pred 40 for COPD", "on prednisone"),
        ("NSCLC, on dexa 8 bd for brain mets", "on dexamethasone"),
        ("irAE hepatitis on methylpred", "on methylprednisolone"),
        ("MBC, cumulative epi 720 mg/m2 in 2015", "had epirubicin"),
        ("osteosarcoma, dox so far 300 mg/m2", "had doxorubicin"),
        ("epirubicin cumulative dose 840 mg/m2, MBC", "had epirubicin"),
    ],
)
def test_a_short_form_is_read(text: str, told: str) -> None:
    assert told in _facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "SCLC, FEV1 45% pred, atezolizumab?",
        "breast cancer, DEXA T-score -2.8",
        "max cumulative dose of doxorubicin 550 mg/m2?",
        "Cumulative doses of doxorubicin above 550 mg/m2",
    ],
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    told = _facts_of(text)
    assert not [each for each in ("prednis", "dexameth", "doxorubicin") if each in told]
