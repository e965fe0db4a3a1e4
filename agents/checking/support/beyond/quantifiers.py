"""Most, a minority, hardly anybody: shares without a number. Pure."""

from __future__ import annotations

import re

from agents.checking.support.numbers.shares import shares_told
from agents.checking.support.reading.cited_sentence import CitedSentence

_MOST = re.compile(
    r"\b(?:most|the majority|a majority)(?: of)?(?: the| these| those| all)?(?: \d+)?"
    r" (?:patients?|women|men|people|tumou?rs|cancers|cases|participants)\b"
)
_MINORITY = re.compile(r"\b(?:an?|the|only an?) (?:small )?minority\b")
_OFTEN = re.compile(
    r"\b(?:usual\w*|typical\w*|common\w*|frequent\w*|often|general\w*|large\w*|chief\w*|all|every"
    r"|nearly|\d+ (?:of|in) \d+|\d/\d+|half|third|tenths?|%)"
)
"""How a quote says that it is so of many."""
_SAME = re.compile(r"\b(?:most|mostly|majority|minority|mainly|predominantly)\b")
HALF = 50.0
"""Per cent: "most" is more than half, "a minority" is less."""
_ONLY_SOME = re.compile(r"\b(?:patients|tumou?rs|disease|carriers) only\b|\bonly (?:in|to|for)\b")
_WHOLE = re.compile(
    r"\b(?:regardless|irrespective|whether or not|whole (?:study )?population|all patients)\b"
)


def problem_with_majority(claim: CitedSentence) -> str:
    """Whether it says "most" of what no quote gives a share above a half or a word of how many, or
    "a minority" of what none gives one below."""
    text = claim.sentence.words
    if any(_SAME.search(quote.words) for quote in claim.quotes()):
        return ""
    shares, told = list(shares_told(claim)), " ".join(quote.words for quote in claim.quotes())
    for pattern, holds in ((_MOST, max), (_MINORITY, min)):
        found = pattern.search(text)
        if found and pattern is _MOST and not shares and not _OFTEN.search(told):
            return f"“{found.group()}” does not follow from the cited quotes."
        if found and shares:
            nearest = holds(shares)
            if (pattern is _MOST and nearest <= HALF) or (pattern is _MINORITY and nearest >= HALF):
                return f"“{found.group()}” does not follow from the cited quotes."
    return ""


def problem_with_some_of_all(claim: CitedSentence) -> str:
    """Whether it says of some only what the quotes say of all."""
    text, quotes = claim.sentence.words, " ".join(quote.words for quote in claim.quotes())
    if _ONLY_SOME.search(text) and _WHOLE.search(quotes) and not _WHOLE.search(text):
        return "The cited quotes say this of all."
    return ""
