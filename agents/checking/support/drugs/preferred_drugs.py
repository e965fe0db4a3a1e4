"""Which drug is preferred, and which one somebody cannot take. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL
from names.recognise import recognise_passage

_PREFERRED = re.compile(
    r"(?P<what>[^,;:.()]{3,60}?) (?:is|are|was|remains|stays|has become|became)"
    r" (?:the )?preferred\b"
    r"(?: (?:to|over) (?P<other>[^,;:.()]{3,60}))?"
)
_CANNOT_TAKE = re.compile(r"\bcannot take (?P<what>[^,;:.()]{3,60})")


def problem_with_preferred_drug(claim: CitedSentence) -> str:
    """Whether it prefers the drug that the quotes set behind another, or turns round for whom the
    other is."""
    text, quotes = claim.sentence.words, [quote.words for quote in claim.quotes()]
    told = frozenset().union(*(_drugs(m["what"]) for q in quotes for m in _PREFERRED.finditer(q)))
    for found in _PREFERRED.finditer(text):
        said, other = _drugs(found["what"]), _drugs(found["other"] or "")
        turned = said and not said & told and (other & told or len(claim.sentence.drugs) == 1)
        if told and turned and not DENIAL.search(text):
            return "The cited quotes prefer another drug."
    unfit = frozenset().union(
        *(_drugs(m["what"]) for q in quotes for m in _CANNOT_TAKE.finditer(q))
    )
    for found in _CANNOT_TAKE.finditer(text):
        said = _drugs(found["what"])
        if unfit and said and not said & unfit and said <= frozenset().union(*map(_drugs, quotes)):
            return "The cited quotes say this of those who cannot take another drug."
    return ""


def _drugs(text: str) -> frozenset[str]:
    return recognise_passage(text).names("drug")
