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
    quotes = " ".join(quote.text for quote in claim.quotes())
    for one, other in pairwise(named):
        if one.name == other.name or not _JOINS.fullmatch(text[one.end : other.start]):
            continue
        pair = {one.name, other.name}
        if any(pair <= names for names in (*told, *about)):
            continue
        if any(is_member(name, quotes) for name in pair):
            continue
        if pair <= frozenset().union(*told):
            return f"“{one.text}” and “{other.text}” are not together in the cited quotes."
    return ""
