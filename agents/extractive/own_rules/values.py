"""Numbers of a question and ranges of a rule: which value is meant, and whether it lies inside."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from agents.extractive.own_rules.sides import SIGN, TAIL, UPWARDS, sign_named, sign_of
from agents.extractive.own_rules.vocabulary.units import LABORATORY, in_unit, unit_behind, unit_in
from agents.extractive.own_rules.vocabulary.words import measure_in
from names.clinical.grammar.bounds import BOUNDS, Bounds, read_bounds
from names.clinical.grammar.bounds import number as number_of
from names.clinical.population import read_population
from names.clinical.toxicities import ROMAN
from names.clinical.values import ClinicalValue, Population

GRADE = "grade"
_GRADE = re.compile(
    rf"(?i)(?:(?<![a-z])(?P<sign>{SIGN})\s?)?"
    rf"(?P<name>\b(?:CTCAE |toxicity )?(?:grades?|gr\.?|G))\s?(?:(?P<sign2>{SIGN})\s?)?"
    r"(?P<first>[0-5]|IV|I{1,3}|V)"
    r"(?:\s?(?:-|–|to|or|/|and)\s?(?P<last>[0-5]|IV|I{1,3}|V))?"
    r"(?P<tail>\+|\s(?:or|and) (?:higher|above|more|greater|worse|over|lower|less|below|under)"
    r"(?! \d))?"
    r"(?![\w%]|\.\d)"
)
_BARE_GRADE = re.compile(
    r"(?P<first>[0-5]|IV|I{1,3}|V)(?:\s?(?:-|–|to|or|/|and)\s?(?P<last>[0-5]|IV|I{1,3}|V))?"
)
"""A grade without the word, in a column of grades."""
_LABEL_GRADE = re.compile(rf"{_BARE_GRADE.pattern}(?=\s?(?:$|[(:;]))")
_REACHED = re.compile(
    r"(?i)(?:\b(?:until|to|below|reach\w*|resol\w+|improv\w+|recover\w+)|[≤<])"
    r" ?(?:to |a |CTCAE |[≤<] ?)?$"
)
_OLD = re.compile(r"(?i)[ -]?(?:old|of age|yo\b)")
_AGE = re.compile(r"(?i)\bage[ds]?\W{1,3}$")
"""Before a number without a unit that is an age."""
_PEOPLE = re.compile(r"(?i)\b(?:patients?|aged?|older|younger|elderly|people|women|men|those)\b")
_PRESSURE = re.compile(r"(?<![\d/])(?P<upper>\d{2,3})/(?P<lower>\d{2,3})(?![\d/])")
_NUMBER = re.compile(
    r"(?<![\w.,/])(?![1-4]L\b)(?P<number>\d{1,6}(?:[.,]\d{1,3}){0,2})(?!\d|/\s?\d)"
)
"""No line of treatment: "2L"."""
_PHRASE = re.compile(r"[,;?!()]|\d|\.(?=\s|$)|\b(?:and|with|on|or|but|then)\b")
_SINCE = re.compile(
    r"(?<=\d)[ ,]{0,2}%?[ ,]{0,2}(?:->|→|(?:and )?now|(?:fell|dropped|down|went) to) $"
)
WITHIN = 16
"""Characters before a number in which another of its course ends. Chosen by hand."""
BEFORE, BEHIND = 48, 24
"""Characters beside a number in which the words of its phrase stand. Chosen by hand: a measure is
mostly named before its number."""
WINDOW = 240
"""Characters beside a number in which its measure is looked for. Chosen by hand: a long row."""
MOST_RANGES = 40
"""Ranges of a rule that are read. Chosen by hand: a line with more of them is a whole table, and a
question's value lies beside one of those."""
RangeFit = Literal["in", "out", "open"]
"""A value of the question lies in the range, or beside it; or the question has no such value."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number of a question, with its unit and the words around it."""

    number: float
    unit: str
    measure: frozenset[str]
    lower: float | None = None
    """Of a blood pressure: the second number."""
    sign: str = ""
    """``<``, ``≤``, ``>`` or ``≥`` where all values on that side are meant; empty for one value."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values for which a rule holds."""

    low: float
    high: float
    open_low: bool
    open_high: bool
    unit: str
    measure: frozenset[str]
    lower: tuple[float, float] | None = None
    """Of a blood pressure: the range of the second number."""

    def holds(self, number: float, sign: str = "") -> bool:
        """Whether a value, or every value on one side of it, lies in the range."""
        falling, rising = sign in ("<", "≤"), sign in (">", "≥")
        low, high = (-math.inf if falling else number), (math.inf if rising else number)
        begins = low > self.low or (low == self.low and (not self.open_low or sign == ">"))
        ends = high < self.high or (high == self.high and (not self.open_high or sign == "<"))
        return begins and ends


