"""Who is asked for by name ("according to ESMO"): what they say comes first, or that they say
nothing."""

from __future__ import annotations

import re

from agents.extractive.evidence.collected import Evidence
from agents.matching.asked import Asked
from agents.matching.premises import none_of_publisher
from agents.turns import DraftSentence


def is_of_publisher(found: Evidence, asked: Asked) -> bool:
    """Whether a statement is by somebody whom the question names: of their silo, or by its words,
    its evidence or its source."""
    if found.silo in asked.of_publisher:
        return True
    statement, first = found.judgement.statement, found.citations[0]
    scale = statement.evidence.scale if statement.evidence else ""
    told = f"{found.words} {scale} {first.organisation}"
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) for name in asked.publishers)


def said_by_others(
    answers: tuple[Evidence, ...], asked: Asked, part: int
) -> tuple[DraftSentence, ...]:
    """What is said first when nothing that answers is by those whom the question names."""
    if not asked.publishers or not answers or any(is_of_publisher(e, asked) for e in answers):
        return ()
    text = none_of_publisher(sorted(asked.publishers)[0])
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)
