"""What is said of one name and not of another, where two quotes tell it the reverse. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import telling_words
from names.entities import EntityKind
from names.recognise import recognise_passage

_NOT_THE_OTHER = re.compile(
    r"^(?P<claim>[^;]{8,200}?) (?:in|for|with|of|to) (?P<one>[^,;]{2,60}?),? (?:but|and|though)?"
    r" ?not (?:in|for|with|of|to) (?P<other>[^,;.]{2,60})",
    re.IGNORECASE,
)
_KINDS: tuple[EntityKind, ...] = ("gene", "drug", "variant", "tumour", "drug_class")


def problem_with_not_the_other(claim: CitedSentence) -> str:
    """Whether the words that only the other's quote has are said of the one."""
    found = _NOT_THE_OTHER.match(claim.sentence.text)
    if found is None:
        return ""
    one, other = (recognise_passage(found[part]).names(*_KINDS) for part in ("one", "other"))
    if not one or not other or one & other:
        return ""
    names = telling_words(f"{found['one']} {found['other']}")
    said = telling_words(found["claim"]) - names
    of_one, of_other = [], []
    for quote in claim.quotes():
        named = recognise_passage(quote.text).names(*_KINDS)
        if one & named and not other & named:
            of_one.append(said & quote.stems)
        if other & named and not one & named:
            of_other.append(said & quote.stems)
    if not of_one or not of_other:
        return ""
    first, second = frozenset().union(*of_one), frozenset().union(*of_other)
    if second - first and not first - second:
        return f"The cited quotes say it of “{found['other'].strip()}”."
    return ""
