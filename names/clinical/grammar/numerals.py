"""Numbers that a text says, as digits."""

from __future__ import annotations

import re

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FEW = {word: number for number, word in enumerate(WORDS[:6], start=1)}
"""Numbers that people write out where they count times or sentences."""
IN_WORDS = {word: str(number) for number, word in enumerate(WORDS, start=1)}
NUMBER = re.compile(
    rf"(?<![\w.*-])(?P<digits>\d+(?:[.,]\d+)*)|\b(?P<word>{'|'.join(WORDS)})\b", re.IGNORECASE
)


def numbers_in(text: str) -> frozenset[str]:
    """The numbers that stand by themselves or before a unit: ``5`` of "5-year", "five years"."""
    return frozenset(number_of(match) for match in NUMBER.finditer(text))


def number_of(match: re.Match[str]) -> str:
    """A number as digits, without signs between thousands."""
    if match["word"]:
        return IN_WORDS[match["word"].lower()]
    return re.sub(r",(?=\d{3}(?!\d))", "", match["digits"])
