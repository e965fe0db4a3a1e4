"""What a message names of its patient and nobody reads is named to the reader."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.unread.findings import unread_findings
from agents.extractive.question.unread.words import hazard_ratios, unread_phrases
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document


def unread(text: str, shown: str = "") -> tuple[str, ...]:
    parsed = parse_text(text)
    return unread_findings(parsed.text, parsed.all_parts, parsed.sheet, shown)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("gastric ca, PDL1 40, HER2 neg. nivolumab?", "PDL1 40"),
        ("mBC, PR 3, HER2 0, ribociclib dose?", "PR 3"),
        ("NSCLC, ex20ins, amivantamab dose?", "ex20ins"),
        ("melanoma, S100 0.4 µg/L, dabrafenib dose?", "S100 0.4 µg/L"),
        ("RCC, urine protein 2.9 g/24h, axitinib hold?", "urine protein 2.9 g/24h"),
        ("HCC, AFP 4100, sorafenib dose?", "AFP 4100"),
        ("ribociclib, platelets at the GP surgery 61, hold?", "platelets at the GP surgery 61"),
        ("nebivolol, ramipril at home. crizotinib dose?", "ramipril"),
    ],
)
def test_what_nobody_reads_is_named(text: str, named: str) -> None:
    assert named in unread(text)


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC EGFR L858R VAF 22%, osimertinib dose?",
        "stage IV ovarian ca after PR to carboplatin, niraparib dose?",
        "reduce everolimus to 50%?",
        "EGFR? ALK pending. NSCLC, bridge with chemo?",
        "mother MLH1 Lynch, patient has gastric ca, MMR pending",
        "RET fusion KIF5B, selpercatinib dose?",
        "olaparib, BRCA2.",
    ],
)
def test_what_was_read_asked_or_is_of_others_is_not_named(text: str) -> None:
    assert unread(text) == ()


def test_a_marker_that_the_answer_shows_is_not_named_but_its_number_is() -> None:
    assert unread("gastric ca, PDL1 40, nivolumab?", "PD-L1 CPS 5 or more") == ("PDL1 40",)


CASE = "58M stage IV melanoma, BRAF V600E, zorbing syndrome, after ipilimumab. Options?"


def _library() -> FakeLibrary:
    text = "Dabrafenib with trametinib is indicated for metastatic melanoma with BRAF V600E."
    drugs = ["dabrafenib", "trametinib"]
    return FakeLibrary([document("drug_information", "p", "Labels", text, drugs=drugs)])


async def test_what_the_case_said_and_nobody_read_is_named_in_its_follow_ups() -> None:
    thread = Conversation(_library())
    await thread.ask(CASE)
    answer = await thread.ask("and dabrafenib with trametinib?")
    assert isinstance(answer, Answer)
    assert "zorbing syndrome" in answer.unread


async def test_what_another_patients_case_said_is_not_named() -> None:
    thread = Conversation(_library())
    await thread.ask(CASE)
    new = "New patient: 44F metastatic melanoma, BRAF V600E. Dabrafenib with trametinib?"
    answer = await thread.ask(new)
    assert isinstance(answer, Answer)
    assert "zorbing syndrome" not in answer.unread


@pytest.mark.parametrize("text", ["PFS HR in CROWN?", "KEYNOTE-355: HR for OS?"])
def test_the_hazard_ratio_of_a_trial_is_no_receptor(text: str) -> None:
    parsed = parse_text(text)
    assert unread_findings(text, parsed.parts, parsed.sheet) == ()
    assert unread_phrases(text) == ()


@pytest.mark.parametrize("text", ["breast cancer, HR unknown", "OS in HR+ disease in PALOMA-2?"])
def test_a_receptor_is_no_hazard_ratio(text: str) -> None:
    assert hazard_ratios(text) == []
