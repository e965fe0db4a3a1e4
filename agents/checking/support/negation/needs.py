"""What a sentence calls needless that its quotes do. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_stems, without_bounds
from agents.checking.support.reading.words import stems_of

_NO_NEED = re.compile(
    r"\bno (?:further |more |additional |other )?(?P<what>[a-z]+(?: [a-z]+){0,4}?) (?:is|are|was"
    r"|were)"
    r" (?:needed|necessary|required|given|done)\b"
    r"|\bneeds? no (?P<other>[a-z]+(?: [a-z]+){0,2})\b"
)
_CHANGE_OF_DOSE = re.compile(
    r"(?:dose |dosage |dosing )?(?:change|adjustment|reduction|modification)\b"
)
"""Said of a drug of which only the usual dose was found, it is an assurance that nobody gave."""
_NEEDLESS = re.compile(
    r"\b(?:unnecessary|superfluous|independent\w*|regardless|irrespective|unchanged|only|until"
    r"|stop\w*|contraindicat\w*|avoid\w*|discontinu\w*|withh\w*|unless|full dose|usual dose)\b"
)


def problem_with_need(claim: CitedSentence) -> str:
    """Whether it says that something is not needed of which every quote speaks, and none denies
    anything."""
    found = _NO_NEED.search(claim.sentence.words)
    quotes = list(claim.quotes())
    if found is None or any(
        DENIAL.search(without_bounds(quote.words)) or _NEEDLESS.search(quote.words)
        for quote in quotes
    ):
        return ""
    named = telling_stems(stems_of(found["what"] or found["other"]))
    if _CHANGE_OF_DOSE.match(found["what"] or found["other"]):
        return f"The cited quotes do not say “{found.group()}”."
    if named and quotes and all(named <= quote.stems for quote in quotes):
        return f"The cited quotes do not say “{found.group()}”."
    return ""
