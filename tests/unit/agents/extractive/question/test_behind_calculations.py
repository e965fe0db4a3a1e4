"""Follow-ups in a thread: behind a computed dose each is computed anew or told what is missing, and
a new value of which nobody can tell what it is of is asked for."""

from __future__ import annotations

import pytest

from agents.extractive.core import gap_before_searching
from agents.extractive.question.parsing import parse_question
from agents.extractive.question.requests.calculations import CALCULATION, formulas_asked
from agents.facts.read_sheet import Message
from agents.turns import Question, ThreadKey, Turn, View

DOSE = "carboplatin AUC 5, 68F 62kg creat 1.3 mg/dl - dose?"
LIVER = "pembrolizumab ALT 4x ULN and AST 3x ULN, hold?"


def _view(before: str, after: str) -> View:
    return View(
        run_id="r2",
        question=Question(thread=ThreadKey("T", "C", "1"), asker="U", text=after),
        turns=(Turn(run_id="r1", question=before, answer="", outcome="answer"),),
        earlier=(Message(before, "earlier question"),),
        said=(Message(after),),
        steps_left=3,
    )


@pytest.mark.parametrize(
    "text",
    [
        "made a mistake she's 58 kg and creat 0.5",
        "she's 58 kg",
        "and she's on gentamicin",
        "he's 58 kg",
        "she's tired",
        "weight is 58 kg",
        "it's 2.1 now",
        "and it was measured twice",
        "they say she is frail",
        "she's had 3 cycles",
        "and for him?",
        "same with her sister",
        "is that right?",
    ],
)
def test_no_follow_up_behind_a_computed_dose_is_left_without_an_ending(text: str) -> None:
    view = _view(DOSE, text)
    parsed = parse_question(view, ())
    computed = [part for part in parsed.parts if part.kind == CALCULATION]
    empty = [part for part in computed if not formulas_asked(part.text, parsed.sheet)]
    assert not empty or gap_before_searching(view, ()) is not None


def test_a_correction_of_the_weight_asks_for_the_dose_again() -> None:
    parsed = parse_question(_view(DOSE, "made a mistake she's 58 kg and creat 0.5"), ())
    assert [part.kind for part in parsed.parts] == [CALCULATION]
    assert "Calvert" in formulas_asked(parsed.parts[0].text, parsed.sheet)


def test_a_value_of_several_things_is_asked_of_and_not_answered() -> None:
    gap = gap_before_searching(_view(LIVER, "now it's 22x"), ())
    assert gap is not None
    assert "22x" in gap.detail


def test_a_value_told_with_its_name_is_not_asked_of() -> None:
    gap = gap_before_searching(_view(LIVER, "ALT is 22x ULN now"), ())
    assert gap is None or "22x" not in gap.detail
