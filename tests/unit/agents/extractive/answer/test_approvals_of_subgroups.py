"""An approval for a subgroup does not say that the others have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.answer.test_values_outside_rules import conversation

CLL = "indications/chronic-lymphocytic-leukaemia-17p.yaml"
CML = "indications/chronic-myeloid-leukaemia-bcr-abl1.yaml"
LUNG = "indications/non-small-cell-lung-cancer-egfr.yaml"


@pytest.mark.parametrize(
    ("question", "source", "is_open"),
    [
        ("CLL, del17p negative. Ibrutinib?", CLL, True),
        ("CML chronic phase, failed imatinib and dasatinib, no T315I. Ponatinib?", CML, True),
        ("NSCLC progressed on gefitinib, T790M negative. Osimertinib?", LUNG, False),
        ("EGFR wild-type metastatic NSCLC. Osimertinib?", LUNG, False),
    ],
)
async def test_of_a_subgroup_it_is_not_said_that_the_drug_is_not_indicated(
    corpus: Path, question: str, source: str, is_open: bool
) -> None:
    ending = await conversation(corpus, source).ask(question)
    assert isinstance(ending, Answer)
    first = ending.sentences[0].text
    assert ("none was found for this" in first) is is_open
    assert ("is not indicated here" in first) is not is_open
