"""Whether a number of a sentence is one of a quote: in another unit, rounded, or as a limit.
Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from agents.checking.support.numbers.arithmetic import (
    BEYOND,
    LEAST_ROUNDED,
    keeps_bound,
)
from agents.checking.support.numbers.shares import is_nearest_part
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence
from agents.checking.support.reading.labelled_numbers import (
    ABOUT_DAYS,
    BOUNDS,
    COUNT,
    COUNT_UNITS,
    LabelledNumber,
)
from agents.checking.support.reading.negations import DENIAL, clauses

NEARLY = 0.09
"""The share by which a time may be off in another unit: 687 days are close to two years. Chosen by
hand."""
_IN_DAYS = {"day": 1.0, "week": 7.0}
_IN_MINUTES = {"minute": 1.0, "hour": 60.0}
_IN_MONTHS = {"month": 1.0, "year": 12.0}
_DURATIONS = ("hour", "minute", "day")
_SPANS = ("hour", "minute", "day", "week", "month")
_SAME_SIGNS = ({"", "~"}, {"within", ""}, {"within", "≤"}, {"within", "<"})
_STRICT = ({"<", "≤"}, {">", "≥"})
_HEADS = {"unit": "iu/"}
"""How the head of a table writes a unit, where that is not its name."""
LEAST_COUNT = 100
"""From where a round number may stand for a count that it bounds. Chosen by hand: below it stand
ages, scores and limits."""
_TO = re.compile(r"[\d.,]{1,12} ?(?:%|[a-z/][a-z/0-9]{0,9})? ?(?:to|-|–) ?(?:[<>≤≥] ?)?")
_AND = re.compile(r"[\d.,]{1,12} ?(?:%|[a-z/][a-z/0-9]{0,9})? ?and ?")
_BETWEEN = re.compile(r"\bbetween (?:an? )?$")
_AFTERWARDS = re.compile(r"\b(?:after that|thereafter|afterwards|otherwise|later on|beyond that)\b")
_NOT_WITHIN = re.compile(r"\b(?:not|without) [a-z]+(?: [a-z]+){0,4} within (?:the (?:first )?)?$")
"""What does not resolve within 24 hours lasts longer."""
_OF_GRADE = re.compile(r"\bgrades? ?$")
_N_OF = re.compile(r"\d{1,5} of (?:the )?\d")
_OF_N = re.compile(r"\d of (?:the )?$")
BEFORE = 12
"""Characters before a number in which "between" or "grade" stands. Chosen by hand."""
WORST = 5
"""The highest grade of an adverse event: death."""


def is_same(
    figure: LabelledNumber,
    other: LabelledNumber,
    source: CitedQuote,
    *,
    rough: bool,
    bare: bool,
    of_patient: bool,
) -> bool:
    """``rough``: the sentence rounds; ``bare``: it calls a number a limit, so that "at least" may
    be left out; ``of_patient``: it holds the patient's own number against it."""
    if _is_same_time(figure, other) or _is_bounded_time(figure, other):
        return True
    if _is_told_end(figure, other, source) or _is_other_side(figure, other, source):
        return True
    if not (
        same_value(figure, other)
        or ((rough or _is_plainly_rounded(figure, other)) and _is_rounded(figure, other))
        or _is_bounded_p_value(figure, other)
        or (figure.is_bound and other.is_bound and _is_rounded(figure, other))
        or (bare and not figure.sign and figure.value == other.value)
        or (figure.value == other.value and _is_same_limit(figure, other, of_patient=of_patient))
    ):
        return False
    units = {figure.unit, other.unit}
    if not figure.unit:
        return True
    if len(units) == 1 or units <= COUNT_UNITS:
        return True
    if any(unit in (f"{figure.unit}/day", f"{figure.unit}/d") for unit in units if figure.unit):
        return True  # "1000 mg a day"
    if figure.unit in ABOUT_DAYS and _is_of_count(source.quote.words, other):
        return False
    # In tables the unit stands in the head, not beside the number.
    head = _HEADS.get(figure.unit, figure.unit)
    if figure.unit == "%" and any(each.unit == "%" for each in source.quote.figures):
        return False  # "of 23 patients three (13%)" has shares of its own
    return other.unit in ("", COUNT) and head in source.quote.words


def _is_of_count(text: str, other: LabelledNumber) -> bool:
    """Whether it is one of the numbers of "18 of 36", which is no time."""
    before = text[max(0, other.place - BEFORE) : other.place]
    return bool(_N_OF.match(text, other.place) or _OF_N.search(before))


