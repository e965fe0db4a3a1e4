"""Several facts of the patient that limit one drug: each has its rule told."""

from __future__ import annotations

from agents.extractive.answer.order.one_for_each_fact import one_for_each_fact
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.extractive.one_statement import cited, judged

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


def test_the_first_of_each_fact_stands_before_the_second_of_one() -> None:
    source = document("drug_information", "c", "Capecitabine", "\n\n".join((RENAL, *GENOTYPE)))
    found = {
        each.words: each
        for each in (cited(judgement, source) for judgement in judged("Capecitabine dose?", source))
    }
    kidneys, genes = found[RENAL], [found[each] for each in GENOTYPE]
    ordered = one_for_each_fact([*genes, kidneys], [genes, [kidneys]])
    assert [each.words for each in ordered] == [GENOTYPE[0], RENAL, *GENOTYPE[1:]]
    assert one_for_each_fact(genes, [genes, []]) == genes
