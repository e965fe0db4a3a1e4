"""What became of a mark when its question is asked again. Pure.

Nobody has read the new answer: that it is another one does not mean that it is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evals.reviews.cases import CitedQuote, Mark, ReviewedCase

Became = Literal["fault stands", "fault is gone", "right stands", "right has changed"]
UNWANTED: frozenset[Became] = frozenset(("fault stands", "right has changed"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A mark, and what became of it."""

    case: ReviewedCase
    mark: Mark
    became: Became
    run_id: str
    """The run that was asked now."""


def compare(case: ReviewedCase, result: Mapping[str, Any]) -> tuple[Outcome, ...]:
    """Each mark of a case, by one object of ``curbside ask --json``."""
    return tuple(
        Outcome(case, mark, _became(mark, stands=_stands(case, mark, result)), result["run_id"])
        for mark in case.marks
    )


def counts(outcomes: Sequence[Outcome]) -> dict[str, int]:
    """How many marks came to what, those with none included."""
    kinds: tuple[Became, ...] = (
        "fault stands",
        "fault is gone",
        "right stands",
        "right has changed",
    )
    return {kind: sum(each.became == kind for each in outcomes) for kind in kinds}


def _became(mark: Mark, *, stands: bool) -> Became:
    if mark.verdict == "right":
        return "right stands" if stands else "right has changed"
    return "fault stands" if stands else "fault is gone"


def _stands(case: ReviewedCase, mark: Mark, result: Mapping[str, Any]) -> bool:
    """Whether what was marked is said again: the same quote of a citation, else the same answer."""
    if mark.cited is not None:
        return mark.cited in {
            CitedQuote(f"{each['silo']}/{each['document_id']}", each["quote"])
            for each in result["citations"]
        }
    gap = result["gap"]["name"] if result["gap"] else ""
    said = [each["text"] for each in result["sentences"]]
    return (_words(said), gap) == (_words(case.sentences), case.gap)


def _words(sentences: Sequence[str]) -> list[str]:
    return [" ".join(each.split()) for each in sentences]