def _is_told_end(figure: LabelledNumber, other: LabelledNumber, source: CitedQuote) -> bool:
    """Whether "up to 8%" is said of "between 2 and 8%", or "at least 2%"."""
    if figure.sign not in ("≤", "≥") or figure.value != other.value or other.sign:
        return False
    ranges = ranges_of(source.quote)
    at = 1 if figure.sign == "≤" else 0
    if other.is_bound and any(ends[at] == other.value for ends in source.quote.intervals):
        return True  # "an interval up to 1.015"
    return any(
        pair[at].place == other.place
        and (not figure.unit or figure.unit in (pair[0].unit, pair[1].unit))
        for pair in ranges
    )


def _is_other_side(figure: LabelledNumber, other: LabelledNumber, source: CitedQuote) -> bool:
    """Whether "after more than 4 hours" is said of "within 4 hours; after that …"."""
    return (
        figure.sign in (">", "≥")
        and other.sign in ("within", "≤", "<")
        and (figure.value, figure.unit) == (other.value, other.unit)
        and (
            bool(_AFTERWARDS.search(source.quote.words, other.place))
            or bool(_NOT_WITHIN.search(source.quote.words[: other.place]))
        )
    )


def same_value(figure: LabelledNumber, other: LabelledNumber) -> bool:
    if figure.value == other.value:
        return figure.sign == other.sign or {figure.sign, other.sign} in _SAME_SIGNS
    return figure.sign != other.sign and _rounds(figure, other)


def _is_same_limit(figure: LabelledNumber, other: LabelledNumber, *, of_patient: bool) -> bool:
    """Whether "from 75 years" is said of "75 years or older", or the patient's 31 is called above
    26 where the source says 26 or greater."""
    if other.preposition == "to" and not other.sign and figure.sign == "≤":
        return True  # "up to 7%" of "3 to 7%"
    if figure.preposition == "from" and not figure.sign:
        return other.sign == "≥"
    if other.preposition == "from" and not other.sign:
        return figure.sign == "≥"
    signs = {figure.sign, other.sign}
    if signs in _STRICT and (figure.number or 0) >= LEAST_COUNT:
        return True  # "up to 75,000" of "below 75,000"
    if of_patient and (signs == {"<", "≥"} or signs == {">", "≤"}):
        return True  # "her 1,200 are below 1,500" where at least 1,500 are needed
    if figure.unit in _DURATIONS and signs == {">", ""}:
        return True  # an infusion "over 3 hours"
    if figure.unit in _SPANS and not figure.sign and other.sign == "≥":
        return True  # "for 21 days" of "for at least 21 days"
    return of_patient and (signs == {">", "≥"} or signs == {"<", "≤"})


