"""What the name of a gap tells: the kind of source, what is asked for, of what."""

from __future__ import annotations

import pytest

from agents.turns import Abstention
from agents.wording.gaps import nearest_sources
from tests.unit.agents.extractive.conftest import Conversation


@pytest.mark.parametrize(
    ("question", "name", "purpose"),
    [
        (
            "dose of foobarnib",
            "a drug label or a guideline on the dose of foobarnib",
            "telling the dose",
        ),
        (
            "Can she breastfeed on erdafitinib?",
            "a drug label or a guideline on breastfeeding with erdafitinib",
            "telling breastfeeding",
        ),
        (
            "How often is an ECG needed on nilotinib?",
            "a drug label or a guideline on monitoring of nilotinib (ECG)",
            "telling monitoring",
        ),
        (
            "How often to check the LVEF on mitoxantrone?",
            "a drug label or a guideline on monitoring of mitoxantrone (LVEF)",
            "telling monitoring",
        ),
        (
            "TPMT poor metaboliser: mercaptopurine dose?",
            "a pharmacogenomic guideline or a drug label on pharmacogenomics of mercaptopurine,"
            " TPMT (TPMT poor metaboliser)",
            "telling pharmacogenomics",
        ),
        (
            "In whom must bleomycin not be given?",
            "a drug label or a guideline on contraindications of bleomycin",
            "telling contraindications",
        ),
        (
            "What does abemaciclib cost?",
            "a source on the price of abemaciclib",
            "telling the price",
        ),
        (
            "Which treatment for HR+ cholangiocarcinoma with a germline BRCA2 mutation?",
            "a guideline or a drug label on treatment of cholangiocarcinoma with germline BRCA2 and"
            " HR-positive",
            "telling treatment",
        ),
    ],
)
async def test_a_gap_names_source_purpose_and_subject(
    thread: Conversation, question: str, name: str, purpose: str
) -> None:
    ending = await thread.ask(question)
    assert isinstance(ending, Abstention), ending
    assert (ending.gap.name, ending.gap.purpose) == (name, purpose)


def test_a_reason_without_a_verb_gets_one() -> None:
    assert nearest_sources([("not in colorectal cancer",)]) == [
        "The nearest source says: not in colorectal cancer."
    ]
