"""How work grows with its input, in CPU time: what else the machine does hardly changes it."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMES = 8
"""How many times the larger input is the smaller one."""
LINEAR = 24.0
"""Growth below this is linear: linear work grows 8 times, work in squares 64 times. Three times
the ideal leaves room for caches and for other programs on the same processor."""
FLOOR_SECONDS = 0.005
"""Shorter times are noise and count as this long."""
ROUNDS = 3


def growth(work: Callable[[int], Callable[[], object]], size: int) -> float:
    """How many times the CPU time grows when the input gets eight times as large.

    ``work`` makes the piece of work for an input of so many characters, documents or rows. Only
    the piece itself is timed: once, and up to three times when it does not look linear. *size* is
    the smaller input; choose it so that work in squares would take at least 5 ms for it."""
    small, large = work(size), work(size * TIMES)
    fastest_small = fastest_large = float("inf")
    for _ in range(ROUNDS):
        fastest_small = min(fastest_small, _seconds(small))
        fastest_large = min(fastest_large, _seconds(large))
        found = fastest_large / max(fastest_small, FLOOR_SECONDS)
        if found < LINEAR:
            break
    return found


def _seconds(piece: Callable[[], object]) -> float:
    began = time.process_time()
    piece()
    return time.process_time() - began