def _rounds(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether "about 12" rounds 11.8, or "more than 22" is said of 22.4."""
    said, told = figure.number, other.number
    if said is None or told is None:
        return False
    if figure.unit == "%" and keeps_bound(figure, told):
        return True
    if figure.unit == "%" and figure.sign == "~" and is_nearest_part(said, told):
        return True
    is_count = figure.unit in COUNT_UNITS and figure.sign in BOUNDS
    if is_count and _is_round(said) and not other.sign and told == int(told):
        return keeps_bound(figure, told)
    share = 0.06 if figure.sign == "~" else 0.12
    least = 1.0 if figure.unit == "%" and figure.sign == "~" else 0.5
    near = abs(said - told) <= max(share * abs(told), least * 10.0 ** -_decimals(figure.value))
    return near and (
        figure.sign == "~"
        or (figure.sign in (">", "≥") and told > said)
        or (figure.sign in ("<", "≤") and told < said)
    )


def _is_round(number: float) -> bool:
    """Whether it is a count that one says instead of another: "well over 200" of 228."""
    return number >= LEAST_COUNT and not number % LEAST_ROUNDED


def _is_same_time(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether the same time stands in another unit: four weeks are 28 days."""
    said, told = figure.number, other.number
    if said is None or told is None or figure.sign != other.sign or figure.unit == other.unit:
        return False
    if _is_calendar(figure) and _is_calendar(other):
        ratio = told * ABOUT_DAYS[other.unit] / (said * ABOUT_DAYS[figure.unit])
        return abs(ratio - 1) <= NEARLY  # 52 weeks are a year, and 12 weeks three months
    return any(
        figure.unit in scale
        and other.unit in scale
        and said * scale[figure.unit] == told * scale[other.unit]
        for scale in (_IN_DAYS, _IN_MONTHS, _IN_MINUTES)
    )


def _is_calendar(figure: LabelledNumber) -> bool:
    """Whether it is a whole number of days, weeks, months or years."""
    return figure.unit in ABOUT_DAYS and bool(figure.number) and figure.value.isdigit()


def _is_bounded_time(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether "less than two years" is said of 20.5 months."""
    units = figure.unit, other.unit
    if other.sign or units[0] == units[1] or not all(unit in ABOUT_DAYS for unit in units):
        return False
    said, told = figure.number, other.number
    if not said or not told:
        return False
    ratio = told * ABOUT_DAYS[other.unit] / (said * ABOUT_DAYS[figure.unit])
    if figure.sign == "~":
        return abs(ratio - 1) <= NEARLY
    holds = BOUNDS.get(figure.sign)
    return holds is not None and holds(ratio, 1) and abs(ratio - 1) <= BEYOND


def _is_bounded_p_value(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether "P < 0.001" is said of P = 0.0000001."""
    said, told = figure.number, other.number
    if said is None or told is None or figure.sign not in ("<", "≤"):
        return False
    return not figure.unit and not other.unit and told < said < 1


def _is_plainly_rounded(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether it may be a whole number instead of one with decimals, though no word says so."""
    said = figure.number
    large = said is not None and said >= LEAST_ROUNDED and "." not in figure.value
    return large and "." in other.value and bool(figure.unit) and figure.sign == other.sign


def rounds_others(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether other shares of the sentence are whole numbers for ones with decimals, so that a
    small one may be: "28% and 4%" of 28.4 and 4.1."""
    if figure.unit != "%":
        return False
    told = [f for quote in claim.quotes() for f in quote.figures if f.unit == "%"]
    values = {f.value for f in told}
    others = (f for f in claim.sentence.figures if f is not figure and f.unit == "%")
    return any(
        _is_plainly_rounded(other, each) and _is_rounded(other, each)
        for other in others
        if other.value not in values
        for each in told
    )


def _is_rounded(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether 81 is 80.8 rounded: one "about" is for all numbers of a sentence."""
    said, told = figure.number, other.number
    if said is None or told is None or figure.sign not in ("", "~", "within", other.sign):
        return False
    step = 100 if said >= 1000 and said % 100 == 0 else 10.0 ** -_decimals(figure.value)
    return abs(said - told) <= step / 2 + 1e-9


def _decimals(value: str) -> int:
    return len(value.partition(".")[2])


def is_end_of_told_range(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is one end of a range that a quote has, too: "between 31 and 50" of "31 to 50".
    Both ends together say what they are of."""
    own = [pair for pair in ranges_of(claim.sentence) if figure in pair]
    told = [pair for quote in claim.quotes() for pair in ranges_of(quote)]
    return any(
        one.value == first.value and other.value == second.value and other.unit == second.unit
        for one, other in own
        for first, second in told
    )


def is_grade_and_above(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is an end of "grade 3-4", where a quote has "grade 3 or higher"."""
    for one, other in ranges_of(claim.sentence):
        if figure not in (one, other) or other.number is None or other.number > WORST:
            continue
        before = claim.sentence.words[max(0, one.place - BEFORE) : one.place]
        told = (
            f
            for quote in claim.quotes()
            for f in quote.figures
            if _OF_GRADE.search(quote.words[max(0, f.place - BEFORE) : f.place])
        )
        if _OF_GRADE.search(before) and any((f.value, f.sign) == (one.value, "≥") for f in told):
            return other.number >= WORST - 1
    return False


def is_denied_limit(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is the limit of those of whom something is denied, where the quotes deny nothing:
    "nobody under 65" of "at least 65 years"."""
    told = (
        clause
        for quote in claim.quotes()
        for clause in clauses(quote.words)
        if re.search(rf"(?<![\d.]){re.escape(figure.value)}(?![\d.])", clause)
    )
    if not figure.sign or any(map(DENIAL.search, told)):
        return False
    at = 0
    for clause in clauses(claim.sentence.words):
        at = claim.sentence.words.find(clause, at)
        if at <= figure.place < at + len(clause):
            return bool(DENIAL.search(clause))
        at += len(clause)
    return False


def ranges_of(text: CanonicalText) -> Iterator[tuple[LabelledNumber, LabelledNumber]]:
    """The ranges of a text, both ends."""
    figures = sorted((f for f in text.figures if not f.is_bound), key=lambda each: each.place)
    for one, other in pairwise(figures):
        between = text.words[max(0, one.place - BEFORE) : one.place]
        joined = _BETWEEN.search(between) and _AND.fullmatch(text.words, one.place, other.place)
        if joined or _TO.fullmatch(text.words, one.place, other.place):
            yield one, other
