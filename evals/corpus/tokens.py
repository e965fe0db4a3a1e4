"""What in a text must be looked up: numbers, and names that carry digits (V600E, NCT03155997).

Numbers are compared by value: ``1,429``, ``1429`` and ``1429.0`` are the same, as are ``0.5``,
``.5`` and ``0·5``. A name is compared letter by letter, without case, blanks and hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

SMALL = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
}
"""Counts that may be written as words. "One" is left out: it is a pronoun, too."""
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}

_URL = re.compile(r"https?://[^\s)>\]]+")
_LIST_NUMBER = re.compile(r"^\s{0,3}\d+\.\s", re.MULTILINE)
_ROMAN = re.compile(r"\b(phases?|stages?|grades?|tiers?)\s+(IV|I{1,3}|V)\b", re.IGNORECASE)
_DIGITS = r"\d+(?:,\d{3}(?!\d))*"
_NUMBER = rf"(?:{_DIGITS}(?:[.·]\d+)?|(?<![\w.])[.·]\d+)"
_UNIT = r"(?:mg|mcg|µg|μg|kg|g|mL|ml|L|m2|mm|cm|Gy|h|hr|d|wk|mo|mos|months|years|nM|x|th|st|nd|rd)"
_TOKEN = re.compile(
    rf"""
      (?P<doi>\b10\.\d{{4,9}}/[^\s;,)\]]*[^\s;,.)\]])
    | (?P<setid>\b[0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}\b)
    | (?P<unit>(?<![A-Za-z.])(?:m|kg|cm)2\b)
    | (?P<number>(?<![\w.*+>]){_NUMBER}(?={_UNIT}?(?![A-Za-z0-9]|[+>*][\w])))
    | (?P<name>(?:[\w*][\w*+>.:()_-]*)?(?:[A-Za-z_*][-(]?\d|\d[-+>]?[A-Za-z])[\w*+>.:/()_-]*)
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"\b(" + "|".join(SMALL) + r")\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CheckedToken:
    """A number or a name that stands in a text."""

    kind: Literal["number", "name"]
    value: str
    """Normalised: what is compared."""
    shown: str
    """As written, with the word that follows."""


def tokens(text: str) -> Iterator[CheckedToken]:
    """Every number and every name with digits in a text of ours."""
    plain = _LIST_NUMBER.sub(" ", _URL.sub(" ", text))
    plain = _ROMAN.sub(lambda match: f"{match[1]} {ROMAN[match[2].upper()]}", plain)
    for match in _TOKEN.finditer(plain):
        if match.lastgroup == "unit":
            continue
        shown = _with_next_word(plain, match)
        if match.lastgroup == "number":
            yield CheckedToken("number", number(match[0]), shown)
        else:
            yield CheckedToken("name", compact(_bare(match[0])), shown)
    for match in _WORD.finditer(plain):
        value = str(SMALL[match[1].casefold()])
        yield CheckedToken("number", value, _with_next_word(plain, match))


def numbers(text: str) -> frozenset[str]:
    """Every number in the text of a record, by value; small counts in words are among them."""
    text = _ROMAN.sub(lambda match: f"{match[1]} {ROMAN[match[2].upper()]}", text)
    found = {number(match) for match in re.findall(rf"(?<![A-Za-z]){_NUMBER}", text)}
    found |= {str(SMALL[word.casefold()]) for word in _WORD.findall(text)}
    return frozenset(found)


def number(written: str) -> str:
    """A number by its value, so that two ways of writing it compare equal."""
    value = Decimal(written.replace(",", "").replace("·", "."))
    return format(value.normalize(), "f")


def compact(written: str) -> str:
    """A name without case, blanks, hyphens, brackets and Markdown."""
    return re.sub(r"[\s\-‑–_()\[\]`]", "", written).casefold()


def _bare(written: str) -> str:
    """A name without plain words tied to it: ``HER2-positive`` and ``anti-HER2`` are HER2."""
    parts = written.strip(".:-/_(").split("-")
    kept = [part for part in parts if not (part.isalpha() and part.islower())]
    return "-".join(kept)


def _with_next_word(text: str, match: re.Match[str]) -> str:
    following = re.match(r"\s?[%\w/-]+", text[match.end() : match.end() + 24])
    return f"{match[0]}{following[0] if following else ''}".replace("\n", " ")
