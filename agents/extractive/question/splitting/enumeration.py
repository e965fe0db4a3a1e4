"""Questions that a message numbers or writes as a list: "1) dose 2) renal?", "a) …", "- …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

NUMBER = re.compile(r"(?<![\w.,/])\(?(?P<mark>\d{1,2}|[a-hA-H])(?P<sign>[.)])\s{1,3}(?=[\w(≥>])")
BULLET = re.compile(r"(?:^|\n)[ \t]{0,8}[-–—•*][ \t]{1,3}(?=\S)")
QUESTIONS_ON = re.compile(
    r"(?i)\A\W{0,3}(?:\w{1,8} )?(?:questions?|q's|qs) (?:on|about|re|for|regarding) "
)
COUNTED = re.compile(
    r"(?i)\b(?:gr|grade|stage|line|cycle|type|level|class|day|week|phase|figo|bi-?rads|[cdgntm])"
    r"[ .]{0,2}\Z"
)
"""Words before a number that is not the mark of a list: "BRCA carrier, stage 1. ..."."""
FEWEST = 2
"""Fewest marks of a list: one alone is no list."""
LONGEST_LEAD = 8
"""Most words of a lead ("For olaparib tabs:") that is repeated before each item. Chosen by hand: a
longer lead is a case, and the items take only its drug."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A list of questions and what stands before it."""

    lead: str
    items: tuple[str, ...]

    @property
    def shared(self) -> str:
        """The words of the lead that are repeated before each item; empty if the lead is a case."""
        lead = QUESTIONS_ON.sub("", self.lead).rstrip(" :,;-–—")
        whole = len(lead.split()) <= LONGEST_LEAD and not re.search(r"[.?!]\s", f"{lead} ")
        return lead if whole else ""


def find_enumeration(text: str) -> Enumeration | None:
    """The list of questions in a message; None if it has no list of at least two items."""
    starts = _numbered_marks(text) or [match.span() for match in BULLET.finditer(text)]
    if len(starts) < FEWEST:
        return None
    ends = [start for start, _ in starts[1:]] + [len(text)]
    items = [text[begin:end] for (_, begin), end in zip(starts, ends, strict=True)]
    told = tuple(" ".join(item.strip(" \n\t;,").split()) for item in items)
    lead = " ".join(text[: starts[0][0]].split())
    return Enumeration(lead, told) if all(told) else None


def _numbered_marks(text: str) -> list[tuple[int, int]]:
    """The spans of list marks that count on from 1 or a. A number that closes a bracket ("(grade
    3)") is no mark. A first number with a point is no mark if it counts something else ("stage
    1.")."""
    found: list[tuple[int, int]] = []
    for match in NUMBER.finditer(text):
        mark = match["mark"].lower()
        place = int(mark) - 1 if mark.isdigit() else ord(mark) - ord("a")
        before = text[: match.start()]
        closes = before.count("(") > before.count(")") and not match.group().startswith("(")
        point = match["sign"] == "." and (mark.isalpha() or not _begins(before, found))
        if place == len(found) and not closes and not point:
            found.append(match.span())
    return found


def _begins(before: str, found: Sequence[tuple[int, int]]) -> bool:
    return bool(found) or not COUNTED.search(before)
