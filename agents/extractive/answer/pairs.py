"""What is said of two drugs given together beside the statements: how the partner acts."""

from __future__ import annotations

from agents.extractive.answer.selection import Selected
from agents.matching.premises import effects_named
from agents.turns import DraftSentence


def partner_effect(selected: Selected, part: int) -> tuple[DraftSentence, ...]:
    """How the partner acts on others, where the statements speak of its class and not of it."""
    words = " ".join(each.words for each in selected.answers).lower()
    unnamed = [drug for drug in sorted(selected.asked.partners) if drug.lower() not in words]
    told = effects_named(" ".join(unnamed)) if words else {}
    return tuple(
        DraftSentence(text=told[drug], role="headline", basis="matching", part=part)
        for drug in unnamed
        if drug in told
    )
