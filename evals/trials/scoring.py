"""Verdicts held against judgements. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.eligibility.judging import judge_criterion
from agents.eligibility.splitting import criteria_of
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.turns.criteria import CriterionVerdict
from evals.trials.cases import TrialCase

TOLD = ("met", "not met")


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionScore:
    """A criterion of a case, what was said and how it was judged."""

    case: str
    criterion: str
    words: str
    said: CriterionVerdict
    why: str
    judged: CriterionVerdict | None
    """None where nobody has judged it."""
    is_dangerous: bool
    """Whether it was said to speak for taking part and was not judged so."""

    @property
    def is_wrong(self) -> bool:
        """Whether a verdict was told that the judgement does not bear out."""
        return self.judged is not None and self.said in TOLD and self.said != self.judged


def score_case(case: TrialCase) -> tuple[CriterionScore, ...]:
    """The scores of all criteria of a case."""
    sheet = read_fact_sheet((Message(case.patient),))
    scores = []
    for placed in criteria_of(case.record):
        words = case.record[placed.start : placed.end]
        told = judge_criterion(placed.criterion, words, sheet)
        otherwise: CriterionVerdict | None = "unknown" if case.is_whole else None
        judged = case.judged.get(told.name, otherwise)
        scores.append(
            CriterionScore(
                case=case.name,
                criterion=told.name,
                words=" ".join(words.split())[:120],
                said=told.verdict,
                why=told.why,
                judged=judged,
                is_dangerous=told.effect == "for" and judged not in (None, told.verdict),
            )
        )
    return tuple(scores)


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """What a set of criteria comes to."""

    criteria: int
    told: int
    """Met or not met was said."""
    judged: int
    """Of those, how many somebody has judged."""
    right: int
    dangerous: int
    knowable: int
    """Judged met or not met."""
    found: int
    """Of those, said so."""
    conflicts: int

    @property
    def precision(self) -> float:
        return self.right / self.judged if self.judged else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.knowable if self.knowable else 1.0


def figures_of(scores: Sequence[CriterionScore]) -> TrialFigures:
    """The figures of these criteria."""
    told = [each for each in scores if each.said in TOLD]
    judged = [each for each in told if each.judged is not None]
    knowable = [each for each in scores if each.judged in TOLD]
    return TrialFigures(
        criteria=len(scores),
        told=len(told),
        judged=len(judged),
        right=sum(not each.is_wrong for each in judged),
        dangerous=sum(each.is_dangerous for each in scores),
        knowable=len(knowable),
        found=sum(each.said == each.judged for each in knowable),
        conflicts=sum(each.said == "conflict" for each in scores),
    )
