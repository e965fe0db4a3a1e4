"""Changes of which a sentence gives both ends, and the words around a change. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_FROM_TO = re.compile(
    r"\bfrom (?P<first>\d{1,5}(?:\.\d+)?)[a-z%/0-9 ]{0,12} to (?P<second>\d{1,5}(?:\.\d+)?)"
)

REACH = 45
"""Characters around a change in which stands what changes. Chosen by hand."""
_HALF_ENDPOINT = re.compile(r"\b(?:progression|recurrences?|metastas[ei]s)(?: fr?e?)?$")


def words_around(text: str, found: re.Match[str]) -> str:
    """The words near a change, without half an endpoint at the end: "progression" is none alone."""
    near = text[max(0, found.start() - REACH) : found.end() + REACH]
    return _HALF_ENDPOINT.sub("", near) if len(text) > found.end() + REACH else near


def sign_of_numbers(claim: CitedSentence) -> int:
    """The direction of "from 25 to 50" where the quotes have both numbers; 0 without."""
    found = _FROM_TO.search(claim.sentence.words)
    values = {f.value for quote in claim.quotes() for f in quote.figures}
    if found is None or not {found["first"], found["second"]} <= values:
        return 0
    return 1 if float(found["second"]) > float(found["first"]) else -1
