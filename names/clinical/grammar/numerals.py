"""Numbers that a text says, as digits."""

from __future__ import annotations

import re

from names.recognise import recognise
from names.tables.other_drugs import other_drugs

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FEW = {word: number for number, word in enumerate(WORDS[:6], start=1)}
"""Numbers that people write out where they count times or sentences."""
IN_WORDS = {word: str(number) for number, word in enumerate(WORDS, start=1)}
NUMBER = re.compile(
    rf"(?<![\w.*-])(?P<digits>\d+(?:[.,]\d+)*)|\b(?P<word>{'|'.join(WORDS)})\b", re.IGNORECASE
)
_DRUG_BEFORE = re.compile(
    r"(?i)\b(?:on|during|under|taking|with|and)\s(?P<drug>[a-z][\w-]{2,25})\s$"
)
_REACH = 40
"""Characters before a number in which the drug that it is a dose of is looked for."""


def numbers_in(text: str) -> frozenset[str]:
    """The numbers that stand by themselves or before a unit: ``5`` of "5-year", "five years"."""
    return frozenset(number_of(match) for match in NUMBER.finditer(text))


def number_of(match: re.Match[str]) -> str:
    """A number as digits, without signs between thousands."""
    if match["word"]:
        return IN_WORDS[match["word"].lower()]
    return re.sub(r",(?=\d{3}(?!\d))", "", match["digits"])


def is_dose_behind(text: str, start: int, end: int) -> bool:
    """Whether a number without a unit is how much is taken of the drug before it, if that is none
    against the tumour: "ALT 160 last week, on prednisone 40", but "LVEF 62, on sunitinib 47"."""
    if not text[end - 1].isdigit():
        return False
    before = _DRUG_BEFORE.search(text, max(0, start - _REACH), start)
    if before is None:
        return False
    word = before["drug"]
    names = {word.lower(), *(each.name for each in recognise(word).of("drug"))}
    return not names.isdisjoint(other_drugs())
