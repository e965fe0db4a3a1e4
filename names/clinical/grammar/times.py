"""The time at which an outcome is counted: "5-year survival", "alive at 24 months"."""

from __future__ import annotations

import re

from names.clinical.grammar.numerals import IN_WORDS, WORDS

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
