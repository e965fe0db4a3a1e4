"""GeneTuring by task: strict beside lenient, what was lost where, and what it cost. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from evals.genomics.answer_outcomes import FATES, Fate, fate_of, is_held
from evals.genomics.asking import GenomicsAnswer
from evals.genomics.scoring import lenient, strict

GOAL = 0.98
"""Strict score on what the sources hold, from issue 13."""
GENEGPT_SLIM = {
    "Gene alias": 0.84,
    "Gene disease association": 0.6613,
    "Gene location": 0.66,
    "Human genome DNA aligment": 0.44,
    "Multi-species DNA aligment": 0.88,
    "Gene name conversion": 1.0,
    "Protein-coding genes": 1.0,
    "Gene SNP association": 1.0,
    "SNP location": 0.98,
}
"""As published, for comparison."""


@dataclass(frozen=True, slots=True)
class TaskScore:
    """All answers of one task."""

    task: str
    samples: int
    strict: float
    lenient: float
    held: int
    """Questions whose answer something that the sources sent holds."""
    strict_of_held: float
    fates: Counter[Fate]
    seconds: float
    """Median of one question."""

    def as_object(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {
            "task": self.task,
            "samples": self.samples,
            "strict": round(self.strict, 4),
            "lenient": round(self.lenient, 4),
            "held": self.held,
            "strict_of_held": round(self.strict_of_held, 4),
            "genegpt_slim": GENEGPT_SLIM.get(self.task),
            "seconds": round(self.seconds, 3),
            "fates": {fate: self.fates[fate] for fate in FATES},
        }


def task_scores(answers: Sequence[GenomicsAnswer]) -> tuple[TaskScore, ...]:
    """The score of each task, in the order of the file."""
    tasks = dict.fromkeys(each.sample.task for each in answers)
    return tuple(_score(task, [a for a in answers if a.sample.task == task]) for task in tasks)


def _score(task: str, answers: Sequence[GenomicsAnswer]) -> TaskScore:
    told = {id(each): strict(task, each.answer, each.sample.gold) for each in answers}
    held = [a for a in answers if told[id(a)] == 1.0 or is_held(a.sample, a.seen)]
    return TaskScore(
        task=task,
        samples=len(answers),
        strict=fmean(told.values()),
        lenient=fmean(lenient(task, each.answer, each.sample.gold) for each in answers),
        held=len(held),
        strict_of_held=fmean(told[id(each)] for each in held) if held else 0.0,
        fates=Counter(map(fate_of, answers)),
        seconds=median(each.seconds for each in answers),
    )


def of_held(scores: Sequence[TaskScore]) -> float:
    """The strict score over all questions whose answer the sources hold."""
    total = sum(each.held for each in scores)
    return sum(each.held * each.strict_of_held for each in scores) / total if total else 0.0


def report_lines(scores: Sequence[TaskScore]) -> Iterator[str]:
    """A table in Markdown, then the means."""
    yield f"| task | strict | lenient | GeneGPT-slim | held: strict | {' | '.join(FATES)} | s |"
    yield "|---" * (len(FATES) + 6) + "|"
    for each in scores:
        fates = " | ".join(str(each.fates[fate]) for fate in FATES)
        published = GENEGPT_SLIM.get(each.task)
        beside = f"{published:.2f}" if published is not None else ""
        held = f"{each.strict_of_held:.3f} of {each.held}" if each.held else "none"
        yield (
            f"| {each.task} | {each.strict:.3f} | {each.lenient:.3f} | {beside} | {held} |"
            f" {fates} | {each.seconds:.2f} |"
        )
    yield ""
    yield f"Macro mean: strict {fmean(s.strict for s in scores):.3f}, lenient " + (
        f"{fmean(s.lenient for s in scores):.3f}; GeneGPT-slim, published: 0.829."
    )
    yield f"Strict where the sources hold the answer: {of_held(scores):.3f} (goal {GOAL})."
    yield "Cost: no model is asked."
