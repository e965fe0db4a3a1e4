"""Which documents of a hospital were replaced: by their own words, or by a later version. Pure.

A rule of such a document is not told beside, or in place of, the one that holds now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.vocabulary.forms import fold

_VERSION = re.compile(
    r"(?i)\b(?:version|ver\.?|v|edition|ed\.?|revision|rev\.?|issue)[ .]?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,2}|[A-Z])\b"
)
_YEAR = re.compile(r"(?<!\d)(?P<year>20\d\d)(?!\d)")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,40}")
_ASKS_FOR_OLD = re.compile(
    r"(?i)\b(?:old(?:er)?|former(?:ly)?|previous(?:ly)?|earlier|superseded|retired|archived?"
    r"|used to|back then|version|edition|revision|rev)\b|(?<!\d)20\d\d(?!\d)"
)
"""How a question asks for an earlier version."""
_MARKS = frozenset(("version", "ver", "edition", "ed", "revision", "rev", "issue", "retired",
                    "superseded", "obsolete", "archived", "archive", "draft", "final", "page",
                    "new", "old", "current", "expired", "withdrawn"))  # fmt: skip
LIKE = 0.6
"""Share of the words of two titles from which the documents are versions of one. Chosen by hand:
words of another drug or organ make them two documents."""


def without_replaced(text: str, rules: Sequence[OwnRule]) -> Sequence[OwnRule]:
    """The rules without those of documents that do not hold any more, if the question does not ask
    for these. Where no other document is left, all."""
    if _ASKS_FOR_OLD.search(text):
        return rules
    ended = frozenset(each.title for each in rules if each.is_ended)
    names = dict.fromkeys(each.title for each in rules)
    newest: dict[str, str] = {title: title for title in names}
    for title in names:
        for other in names:
            if is_later_version(other, title):
                newest[title] = other
    kept = [each for each in rules if each.title not in ended and newest[each.title] == each.title]
    return kept or rules


@lru_cache(maxsize=4_096)
def is_later_version(title: str, before: str) -> bool:
    """Whether a title names a later version of the document of another title."""
    if title == before:
        return False
    words, others = _words(title), _words(before)
    if not words or len(words & others) < LIKE * len(words | others):
        return False
    number, last = _number(title), _number(before)
    if number and last:
        return number > last
    year, earlier = _year(title), _year(before)
    return bool(year and earlier) and year > earlier


def _words(title: str) -> frozenset[str]:
    bare = _VERSION.sub(" ", title)
    return frozenset(fold(each) for each in _WORD.findall(bare) if each.lower() not in _MARKS)


def _number(title: str) -> tuple[int, ...]:
    match = _VERSION.search(title)
    if match is None:
        return ()
    told = match["number"]
    if told.isalpha():
        return (ord(told.upper()),)
    return tuple(map(int, told.split(".")))


def _year(title: str) -> int:
    years = [int(each["year"]) for each in _YEAR.finditer(title)]
    return max(years, default=0)
