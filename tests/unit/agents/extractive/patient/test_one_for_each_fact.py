"""Several facts of the patient that limit one drug: each has its rule told."""

from __future__ import annotations

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

RENAL = "Capecitabine is reduced by 25% at a creatinine clearance of 30 to 50 mL/min."
GENOTYPE = (
    "In DPYD intermediate metabolizers capecitabine is started at a dose reduced by 50%.",
    "For DPYD intermediate metabolizers CPIC starts capecitabine at half of the dose.",
    "In DPYD intermediate metabolizers with an activity score of 1.5 capecitabine is halved.",
    "A lower dose of capecitabine is advised in DPYD intermediate metabolizers by the EMA.",
)


async def test_rules_on_the_genotype_leave_a_place_for_the_rule_on_the_kidneys() -> None:
    text = "\n\n".join(("## Renal impairment", RENAL, "## DPYD", *GENOTYPE))
    shelf = FakeLibrary([document("drug_information", "c", "Capecitabine", text)])
    asked = (
        "67F DPYD intermediate metaboliser, CrCl 40, colon cancer."
        " Any contraindications or issues with capecitabine?"
    )
    ending = await Conversation(shelf).ask(asked)
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert RENAL in told
    assert any("DPYD" in each for each in told)
