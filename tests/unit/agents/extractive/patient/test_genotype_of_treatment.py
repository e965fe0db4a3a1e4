"""A genotype of a patient who is given a drug: what it means for that drug leads the answer, even
if the question names no drug and asks for options."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from names.clinical.values import Tumour
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

OTHER = (
    "For CYP2D6 poor metabolizers with breast cancer CPIC recommends hormonal therapy other than "
    "tamoxifen, such as an aromatase inhibitor."
)
MORE = (
    "Tamoxifen at 40 mg/day raises endoxifen in CYP2D6 poor metabolizers, and is considered only "
    "if an aromatase inhibitor is contraindicated."
)
CHEMOTHERAPY = (
    "Doxorubicin is indicated as part of adjuvant chemotherapy of women with breast cancer."
)
AVOIDED = "Strong CYP2D6 inhibitors should be avoided with doxorubicin."


def shelf() -> FakeLibrary:
    rules = f"## Genotype\n\n- {OTHER}\n- {MORE}\n"
    uses = f"## Indications\n\n{CHEMOTHERAPY}\n\n## Interactions\n\n{AVOIDED}\n"
    return FakeLibrary(
        [
            document("drug_information", "t", "Tamoxifen", rules, drugs=["tamoxifen"]),
            document("drug_information", "d", "Doxorubicin", uses, drugs=["doxorubicin"]),
        ]
    )


async def said(question: str) -> list[str]:
    ending = await Conversation(shelf()).ask(question)
    assert isinstance(ending, Answer)
    return [each.text for each in ending.sentences]


@pytest.mark.parametrize(
    "question",
    [
        "Premenopausal woman on adjuvant tamoxifen, CYP2D6 *4/*4. What do you recommend?",
        "CYP2D6 *4/*4, on adjuvant tamoxifen for breast cancer, also takes paroxetine. Options?",
        "Adjuvant tamoxifen since May for breast cancer; CYP2D6 poor metaboliser. What next?",
    ],
)
async def test_what_a_genotype_means_for_the_drug_that_is_given_leads(question: str) -> None:
    sentences = await said(question)
    assert sentences[:2] == [OTHER, MORE]


async def test_another_phenotype_has_no_such_advice() -> None:
    question = "On adjuvant tamoxifen for breast cancer, CYP2D6 normal metaboliser. Options?"
    ending = await Conversation(shelf()).ask(question)
    told = ending.sentences if isinstance(ending, Answer) else ()
    assert OTHER not in [each.text for each in told]


@pytest.mark.parametrize(
    ("text", "tumours"),
    [
        ("On adjuvant tamoxifen, CYP2D6 *4/*4", {"breast cancer"}),
        ("progressed on tamoxifen", {"breast cancer"}),
        ("on letrozole, hot flushes", {"breast cancer"}),
        ("on tamoxifen since 2024", set()),
        ("DCIS, on adjuvant tamoxifen", {"ductal carcinoma in situ"}),
    ],
)
def test_tumour_of_the_drug_given(text: str, tumours: set[str]) -> None:
    assert {each.name for each in parse_text(text).sheet.of(Tumour)} == tumours
