"""Whether what the quotes call worse is called better: the one adjective on survival is turned, and
nothing else. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words

_OUTCOME = (
    r"(?:(?:median|overall|disease|progression|event|relapse|recurrence|invasive|distant|specific"
    r"|breast|cancer|free|metastasis) ){0,5}(?:survival|prognosis|outcomes?)\b"
)
_GOOD = re.compile(
    r"\b(?:longer|better|improved|superior|prolonged|favou?rable|higher|increased) " + _OUTCOME
)
_BAD = re.compile(
    r"\b(?:shorter|worse|poorer|poor|inferior|reduced|unfavou?rable|lower|decreased|impaired) "
    + _OUTCOME
)
_COMPARES = re.compile(
    r"\b(?:than|versus|vs|against|compared|while|whereas|but|with or without|unlike|neither)\b"
)
_TURNS = re.compile(
    r"\b(?:low(?:er)?|high(?:er)?|with|without|negative|positive|younger|older|elderly|less|fewer"
    r"|more|early|late|loss|absent|absence|present|presence|wild type|mutant|mutated|small|large"
    r"|first|second|left|right|male|female|men|women|non|responders?|over|under|above|below"
    r"|alone|added|omi\w+)\b"
)
"""Words of which the other one would turn the sense round once more."""
_JOINS = re.compile(
    r"\b(?:went|goes?|going|came|comes?|(?:is|was|are|were) (?:associated|linked|correlated))"
    r"(?: along)? with\b"
)
MOST_OWN = 1
"""Words of its own that the sentence may have beside the adjective. Chosen by hand: with more of
them it may speak of the other group."""


def problem_with_turned_outcome(claim: CitedSentence) -> str:
    """Whether the only judgement on survival of the sentence is the opposite of the quotes' only
    one, of the same things."""
    text = claim.sentence.words
    told = " \n".join(quote.words for quote in claim.quotes())
    sides = [(bool(_GOOD.search(each)), bool(_BAD.search(each))) for each in (text, told)]
    if sides not in ([(True, False), (False, True)], [(False, True), (True, False)]):
        return ""
    if _COMPARES.search(text) or DENIAL.search(text) or DENIAL.search(told):
        return ""
    turns = frozenset(_TURNS.findall(_plain(text)))
    if turns - frozenset(_TURNS.findall(_plain(told))):
        return ""
    own = telling_words(_plain(text)) - telling_words(_plain(told))
    if len(own) > MOST_OWN:
        return ""
    found = _GOOD.search(text) or _BAD.search(text)
    return f"“{found.group()}” turns the cited quotes round." if found else ""


def _plain(text: str) -> str:
    """The text without the judgement, and with one form of "higher" and "lower"."""
    text = _JOINS.sub(" ", _BAD.sub(" ", _GOOD.sub(" ", text)))
    return re.sub(r"\b(high|low)er\b", r"\1", text)
