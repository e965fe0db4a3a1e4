"""A rough number that no quote has, and that some arithmetic on theirs may give. Pure."""

from __future__ import annotations

from agents.checking.support.numbers.meaning import (
    MOST_FIGURES,
    held_by_quotes,
    is_told_otherwise,
    number_in_words,
)
from agents.checking.support.numbers.rough import may_be_computed
from agents.checking.support.reading.cited_sentence import CitedSentence


def problem_with_loose_number(claim: CitedSentence) -> str:
    """The first rough number that no cited quote has, and some arithmetic on them may give."""
    if len(claim.sentence.figures) > MOST_FIGURES:
        return ""
    for figure in claim.sentence.figures:
        absent = not held_by_quotes(figure, claim) and not is_told_otherwise(figure, claim)
        if absent and may_be_computed(figure, claim):
            return f"{number_in_words(figure)} does not stand in the cited quotes."
    return ""
