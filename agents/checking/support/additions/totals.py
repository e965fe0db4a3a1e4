"""One dose told as what is given in a day or altogether, one change as one more. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_OF_A_DAY = re.compile(
    r"\b(?:total daily|daily total|total (?:amount|dose) (?:of a|per|each|a) day)\b"
    r"|\b(?:a|per|each) day (?:in (?:all|total|sum)|altogether)\b|\bin total (?:a|per|each) day\b"
)
_DOSE = re.compile(r"(?<![\d.])(?P<n>\d+(?:\.\d+)?) ?(?P<u>mg/m2|mg/kg|mg|g)\b(?!/)")
_SEVERAL = re.compile(
    r"[^.;\d]{0,25}\b(?:twice|two times|three times|four times|every (?:6|8|12) hours|2 times"
    r"|3 times)\b"
)
_WHOLE = re.compile(r"\b(?:total|in all|altogether|cumulative|sum|divided|overall)\b")
_CHANGED = r"(?:reduc|lower|decreas|increas|escalat|rais|adjust)\w*"
_ONE_MORE = re.compile(
    rf"\b(?P<one>further|additional(?:ly)?|another|a second|an extra) (?:[\w-]+ ){{0,3}}?{_CHANGED}"
    rf"|\b{_CHANGED} (?:[\w-]+ ){{0,3}}?(?P<other>further|once more|again)\b"
)
_IN_STEPS = re.compile(
    r"\b(?:further|additional\w*|another|again|once more|second|next|subsequent\w*|then|thereafter"
    r"|later|each|every|steps?|levels?|still|even|persist\w*|more than one|recurr\w*)\b"
)


def problem_with_further_change(claim: CitedSentence) -> str:
    """Whether it tells of one more change of a dose where its quotes tell of a change: beside
    another rule that lowers the dose twice."""
    found = _ONE_MORE.search(claim.sentence.words)
    if not found or any(_IN_STEPS.search(quote.words) for quote in claim.quotes()):
        return ""
    return f"“{found['one'] or found['other']}” says more than the cited quotes do."


def problem_with_daily_total(claim: CitedSentence) -> str:
    """Whether it tells a dose that is given several times a day as that of the whole day."""
    text = claim.sentence.words
    if not _OF_A_DAY.search(text) or DENIAL.search(text):
        return ""
    said = {(found["n"], found["u"]) for found in _DOSE.finditer(text)}
    if len(said) != 1:
        return ""  # "300 mg twice daily, 600 mg a day in all"
    quotes = [quote.words for quote in claim.quotes()]
    if any(_WHOLE.search(quote) for quote in quotes):
        return ""
    told = [
        bool(_SEVERAL.match(quote, found.end()))
        for quote in quotes
        for found in _DOSE.finditer(quote)
        if (found["n"], found["u"]) in said
    ]
    if told and all(told):
        return "The cited quotes give this dose several times a day."
    return ""
