"""Most, a minority, hardly anybody: shares without a number. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.numbers.shares import shares_told
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words

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
_MANY = re.compile(
    r"\b(?:most(?= (?:of|patients?|women|men|people|tumou?rs|cancers|cases|participants)\b)"
    r"|(?:the|a) majority|usually|mostly|typically|commonly|in most)\b"
)
_FEW = re.compile(r"\b(?:rarely|seldom|uncommonly|hardly ever|(?:the|a) (?:small )?minority)\b")
_PART = re.compile(r"[,;](?!\d)|\b(?:and|whereas|while|but)\b")
_OF = re.compile(r"(?<![\d.])(?P<some>\d{1,5}) (?:out )?of (?P<of>\d{1,5})(?!\d|\.\d| ?%)")
_PERCENT = re.compile(r"(?<![\d.])(?P<share>\d{1,2}(?:\.\d+)?) ?%")
_WHOLE_GROUP = re.compile(r"\bof (?P<of>\d{1,5}) (?:patients|women|men|people|tumou?rs|cases)\b")
_COUNT = re.compile(r" ?(?P<some>\d{1,5}) (?=[a-z])")
TWO = 2
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


def problem_with_share_of_it(claim: CitedSentence) -> str:
    """Whether it says "most" or "usually" of what a quote gives a share below a half, or "rarely"
    of what it gives one above: of the share whose words are nearest to the sentence's, where
    several are told."""
    text = claim.sentence.words
    many, few = _MANY.search(text), _FEW.search(text)
    found = many or few
    if found is None or (many and few) or DENIAL.search(text):
        return ""
    said = telling_words(text)
    for quote in claim.quotes():
        told = list(_shares_of_parts(quote.words))
        nearest = max((len(words & said) for _, words in told), default=0)
        shares = [share for share, words in told if len(words & said) == nearest]
        if len(told) < TWO or not nearest:
            continue
        if (many and max(shares) < HALF) or (few and min(shares) > HALF):
            return f"“{found.group()}” does not follow from the cited quotes."
    return ""


def _shares_of_parts(text: str) -> Iterator[tuple[float, frozenset[str]]]:
    """The shares that a quote gives, each with what its part says: "58 kept it, T790M was kept in
    1 of 18"; what is of no number of its own is of those that were named first."""
    whole = _WHOLE_GROUP.search(text)
    for part in _PART.split(text):
        if found := _OF.search(part):
            yield 100 * int(found["some"]) / max(int(found["of"]), 1), telling_words(part)
        elif found := _PERCENT.search(part):
            yield float(found["share"]), telling_words(part)
        elif whole and (found := _COUNT.match(part)) and int(found["some"]) <= int(whole["of"]):
            yield 100 * int(found["some"]) / max(int(whole["of"]), 1), telling_words(part)


def problem_with_some_of_all(claim: CitedSentence) -> str:
    """Whether it says of some only what the quotes say of all."""
    text, quotes = claim.sentence.words, " ".join(quote.words for quote in claim.quotes())
    if _ONLY_SOME.search(text) and _WHOLE.search(quotes) and not _WHOLE.search(text):
        return "The cited quotes say this of all."
    return ""
