"""What a quote says is to be avoided beside a drug, told as if it might be taken. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

_GIVEN_WITH = re.compile(
    r"\b(?:is|are|be) (?:given|taken|used|started|continued|dosed|administered|combined)\b"
    r"[^.;:]{0,80}?\b(?:with|alongside|together with|beside) (?P<what>[^.;:,]{4,60})"
)
_AGAINST = re.compile(r"\b(?:avoid\w*|contraindicat\w*|not recommended|(?:must|should) not)\b")
_SUPPOSES = re.compile(
    r"\b(?:avoid\w*|contraindicat\w*|not|no|never|unless|if|when|only|cannot|without|against"
    r"|un\w+able|reduc\w*|lower\w*|instead|despite)\b"
)


def problem_with_avoided_together(claim: CitedSentence) -> str:
    """Whether it gives a drug with a class that every quote which names it says to avoid."""
    text = claim.sentence.words
    found = _GIVEN_WITH.search(text)
    if found is None or _SUPPOSES.search(text):
        return ""
    classes = recognise_passage(found["what"]).names("drug_class")
    naming = [quote for quote in claim.quotes() if classes & quote.states]
    if classes and naming and all(_AGAINST.search(quote.words) for quote in naming):
        return "The cited quotes say to avoid these together."
    return ""
