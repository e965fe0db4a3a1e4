"""Measures how the work for a text grows with its length: in time of the processor, not of a clock
on the wall, and as a proportion, so that it does not matter how fast a machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.unit.linear_time.shapes import Shape

FEW, MANY = 500, 4_000
STEEPEST = 20.0
"""Of eight times the text: 8 is linear, 64 quadratic; between them stands what disturbs a
measurement."""
OF_NO_MATTER = 0.01
"""Seconds for 4,000 characters that are not looked into: were they to grow with the square, 40,000
characters took one second."""

Work = Callable[[str], object]


def seconds(work: Work, text: str, times: int = 1) -> float:
    """The least time of the processor that this thread needed."""
    found = []
    for _ in range(times):
        started = time.thread_time()
        work(text)
        found.append(time.thread_time() - started)
    return min(found)


def too_steep(work: Work, shape: Shape) -> str:
    """What is wrong with the growth of the work for a shape; empty when it is about linear."""
    many = seconds(work, shape.text(MANY))
    if many < OF_NO_MATTER or many < STEEPEST * seconds(work, shape.text(FEW)):
        return ""
    few = seconds(work, shape.text(FEW), times=5)
    many = seconds(work, shape.text(MANY), times=3)
    if many < max(OF_NO_MATTER, STEEPEST * few):
        return ""
    return f"{shape}: {few:.4f} s for {FEW} characters, {many:.4f} s for {MANY}"
