"""A driver that the message names and of which nothing was read is not taken to be absent."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

WITHOUT = (
    "For stage IV lung cancer without a driver alteration and with PD-L1 TPS of at least 50%, "
    "pembrolizumab alone is advised in the first line."
)
SILENT = (
    "Cemiplimab alone is indicated for metastatic non-small cell lung cancer with PD-L1 TPS of at "
    "least 50%."
)
FOR_RET = (
    "Selpercatinib is indicated for metastatic non-small cell lung cancer with a RET gene fusion."
)


async def sentences_on(question: str) -> list[str]:
    pages = [
        document("asco_guidelines", "lung", "Lung cancer", f"## Advice\n\n{WITHOUT}\n"),
        *(
            document("indications", name, name.capitalize(), f"## Use\n\n{text}\n", drugs=[name])
            for name, text in (("cemiplimab", SILENT), ("selpercatinib", FOR_RET))
        ),
    ]
    ending = await Conversation(FakeLibrary(pages)).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    "words", ["RET weird fuzion", "RET pending", "no trace yet of RET results"]
)
async def test_what_is_for_those_without_a_driver_hangs_on_it(words: str) -> None:
    said = await sentences_on(f"metastatic NSCLC, PD-L1 TPS 90%, {words}. First line?")
    assert said[0] == f"Only with RET fusion: {FOR_RET}"
    assert WITHOUT not in said
    assert SILENT not in said


@pytest.mark.parametrize("words", ["never smoker RET fusion", "no brain mets RET fusion"])
async def test_a_denial_of_something_else_leaves_the_driver(words: str) -> None:
    said = await sentences_on(f"metastatic NSCLC {words}, PD-L1 TPS 90%. First line?")
    assert said[0] == FOR_RET
    assert WITHOUT not in said


async def test_where_all_named_drivers_are_absent_nothing_is_open() -> None:
    said = await sentences_on("metastatic NSCLC, no driver alterations, PD-L1 TPS 90%. First line?")
    assert WITHOUT in said


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("NSCLC, RET fuzion, PD-L1 90%, options?", {"RET"}),
        ("NSCLC, EGFR and ALK negative, PD-L1 90%, options?", set()),
        ("NSCLC, EGFR negative, ROS1 pending, options?", {"ROS1"}),
        ("TNBC, BRCA pending, options?", set()),
        ("small cell lung cancer, EGFR pending, options?", set()),
    ],
)
def test_the_drivers_of_which_nothing_was_read(question: str, named: set[str]) -> None:
    assert parse_text(question).parts[0].open_markers == named
