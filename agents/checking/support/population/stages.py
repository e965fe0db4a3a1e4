"""Stages of a disease that a source names as the ends of a range. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_STAGES = ("stage i", "stage ii", "stage iii", "stage iv")
_RANGE_OF_STAGES = re.compile(
    r"\bstages? (?P<low>i{1,3}|iv)[abc]?\d?(?: \([^()]{1,60}\))?(?: to |-| through )(?:stage )?"
    r"(?P<high>i{1,3}|iv)[abc]?\d?\b"
)


def is_stage_of_range(claim: CitedSentence, name: str) -> bool:
    """Whether a stage lies between two that a quote names as the ends of a range: II is within "IB
    (tumours of 4 cm or more) to IIIA"."""
    if name not in _STAGES or _RANGE_OF_STAGES.search(claim.sentence.words):
        return False  # of two ranges the ends must be the same
    place = _STAGES.index(name)
    ranges = (found for quote in claim.quotes() for found in _RANGE_OF_STAGES.finditer(quote.words))
    return any(
        _STAGES.index(f"stage {found['low']}") <= place <= _STAGES.index(f"stage {found['high']}")
        for found in ranges
    )
