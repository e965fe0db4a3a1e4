"""HER2 0 may be ultralow: an option for that hangs on the staining, and is not refused."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import sentences_of
from agents.extractive.answer.wording import excluded_options
from names.clinical.values import Marker
from tests.unit.agents.extractive.one_statement import document, sorted_out
from tests.unit.agents.facts.phrases import sheet_of

LOW = (
    "Trastuzumab deruxtecan is indicated for metastatic HR-positive breast cancer that is HER2-low"
    " or HER2-ultralow (IHC 0 with membrane staining)."
)


@pytest.mark.parametrize("score", ["HER2 0", "HER2 IHC 0", "HER2 zero", "HER2-negative (IHC 0)"])
def test_a_score_of_0_leaves_open_whether_it_is_ultralow(score: str) -> None:
    question = f"metastatic HR-positive {score} breast cancer, trastuzumab deruxtecan?"
    (selected,) = sorted_out(question, document(LOW))
    assert not excluded_options(selected)
    (first, *_) = sentences_of(selected, 0)
    assert first.text.startswith("Only with HER2-ultralow (membrane staining at IHC 0): ")


@pytest.mark.parametrize(
    ("score", "is_one"),
    [
        ("HER2 IHC 0 with faint membrane staining in 5% of cells", True),
        ("HER2 0 (incomplete, barely perceptible staining)", True),
        ("HER2 0, no membrane staining,", False),
        ("HER2-null", False),
    ],
)
def test_the_staining_tells_whether_a_score_of_0_is_ultralow(score: str, is_one: bool) -> None:
    question = f"metastatic HR-positive {score} breast cancer, trastuzumab deruxtecan?"
    (selected,) = sorted_out(question, document(LOW))
    assert bool(excluded_options(selected)) is not is_one
    assert [each.words for each in selected.answers] == ([LOW] if is_one else [])


def test_faint_staining_of_another_score_is_not_ultralow() -> None:
    stated = sheet_of("HER2 IHC 1+, faint incomplete membrane staining").of(Marker)
    assert ("ultralow", "present") not in {(each.state, each.polarity) for each in stated}
