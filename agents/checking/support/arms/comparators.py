"""With what something is compared: another comparator than the quotes' is another result. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

_AGAINST = re.compile(
    r"\b(?:than (?:with|for|on|under|in)?|versus|vs|against|compared (?:with|to)|over)"
    r" (?:the |an? |those (?:on|given|with) )?(?P<what>[^,;:.()]{3,70})"
)
_ARM = re.compile(r"\b(?:placebo|chemotherapy|observation|surgery|standard|control\w*|alone)\b")
_GENERAL = re.compile(
    r"\b(?:placebo|chemotherapy|control\w*|standard|observation|comparator|other|either|usual"
    r"|best)\b"
)


def problem_with_comparator(claim: CitedSentence) -> str:
    """Whether every comparison of its quotes is with another drug or treatment than its own."""
    text = claim.sentence.words
    said = [m for m in _AGAINST.finditer(text) if recognise_passage(m["what"]).names("drug")]
    if len(said) != 1 or _GENERAL.search(said[0]["what"]):
        return ""
    drugs = recognise_passage(said[0]["what"]).names("drug")
    told = [m["what"] for q in claim.quotes() for m in _AGAINST.finditer(q.words)]
    arms = [recognise_passage(each).names("drug") for each in told]
    named = [each for each, drug in zip(told, arms, strict=True) if drug or _ARM.search(each)]
    if not named or any(drugs & each for each in arms):
        return ""
    first = recognise_passage(text[: said[0].start()]).names("drug")
    if any(first & each for each in arms) or any(
        word in text[: said[0].start()] for each in named for word in _ARM.findall(each)
    ):
        return ""  # the quotes' comparator stands first
    return f"The cited quotes compare with something else than {min(drugs)}."
