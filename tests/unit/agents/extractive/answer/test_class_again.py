"""Advice against giving a class again leads the answer of who had a drug of it."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.conftest import said_to

ADVICE = "The society does not recommend a second course of PARP inhibition in ovarian cancer."
LABEL = (
    "Niraparib is indicated for maintenance treatment of recurrent ovarian cancer with a germline"
    " BRCA1 mutation."
)
HAD = "germline BRCA1 ovarian cancer, relapse after olaparib maintenance, platinum-sensitive."


@pytest.mark.parametrize("asked", ["Niraparib maintenance?", "A PARP inhibitor again?"])
async def test_advice_against_the_class_comes_first(asked: str) -> None:
    said = await said_to(f"{HAD} {asked}", LABEL, ADVICE)
    assert said[0].startswith("The society does not recommend a second course")
    # Not even before it: for whom the approvals hold.
    assert not any(each.startswith("Niraparib is indicated") for each in said)


async def test_who_had_none_reads_the_indication_first() -> None:
    said = await said_to(
        "germline BRCA1 ovarian cancer, platinum-sensitive relapse, no prior PARP inhibitor."
        " Niraparib maintenance?",
        LABEL,
        ADVICE,
    )
    assert any("Niraparib is indicated" in each for each in said[:2])
    assert "second course" not in said[0]


async def test_the_line_of_a_maintenance_is_that_of_the_treatment_before() -> None:
    first = (
        "The society advises maintenance with a PARP inhibitor after first-line platinum in newly"
        " diagnosed ovarian cancer."
    )
    said = await said_to(f"{HAD} A PARP inhibitor again?", first, ADVICE)
    assert not any("newly diagnosed" in each for each in said)
