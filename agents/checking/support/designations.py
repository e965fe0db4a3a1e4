"""Levels, phases and allocations: designations that are no quantities and no names. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_ONE = r"(?:[ivx]{1,4}|[1-5])(?:[a-c](?:\.\d)?)?"
_DESIGNATION = re.compile(
    rf"\b(?P<head>escat(?: (?:level|tier))?|level|tier|category|phase) (?P<first>{_ONE})"
    rf"(?P<more>(?: ?(?:/|,|-|and|or|to) ?{_ONE})*)(?![\w.]*\d|%)\b"
)
_PART = re.compile(_ONE)
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "x": "10"}
_NUMERAL = re.compile(r"^(?P<numeral>[ivx]+)(?P<rest>.*)$")
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|1st|2nd|3rd|[4-9]th|10th"
)
_EDITION = re.compile(
    rf"\b(?P<which>{_ORDINALS}) (?P<what>edition|version|revision|amendment|update|generation"
    r"|interim analysis)\b"
)
_AS_WORD = {
    "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth",
    "6th": "sixth", "7th": "seventh", "8th": "eighth", "9th": "ninth", "10th": "tenth",
}  # fmt: skip
_ALLOCATION = re.compile(r"(?<![\d:.])(?P<ratio>\d{1,2}(?::\d{1,2}){1,2})(?![\d:]|\.\d)")


def problem_with_designations(claim: CitedSentence) -> str:
    """The first level, tier, category, phase or allocation that the sources give otherwise; where
    they give none of the kind, it is left to the other checks."""
    told: dict[str, set[str]] = {}
    for source in claim.sources:
        for text in (source.quote.words, source.about.words):
            for head, designation in _designations(text):
                told.setdefault(head, set()).add(designation)
    for head, designation in _designations(claim.sentence.words):
        if told.get(head) and not _is_among(designation, told[head]):
            return f"“{head} {designation}” does not stand in the cited quotes."
    return _problem_with_edition(claim) or _problem_with_allocation(claim)


def _problem_with_edition(claim: CitedSentence) -> str:
    """The first edition or version in words that the sources give otherwise."""
    told: dict[str, set[str]] = {}
    for source in claim.sources:
        for what, which in _editions(f"{source.quote.words} {source.about.words}"):
            told.setdefault(what, set()).add(which)
    for what, which in _editions(claim.sentence.words):
        if told.get(what) and which not in told[what]:
            return f"“{which} {what}” does not stand in the cited quotes."
    return ""


def _editions(text: str) -> list[tuple[str, str]]:
    return [(m["what"], _AS_WORD.get(m["which"], m["which"])) for m in _EDITION.finditer(text)]


def _is_among(designation: str, told: set[str]) -> bool:
    """Whether it is told, or is the wider one of a told: level 1 of level 1A."""
    return any(each == designation or each.rstrip("abc") == designation for each in told)


def _problem_with_allocation(claim: CitedSentence) -> str:
    told = {m["ratio"] for q in claim.quotes() for m in _ALLOCATION.finditer(q.words)}
    for found in _ALLOCATION.finditer(claim.sentence.words):
        if told and found["ratio"] not in told:
            return f"{found['ratio']} does not stand in the cited quotes."
    return ""


def _designations(text: str) -> list[tuple[str, str]]:
    return [
        (found["head"].partition(" ")[0], _arabic(part))
        for found in _DESIGNATION.finditer(text)
        for part in _PART.findall(f"{found['first']}{found['more']}")
    ]


def _arabic(designation: str) -> str:
    """The designation with an Arabic numeral."""
    found = _NUMERAL.match(designation)
    numeral = _ROMAN.get(found["numeral"]) if found else None
    return f"{numeral}{found['rest']}" if found and numeral else designation
