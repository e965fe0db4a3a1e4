"""A soak by tenths of its time: whether waits and memory grow, and whether the load of the machine
or the work for a question grows with them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.bench.soak.tally import Fate, Sample, SoakResult
from evals.metrics.figures import quantile

PARTS = 10
"""Parts of a run. Chosen by hand: a leak shows as a rise over several of them."""


def lines_by_tenth(soaked: SoakResult) -> Iterator[str]:
    """A table: what was asked in each tenth, how long it took, what the processes held, and how
    many seconds of the processor the bot took for each question."""
    samples = soaked.samples
    if not samples:
        return
    names = list(samples[0].megabytes)
    yield (
        "| from (s) | questions | p50 (s) | p95 (s) | longest (s) | "
        + "".join(f"{name} (MB) | " for name in names)
        + "processor for each (s) | load |"
    )
    yield "|---" * (7 + len(names)) + "|"
    began = min((float(each.written.ts) for each in soaked.fates), default=0.0)
    length = (samples[-1].at + 0.001) / PARTS
    for part in range(PARTS):
        first, last = part * length, (part + 1) * length
        within = [one for one in samples if first <= one.at < last]
        asked = [
            each
            for each in soaked.fates
            if each.written.asks and first <= float(each.written.ts) - began < last
        ]
        held, work = _megabytes(within, names), _work(within, asked)
        yield f"| {first:.0f} | {_waits(asked)} | {held} | {work} |"


def _waits(asked: Sequence[Fate]) -> str:
    took = [each.seconds for each in asked if each.seconds is not None]
    if not took:
        return f"{len(asked)} | | |"
    middle, most = quantile(took, 0.5), quantile(took, 0.95)
    return f"{len(asked)} | {middle:.1f} | {most:.1f} | {max(took):.1f}"


def _megabytes(samples: Sequence[Sample], names: Sequence[str]) -> str:
    cells = ([one.megabytes[name] for one in samples if one.megabytes[name]] for name in names)
    return " | ".join(f"{quantile(held, 0.5):.0f}" if held else "" for held in cells)


def _work(samples: Sequence[Sample], asked: Sequence[Fate]) -> str:
    if len(samples) < 2 or not asked:
        return " | "
    each = (samples[-1].busy - samples[0].busy) / len(asked)
    load = quantile([one.load for one in samples], 0.5)
    return f"{each:.2f} | {load:.1f}"