def values_of(text: str) -> tuple[Value, ...]:
    """The numbers of a question that a rule may be compared with."""
    found = [Value(level, GRADE, frozenset()) for level in _grades(text)]
    taken = [match.span() for match in _GRADE.finditer(text)]
    for match in _PRESSURE.finditer(text):
        taken.append(match.span())
        words = _around(text, *match.span()) | {"pressur"}
        upper, lower = float(match["upper"]), float(match["lower"])
        found.append(Value(upper, "mmHg", words, lower, sign_of(text, *match.span())))
    people = read_population(text)
    ages = [(each.start, each.end) for each in people if _is_age(each.value)]
    for match in _NUMBER.finditer(text):
        start, end = match.span("number")
        if not any(first <= start < last for first, last in taken):
            unit, after = unit_behind(text, end)
            is_old = unit == "year" and _OLD.match(text, after)
            unit = "age" if is_old or any(a <= start < b for a, b in ages) else unit
            sign = sign_of(text, start, after, lasts=unit in _LASTING)
            words = _around(text, start, after)
            if found and _SINCE.search(text[max(0, start - WITHIN) : start]) and not unit:
                # Of two values of one measure the later one counts: "LVEF 63, now 49".
                words, unit = words or found[-1].measure, found.pop().unit
            found.append(Value(number_of(match["number"]), unit, words, sign=sign))
    return tuple(found)


def _is_age(value: ClinicalValue) -> bool:
    """Whether a value tells how old somebody is."""
    if not isinstance(value, Population):
        return False
    return value.age_from is not None or value.age_to is not None


def ranges_of(
    label: str, measure: str, *, graded: bool = False, points: bool = False
) -> tuple[Range, ...]:
    """The ranges that a label states ("LVEF 45–49%, drop of 9 points or more"). ``measure``: the
    words above it that say what is measured; ``graded``: a bare "2" is a grade; ``points``: a
    single number is a range, too."""
    label = label.strip()
    bare = _LABEL_GRADE.match(label) if graded else None
    if bare:
        return (_grade_range(bare), *ranges_of(label[bare.end() :], measure))
    grades = [_grade_range(match) for match in _GRADE.finditer(label)]
    taken = [match.span() for match in _GRADE.finditer(label)]
    pressures = _pressures(label)
    if pressures is not None:
        return (*grades, pressures)
    unit_above = unit_in(measure)
    found: list[Range] = list(grades)
    for part in _phrases(label):
        of_part = _in_phrase(label, part, (measure, unit_above), taken, points=points)
        found += islice(of_part, max(0, MOST_RANGES - len(found)))
    return tuple(found)


def ranges_inside(sentence: str, above: str) -> tuple[Range, ...]:
    """The values for which a sentence holds, where it says so in passing: "when the clearance is
    30 to 50 mL/min", "in grade 3 neutropenia". Times and amounts are what it tells, no
    condition, and so is a grade that is to be reached."""
    grades = [
        _grade_range(match)
        for match in _GRADE.finditer(sentence)
        if not _REACHED.search(sentence[max(0, match.start("name") - 16) : match.start("name")])
    ]
    measured = ranges_of(sentence, above)
    of_people = _PEOPLE.search(sentence)
    measured = tuple(
        replace(each, unit="age") if each.unit == "year" and of_people else each
        for each in measured
    )
    kept = [each for each in measured if each.unit and each.unit not in _TOLD - {"age"}]
    return (*grades, *(each for each in kept if each.unit != GRADE))


def fits(rule: Range, values: Sequence[Value]) -> RangeFit:
    """How the values of a question agree with a range. Values of another measure do not count, and
    one in a unit that cannot be told in that of the rule lies beside it; where two may be meant,
    both must lie in it."""
    meant = [each for each in values if _is_same(rule, each)]
    if not meant:
        return "open"
    # "Mg 0.5, 82 kg": a bare number is no weight beside one in kg.
    meant = [each for each in meant if each.unit] or meant
    return "in" if all(_lies_in(rule, each) for each in meant) else "out"


def _is_same(rule: Range, value: Value) -> bool:
    if GRADE in (rule.unit, value.unit) or "mmHg" in (rule.unit, value.unit):
        return rule.unit == value.unit
    shared = bool(rule.measure & value.measure)
    if bool(rule.unit) != bool(value.unit) and {rule.unit, value.unit} & _TOLD:
        return False
    if rule.unit and value.unit:
        if rule.unit != value.unit:
            units = {rule.unit, value.unit}
            return shared and (units <= LABORATORY or units <= _DAYS.keys())
        return shared or not (rule.measure and value.measure) or rule.unit in _SPECIFIC
    return shared


_TOLD = frozenset(("hour", "day", "minute", "week", "month", "year", "age", "mg", "dose", "cycle"))
"""Units that no number is written without: a bare number is none of these."""
_LASTING = frozenset(("hour", "day", "minute", "week", "month", "year"))
_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}
"""Units of time by which one and the same thing is told: a clot of two weeks, and one of 30 days.
A month and a year are not exact: rules at such a limit are read by a person."""
_SPECIFIC = frozenset(("hour", "age", "point", "mL/min", "kg", "cm"))
"""Units that tell what is measured where one question and one rule both have them."""


