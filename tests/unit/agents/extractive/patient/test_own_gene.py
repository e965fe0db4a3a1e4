"""A result in the gene that the patient has altered, beside what is for a list of genes."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = """## Use

Olaparib is indicated for metastatic castration-resistant prostate cancer with a mutation of \
BRCA1, BRCA2, ATM or CHEK2.
"""
ADVICE = "ASCO recommends olaparib for BRCA2-mutated castration-resistant prostate cancer."
OF_LIST = (
    "Olaparib lengthened progression-free survival of prostate cancer with a mutation of BRCA1, "
    "BRCA2, ATM or CHEK2 (hazard ratio 0.49)."
)
OF_GENE = "In prostate cancer with an ATM mutation olaparib showed no benefit (hazard ratio 1.04)."


@pytest.mark.parametrize(
    ("case", "first"),
    [
        ("mCRPC, ATM mutated, progressed on enzalutamide", True),
        ("mCRPC, BRCA1 and BRCA2 wild type, ATM mutated, progressed on enzalutamide", True),
        ("mCRPC, CHEK2 mutated, progressed on enzalutamide", False),
    ],
)
async def test_a_result_in_the_own_gene_stands_before_that_of_a_list(
    case: str, first: bool
) -> None:
    evidence = f"## Olaparib\n\n{OF_LIST}\n\n{OF_GENE}\n"
    shelf = FakeLibrary(
        [
            document("drug_information", "o", "Olaparib", LABEL, drugs=["olaparib"]),
            document("asco_guidelines", "a", "Prostate", f"## Use\n\n{ADVICE}\n"),
            document("variant_evidence", "v", "HRR genes in prostate cancer", evidence),
        ]
    )
    ending = await Conversation(shelf).ask(f"{case}. Olaparib?")
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences if each.role != "not for"]
    assert (OF_GENE in told[0]) is first, told
