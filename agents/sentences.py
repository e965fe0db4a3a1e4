"""What is wrong with a sentence of an answer, given the quotes it cites. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.turns import Citation, View


def problem_with_sentence(text: str, citations: Sequence[Citation], view: View) -> str:
    """A plain sentence that says why it is not verified; empty when it is."""
    if not citations:
        return "It cites no source."
    return ""
