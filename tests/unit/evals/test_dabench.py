"""The accuracies of InfiAgent-DABench, as its published scorer counts."""

from __future__ import annotations

import pytest

from evals.dabench.samples import DabenchQuestion
from evals.dabench.scoring import answers_in, score_response, sub_answers


def question(**answers: str) -> DabenchQuestion:
    return DabenchQuestion(id=1, asked="?", file="t.csv", level="easy", answers=answers)


@pytest.mark.parametrize(
    ("response", "right"),
    [
        ("@mean[1.5] @kind[normal]", (True, True)),
        ("So it is.\n@mean[1.50]\n@kind[Normal]", (True, False)),
        ("@mean[1.5000001] @kind[ normal]", (True, False)),
        ("@mean[1.51] @kind[normal]", (False, True)),
        ("@mean[9] and at last @mean[1.5]", (True, False)),
        ("The mean is 1.5 and it is normal.", (False, False)),
    ],
)
def test_a_sub_answer_is_the_text_of_the_label_or_its_number(
    response: str, right: tuple[bool, bool]
) -> None:
    score = score_response(question(mean="1.5", kind="normal"), response)
    assert score.right == right
    assert score.answered is bool(answers_in(response))


def test_three_accuracies_differ_where_questions_have_several_parts() -> None:
    scores = [
        score_response(question(a="1", b="2", c="3"), "@a[1] @b[2] @c[4]"),
        score_response(question(a="1"), "@a[1]"),
    ]
    assert [each.is_right for each in scores] == [False, True]
    assert [each.share for each in scores] == pytest.approx([2 / 3, 1])
    assert sub_answers(scores) == [True, True, False, True]
