"""Doubled, tripled, halved: held against the change that a quote gives for the same group. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import stems_of

_TIMES = re.compile(
    r"\b(?P<more>more than |over )?(?P<verb>doubl(?:e|es|ed)|tripl(?:e|es|ed)|quadrupl(?:e|es|ed)"
    r"|halv(?:e|es|ed))\b"
)
_LEAST: Mapping[str, tuple[float, str]] = {
    "doubl": (80.0, "more"), "tripl": (170.0, "more"), "quadr": (250.0, "more"),
    "halve": (40.0, "less"),
}  # fmt: skip
"""Per cent of change from which one may say so, and its side. Chosen by hand: 80% is "about
doubled"."""
_CHANGE = re.compile(
    r"(?P<share>\d{1,4}(?:\.\d+)?) ?% (?P<side>higher|greater|more|longer|lower|less|shorter)"
    r" (?:in|with|for|on|among) (?P<group>[^,;.]{3,60}?)(?= and \d|[,;.]| than |$)"
)
_LOWER = ("lower", "less", "shorter")
FEWEST_LETTERS = 4
"""Of a stem that tells groups apart: "sever", not "in". Chosen by hand."""


def problem_with_multiple(claim: CitedSentence) -> str:
    """Whether it says that something doubled of a group for which a quote gives less than that."""
    text = claim.sentence.words
    found = _TIMES.search(text)
    if found is None or DENIAL.search(text):
        return ""
    least, side = _LEAST[found["verb"][:5]]
    least = 100.0 if found["more"] and side == "more" and least < 100 else least
    said = stems_of(text)
    for quote in claim.quotes():
        changes = list(_CHANGE.finditer(quote.words))
        own = [each for each in changes if len(changes) == 1 or _is_named(each["group"], said)]
        if len(own) != 1:
            continue
        told = "less" if own[0]["side"] in _LOWER else "more"
        if told != side or float(own[0]["share"]) < least:
            return f"“{found.group()}” does not follow from the cited quotes."
    return ""


def _is_named(group: str, said: frozenset[str]) -> bool:
    own = frozenset(stem for stem in stems_of(group) if len(stem) >= FEWEST_LETTERS)
    return bool(own) and own <= said
