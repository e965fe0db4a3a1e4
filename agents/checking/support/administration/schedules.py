"""On which days and by which route each of several drugs is given. Pure.

Of "A and B on days 1, 8 and 15; C on days 1 and 15" C has no day 8. What is told of a drug stands
behind it; what stands behind the drug that is named last before it is of that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from names.recognise import recognise_passage

_DAYS = re.compile(r"\bdays? (?P<days>\d{1,2}(?:(?:,? and |, |,| ?- ?| to | or )\d{1,2}){0,7})\b")
_ROUTES = (
    ("intravenous", re.compile(r"\b(?:intravenous(?:ly)?|iv|infus\w+|drip)\b")),
    ("oral", re.compile(r"\b(?:oral(?:ly)?|by mouth|po|swallow\w*|tablets?|capsules?)\b")),
    ("subcutaneous", re.compile(r"\b(?:subcutaneous(?:ly)?|under the skin)\b")),
    (
        "intramuscular",
        re.compile(r"\b(?:intramuscular(?:ly)?|into (?:the|each) (?:muscle|buttock))\b"),
    ),
)
_LIST = re.compile(
    r"(?:[^a-z]|\b(?:and|plus|or|with|both|each|mg|kg|mcg|g|m2|auc|day|week|a|dose|at|of|the"
    r"|was|were|is|are"
    r"|given|administered)\b)*"
)
"""What stands between drugs of which the same is told: doses and "and"."""
_JOINS = re.compile(r"\b(?:and|or|plus|with)\b|/")
_DENIED = re.compile(r"\b(?:not?|never|without|instead|rather|only|off)\b")
LONGEST_GAP = 200
"""Characters from a drug to what is told of it. Chosen by hand: a long sentence."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of how something is given, and where."""

    kind: str
    value: str
    start: int


def problem_with_schedule(claim: CitedSentence) -> str:
    """Whether it gives to one drug the days or the route that its quote gives to another."""
    text = claim.sentence.words
    if _DENIED.search(text):
        return ""
    named = recognise_passage(text).of("drug")
    for said in _ways_told(text):
        before = [each for each in named if each.end <= said.start]
        if not before or (len(before) > 1 and _and(text[before[-2].end : before[-1].start])):
            continue
        drug = before[-1].name
        found = [_of_other(said, drug, quote) for quote in claim.quotes()]
        spoken = [each for each in found if each is not None]
        if spoken and all(spoken):
            return f"The cited quotes do not say “{said.value}” of {drug}."
    return ""


def _of_other(said: _Told, drug: str, quote: CanonicalText) -> bool | None:
    """Whether a quote tells it of other drugs only; None where it does not name both."""
    told = [each for each in _ways_told(quote.words) if each.kind == said.kind]
    same = [each for each in told if each.value == said.value]
    places = [(m.start, m.end, m.name) for m in recognise_passage(quote.words).of("drug")]
    own = [(start, end) for start, end, name in places if name == drug]
    if not same or not own or len({name for _, _, name in places}) < 2:
        return None
    for each in same:
        before = [place for place in places if place[1] <= each.start]
        if not before or (
            before[-1][2] == drug and not _has_its_own(quote.words, told, before[-1], each)
        ):
            return False
        start = max((end for begin, end in own if begin < each.start), default=None)
        if start is None:
            continue
        between = quote.words[start : before[-1][0]]
        others = [t for t in told if start <= t.start < each.start]
        again = before[-1][2] in recognise_passage(between).names("drug")
        if before[-1][2] == drug:
            continue
        joined = not again and _LIST.fullmatch(_without_drugs(between))
        if len(between) > LONGEST_GAP or (joined and not others):
            return False
    return True


def _has_its_own(text: str, told: list[_Told], drug: tuple[int, int, str], each: _Told) -> bool:
    """Whether the drug has its own before, and a comma parts it from what is told next."""
    own = [other for other in told if drug[1] <= other.start < each.start]
    return bool(own) and "," in text[own[-1].start : each.start]


def _and(between: str) -> bool:
    return bool(_JOINS.search(between) and _LIST.fullmatch(between))


def _without_drugs(text: str) -> str:
    """The text without the names of drugs."""
    for mention in recognise_passage(text).of("drug"):
        text = text.replace(mention.text, " ")
    return text


def _ways_told(text: str) -> Iterator[_Told]:
    for found in _DAYS.finditer(text):
        days = re.sub(r",? and |, ?| or ", ",", found["days"])
        yield _Told("days", re.sub(r" ?- ?| to ", "-", days), found.start())
    for name, pattern in _ROUTES:
        for found in pattern.finditer(text):
            yield _Told("route", name, found.start())
