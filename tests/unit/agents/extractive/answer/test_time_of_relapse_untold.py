"""The label of a drug asked about hangs on how soon the disease came back: it is told with that."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.answer.test_values_outside_rules import conversation

ALONE = "Trastuzumab deruxtecan alone is indicated"
ONLY = "Only with prior HER2 inhibition for metastatic disease: "


@pytest.mark.parametrize(
    ("case", "before"),
    [
        ("adjuvant T-DM1, now liver mets. T-DXd?", ONLY),
        ("T-DM1 adjuvant, now liver mets, T-DXd go ahead?", ONLY),
        ("adjuvant T-DM1, liver mets 4 months later. T-DXd?", ""),
        ("de novo metastatic, untreated. T-DXd?", None),
        ("adjuvant T-DM1, bone mets 20 months later. T-DXd?", None),
    ],
)
async def test_the_label_is_told_with_what_it_hangs_on(
    corpus: Path, case: str, before: str | None
) -> None:
    thread = conversation(corpus, "indications/breast-cancer-her2.yaml")
    ending = await thread.ask(f"HER2+ breast cancer, {case}")
    assert isinstance(ending, Answer)
    told = [
        e.text.split(ALONE)[0] for e in ending.sentences if ALONE in e.text and "HER2-pos" in e.text
    ]
    assert told == ([] if before is None else [before])
    assert not any(e.text.startswith("Trastuzumab emtansine") for e in ending.sentences)
