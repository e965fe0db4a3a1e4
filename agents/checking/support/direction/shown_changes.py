"""Changes of which a sentence gives both ends. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_FROM_TO = re.compile(
    r"\bfrom (?P<first>\d{1,5}(?:\.\d+)?)[a-z%/0-9 ]{0,12} to (?P<second>\d{1,5}(?:\.\d+)?)"
)


def sign_of_numbers(claim: CitedSentence) -> int:
    """The direction of "from 25 to 50" where the quotes have both numbers; 0 without."""
    found = _FROM_TO.search(claim.sentence.words)
    values = {f.value for quote in claim.quotes() for f in quote.figures}
    if found is None or not {found["first"], found["second"]} <= values:
        return 0
    return 1 if float(found["second"]) > float(found["first"]) else -1
