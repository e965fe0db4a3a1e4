"""Which of two arms is called better, held against the results of the quotes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.arms.results import results_of
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import stems_of
from names.recognise import recognise_passage

_BETTER = re.compile(
    r"(?P<first>[^,;:()]{3,80}?) (?:(?:clearly |significantly )?(?:beat|beats|outperform\w*|won)"
    r"|(?:was|were|is|are|proved) (?:clearly |significantly )?(?:superior|better)"
    r"|(?:did|fared|worked) better)\b(?P<second>[^,;:()]{0,80})"
)
_WORSE = re.compile(
    r"(?P<first>[^,;:()]{3,80}?) (?:(?:was|were|is|are|proved) (?:clearly |significantly )?"
    r"(?:inferior|worse)|(?:did|fared) worse)\b(?P<second>[^,;:()]{0,80})"
)
_FAVOURED = re.compile(r"\bfavou?r(?:s|ed|ing) (?:the )?(?P<first>[^,;:()]{3,60})")
_PROGRESSED = re.compile(
    r"\b(?:on|with|in|under) (?P<first>[^,;:()]{3,60}?) (?:progressed|relapsed|died)"
    r" (?P<when>later|earlier|sooner)\b"
)
_RATIO = re.compile(
    r"\bhazard ratio\b[^0-9;]{0,60}? (?:with|for|of) (?P<one>[^,;()0-9]{3,60}?)"
    r" (?:against|versus|vs|compared (?:with|to)|over|than) (?P<other>[^,;()0-9]{3,60}?)"
    r" (?:in [^;0-9]{2,40} )?(?:was|of|is) (?P<ratio>\d\.\d{1,3})"
)
_AGAINST = re.compile(
    r"\bhazard ratio\b(?! with)[^0-9;]{0,40}? (?:against|versus|vs|compared (?:with|to))"
    r" (?P<other>[^,;()0-9]{3,60}?) (?:was|of|is) (?P<ratio>\d\.\d{1,3})"
)
_OWN_PAIR = re.compile(
    r"\b(?:improved|prolonged|lengthened|raised) (?P<what>[^,;()]{0,60}(?:surviv|respons)"
    r"[^,;()]{0,40})\((?P<one>\d{1,3}(?:\.\d)?)(?: ?%| months)? (?:against|versus|vs)"
    r" (?P<other>\d{1,3}(?:\.\d)?)(?: ?%| months)?\)"
)
_BAD = re.compile(r"\b(?:risk|hazard|from|without|placebo)\b")
_HIGHER_IS_BETTER = re.compile(r"surviv|respons|control")
_OTHERS = frozenset(("placebo", "chemotherapy", "observation", "control"))
"""Arms that are no drug."""


def problem_with_better_arm(claim: CitedSentence) -> str:
    """Whether it calls the arm better that did worse in the quotes."""
    if DENIAL.search(claim.sentence.words):
        return ""
    if _OWN_PAIR.search(claim.sentence.words) and _is_turned_pair(claim.sentence.words):
        return "Its own values say the opposite."
    told = [each for quote in claim.quotes() for each in _pairs_measured(quote)]
    for better, worse in _pairs_called(claim.sentence.words):
        for winner, loser in told:
            own, other = winner - loser, loser - winner
            straight = bool(better & own) + bool(worse & other)
            crossed = bool(better & other) + bool(worse & own)
            if own and other and crossed and not straight:
                return "The cited quotes say that the other did better."
        if any(better & lost and not worse & lost for lost in _arms_behind(claim)):
            return "The cited quotes say that the other did better."
    return ""


def _is_turned_pair(text: str) -> bool:
    """Whether it says that something good rose, with a first value below the second."""
    return any(
        float(found["one"]) < float(found["other"])
        for found in _OWN_PAIR.finditer(text)
        if not _BAD.search(found["what"])
    )


def _pairs_called(text: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The arm that is called better, and the one that is called worse."""
    for found in _BETTER.finditer(text):
        yield _arms(found["first"]), _arms(found["second"])
    for found in _WORSE.finditer(text):
        yield _arms(found["second"]), _arms(found["first"])
    for found in _FAVOURED.finditer(text):
        yield _arms(found["first"]), frozenset()
    for found in _PROGRESSED.finditer(text):
        named = _arms(found["first"])
        yield (named, frozenset()) if found["when"] == "later" else (frozenset(), named)


def _pairs_measured(quote: CanonicalText) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The arms of a quote, the better one first."""
    for each in results_of(quote):
        if each.difference and any(_HIGHER_IS_BETTER.search(stem) for stem in each.measure):
            arms = each.first, each.second
            yield arms if each.difference > 0 else (arms[1], arms[0])
    for found in _RATIO.finditer(quote.words):
        arms = _arms(found["one"]), _arms(found["other"])
        yield arms if float(found["ratio"]) < 1 else (arms[1], arms[0])


def _arms_behind(claim: CitedSentence) -> Iterator[frozenset[str]]:
    """The arms against which a hazard ratio below 1 stands."""
    for quote in claim.quotes():
        for found in _AGAINST.finditer(quote.words):
            if float(found["ratio"]) < 1:
                yield _arms(found["other"])


def _arms(text: str) -> frozenset[str]:
    """The stems of the drugs that a text names, and of other arms."""
    drugs = recognise_passage(text).names("drug")
    return stems_of(" ".join(drugs)) | stems_of(" ".join(_OTHERS & frozenset(text.split())))
