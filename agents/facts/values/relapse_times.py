"""How long after a treatment the disease came back, "relapse 3 months after neoadjuvant X", and
whether that is so soon that the treatment failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.facts.values.intervals import WEEKS_OF_A_MONTH
from names.clinical.grammar.numerals import WORDS
from names.clinical.grammar.sentences import END_BEFORE_SPACE
from names.clinical.values import HAD, FoundValue, Therapy
from names.patterns.filtered import filtered_pattern
from names.tables.treatment.drug_classes import drug_classes

OVER = frozenset(("given", "completed", "intolerant", "progressed"))
"""Outcomes of a treatment that is over."""
REACH = 50
"""Characters between a time and its treatment. Chosen by hand: "the end of her last cycle of"."""
_LATER = r"(?:later|after(?:wards?)?(?!\s?\w)|out|post[- ]?(?:treatment|completion|op|surgery))"
_CAME_BACK = (
    r"\b(?:relaps\w{0,5}|recurr?\w{0,6}|progress\w{0,6}|metasta\w{1,6}|mets"
    r"|(?:came|comes) back|PD(?!-))\b"
)
_TIME = (
    rf"(?P<{{0}}n>\d{{{{1,3}}}}(?:[.,]\d)?|{'|'.join(WORDS)}|a|an)(?:\s?[-–]\s?\d{{{{1,3}}}})?[\s-]?"
    r"(?P<{0}unit>m|mos?|mths?|months?|weeks?|wks?|w|years?|yrs?|y)\b"
)
_RELAPSE = filtered_pattern(
    rf"(?i){_CAME_BACK}(?P<a>[^.;?\n]{{0,30}}?){_TIME.format('a')}\.?\s(?:{_LATER}"
    r"|(?P<before>after|from|post|following|since|of)\b)"
    rf"|\b{_TIME.format('b')}\.?\s(?P<later>{_LATER})\W{{1,3}}[^.;?\n]{{0,20}}?{_CAME_BACK}"
)
"""The relapse and its time, before or behind the treatment."""
_LONGER = re.compile(r"(?i)(?:>|≥|\b(?:more than|over|at least|beyond|not within))\s?$")
_OTHER_START = re.compile(
    r"(?i)\b(?:start\w{0,4}|begin\w{0,5}|initiat\w{0,4}|commenc\w{0,4}|into|diagnos\w{0,4})\b"
)
"""Words for a time that does not count from the end of a treatment."""


def with_relapse_times(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The values of a message, each treatment that is over with the months until the disease came
    back, if the message tells them."""
    read = list(found)
    for months, place in _times(text):
        for each in _treatments_meant(read, text, place):
            assert isinstance(each.value, Therapy)
            value = replace(each.value, months_free=months)
            read[read.index(each)] = replace(each, value=value)
    return read


def _times(text: str) -> Iterator[tuple[float, re.Match[str]]]:
    for match in _RELAPSE.finditer(text):
        part = "a" if match["an"] else "b"
        if not _LONGER.search(text, match.start(), match.start(f"{part}n")):
            yield _months(match[f"{part}n"], match[f"{part}unit"]), match


def _months(count: str, unit: str) -> float:
    word = count.lower()
    number = float(WORDS.index(word) + 1) if word in WORDS else 1.0
    if word[0].isdigit():
        number = float(word.replace(",", "."))
    if unit.lower().startswith("w"):
        return round(number / WEEKS_OF_A_MONTH, 1)
    return number * 12 if unit.lower().startswith("y") else number


def _treatments_meant(
    found: Sequence[FoundValue], text: str, place: re.Match[str]
) -> list[FoundValue]:
    """The treatments that a time counts from: those right behind "3 months after", else those
    right before the relapse."""
    over = [e for e in found if isinstance(e.value, Therapy) and e.value.outcome in OVER]
    behind, before = [], []
    for each in over:
        if each.end > place.end() and place["before"]:
            if _is_near(text, place.end(), each.start):
                behind.append(each)
        elif each.start < place.start() and _is_near(text, each.end, place.start()):
            before.append(each)
    if place["before"]:
        return behind[:1] + [e for e in behind[1:] if e.start <= behind[0].end + len(" and ")]
    return before[-1:]


def _is_near(text: str, end: int, start: int) -> bool:
    between = text[end : max(end, start)]
    return (
        len(between) <= REACH
        and not END_BEFORE_SPACE.search(between)
        and not _OTHER_START.search(between)
    )


SOON_MONTHS = 6
"""A relapse within six months of a treatment counts as its failure, as in the FDA labels of
paclitaxel (after adjuvant chemotherapy) and trastuzumab emtansine (after adjuvant treatment)."""
LONGER_MONTHS = 12
LONGER: frozenset[str] = frozenset(("HER2 inhibition", "Endocrine therapy"))
"""Classes for which twelve months count (ASCO 2022 on HER2, INAVO120 and CAPItello-291: see
``agents/facts/values/intervals.py``)."""


def came_back_soon(had: Therapy) -> bool:
    """Whether the disease came back so soon after a treatment that it counts as failed."""
    if had.months_free is None or had.outcome not in HAD:
        return False
    classes = {*had.classes, *(name for drug in had.drugs for name in drug_classes(drug))}
    longer = bool(classes & LONGER)
    return had.months_free <= (LONGER_MONTHS if longer else SOON_MONTHS)
