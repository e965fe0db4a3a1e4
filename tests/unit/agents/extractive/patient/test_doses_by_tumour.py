"""A changed dose that is stated for one tumour or setting is not told for another."""

from __future__ import annotations

import pytest

from agents.extractive.answer.selection.statements import PartHits
from names.clinical.values import OrganFunction, Toxicity
from retrieval.documents import Document
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.extractive.one_statement import sorted_out

LIVER = "In breast cancer with moderate hepatic impairment everolimus is given at 5 mg once daily."
BLOOD = "In metastatic breast cancer with grade 3 thrombocytopenia neratinib is withheld."


def source(text: str, drug: str, applies: Applicability, *stated: str) -> Document:
    statement = Statement(
        id="one",
        kind="adjustment",
        spans=((0, len(text)),),
        drugs=(drug,),
        applies=applies,
        stated=("kind", "drugs", *stated),
    )
    return Document(
        silo="label", id="a", version="1", title=drug, text=text, statements=(statement,)
    )


EVEROLIMUS = source(
    LIVER,
    "everolimus",
    Applicability(
        tumours=("breast cancer",), organ=(OrganFunction(organ="hepatic", grade="moderate"),)
    ),
    "applies.tumours",
)
NERATINIB = source(
    BLOOD,
    "neratinib",
    Applicability(
        tumours=("breast cancer",),
        settings=("metastatic",),
        toxicities=(Toxicity(event="thrombocytopenia", grade_from=3, grade_to=3),),
    ),
    "applies.tumours",
    "applies.settings",
)


def is_told(question: str, document: Document) -> bool:
    found: list[PartHits] = sorted_out(question, document)
    return any(chosen.answers for chosen in found)


@pytest.mark.parametrize(
    ("question", "document", "told"),
    [
        ("breast cancer, moderate hepatic impairment. everolimus dose?", EVEROLIMUS, True),
        ("lung cancer, moderate hepatic impairment. everolimus dose?", EVEROLIMUS, False),
        ("moderate hepatic impairment. everolimus dose?", EVEROLIMUS, True),
        (
            "metastatic breast cancer, grade 3 thrombocytopenia on neratinib. Go on?",
            NERATINIB,
            True,
        ),
        (
            "early breast cancer, adjuvant, grade 3 thrombocytopenia on neratinib. Go on?",
            NERATINIB,
            False,
        ),
        ("lung cancer, grade 3 thrombocytopenia on neratinib. Go on?", NERATINIB, False),
    ],
)
def test_a_changed_dose_is_for_its_tumour_and_setting(
    question: str, document: Document, *, told: bool
) -> None:
    assert is_told(question, document) is told
