"""Several words as one row of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal


def in_a_row(words: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """``A``, ``A and B``, ``A, B and C``; empty for none. ``last``: what stands before the last."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
