"""The three accuracies of InfiAgent-DABench, as its ``eval_closed_form.py`` computes them. Pure.

A sub-answer is ``@name[value]``; it is right if it is the label's text, or a number no further from
it than 0.000001. Theirs leave a question without any response out of all counts; ours count it as
wrong, and how many that were stands beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.dabench.samples import DabenchQuestion

TOLERANCE = 1e-6
"""By which a number may be off: that of the benchmark's own scorer."""
_ANSWER = re.compile(r"@(\w+)\[([^\]\n]*)\]")


@dataclass(frozen=True, slots=True)
class DabenchScore:
    """One question, and which of its sub-answers are right."""

    question: DabenchQuestion
    answered: bool
    """Whether there was any answer in the form that is asked for."""
    right: tuple[bool, ...]

    @property
    def is_right(self) -> bool:
        """By question: all of them are."""
        return all(self.right)

    @property
    def share(self) -> float:
        """Proportional by sub-question: the share that is."""
        return sum(self.right) / len(self.right)


def answers_in(response: str) -> Mapping[str, str]:
    """Name → value of every answer in the form; of a name that stands twice the last."""
    return dict(_ANSWER.findall(response))


def score_response(question: DabenchQuestion, response: str) -> DabenchScore:
    """What a response is worth."""
    said = answers_in(response)
    right = tuple(is_equal(said.get(name), value) for name, value in question.answers.items())
    return DabenchScore(question, bool(said), right)


def is_equal(said: str | None, label: str) -> bool:
    """Whether a sub-answer is right."""
    if said is None or said == label:
        return said is not None
    try:
        return abs(float(said) - float(label)) < TOLERANCE
    except ValueError:
        return False


def sub_answers(scores: Sequence[DabenchScore]) -> list[bool]:
    """Uniform by sub-question: every sub-answer counts the same."""
    return [right for score in scores for right in score.right]
