"""Maintenance at hand is for advanced disease: in stage I or II it is none."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from tests.unit.agents.extractive.one_statement import document, sorted_out

LABEL = (
    "Olaparib is indicated for maintenance treatment of ovarian cancer with a BRCA1 mutation in"
    " response to platinum."
)


@pytest.mark.parametrize(("stage", "is_told"), [("I", False), ("IC", False), ("III", True)])
def test_what_is_for_maintenance_is_not_for_early_disease(stage: str, is_told: bool) -> None:
    question = (
        f"Newly diagnosed stage {stage} ovarian cancer, BRCA1 mutated, CR after carboplatin and"
        " paclitaxel. Maintenance olaparib?"
    )
    assert parse_text(question).parts
    told = [each.drugs for part in sorted_out(question, document(LABEL)) for each in part.answers]
    assert (("olaparib",) in told) == is_told


def test_what_has_come_back_is_no_longer_early() -> None:
    question = (
        "Platinum-sensitive relapse of stage I ovarian cancer, BRCA1 mutated, CR after carboplatin."
        " Maintenance olaparib?"
    )
    told = [each.drugs for part in sorted_out(question, document(LABEL)) for each in part.answers]
    assert ("olaparib",) in told
