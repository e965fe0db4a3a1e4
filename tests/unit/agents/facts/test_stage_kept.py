"""The stage of a tumour that has not come back is kept, however shortly that is denied."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Tumour


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("unresectable stage III NSCLC, EGFR ex19del, finished chemoRT w/o PD", "III"),
        ("stage III NSCLC, finished chemoRT w/o any progression", "III"),
        ("stage III NSCLC, PD after chemoRT", ""),
    ],
)
def test_stage(text: str, stage: str) -> None:
    assert [each.stage for each in read_fact_sheet((Message(text),)).of(Tumour)] == [stage]
