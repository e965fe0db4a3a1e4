"""Measures how the work for a text grows with its length: in time of the processor, not of a clock
on the wall, and as a proportion, so that it does not matter how fast a machine is."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.unit.linear_time.shapes import Shape

STEEPEST = 2.5
"""Times the growth of the text. Of ten times the text, linear work takes 10 times as long and
quadratic work 100 times; between them stands what disturbs a measurement."""

Work = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Growth:
    """Two lengths of a text, in characters."""

    few: int
    many: int
    of_no_matter: float
    """Seconds for the many that are not looked into."""

    def problem(
        self, work: Work, shape: Shape, took: float | None = None, *, of_few: float = 0.0
    ) -> str:
        """What is wrong with the growth of the work for a shape; empty when it is linear.

        ``took`` is what the many were seen to take, if anybody looked, and ``of_few`` what the few
        of other shapes take: where that is enough for the many, nothing is measured."""
        took = seconds(work, shape.text(self.many)) if took is None else took
        if took < STEEPEST * self.many / self.few * of_few:
            return ""
        if self._is_linear(took, work, shape, times=1):
            return ""
        many = seconds(work, shape.text(self.many), times=3)
        if self._is_linear(many, work, shape, times=5):
            return ""
        return f"{shape}: {many:.4f} s for {self.many} characters, too much beside {self.few}"

    def _is_linear(self, many: float, work: Work, shape: Shape, *, times: int) -> bool:
        if many < self.of_no_matter:
            return True
        steepest = STEEPEST * self.many / self.few
        return many < steepest * seconds(work, shape.text(self.few), times)


SHORTEST = Growth(50, 200, 0.000_03)
"""Were 0.03 ms to grow with the square, 40,000 characters took 1.2 s."""
BEYOND_WINDOWS = Growth(200, 800, 0.000_2)
"""Were 0.2 ms to grow with the square, 40,000 characters took 0.5 s. Bounded repeats look at up to
a hundred characters: with 50 to 200 of them their work grows with the square, and no further."""
SHORT = Growth(100, 500, 0.000_2)
"""Were 0.2 ms to grow with the square, 40,000 characters took 1.3 s. What is too steep here need
not be so with more characters: some patterns look at up to 400."""
MIDDLE = Growth(500, 4_000, 0.01)
"""Were 10 ms to grow with the square, 40,000 characters took one second."""
LONG = Growth(4_000, 40_000, 0.1)


def problem_at_every_length(work: Work, shape: Shape) -> str:
    """What is wrong with the growth up to 40,000 characters. What is too steep before is not tried
    further: with the cube of the length it would not come to an end."""
    return MIDDLE.problem(work, shape) or LONG.problem(work, shape)


def problem_at_any_length(work: Work, shape: Shape) -> str:
    """The same for work that is tried with thousands of shapes: 40,000 characters are left out
    where what grows with the square from 500 to 4,000 cannot matter with so many."""
    few = seconds(work, shape.text(MIDDLE.few))
    if few * (LONG.many / MIDDLE.few) ** 2 < LONG.of_no_matter:
        return ""
    few = min(few, seconds(work, shape.text(MIDDLE.few)))
    many = seconds(work, shape.text(MIDDLE.many))
    problem = MIDDLE.problem(work, shape, many)
    if problem or _with_the_square(few, many) < LONG.of_no_matter:
        return problem
    return LONG.problem(work, shape)


def _with_the_square(few: float, many: float) -> float:
    """Seconds that the part of the work that grows with the square takes for 40,000 characters,
    told from the seconds for 500 and for 4,000."""
    of_many = many - few * MIDDLE.many / MIDDLE.few
    return of_many * LONG.many**2 / (MIDDLE.many**2 - MIDDLE.few * MIDDLE.many)


def seconds(work: Work, text: str, times: int = 1) -> float:
    """The least time of the processor that this thread needed, without the garbage collector's.

    A short text sets no collection off. A long one does, and each walks through all that the tests
    before have left: it would be charged with that, and seem to grow with the square."""
    return min(seconds_of_each(work, [text] * times))


def seconds_of_each(work: Work, texts: Iterable[str]) -> list[float]:
    """What each of the texts needed once."""
    found = []
    with _without_collections():
        for text in texts:
            started = time.thread_time()
            work(text)
            found.append(time.thread_time() - started)
    return found


@contextmanager
def _without_collections() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
