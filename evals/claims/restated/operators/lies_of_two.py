"""Lies that mix two statements of one document: each function in one way. Pure."""

from __future__ import annotations

import re

from evals.claims.restated.operators.made import (
    MadeSentence,
    Source,
    drugs_of,
    first_drug,
    sentence,
    within,
)

_VALUE = re.compile(
    r"\b(?P<n>\d+(?:\.\d+)?)(?P<u>%(?! CI)| mg(?:/m2|/kg)?(?![\w/])| months| weeks)"
)
_CONDITION = re.compile(
    r"^(?P<c>(?:For|In|With|After|At) [^,;.]{8,110}), "
    r"(?!HER2|AKT1|or |and |HR-|with |in )(?P<rest>[^;]{12,300})$"
)
_FOLLOWED = re.compile(
    r"\b(?P<x>[a-z]{6,20}(?: plus [a-z]{6,20})?) (?:followed by|and then|then) (?P<y>[a-z]{6,20})\b"
)


def joined_regimen(source: Source) -> MadeSentence | None:
    """Two drugs that are told apart, as one regimen."""
    if source.other is None:
        return None
    one, other = drugs_of(source.text), drugs_of(source.other.quote.text)
    if len(one) != 1 or len(other) != 1 or one == other or "combin" in source.whole:
        return None
    first, second = first_drug(source.text), first_drug(source.other.quote.text)
    return sentence(f"{first} is combined with {second}", beside=source.other)


def value_of_other_statement(source: Source) -> MadeSentence | None:
    """A value of the one statement in the other."""
    if source.other is None:
        return None
    mine = _VALUE.search(source.text)
    if not mine:
        return None
    for theirs in _VALUE.finditer(source.other.quote.text):
        new = theirs.group()
        if theirs["u"] == mine["u"] and theirs["n"] not in source.text:
            lie = f"{source.text[: mine.start()]}{new}{source.text[mine.end() :]}"
            return sentence(lie, beside=source.other)
    return None


def condition_of_other_statement(source: Source) -> MadeSentence | None:
    """The rule of one statement under the condition of the other."""
    if source.other is None:
        return None
    mine, theirs = _CONDITION.match(source.text), _CONDITION.match(source.other.quote.text)
    if not mine or not theirs or mine["c"] == theirs["c"]:
        return None
    words = set(re.findall(r"\w{5,}", theirs["c"].lower()))
    if len(words & set(re.findall(r"\w{5,}", mine["c"].lower()))) > len(words) / 3:
        return None
    return sentence(f"{theirs['c']}, {mine['rest']}", beside=source.other)


def other_quote_cited(source: Source) -> MadeSentence | None:
    """A true sentence behind which another statement of the document is cited."""
    if source.other is None:
        return None
    words = set(re.findall(r"\w{5,}", source.text.lower()))
    told = source.other.quote
    shared = words & set(re.findall(r"\w{5,}", f"{told.text} {told.title}".lower()))
    if len(shared) > len(words) / 2:
        return None
    return MadeSentence(sentence=source.text, beside=source.other, instead=True)


def cause_between(source: Source) -> MadeSentence | None:
    """One of two facts as the cause of the other."""
    if source.other is None or max(len(source.text), len(source.other.quote.text)) > 200:
        return None
    if re.search(r"because|since|therefore|due to|so that", source.whole):
        return None
    return sentence(f"because {within(source.other.quote.text)}, {within(source.text)}",
                    beside=source.other)  # fmt: skip


def order_turned(source: Source) -> MadeSentence | None:
    """Two treatments in the other order."""
    found = _FOLLOWED.search(source.text)
    if not found or found["x"] == found["y"]:
        return None
    return sentence(f"{source.text[: found.start()]}{found['y']} followed by {found['x']}"
                    f"{source.text[found.end() :]}")  # fmt: skip


OPERATORS = {
    "joined regimen": joined_regimen,
    "value of other statement": value_of_other_statement,
    "condition of other statement": condition_of_other_statement,
    "other quote cited": other_quote_cited,
    "cause between": cause_between,
    "order turned": order_turned,
}
