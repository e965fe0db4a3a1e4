"""What a quote says of one of a list only, told of another of it. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words
from agents.checking.support.reading.words import stems_of
from names.recognise import recognise_passage

_ONLY_ONE = re.compile(
    r"\bof (?P<all>[^;.]{5,160}?), only (?P<one>[a-z0-9 ,/-]{2,80}?)"
    r" (?=(?:has|have|had|is|are|was|were|can|may|shows?|showed|gives?|carr(?:y|ies))\b)"
    r"(?P<what>[^;.]{3,160})"
)
_TELLS_APART = re.compile(r"\b(?:only|alone|unlike|except\w*|other than)\b")
LEAST_SHARED = 2
"""Words that the sentence has in common with what is said. Chosen by hand."""


def problem_with_one_of_list(claim: CitedSentence) -> str:
    """Whether it says of a drug what a quote, which names it, says of another one only."""
    text = claim.sentence.words
    if DENIAL.search(text) or _TELLS_APART.search(text):
        return ""
    own = claim.sentence.drugs
    for quote in claim.quotes():
        for found in _ONLY_ONE.finditer(quote.words):
            one = recognise_passage(found["one"]).names("drug")
            others = recognise_passage(found["all"]).names("drug") - one
            shared = telling_words(found["what"]) & stems_of(text)
            if one and own & others and not own & one and len(shared) >= LEAST_SHARED:
                return f"The cited quotes say this of {', '.join(sorted(one))} only."
    return ""
