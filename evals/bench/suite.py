"""All parts of the benchmark, in an order in which they do not disturb each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import cycle, islice

import psutil

from evals.bench.loop.waits import waits
from evals.bench.slack.acknowledgement import measure_acknowledgement
from evals.bench.slack.loaded import measure_loaded
from evals.bench.slack.look_ups import measure_look_ups
from evals.bench.slack.whole_bot import measure_whole_bot
from evals.metrics.figures import Figure
from evals.questions.samples import read_samples
from evals.sandbox import TemporaryEnvironment

Say = Callable[[str], None]
COMPARING = "comparing"
"""The part that needs the extra ``bench``."""


async def measure(
    environment: TemporaryEnvironment, parts: Sequence[str], questions: int, say: Say
) -> list[Figure]:
    """The figures of these parts, in the order of :data:`PARTS`."""
    figures: list[Figure] = []
    for name, part in PARTS.items():
        if name in parts:
            say(f"Measuring: {name} …")
            figures += await part(environment, questions, say)
            figures.append(load_figure(name))
    return figures


def load_figure(part: str) -> Figure:
    """How busy the machine was: from about one on, times are those of other programs, too."""
    value = psutil.getloadavg()[0] / (psutil.cpu_count() or 1)
    return Figure(f"load of the machine while {part}", value, "per core", 1)


async def _measure_answering(
    environment: TemporaryEnvironment, questions: int, say: Say
) -> list[Figure]:
    chosen = list(islice(cycle(plain_questions()), questions))
    return await measure_whole_bot(
        environment.home, environment.database_url, environment.variables, chosen, say
    )


async def _measure_comparing(
    environment: TemporaryEnvironment, questions: int, say: Say
) -> list[Figure]:
    from evals.bench.loop.loops import compare_loops

    return await compare_loops(environment.database_url)


async def _measure_waiting(
    environment: TemporaryEnvironment, questions: int, say: Say
) -> list[Figure]:
    return await waits(environment.database_url)


async def _measure_acknowledging(
    environment: TemporaryEnvironment, questions: int, say: Say
) -> list[Figure]:
    return await measure_acknowledgement(environment.variables)


async def _measure_loaded(
    environment: TemporaryEnvironment, questions: int, say: Say
) -> list[Figure]:
    return await measure_loaded(environment.variables, plain_questions(), say)


async def _measure_looking_up(
    environment: TemporaryEnvironment, questions: int, say: Say
) -> list[Figure]:
    return await measure_look_ups(environment.variables, plain_questions(), say)


PARTS: Mapping[str, Callable[[TemporaryEnvironment, int, Say], Awaitable[list[Figure]]]] = {
    "answering": _measure_answering,
    COMPARING: _measure_comparing,
    "waiting": _measure_waiting,
    "acknowledging": _measure_acknowledging,
    "loaded": _measure_loaded,
    "looking up": _measure_looking_up,
}
"""The last three leave questions behind that a worker would answer; each part has a database of its
own."""


def plain_questions() -> list[str]:
    """Questions that stand alone and can be answered, in an order that mixes their kinds."""
    alone = [
        sample.question for sample in read_samples() if not sample.thread and not sample.target.gap
    ]
    return [question for start in range(7) for question in alone[start::7]]
