"""A baseline that looks at no question: the regimen that is right most often, always. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evals.answers.samples import Regimen, Sample
from evals.answers.scoring import Score


def majority(samples: Sequence[Sample]) -> list[Score]:
    """Each sample answered with the one regimen that most targets of its set have. It knows the
    targets: a bound for whoever looks at no question."""
    usual = {name: _usual(samples, name) for name in {each.set_name for each in samples}}
    return [
        Score(
            sample=sample,
            run_id="",
            outcome="answer",
            sentences=(),
            offered=frozenset((usual[sample.set_name],)),
            together=(usual[sample.set_name],),
            seconds=0.0,
        )
        for sample in samples
    ]


def _usual(samples: Sequence[Sample], set_name: str) -> Regimen:
    counted = Counter(r for each in samples if each.set_name == set_name for r in each.used)
    best: Regimen = min(counted, key=lambda regimen: (-counted[regimen], sorted(regimen)))
    return best
