"""A target that was found after the first treatments: what is first given against it leads."""

from __future__ import annotations

from agents.extractive.evidence.target_searches import marker_wordings, searches_for_target
from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from names.clinical.values import Marker
from tests.unit.agents.extractive.conftest import Card, Conversation, FakeLibrary, document

FIRST = (
    "Pertuzumab plus trastuzumab is recommended for HER2-positive metastatic breast cancer as"
    " first-line treatment."
)
LATER = (
    "Tucatinib is indicated for HER2-positive metastatic breast cancer after progression on an"
    " anti-HER2 antibody."
)
HORMONE = (
    "Fulvestrant is indicated for HR-positive metastatic breast cancer that progressed after"
    " endocrine therapy."
)
LIBRARY = FakeLibrary(
    [
        document("indications", "l", "Indications", f"## Approved\n\n{HORMONE}\n{LATER}\n"),
        document("asco_guidelines", "g", "HER2-positive breast cancer", f"## First\n\n{FIRST}\n"),
    ]
)
CARDS = [Card("asco", "ASCO", role="guideline"), Card("labels", "Labels", role="label")]
HAD = "HR-positive metastatic breast cancer, progressed on letrozole and palbociclib."


async def said(question: str) -> list[str]:
    ending = await Conversation(LIBRARY).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


async def test_the_first_drugs_against_the_target_lead() -> None:
    told = await said(f"{HAD} HER2-positive on rebiopsy. Which treatment?")
    options = [each for each in told if each in (FIRST, LATER, HORMONE)]
    assert options[0] == FIRST
    assert LATER not in options


async def test_after_them_they_are_none() -> None:
    told = await said(f"{HAD} HER2-positive, then had trastuzumab and pertuzumab. Which treatment?")
    assert FIRST not in told


def searched(question: str) -> list[str]:
    parsed = parse_text(question)
    return [q for part in parsed.parts for _, q in searches_for_target(part, parsed, CARDS)]


def test_guidelines_are_searched_for_the_target() -> None:
    told = searched(f"{HAD} HER2-positive on rebiopsy. Which treatment?")
    assert told == ["HER2-positive breast cancer first-line treatment"]


def test_not_where_it_was_treated_or_a_drug_is_named() -> None:
    assert searched("HER2-positive breast cancer, progressed on trastuzumab. Options?") == []
    assert searched(f"{HAD} HER2-positive. Is tucatinib an option?") == []


def test_a_staining_is_searched_as_positive_too() -> None:
    stained = Marker(name="HER2", state="positive", value=3, unit="IHC")
    assert marker_wordings(stained) == ["HER2 IHC 3+", "HER2-positive"]
    assert marker_wordings(Marker(name="HER2", state="positive")) == ["HER2-positive"]
