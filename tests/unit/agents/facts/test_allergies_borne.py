"""An allergy that stands in a record, and what was borne since."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


def _facts_of(text: str) -> str:
    return " | ".join(describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("labelled allergic to carboplatin but had it twice without reaction", "no allergy to car"),
        ("paclitaxel hypersensitivity, but rechallenge was tolerated", "no allergy to paclitaxel"),
        ("chart: allergic to oxaliplatin, rechallenged fine x3", "no allergy to oxaliplatin"),
        ("penicillin: labelled allergic but tolerates amoxicillin", "possibly allergy to penicil"),
        ("PCN allergy on chart, had amox last yr no problem", "possibly allergy to penicillin"),
    ],
)
def test_what_was_borne_since_is_no_sure_allergy(text: str, told: str) -> None:
    facts = _facts_of(text)
    assert told in facts
    assert "did not tolerate" not in facts


@pytest.mark.parametrize(
    "text",
    [
        "allergic to paclitaxel (tolerated nab-paclitaxel)",
        "oxaliplatin allergy, tolerated after desensitisation",
        "allergic to cetuximab, did not tolerate rechallenge",
        "allergic to paclitaxel. TNBC, tolerates carboplatin well",
    ],
)
def test_an_allergy_stays_one(text: str) -> None:
    facts = _facts_of(text)
    assert "allergy to" in facts
    assert "no allergy" not in facts
    assert "possibly allergy" not in facts
