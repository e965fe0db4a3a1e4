"""Cuts a text into stretches that fit an embedder's window, overlapping so that nothing that
spans a cut is lost. Pure."""

from __future__ import annotations

from collections.abc import Sequence


def chunk_spans(
    tokens: Sequence[tuple[int, int]], size: int, overlap: int
) -> tuple[tuple[int, int], ...]:
    """Spans in code points of stretches of at most ``size`` tokens, from the tokens' own spans.

    Each begins ``size - overlap`` tokens after the one before; the last one ends with the text
    and is as long as the others, if the text is."""
    if not 0 <= overlap < size:
        detail = f"an overlap of {overlap} does not fit chunks of {size} tokens"
        raise ValueError(detail)
    if not tokens:
        return ()
    last = max(len(tokens) - size, 0)
    firsts = [*range(0, last, size - overlap), last]
    return tuple(
        (tokens[first][0], tokens[min(first + size, len(tokens)) - 1][1]) for first in firsts
    )
