"""Two drugs told as one regimen that no sentence of a quote has together. Pure."""

from __future__ import annotations

import re
from itertools import pairwise

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.text.members import is_member
from names.recognise import recognise_passage

_JOINS = re.compile(
    r" ?(?:[-/+]|,? (?:(?:is|are|was|were|can be|may be|should be) )?(?:given |used )?"
    r"(?:combined with|in combination with|together with|alongside|plus|added to)) ?"
)
_SENTENCE_END = re.compile(r"[.!?] (?=[A-Z])")


def problem_with_joined_pair(claim: CitedSentence) -> str:
    """The first two drugs that it joins, where each stands in the quotes without the other."""
    text = claim.sentence.text
    named = recognise_passage(text).of("drug")
    parts = [part for quote in claim.quotes() for part in _SENTENCE_END.split(quote.text)]
    told = [recognise_passage(part).names("drug") for part in parts]
    about = [source.about.drugs for source in claim.sources]
    for one, other in pairwise(named):
        if one.name == other.name or not _JOINS.fullmatch(text[one.end : other.start]):
            continue
        pair = {one.name, other.name}
        if any(pair <= names for names in (*told, *about)):
            continue
        if _stands_for_class(one.name, other.name, claim):
            continue
        if pair <= frozenset().union(*told):
            return f"“{one.text}” and “{other.text}” are not together in the cited quotes."
    return ""


def _stands_for_class(one: str, other: str, claim: CitedSentence) -> bool:
    """Whether a quote on one of the drugs names a class of which the other is."""
    return any(
        (one in quote.drugs and is_member(other, quote.text))
        or (other in quote.drugs and is_member(one, quote.text))
        for quote in claim.quotes()
    )
