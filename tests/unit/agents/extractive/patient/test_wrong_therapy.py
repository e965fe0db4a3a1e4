"""What the patient takes and should not, what is compared, and what is for others only."""

from __future__ import annotations

from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

COLON = """## Options

In the first line of metastatic colorectal cancer with high microsatellite instability ASCO
recommends pembrolizumab.

Encorafenib plus cetuximab is indicated for metastatic colorectal cancer with a BRAF V600E mutation.

For right-sided metastatic colorectal cancer without a KRAS mutation ASCO recommends bevacizumab.
"""
BREAST = """## Indication

Trastuzumab is indicated for HER2-positive metastatic breast cancer.
"""
KIDNEY = """## Kidney

Zoledronic acid is contraindicated with a creatinine clearance below 30 mL/min.
"""
LUNG = """## Indication

Amivantamab is indicated for non-small cell lung cancer with EGFR exon 20 insertion mutations after
platinum-based chemotherapy.

Sunvozertinib is indicated for non-small cell lung cancer with EGFR exon 20 insertion mutations
after platinum-based chemotherapy.
"""
COLITIS = """## Colitis

At a grade 1 colitis nivolumab is continued with close monitoring.

At a grade 2 colitis nivolumab is withheld.

At a grade 3 colitis nivolumab is discontinued permanently.
"""


async def answer_to(question: str, text: str, drugs: list[str]) -> Ending:
    shelf = [document("asco_guidelines", "d", "Digest", text, drugs=drugs)]
    return await Conversation(FakeLibrary(shelf)).ask(question)


def said(ending: Ending) -> str:
    return " ".join(each.text for each in ending.sentences) if isinstance(ending, Answer) else ""


def refused(ending: Ending) -> list[str]:
    return [each.option for each in ending.excluded] if isinstance(ending, Answer) else []


async def test_each_of_two_options_is_told_for_the_marker_that_the_patient_has() -> None:
    drugs = ["pembrolizumab", "encorafenib", "cetuximab"]
    asked = "mCRC BRAF V600E, MSI-H, 1L - encorafenib+cetux or pembro?"
    told = said(await answer_to(asked, COLON, drugs))
    assert "recommends pembrolizumab" in told
    assert "Encorafenib plus cetuximab is indicated" in told


async def test_advice_for_those_without_a_marker_refuses_nobody_the_drug() -> None:
    asked = "mCRC, KRAS G12V, right-sided, first line: what regimen?"
    ending = await answer_to(asked, COLON, ["bevacizumab", "encorafenib"])
    assert "bevacizumab" not in refused(ending)


async def test_a_drug_that_the_patient_takes_in_error_is_named() -> None:
    asked = "52F mBC HER2 2+ FISH neg, on trastuzumab from outside - continue?"
    told = said(await answer_to(asked, BREAST, ["trastuzumab"]))
    assert told.startswith("Trastuzumab is not indicated here: needs HER2-positive")


async def test_a_supportive_drug_is_asked_about_whatever_stands_behind_it() -> None:
    asked = "can i give zoledronic acid w CrCl 28, prostate bone mets"
    told = said(await answer_to(asked, KIDNEY, ["zoledronic acid"]))
    assert "contraindicated with a creatinine clearance below 30" in told


async def test_an_antibody_may_follow_a_kinase_inhibitor_of_the_same_target() -> None:
    asked = "EGFR exon 20 insertion NSCLC, after osimertinib and carboplatin: what now?"
    told = said(await answer_to(asked, LUNG, ["amivantamab", "sunvozertinib"]))
    assert "Amivantamab is indicated" in told
    assert "Sunvozertinib is indicated" not in told


async def test_of_an_event_without_a_grade_the_rule_for_each_grade_is_told() -> None:
    told = said(await answer_to("colitis on nivolumab, what to do?", COLITIS, ["nivolumab"]))
    assert all(f"At a grade {grade} colitis" in told for grade in (1, 2, 3))
