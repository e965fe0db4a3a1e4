"""A choice that names a class finds what is advised of its members, whatever the gene."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.one_statement import document, sorted_out

PREFERRED = (
    "For metastatic melanoma with or without a BRAF mutation, the guideline recommends nivolumab"
    " plus ipilimumab before a BRAF inhibitor with a MEK inhibitor."
)
FOR_GENE = (
    "Atezolizumab plus cobimetinib plus vemurafenib is indicated for unresectable or metastatic"
    " melanoma with a BRAF V600 mutation."
)
SOURCE = document(f"{PREFERRED} {FOR_GENE}", title="Melanoma")


def told(question: str) -> str:
    return " ".join(each.words for part in sorted_out(question, SOURCE) for each in part.answers)


@pytest.mark.parametrize(
    "question",
    [
        "melanoma stage IV BRAF V600E, asymptomatic, ECOG 0: which first, IO or BRAF/MEK?",
        "stage IV melanoma BRAF V600E, symptomatic: BRAF/MEK or ICI?",
        "metastatic melanoma BRAF V600K, untreated: BRAF/MEK or immunotherapy?",
    ],
)
def test_advice_on_a_member_is_told_beside_what_is_for_the_gene(question: str) -> None:
    assert PREFERRED in told(question)
    assert FOR_GENE in told(question)


@pytest.mark.parametrize(
    "question",
    [
        "metastatic colorectal cancer BRAF V600E: IO or BRAF/MEK?",
        "metastatic melanoma BRAF V600E: PARP inhibitor or chemo?",
        "metastatic melanoma BRAF V600E, progressed on nivolumab plus ipilimumab: IO or BRAF/MEK?",
    ],
)
def test_it_is_not_told_of_another_tumour_class_or_after_its_failure(question: str) -> None:
    assert PREFERRED not in told(question)
