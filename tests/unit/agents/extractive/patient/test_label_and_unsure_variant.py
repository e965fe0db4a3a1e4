"""A variant of uncertain significance is not the alteration that a label needs, whatever else is
allowed irrespective of it."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.one_statement import document, sorted_out

LABEL = (
    "Olaparib alone is indicated in the US for maintenance treatment of ovarian cancer with a "
    "BRCA1 or BRCA2 mutation."
)


def refused(question: str) -> list[str]:
    (chosen,) = sorted_out(question, document(LABEL))
    return [each.words for each in chosen.not_for_patient]


@pytest.mark.parametrize(
    "question",
    [
        "Ovarian cancer, BRCA1 VUS, maintenance olaparib?",
        "Ovarian cancer with a BRCA2 VUS: olaparib as maintenance?",
    ],
)
def test_the_label_is_said_to_need_more(question: str) -> None:
    assert refused(question) == [LABEL]


@pytest.mark.parametrize(
    "question",
    [
        "Ovarian cancer, BRCA1 mutated, maintenance olaparib?",
        "Ovarian cancer, BRCA wild type, maintenance olaparib?",
    ],
)
def test_who_has_the_variant_or_lacks_it_is_told_as_before(question: str) -> None:
    assert refused(question) == []
