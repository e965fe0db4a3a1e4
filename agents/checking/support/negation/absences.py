"""What a sentence calls absent or not forbidden, and its quotes hold. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_stems
from agents.checking.support.reading.words import stems_of, words_without_support
from names.recognise import recognise_passage

_ABSENT = re.compile(
    r"\bno (?:trial|stud(?:y|ies)|evidence|data|record|statement|source|result|report)s?"
    r" (?:of|on|for|with|about) (?P<named>[^,;.]{3,80})(?:found|exist\w*|available|at hand)\b"
)
_HOLDS_NONE = re.compile(
    r"\b(?:holds?|gives?|contains?|has|have|lists?|tells?|reports?) no (?:figures?|data|numbers?"
    r"|results?|values?|information) (?:of|on|for|about) (?P<named>[^,;.]{3,80})"
)
_FORBIDS = re.compile(r"\b(?:contraindicat\w*|avoid\w*|forbid\w*)\b")
_DOUBLE = re.compile(r"\b(?:not?|never|without)(?: \w+)? (?:contraindicat\w*|avoid\w*|forbid\w*)\b")
_NOT_GIVEN = re.compile(
    r"(?P<named>[^,;:]{5,120}?) (?:is|are|was|were) not (?:given|stated|named|mentioned|told|found)"
    r"\b[^,;:]{0,20}\b(?:cited|texts?|sources?|quotes?|records?)\b"
)


def problem_with_absence(claim: CitedSentence) -> str:
    """Whether it says that something is not forbidden, or not known, which a quote forbids or
    tells."""
    text, quotes = claim.sentence.words, list(claim.quotes())
    doubled = _DOUBLE.search(text) and not any(_DOUBLE.search(q.words) for q in quotes)
    if doubled and any(_FORBIDS.search(q.words) for q in quotes):
        return "It denies what the cited quotes say."
    if _holds_what_is_missed(claim):
        return "The cited quotes hold what it calls absent."
    found = _ABSENT.search(text)
    if found and not any(DENIAL.search(q.words) for q in quotes):
        named = recognise_passage(found["named"]).names("drug", "trial", "gene")
        if named & frozenset().union(*(q.names_told for q in quotes)):
            return "The cited quotes hold what it calls absent."
    return ""


def _holds_what_is_missed(claim: CitedSentence) -> bool:
    """Whether it says "… is not given in the cited text", or "holds no figures for …", of what
    stands there, word for word."""
    missed = _NOT_GIVEN.match(claim.sentence.words)
    if missed is None:
        missed = _HOLDS_NONE.search(claim.sentence.words)
        return missed is not None and any(
            quote.figures
            and not DENIAL.search(quote.words)
            and not words_without_support(missed["named"], quote.words)
            for quote in claim.quotes()
        )
    told = " ".join(f"{each.quote.words} {each.about.words}" for each in claim.sources)
    named = stems_of(missed["named"]) & frozenset().union(*(q.stems for q in claim.quotes()))
    return len(telling_stems(named)) > 1 and not words_without_support(missed["named"], told)
