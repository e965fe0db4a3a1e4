"""The time at which an outcome is counted: "5-year survival", "alive at 24 months"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.grammar.numerals import FEW, IN_WORDS, WORDS

MONTHS_OF_A_YEAR = 12
"""Months in a calendar year; times are compared in months."""
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(WORDS)})"
_UNIT = r"(?:(?P<years>years?|yrs?|y)|months?|mos?|mths?)"
_OF_OUTCOME = (
    r"(?: rates?(?: of)?| probability of| landmark| estimated| overall| invasive| event| disease"
    r"| progression| distant| relapse| recurrence| metastas\w{2,3}){0,2}[ -]"
    r"(?:rate|survival|free|OS|PFS|EFS|RFS|(?:[a-zA-Z]{0,2})DFS|DRFS|data|figures?|results?|update)\b"
)
_TIME = re.compile(
    rf"(?i)\b(?:at|by) (?:the )?{_COUNT}[ -]?{_UNIT}\b(?! (?:of )?(?:median )?follow)"
    rf"|(?<![\w.-])(?P<of>\d{{1,3}}|{'|'.join(WORDS)})[ -]?(?:(?P<of_years>years?|yrs?|y)"
    rf"|months?|mos?|mths?){_OF_OUTCOME}"
)


def landmark_months(text: str) -> frozenset[int]:
    """The times, in months, at which outcomes are counted. A median and a follow-up are none."""
    found = set()
    for match in _TIME.finditer(text):
        count = (match["count"] or match["of"]).lower()
        number = int(IN_WORDS.get(count, count))
        years = match["years"] or match["of_years"]
        found.add(number * MONTHS_OF_A_YEAR if years else number)
    return frozenset(found)


def time_words(months: frozenset[int]) -> str:
    """``5 years``, ``18 months``, ``3 years or 5 years``."""
    return " or ".join(
        f"{each} months" if each % MONTHS_OF_A_YEAR else _years(each // MONTHS_OF_A_YEAR)
        for each in sorted(months)
    )


def _years(number: int) -> str:
    return "1 year" if number == 1 else f"{number} years"


DAYS = {"h": 0, "d": 1, "w": 7, "c": 21, "m": 30, "y": 365}
"""Days of a span, by its first letter, to set "at 8 weeks" beside "at 3 months"; of a cycle the
most usual."""
RECENT = 31
"""Days back to what is later than a month or year that is named. Chosen by hand."""
_AGO = re.compile(
    r"(?i)\b(?:(?P<yesterday>yesterday|last night)|last (?P<last>day|week|month|year)"
    r"|(?P<count>\d{1,3}|an?|one|two|three|four|five|six) "
    r"(?P<span>days?|d|weeks?|wks?|w|months?|mos?|m|years?|yrs?|y|hours?|h|cycles?) (?:ago|back))\b"
)


_NTH = re.compile(r"(?i)\b(first|second|third|1st|2nd|3rd)\b")
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3}


def times_beside_calendar(words: str) -> Iterator[tuple[str, int]]:
    """The times of the words that stand on no calendar: how many days ago, and which time of
    several ("at second progression")."""
    days = _days_ago(words)
    if days is not None:
        yield "ago", days
    if nth := _NTH.search(words):
        yield "nth", _ORDINALS[nth[1].lower()]


def _days_ago(words: str) -> int | None:
    match = _AGO.search(words)
    if match is None:
        return None
    if match["yesterday"]:
        return 1
    count, span = (match["count"] or "a").lower(), (match["last"] or match["span"]).lower()
    return (int(count) if count.isdigit() else FEW.get(count, 1)) * DAYS[span[0]]
