"""A finding that is denied, or stands beside drugs that were had, makes no question on adverse
reactions."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text


@pytest.mark.parametrize(
    "question",
    [
        "NSCLC PD-L1 90%, ROS1 fusion, pneumonitis hx none: pembrolizumab mono 1L?",
        "HER2+ MBC after THP, no ILD: T-DXd?",
        "Lung ca EGFR L858R on osimertinib, ILD hx: none. continue?",
        "HER2+ MBC after THP, brain mets, LVEF 48%, next?",
        "melanoma BRAF V600K, PD on ipi/nivo with G3 colitis, next?",
        "mCRC RAS wt, after FOLFOX, neuropathy G3, second line?",
    ],
)
def test_a_treatment_is_asked_for(question: str) -> None:
    assert [part.kind for part in parse_text(question).parts] == ["therapy"]


@pytest.mark.parametrize(
    "question",
    [
        "NSCLC on osimertinib, ILD grade 2, next?",
        "HER2+ MBC on T-DXd, ILD on CT, no fever. continue?",
        "Lung ca on osimertinib, pneumonitis. continue?",
        "Melanoma after ipi/nivo, G3 colitis, next?",
    ],
)
def test_an_event_that_is_there_is_asked_about(question: str) -> None:
    assert "adverse" in [part.kind for part in parse_text(question).parts]
