"""A question in a few words that hold nothing of a patient: recognised names, and what is asked of
them. The words of the message are never among them."""

from __future__ import annotations

from agents.eligibility.asking import trials_to_compare
from agents.extractive.answer.gap_subjects import subjects_of
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.wishes import wish_of
from agents.matching.sub_question import SubQuestion
from names.patterns.enumeration import in_a_row
from retrieval.privacy.hiding import without_personal

MOST_PARTS = 3
"""Parts of a message that are named. Chosen by hand: the form is one line."""
_MOST_NAMES = 4
"""Names of a part. Chosen by hand: the form is one line."""


def question_in_short(text: str) -> str:
    """``the dose (olaparib); interactions (olaparib)``. Empty if no name is recognised."""
    text = without_personal(text)  # "SMITH" is a trial, too
    if trials := trials_to_compare(text):
        return f"the criteria ({in_a_row([each.name for each in trials])})"
    if wish_of(text):
        return ""
    told = [_part_in_short(part) for part in parse_text(text).parts[:MOST_PARTS]]
    return "; ".join(dict.fromkeys(filter(None, told)))


def _part_in_short(part: SubQuestion) -> str:
    names = subjects_of(part)[:_MOST_NAMES]
    asks_for = kinds()[part.kind].asks_for if part.kind in kinds() else ""
    named = in_a_row(names)
    return f"{asks_for} ({named})" if asks_for and named else named
