"""A rule for an event under a drug is no answer for one that came before it; a warning on a disease
that the patient does not have weighs no measured value, and a rule for any event no event."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Answer
from retrieval.derivation.derive import with_statements
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

INDICATION = (
    "Osimertinib alone is indicated for first-line treatment of metastatic non-small cell lung "
    "cancer with EGFR L858R."
)
RULE = "Osimertinib is discontinued permanently for pneumonitis of grade 2 or higher."
NSCLC = "metastatic NSCLC, EGFR L858R, untreated"


def label(drug: str, *said: str) -> FakeLibrary:
    text = "## Label\n\n" + "\n\n".join(said) + "\n"
    return FakeLibrary([document("drug_information", "l", drug.title(), text, drugs=[drug])])


@pytest.mark.parametrize(
    "event",
    [
        "pneumonitis grade 2 from radiotherapy",
        "radiation pneumonitis grade 2",
        "ILD grade 2 two years ago",
    ],
)
async def test_a_rule_under_the_drug_is_not_told_for_an_event_before_it(event: str) -> None:
    shelf = label("osimertinib", INDICATION, RULE)
    ending = await Conversation(shelf).ask(f"{NSCLC}. {event}. osimertinib?")
    assert isinstance(ending, Answer)
    assert RULE not in [each.text for each in ending.sentences]
    assert "interstitial lung disease before the drug" in ending.unweighed


async def test_it_is_told_where_the_patient_takes_the_drug() -> None:
    shelf = label("osimertinib", INDICATION, RULE)
    ending = await Conversation(shelf).ask("on osimertinib, pneumonitis grade 2. hold?")
    assert isinstance(ending, Answer)
    assert RULE in [each.text for each in ending.sentences]


@pytest.mark.parametrize(
    ("question", "unweighed"),
    [
        ("inavolisib, fasting glucose 310 mg/dL. hold?", ("glucose 310 mg/dL",)),
        ("inavolisib: fasting glucose 310 mg/dL. next step?", ("glucose 310 mg/dL",)),
        ("type 1 diabetic. inavolisib safe?", ()),
    ],
)
async def test_a_disease_warned_of_weighs_no_value(
    question: str, unweighed: tuple[str, ...], corpus: Path
) -> None:
    file = corpus / "drug_information" / "inavolisib.yaml"
    read = read_documents("drug_information", file, file.read_bytes())
    shelf = FakeLibrary([with_statements(each, "label") for each in read])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    assert any("type 1 diabetes" in each.text for each in ending.sentences)
    assert not any("is indicated" in each.text for each in ending.sentences)
    assert ending.unweighed == unweighed


STEPS = "For adverse reactions osimertinib is reduced to 40 mg and then to 20 mg once daily."


@pytest.mark.parametrize(("rule", "unweighed"), [(STEPS, ("rash grade 2",)), ("", ())])
async def test_a_rule_for_any_event_leaves_an_event_open(
    rule: str, unweighed: tuple[str, ...]
) -> None:
    own = "For grade 2 rash osimertinib is withheld until grade 1 and resumed at 40 mg."
    ending = await Conversation(label("osimertinib", rule or own)).ask(
        "osimertinib, G2 rash, dose?"
    )
    assert isinstance(ending, Answer)
    assert (rule or own) in [each.text for each in ending.sentences]
    assert ending.unweighed == unweighed
