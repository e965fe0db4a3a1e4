"""Who asks for whom a drug is approved is told its indications, whatever they need."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.one_statement import document, sorted_out

INDICATED = (
    "Datopotamab deruxtecan is indicated for locally advanced or metastatic EGFR-mutated non-small"
    " cell lung cancer after EGFR-directed therapy and platinum-based chemotherapy."
)
EYES = "On datopotamab deruxtecan we recommend eye drops at least 4 times a day."
LABEL = document(f"{INDICATED}\n\n{EYES}", title="Datopotamab deruxtecan")


def told(question: str) -> str:
    return " ".join(each.words for part in sorted_out(question, LABEL) for each in part.answers)


@pytest.mark.parametrize(
    "question",
    [
        "is Dato-DXd approved in lung, for whom",
        "Dato-DXd label - what are the approved criteria exactly",
        "datopotamab deruxtecan: for whom is it indicated?",
        "indications of Dato-DXd?",
    ],
)
def test_the_indication_is_told_and_no_remark_in_its_place(question: str) -> None:
    assert INDICATED in told(question)
    assert EYES not in told(question)


@pytest.mark.parametrize(
    "question",
    [
        "is Dato-DXd approved in gastric cancer?",
        "is sacituzumab approved in lung, for whom?",
        "Dato-DXd eye drops: how often?",
    ],
)
def test_another_tumour_or_drug_is_not_answered_by_it(question: str) -> None:
    assert INDICATED not in told(question)
