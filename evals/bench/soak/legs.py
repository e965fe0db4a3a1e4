"""A soak in several runs: what each of them found stands in a file, a line for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from evals.bench.soak.tally import SoakResult


@dataclass(frozen=True, slots=True)
class Leg:
    """What one run found, in messages."""

    written: int
    asked: int
    without_answer: int
    answered_twice: int
    said_twice: int
    answers_to_nobody: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or doubled."""
        return not (
            self.without_answer or self.answered_twice or self.said_twice or self.answers_to_nobody
        )


def leg_of(soaked: SoakResult) -> Leg:
    """The counts of a soak."""
    asked = [each for each in soaked.fates if each.written.asks]
    others = [each for each in soaked.fates if not each.written.asks]
    return Leg(
        written=len(soaked.fates),
        asked=len(asked),
        without_answer=sum(not each.answers for each in asked),
        answered_twice=sum(each.answers > 1 for each in asked),
        said_twice=sum(each.doubled for each in soaked.fates),
        answers_to_nobody=sum(each.answers for each in others),
    )


def read_legs(file: Path) -> list[Leg]:
    """Those of earlier runs; none when there is no such file."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [Leg(**json.loads(line)) for line in lines if line.strip()]


def add_leg(file: Path, leg: Leg) -> None:
    """Write what a run found behind what earlier ones did."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(json.dumps(asdict(leg)) + "\n")


def together(legs: Sequence[Leg], wanted: int) -> str:
    """All of them in a sentence."""
    total = {name: sum(getattr(leg, name) for leg in legs) for name in Leg.__slots__}
    parts = [
        f"{total['without_answer']} of {total['asked']} questions without an answer",
        f"{total['answered_twice']} answered twice",
        f"{total['said_twice']} messages said twice",
        f"{total['answers_to_nobody']} answers to nobody",
    ]
    return f"{total['written']} of {wanted} messages in {len(legs)} runs: {', '.join(parts)}"
