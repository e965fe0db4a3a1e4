"""A number of a measure and the one that followed it: "38, now 24", "62% → 47%", "3.1 on day 1, 0.3
on day 15"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from names.clinical.grammar.bounds import (
    LEAD,
    NUMBER,
    SIGN,
    UNIT,
    UNIT_BEHIND,
    Bounds,
    read_bounds,
    unit_name,
)
from names.clinical.grammar.two_times import TIME, TwoValues, read_last, value_patterns_of

_VALUE = r"\d{1,3}(?:[.,]\d{1,2})?(?!\d|[.,]\d)"
_WHEN = (
    r"(?:\s(?:last \w{1,8}|before|previously|earlier|at baseline|at start|in \w{3,9}|on \w{3,9}"
    r"|yesterday))?"
)
_MOVED = (
    r"(?:fell|falls|dropped|drops|rose|rises|went|goes|came|recovered|improved|increased"
    r"|decreased)(?: (?:up|down|back))? to\b"
)
CHANGED = re.compile(
    rf"(?i)[^.;?\d]{{0,30}}?(?P<before>{_VALUE})(?:\s?(?:{UNIT}))?{_WHEN}\s{{0,2}}(?:[,;(]\s?)?"
    r"(?:(?:and|but|it|is|has|it['’]s)\s){0,3}(?:(?:->|→|⇒|=>|to\b|down to\b|up to\b"
    rf"|now(?: at| is| up to| down to| only)?\b|today\b|then\b|{_MOVED})"
    rf"\s{{0,2}}(?P<after>{_VALUE})|(?P<today>{_VALUE})(?:\s?(?:{UNIT}))?"
    r"\s(?:now|today|currently)\b)"
)
"""A value and the one that followed: "38, now 24", "62% → 47%", "38 in May, 24 today"."""
OTHER_AMOUNT = (
    r"(?!\s?(?:nd|rd|th|st|mg(?!\s?/\s?d)|g(?!\s?/\s?d)|[lL]\b(?!\s?/)|P?RBCs?|u\b|U\b(?!\s?/)|units?"
    r"|weeks?|wks?|days?|months?|mos?|cycles?|line|x\b)(?![a-z])|\s?%\s?(?:dose|of)\b|\d)"
)
"""Behind a number that is a dose, a time or a line, and no further value."""
GOES_ON = re.compile(
    rf"(?i)\s?(?:{UNIT})?(?:\s{{0,2}}(?:->|→|⇒|=>)\s{{0,2}}"
    r"|(?:[^.;?\n\d]|(?<=[A-Za-z-])\d){0,40}?[,(–-]\s?(?:(?:and|but|now|then|has|it|since)\s){0,3}"
    r"(?:recovered|recovering|improved|rose|fell|dropped|climbed|worsened|(?:now\s)?(?:back|up|down))"
    r"\s(?:again\s|further\s)?(?:to|at|up to|down to)\s)"
    rf"(?P<after>{_VALUE}){OTHER_AMOUNT}"
)
"""A third value: "0.9 -> 1.6 -> 2.3", "62 → 44, recovered to 53"."""
CHANGE_WORDS = re.compile(
    r"(?i)\b(?:drop|fall|fell|decreas|declin|reduc|went|improv|increas|rose|recover|chang"
    r"|down|deteriorat|worsen)|->|→|⇒|=>|\b(?:now|today|currently)\b"
)
"""What tells a change from a range: "dropped from 62 to 47%" and "40 to 45%"."""
_ONE = rf"{NUMBER}(?!\d|[.,]\d)(?:\s{{0,2}}-?(?:{UNIT}))?"
_DATED = value_patterns_of(rf"(?:(?i:{SIGN})\s?)?{_ONE}(?:\s?(?:-|–|(?i:to\b))\s?{_ONE})?")
_PAST = re.compile(r"(?i)\b(?:was|were|had been)\b")
_ON_A_DAY = (
    r"(?:(?:on |since |last )(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}|on (?:day|d) ?\d{1,2})\b"
)
_AGO = (
    r"(?:yesterday|last (?:week|night|visit|check|time)|(?:\d{1,2}|an?|two|three|few) "
    r"(?:days?|weeks?|hours?|h|d) ago)\b"
)
_LATELY = re.compile(rf"(?i)\b(?:{_ON_A_DAY}|{_AGO})")
"""Before a value that followed one which "was"."""
_DAY_BEHIND = re.compile(rf"(?i)\s?\(?{_ON_A_DAY}")
_AGO_BEHIND = re.compile(rf"(?i)\s?\(?{_AGO}")
"""Behind one of which nobody can tell whether it followed: "was 10.2, 7.9 two days ago"."""
_FOLLOWS = re.compile(r",\s")
_ENDED = re.compile(r"\s?(?:[,.;:)?!]|$)|\s[–—-]\s")


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """Two numbers of one measure."""

    before: float
    after: Bounds | None
    """The one that holds; None where nobody can tell which does."""


def read_change(text: str, start: int) -> ChangedValue | None:
    """The change of a measure whose name ends at ``start``; None where one number is told, or the
    first of two holds."""
    if two := _two_times(text, start):
        before = read_bounds(text, two.first[0], lead=False)
        after = read_bounds(text, two.second[0], lead=False)
        known = (
            before and after and (not before.unit or before.unit == after.unit or not after.unit)
        )
        if two.holds == "first" or not known:
            return None
        low = before.high if before and before.low is None else before.low if before else None
        return ChangedValue(low or 0.0, after if two.holds else None)
    if first := _one_of_two(text, start):
        return ChangedValue(first, None)
    match = CHANGED.match(text, start)
    if match is None or not CHANGE_WORDS.search(match.group()):
        return None
    end = match.end("after" if match["after"] else "today")
    number = match["after"] or match["today"]
    while more := GOES_ON.match(text, end):
        end, number = more.end(), more["after"]
    unit = UNIT_BEHIND.match(text, end)
    name, value = unit_name(unit[1] if unit else ""), float(number.replace(",", "."))
    end = unit.end() if unit else end
    first = float(match["before"].replace(",", "."))
    return ChangedValue(first, Bounds(value, value, False, False, name, end, end))


def _two_times(text: str, start: int) -> TwoValues | None:
    """The two numbers behind the name of a measure, and which of them holds."""
    lead = LEAD.match(text, start)
    at = lead.end() if lead else start
    time = TIME.match(text, at)
    if time and (lead := LEAD.match(text, time.end())):
        at = lead.end()
    two = read_last(text, at, _DATED, time.group() if time else "")
    if two is None or two.holds == "second" or not _PAST.search(text, start, at):
        return two
    if _LATELY.search(two.lead) or _DAY_BEHIND.match(text, two.second[1]):
        return replace(two, holds="second")
    return replace(two, holds="") if _AGO_BEHIND.match(text, two.second[1]) else two


def _one_of_two(text: str, start: int) -> float | None:
    """The first of two numbers without a time: "QTc was 430, 492". Nobody can tell which holds."""
    lead = LEAD.match(text, start)
    at = lead.end() if lead else start
    first = _DATED.first.match(text, at) if _PAST.search(text, start, at) else None
    comma = _FOLLOWS.match(text, first.end()) if first else None
    second = _DATED.second.match(text, comma.end()) if comma else None
    if first is None or second is None or not _ENDED.match(text, second.end()):
        return None
    bounds = read_bounds(text, first.start(), lead=False)
    return None if bounds is None else bounds.low or bounds.high
