"""Follow-ups made to stand alone, long cases condensed."""

from __future__ import annotations

import pytest

from agents.extractive.context import condensed, stand
from agents.extractive.needs import understand
from names.entities import EntityKind

FIRST = "What is the dose of abemaciclib in severe hepatic impairment?"
CHOICE = "First-line therapy of HER2-positive metastatic breast cancer?"
FOLLOW_UPS: list[tuple[str, str, EntityKind, str, bool]] = [
    (FIRST, "what about olaparib?", "drug", "olaparib", True),
    (FIRST, "what about olaparib?", "drug", "abemaciclib", False),
    (FIRST, "what about olaparib?", "condition", "hepatic impairment", True),
    (FIRST, "and in renal impairment?", "drug", "abemaciclib", True),
    (FIRST, "and in renal impairment?", "condition", "hepatic impairment", False),
    (FIRST, "does it cause diarrhea?", "drug", "abemaciclib", True),
    (FIRST, "does it cause diarrhea?", "condition", "hepatic impairment", False),
    (CHOICE, "and in the adjuvant setting?", "status", "HER2-positive", True),
    (CHOICE, "and in the adjuvant setting?", "tumour", "breast cancer", True),
    (CHOICE, "and in the adjuvant setting?", "setting", "metastatic", False),
    (CHOICE, "what if it is HER2-low?", "status", "HER2-positive", False),
    (CHOICE, "what about gastric cancer?", "tumour", "breast cancer", False),
    ("BRAF V600E melanoma treatment", "and V600K?", "gene", "BRAF", True),
    ("BRAF V600E melanoma treatment", "and V600K?", "variant", "V600E", False),
    (FIRST, "What is the capital of France?", "drug", "abemaciclib", False),
    (FIRST, "can it be given with itraconazole?", "drug", "abemaciclib", True),
    (FIRST, "can it be given with itraconazole?", "drug", "itraconazole", True),
    ("alpelisib for PIK3CA H1047R breast cancer?", "and its dose?", "drug", "alpelisib", True),
    ("alpelisib for PIK3CA H1047R breast cancer?", "and its dose?", "variant", "H1047R", False),
    (FIRST, "What does the BRCA2 gene do?", "drug", "abemaciclib", False),
]


@pytest.mark.parametrize(("before", "after", "kind", "name", "kept"), FOLLOW_UPS)
def test_a_follow_up_takes_over_what_it_leaves_out(
    before: str, after: str, kind: EntityKind, name: str, kept: bool
) -> None:
    names = understand(stand(after, before).text).found.names(kind)
    assert (name in names) is kept


def test_a_follow_up_without_a_kind_keeps_the_kind() -> None:
    assert understand(stand("what about olaparib?", FIRST).text).kind_name == "dose"


def test_a_follow_up_with_its_own_kind_changes_it() -> None:
    assert understand(stand("what are its side effects?", FIRST).text).kind_name == "adverse"


def test_a_long_case_is_condensed_to_its_question_and_what_it_names() -> None:
    case = (
        "We saw a 58-year-old teacher who noticed a lump last summer. " * 5
        + "Biopsy showed HR-positive, HER2-negative breast cancer with PIK3CA H1047R. "
        + "She took letrozole and palbociclib for two years and then progressed in the liver. "
        + "Her eGFR is 45. Which therapy would you give next?"
    )
    short = condensed(case)
    found = understand(short).found
    assert len(short.split()) < 40
    assert {"PIK3CA"} <= found.names("gene")
    assert "H1047R" in found.names("variant")
    assert "renal impairment" in found.names("condition")


def test_a_short_question_is_left_as_it_is() -> None:
    assert condensed(FIRST) == FIRST