def _lies_in(rule: Range, value: Value) -> bool:
    if rule.lower is not None and value.lower is not None:
        low, high = rule.lower
        if value.sign:
            falling = value.sign in ("<", "≤")
            within = value.number <= rule.high and value.lower <= high
            beyond = value.number >= rule.low and value.lower >= low
            return rule.low == 0 and within if falling else rule.high == math.inf and beyond
        upper_in, lower_in = rule.holds(value.number), low <= value.lower <= high
        return (upper_in and value.lower <= high) or (lower_in and value.number <= rule.high)
    edge = rule.high if math.isfinite(rule.high) else rule.low
    number: float | None
    if rule.unit != value.unit and {rule.unit, value.unit} <= _DAYS.keys():
        number = value.number * _DAYS[value.unit] / _DAYS[rule.unit]
    else:
        number = in_unit(value.number, value.unit, rule.unit, edge, rule.measure)
    return number is not None and rule.holds(number, value.sign)


def _in_phrase(
    label: str,
    part: tuple[int, int],
    above: tuple[str, str],
    taken: Sequence[tuple[int, int]],
    *,
    points: bool,
) -> Iterator[Range]:
    place, end = part
    while (match := BOUNDS.search(label, place, end)) is not None:
        place = max(match.end(), place + 1)
        inside = any(first <= match.start("first") < last for first, last in taken)
        told = None if inside else read_bounds(label, match.start(), lead=False)
        if told is None:
            continue
        place = max(place, told.end)
        unit, after = (told.unit, told.end) if told.unit else unit_behind(label, told.end)
        told = _with_tail(told, label[after : after + 16])
        before = label[max(part[0], told.start - WINDOW) : told.start]
        words = f"{before} {label[told.end : min(end, told.end + WINDOW)]}"
        if told.is_point and not points:
            continue
        if not unit and not above[1] and _AGE.search(label[part[0] : match.start("first")]):
            unit = "age"
        low = -math.inf if told.low is None else told.low
        high = math.inf if told.high is None else told.high
        yield Range(
            low, high, told.above, told.below, unit or above[1], measure_in(f"{words} {above[0]}")
        )


def _with_tail(told: Bounds, behind: str) -> Bounds:
    """A number whose bound stands behind its unit: "9 points or more"."""
    tail = TAIL.match(behind) if told.is_point else None
    if tail is None:
        return told
    return replace(told, low=None) if tail["less"] else replace(told, high=None)


def _pressures(label: str) -> Range | None:
    """The range of a label of blood pressures: "140/90 to 159/99", "180/110 or higher"."""
    found = list(_PRESSURE.finditer(label))
    if not found:
        return None
    first, last = found[0], found[-1]
    low, under = float(first["upper"]), float(first["lower"])
    high, over = float(last["upper"]), float(last["lower"])
    if len(found) == 1:
        falling = re.search(r"(?i)\b(?:below|under|less|lower|up to)\b|[<≤]", label)
        low, under = (0.0, 0.0) if falling else (low, under)
        high, over = (high, over) if falling else (math.inf, math.inf)
    return Range(low, high, False, False, "mmHg", frozenset(), (under, over))


def _phrases(label: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in re.finditer(r",\s|;|\sand\s(?=[A-Za-z])", label):
        yield start, match.start()
        start = match.end()
    yield start, len(label)


def _grades(text: str) -> Iterator[float]:
    """The grades that a question means. Of "grade 3 or more", 3 and 4: grade 5 is death."""
    for match in _GRADE.finditer(text):
        told = _grade_range(match)
        lowest, highest = max(told.low, min(1, told.high)), min(told.high, max(4, told.low))
        yield from {lowest, highest}


def _grade_range(match: re.Match[str]) -> Range:
    low = _level(match["first"])
    high = _level(match["last"]) if match.groupdict().get("last") else low
    sign = sign_named(match.groupdict().get("sign") or match.groupdict().get("sign2") or "")
    tail = (match.groupdict().get("tail") or "").lower()
    if sign in ("≥", ">") or tail == "+" or tail.endswith(UPWARDS):
        low, high = low + (sign == ">"), 5
    elif sign or tail:
        low, high = 0, high - (sign == "<")
    return Range(low, high, False, False, GRADE, frozenset())


def _level(written: str) -> int:
    return ROMAN.get(written.upper()) or int(written)


def _around(text: str, start: int, end: int) -> frozenset[str]:
    """The words beside a number in its own phrase: what it is a value of."""
    before = _PHRASE.split(text[max(0, start - BEFORE) : start])[-1]
    after = _PHRASE.split(text[end : end + BEHIND])[0]
    return measure_in(f"{before} {'' if before.strip() else after}")
