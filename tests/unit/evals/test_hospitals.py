"""The questions of the invented hospitals, and what an answer to one is worth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evals.protocols.hospital_questions import (
    HospitalQuestion,
    hospital_verdict,
    hospitals,
    questions_of_hospital,
)

ANSWERED = HospitalQuestion(
    id="x-1",
    question="ports flushed how often?",
    must=(re.compile("every 5 weeks"), re.compile("port")),
    wrong=(re.compile("9 weeks"), re.compile("PICC")),
    is_gap=False,
)
UNANSWERED = HospitalQuestion(id="x-2", question="parking?", must=(), wrong=(), is_gap=True)


@pytest.mark.parametrize(
    ("told", "elsewhere", "worth"),
    [
        (("The port: every 5 weeks.",), False, "right"),
        (("The port.", "Every 5\nweeks: every 5\nweeks."), True, "right"),
        (("The port: every 5 weeks.", "The PICC: every week."), False, "neighbouring row"),
        (("Every 5 weeks.",), False, "beside"),
        (("Every 5 weeks.",), True, "elsewhere"),
        ((), False, "gap"),
    ],
)
def test_what_an_answer_is_worth(told: tuple[str, ...], elsewhere: bool, worth: str) -> None:
    assert hospital_verdict(ANSWERED, told, elsewhere=elsewhere) == worth


def test_a_question_without_a_rule_has_to_be_a_gap() -> None:
    assert hospital_verdict(UNANSWERED, ()) == "right"
    assert hospital_verdict(UNANSWERED, ("Car park B.",)) == "answered a gap"


@pytest.mark.parametrize("hospital", hospitals(), ids=lambda each: each.name)
def test_each_hospital_has_thirty_questions_that_can_be_told_right(hospital: Path) -> None:
    questions = questions_of_hospital(hospital)
    assert len({each.id for each in questions}) == len(questions) == 30
    assert all(bool(each.must) != each.is_gap for each in questions)
