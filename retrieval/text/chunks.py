"""Cuts a text into stretches that fit an embedder's window, overlapping so that nothing that
spans a cut is lost. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence


def chunk_spans(
    tokens: Sequence[tuple[int, int]], size: int, overlap: int
) -> tuple[tuple[int, int], ...]:
    """Spans in code points of equally long stretches of at most ``size`` tokens, as few as will
    do, from the tokens' own spans. Neighbours share at least ``overlap`` tokens. Raises
    :class:`ValueError` unless that is less than ``size``."""
    if not 0 <= overlap < size:
        detail = f"an overlap of {overlap} does not fit chunks of {size} tokens"
        raise ValueError(detail)
    if not tokens:
        return ()
    count = max(1, math.ceil((len(tokens) - overlap) / (size - overlap)))
    length = math.ceil((len(tokens) + (count - 1) * overlap) / count)
    firsts = [number * (length - overlap) for number in range(count)]
    return tuple(
        (tokens[first][0], tokens[min(first + length, len(tokens)) - 1][1]) for first in firsts
    )
