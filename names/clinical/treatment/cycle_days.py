"""On which day of which cycle a finding is: "ANC 0.8 on day 1 of C3", "C1D15".

A rule may hold for one day only: counts that forbid the start of a cycle may be harmless in its
middle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from names.clinical.grammar.numerals import IN_WORDS, WORDS
from names.tables.ward.measures import forms_in_prose

_AND = r"(?:\s?(?:,|/|&|\+|or|and)\s?(?:days?\s?)?)"
_DAYS = rf"days?[\s-]?(?P<days>\d{{1,2}}(?:{_AND}\d{{1,2}}\b){{0,3}})\b(?![.,]\d)"
_DAY_OF_CYCLE = re.compile(
    rf"(?i)(?<![\w.-])(?:{_DAYS}"
    r"|cycles?[\s-]?(?:no\.?\s|number\s)?(?P<cycle>\d{1,2})\b"
    r"|(?-i:C)(?P<short>\d{1,2})(?:[\s/-]?d(?:ay\s?)?(?P<of_short>\d{1,2}))?\b"
    r"|(?<!vitamin\s)(?<!vit\s)d(?P<day>\d{1,2})\b(?!\s(?:gastrectomy|dissection|lymph|resection)))"
)
_START = re.compile(
    r"(?i)\b(?:start|beginning|first day) of (?:(?:the|her|his|their|a|each|every) )?"
    r"(?:(?:next|new|current|second|third) )?(?:cycles?\b|c\d{1,2}\b)"
)
_RULE_DAYS = re.compile(rf"(?i)(?<!mg )(?<!mg/kg )(?<!mg/m2 )(?<!mg/m² )\bon {_DAYS}")
_FIRST_CYCLES = re.compile(rf"(?i)\sof (?:the )?first (\d{{1,2}}|{'|'.join(WORDS)}) cycles\b")

_AWAITED = re.compile(
    r"(?i)\b(?:not (?:be )?(?:repeated|given|started|begun|administered|resumed)"
    r"|do(?:es)? not (?:start|begin|give|repeat)|delay(?:ed)?|postponed?)\b[^.;]{0,60}?\buntil\b"
    r"(?P<values>(?:[^.;]|\.(?=\d)){0,160})"
)


@dataclass(frozen=True, slots=True)
class CycleDays:
    """Days of a cycle, counted from 1, and the numbers of the cycles. Empty: not told."""

    days: frozenset[int] = frozenset()
    cycles: frozenset[int] = frozenset()


NO_DAYS = CycleDays()


def read_cycle_days(text: str) -> CycleDays:
    """The days of a cycle, and the cycles, that a question tells."""
    days: set[int] = {1} if _START.search(text) else set()
    cycles: set[int] = set()
    for match in _DAY_OF_CYCLE.finditer(text):
        days |= _numbers(match["days"] or match["of_short"] or match["day"])
        cycles |= _numbers(match["cycle"] or match["short"])
    return CycleDays(frozenset(days), frozenset(cycles))


def cycle_day_places(text: str) -> Iterator[tuple[int, int]]:
    """Where a text tells days or cycles."""
    return (match.span() for match in _DAY_OF_CYCLE.finditer(text))


def read_rule_days(text: str) -> CycleDays:
    """The days of a cycle, and the cycles, that a rule on a finding is for: those behind its first
    "on Day". Later days ("is repeated on Day 22") are no condition, nor are days of a dose."""
    match = _RULE_DAYS.search(text)
    if match is None:
        return NO_DAYS
    of_first = _FIRST_CYCLES.match(text, match.end())
    count = of_first[1].lower() if of_first else "0"
    cycles = range(1, int(IN_WORDS.get(count, count)) + 1)
    return CycleDays(frozenset(_numbers(match["days"])), frozenset(cycles))


def lets_wait(text: str) -> bool:
    """Whether a rule lets a course wait for some value."""
    return _AWAITED.search(text) is not None


def awaits(text: str, measure: str) -> bool:
    """Whether a rule lets a course wait for a value of this measure: "is not repeated until
    platelets are at least 100,000" is on every count before a course, high or low."""
    match = _AWAITED.search(text)
    return match is not None and forms_in_prose(measure).search(match["values"]) is not None


def _numbers(text: str | None) -> set[int]:
    return {int(each) for each in re.findall(r"\d{1,2}", text or "")}
