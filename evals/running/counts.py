"""Options of commands that are counts or durations: what is none is refused with a sentence."""

from __future__ import annotations

import argparse
import math


def count(written: str) -> int:
    """A whole number from 1 on."""
    return _whole(written, 1)


def count_or_none(written: str) -> int:
    """A whole number from 0 on."""
    return _whole(written, 0)


def duration(written: str) -> float:
    """A number above 0; ``inf`` is one."""
    try:
        found = float(written)
    except ValueError:
        found = math.nan
    if not found > 0:
        raise argparse.ArgumentTypeError(f"give a number above 0, not {written!r}")
    return found


def _whole(written: str, least: int) -> int:
    try:
        found = int(written)
    except ValueError:
        found = least - 1
    if found < least:
        raise argparse.ArgumentTypeError(f"give a whole number from {least} on, not {written!r}")
    return found
