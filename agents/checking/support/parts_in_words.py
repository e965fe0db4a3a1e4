"""Parts, counts and dates in words or in brackets, as figures: "three quarters of a year" are nine
months, "every fourth patient" is about 25%. Pure."""

from __future__ import annotations

import re

from names.clinical.grammar.numerals import IN_WORDS
from names.patterns.filtered import filtered_pattern

_US_DATE = filtered_pattern(
    r"(?<![\d/])(?P<month>0?[1-9]|1[0-2])/(?P<day>0?[1-9]|[12]\d|3[01])/(?P<year>20\d\d)(?![\d/])"
)
"""As the FDA writes dates: 3/30/2021."""
_AND_A_HALF = filtered_pattern(
    r"\b(?P<count>an?|one|two|three|four|five|\d)"
    r"(?: (?P<unit>year|month|week|day) and a half| and a half (?P<units>years|months|weeks"
    r"|days))\b",
    re.IGNORECASE,
)
_HALF_YEAR = filtered_pattern(r"\b(?:half an?|six[ -]months?'?|a half) year\b", re.IGNORECASE)
_A_GOOD = filtered_pattern(
    r"\ba good (?=\d{1,3}(?:\.\d)? ?(?:%|months|weeks|years|days|percent)(?![a-z]))", re.IGNORECASE
)
"""As in "a good 9 months", and not in "a good 5-year survival"."""
_QUARTERS = filtered_pattern(
    r"\b(?P<count>an?|one|two|three)[ -]quarters? of an? year\b", re.IGNORECASE
)
_EVERY_NTH = filtered_pattern(
    r"\bevery (?P<part>second|third|fourth|fifth|sixth|eighth|tenth)"
    r"(?= (?:patient|woman|man|person|case|tumou?r|carrier)\b)",
    re.IGNORECASE,
)
_NTH = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_ONE_IN = filtered_pattern(
    r"\bone(?: patient| woman| man| person)? (?:in|out of) (?:every )?(?P<of>[1-9]\d{0,2})\b"
    r"(?![.,:/-]?\d)(?! (?:cycles?|doses?|trials?|studies|cohorts?|arms?|weeks?|months?|years?"
    r"|days?)"
    r"\b)",
    re.IGNORECASE,
)
"""As in "one in 25": a share, and no 25 of anything."""
_ALL_BUT = filtered_pattern(
    r"\ball but (?P<out>one|two|three|four|five|six|seven|eight|nine|[1-9]\d?) of (?:the |its "
    r"|all )?"
    r"(?P<of>\d{1,4})\b(?![.,]\d)",
    re.IGNORECASE,
)
_COUNT_IN_BRACKETS = filtered_pattern(
    r"(?<=[(\[])(?P<some>\d{1,4})/(?P<of>[5-9]|[1-9]\d{1,3})(?=[)\],;])"
)


def with_parts_in_figures(text: str) -> str:
    """The text with such parts, counts and dates in figures."""
    text = _US_DATE.sub(lambda m: f"{m['year']}-{int(m['month']):02}-{int(m['day']):02}", text)
    text = _A_GOOD.sub("more than ", text)
    text = _AND_A_HALF.sub(_with_half, text)
    text = _HALF_YEAR.sub("6 months", text)
    text = _QUARTERS.sub(_of_a_year, text)
    text = _ALL_BUT.sub(_without_those, text)
    text = _COUNT_IN_BRACKETS.sub(r"\g<some> of \g<of>", text)
    text = _EVERY_NTH.sub(lambda m: f"about {100 / _NTH[m['part'].lower()]:.4g}%", text)
    return _ONE_IN.sub(lambda m: f"about {100 / int(m['of']):.3g}%", text)


def _without_those(found: re.Match[str]) -> str:
    """All but one of 14 are 13 of 14."""
    out, whole = IN_WORDS.get(found["out"].lower(), found["out"]), int(found["of"])
    return f"{whole - int(out)} of {whole}"


def _of_a_year(found: re.Match[str]) -> str:
    """Three quarters of a year are nine months."""
    count = found["count"].lower()
    return f"{3 * int(IN_WORDS.get(count, '1'))} months"


def _with_half(found: re.Match[str]) -> str:
    """A year and a half is 1.5 years."""
    count = found["count"].lower()
    unit = found["units"] or f"{found['unit']}s"
    return f"{IN_WORDS.get(count, '1' if count in ('a', 'an') else count)}.5 {unit}"
