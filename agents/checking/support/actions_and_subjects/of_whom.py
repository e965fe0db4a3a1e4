"""Of whom alone something is said: "unlike letrozole" of what quotes say of both, "only positive
tumours" of what they say whatever the marker. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, clauses, telling_words
from names.entities import EntityKind
from names.recognise import recognise_passage

_UNLIKE = re.compile(
    r"\b(?:unlike|in contrast to|as opposed to|contrary to|in contradistinction to)"
    r" (?P<other>[^,;.]{2,60})"
)
_ONLY = re.compile(r"\b(?:only|solely|exclusively)(?P<what> [^,;.]{3,60})")
_WHATEVER = re.compile(
    r"\b(?:whatever|regardless of|irrespective of|independent(?:ly)? of|no matter|whether or not"
    r"|with or without)(?P<what> [^,;.]{3,60})"
)
_APART = re.compile(r"\b(?:but|while|whereas|than|unlike|only|except|other)\b")
_KINDS: tuple[EntityKind, ...] = ("gene", "drug", "variant", "tumour", "drug_class")


def problem_with_unlike(claim: CitedSentence) -> str:
    """Whether it sets apart two things that a quote names in one clause, alike."""
    for found in _UNLIKE.finditer(claim.sentence.words):
        rest = claim.sentence.words.replace(found.group(), " ")
        other = recognise_passage(found["other"]).names(*_KINDS)
        own = recognise_passage(rest).names(*_KINDS) - other
        for quote in claim.quotes():
            for clause in clauses(quote.words):
                named = recognise_passage(clause).names(*_KINDS)
                if other & named and own & named and not _APART.search(clause):
                    return f"The cited quotes say this of “{found['other'].strip()}”, too."
    return ""


def problem_with_only_of_all(claim: CitedSentence) -> str:
    """Whether it says "only" of something on which, the quotes say, nothing depends."""
    text = claim.sentence.words
    if _WHATEVER.search(text) or DENIAL.search(text):
        return ""
    told = [
        telling_words(m["what"])
        for quote in claim.quotes()
        for m in _WHATEVER.finditer(quote.words)
    ]
    for found in _ONLY.finditer(text):
        if any(telling_words(found["what"]) & each for each in told):
            return f"The cited quotes say this whatever the{found['what']} is."
    return ""
