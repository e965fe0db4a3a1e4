"""The statement that words of a document belong to. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.statements.model import Statement


def statement_at(statements: Sequence[Statement], start: int, end: int) -> Statement | None:
    """The statement whose claim shares most of ``start:end``; where no claim does, the one whose
    limits do. None when the words are in none."""
    claims = [
        (_shared_characters(each.spans[0], start, end), each) for each in statements if each.spans
    ]
    best = max(claims, key=lambda pair: pair[0], default=(0, None))
    if best[0] > 0:
        return best[1]
    for each in statements:
        if any(_shared_characters(span, start, end) > 0 for span in each.spans):
            return each
    return None


def _shared_characters(span: tuple[int, int], start: int, end: int) -> int:
    return min(span[1], end) - max(span[0], start)
