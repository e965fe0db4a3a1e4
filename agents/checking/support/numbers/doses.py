"""Doses that follow from a quote's: by the patient's weight or body surface, or several together.
Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise, product

from agents.checking.support.numbers.ratios import HALF, MOST_FIGURES
from agents.checking.support.reading.canonical import NUMBER_WORDS
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import COUNT, LabelledNumber

_SIZES = {"kg": ("/kg",), "m2": ("/m2", "/m²"), "": ("/m2", "/m²")}
"""What is measured of the patient, and the ending of a dose that is given for each unit of it; a
body surface is often written without its unit."""
_SURFACE = (1.0, 3.0)
"""Square metres between which a number without a unit may be a body surface. Chosen by hand."""
_CALVERT = re.compile(
    r"\bauc (?:x|\*|×|times) \(?(?:gfr|crcl|glomerular filtration rate) ?\+ ?25\b"
)
CALVERT = 25
"""What the formula adds to the filtration rate (Calvert et al., J Clin Oncol 1989), as quoted."""
_AREA = re.compile(r"\bauc (?:of )?(?P<area>\d{1,2}(?:\.\d)?)\b")
_RATE = re.compile(r"\b(?:gfr|egfr|crcl|clearance)[^\d,;]{0,20}(?P<rate>\d{1,3}(?:\.\d)?)\b")
_EACH = re.compile(
    r"\b(?:each|per|every|either) (?:\w+ )?(?:injections?|infusions?|tablets?|capsules?|syringes?"
    r"|parts?|hal(?:f|ves)|buttocks?|sides?|muscles?|arms?|thighs?|legs?)\b|\bapiece\b"
    r"|\d ?mg each\b(?! [a-z])"
)
_PARTS = re.compile(
    r"\b(?P<count>two|three|four|2|3|4) (?:[\d.]+ ?ml |[a-z]+ )?(?:injections?|infusions?|tablets?"
    r"|capsules?|doses|syringes?|parts|halves)\b"
)
_DAYS = re.compile(r"\bdays \d{1,2}(?:(?:,? and |, |,)\d{1,2}){1,7}\b")
_DAYS_OF = {"day": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}
_A_YEAR = re.compile(r"\b(?:a|one|1) year\b")
_A_DAY = re.compile(r"\b(?:once|twice) (?:daily|a day)\b|\bdaily\b|\ba day\b")
_DAY = re.compile(r"\bday (\d{1,2})\b")
_SEVERAL = re.compile(
    r"\b(?P<count>two|three|four|five|six|[2-9])(?: such)? (?:doses?|infusions?|injections?"
    r"|tablets?"
    r"|capsules?|cycles|days|weeks|times)\b"
)


def doses_of_patient(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """35 mg of 0.5 mg/kg at 70 kg; the weight stands in the thread or in the sentence."""
    sizes = [*claim.asked.figures[:MOST_FIGURES], *claim.sentence.figures]
    told = [f for quote in claim.quotes() for f in quote.figures if not f.is_bound]
    for size, dose in product(sizes, told[:MOST_FIGURES]):
        endings = _SIZES.get(size.unit, ())
        base = next((dose.unit.removesuffix(e) for e in endings if dose.unit.endswith(e)), "")
        if base != figure.unit or size.number is None or dose.number is None:
            continue
        if size.unit or _SURFACE[0] < size.number < _SURFACE[1]:
            yield size.number * dose.number


def dose_by_formula(claim: CitedSentence) -> Iterator[float]:
    """The dose of a formula that a quote gives, with the thread's numbers: AUC x (GFR + 25)."""
    if not any(_CALVERT.search(quote.words) for quote in claim.quotes()):
        return
    areas = _told_by_sentence_or_thread(_AREA, "area", claim)
    rates = _told_by_sentence_or_thread(_RATE, "rate", claim)
    yield from (area * (rate + CALVERT) for area, rate in product(areas, rates))


def _told_by_sentence_or_thread(
    pattern: re.Pattern[str], name: str, claim: CitedSentence
) -> frozenset[float]:
    """The numbers that the sentence names itself, or else those of the thread."""
    own, asked = (
        frozenset(float(found[name]) for found in pattern.finditer(text))
        for text in (claim.sentence.words, claim.asked.words)
    )
    return own or asked


def parts_of_dose(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """250 mg each of 500 mg that a quote gives in two injections."""
    if not _EACH.search(claim.sentence.words):
        return
    for quote in claim.quotes():
        counts = {
            float(NUMBER_WORDS.get(m["count"], m["count"])) for m in _PARTS.finditer(quote.words)
        }
        own = [f.number for f in quote.figures if f.unit == figure.unit and f.number]
        yield from (dose / count for dose, count in product(own[:MOST_FIGURES], counts) if count)


def steps_of_days(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """The steps between the days that a quote lists, and how many they are: days 1, 15 and 29 are
    three, two weeks apart."""
    for quote in claim.quotes():
        for found in _DAYS.finditer(quote.words):
            days = sorted({int(day) for day in re.findall(r"\d{1,2}", found.group())})
            if figure.unit in ("time", "dose"):
                yield float(len(days))
            steps = {later - day for day, later in pairwise(days)}
            if len(steps) == 1 and figure.unit in _DAYS_OF:
                yield steps.pop() / _DAYS_OF[figure.unit]


def pieces_in_time(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """365 tablets of one a day for a year."""
    spans = [f for f in claim.sentence.figures if f.unit in _DAYS_OF and f.number]
    days = [(f.number or 0) * _DAYS_OF[f.unit] for f in spans]
    days += [365.0] if _A_YEAR.search(claim.sentence.words) else []
    for quote in claim.quotes():
        each = [f.number for f in quote.figures if f.unit == figure.unit and f.number] or [1.0]
        often = 2.0 if "twice" in quote.words else 1.0
        if _A_DAY.search(quote.words):
            yield from (one * often * span for one, span in product(each[:MOST_FIGURES], days))


def doses_on_days(claim: CitedSentence) -> Iterator[float]:
    """How many days of a cycle a quote lists: "on Day 1 and Day 8" are two doses."""
    for quote in claim.quotes():
        yield float(len(set(_DAY.findall(quote.words))))


def doses_together(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """20 mg/kg of "two doses of 10 mg/kg", as many as the sentence counts."""
    counts = [
        float(NUMBER_WORDS.get(found["count"], found["count"]))
        for found in _SEVERAL.finditer(claim.sentence.words)
    ]
    doses = [f.number for quote in claim.quotes() for f in quote.figures if f.unit == figure.unit]
    for count, dose in product(counts, doses[:MOST_FIGURES]):
        if dose is not None:
            yield count * dose


DOSES = frozenset(("mg", "g", "mcg", "µg", "mg/kg", "mg/m2", "mg/m²", "units", "iu"))
_IN_ALL = re.compile(
    r"\b(?:adds? up|in all|in total|total|cumulative|altogether|amounts? to|comes? to|makes?)\b"
)
_WHOLE_DAY = re.compile(r"/d\b|/day\b|\b(?:per|a|each) day\b|\bdaily dose\b|\bdivided\b")
_IN_TIME = re.compile(r"\b(?:every|each|days?|over|within|after|at|to|-) ?$")
"""Before a number that says when or how often, and not how many: "every 3 weeks"."""
_TWO_DOSES = re.compile(r"\b(?:twice|two times|two doses|each time)\b")
_PER_DAY = re.compile(r"\b(?:per|a|each) day\b|\bdaily (?:dose|amount|total)\b|\bin total\b|/day\b")


def computed_doses(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """The doses, and counts of doses, that a number of a sentence may be."""
    if figure.unit in ("dose", "time"):
        yield from doses_on_days(claim)
    if figure.unit in ("dose", "time", "week", "day"):
        yield from steps_of_days(figure, claim)
    if figure.unit in ("tablet", "capsule") and _IN_ALL.search(claim.sentence.words):
        yield from pieces_in_time(figure, claim)
    if figure.unit in DOSES:
        yield from dose_by_formula(claim)
        yield from parts_of_dose(figure, claim)
        yield from _of_asked(figure, claim)
        yield from doses_of_patient(figure, claim)
        yield from doses_together(figure, claim)
    if _TWO_DOSES.search(claim.sentence.words):
        yield from _halves(figure, claim)
    if _PER_DAY.search(claim.sentence.words):
        yield from _of_day(figure, claim, ("time",))
    if _IN_ALL.search(claim.sentence.words):
        yield from _of_day(figure, claim, ("cycle", "dose", "day", "week", COUNT))


def _of_day(
    figure: LabelledNumber, claim: CitedSentence, units: Collection[str]
) -> Iterator[float]:
    """A dose times how often it is taken."""
    for quote in claim.quotes():
        doses = [f.number for f in quote.figures if f.unit == figure.unit and not f.is_bound]
        times = [
            f.number
            for f in quote.figures
            if f.unit in units and not _IN_TIME.search(quote.words[: f.place])
        ]
        for dose, often in product(doses[:MOST_FIGURES], times[:MOST_FIGURES]):
            if dose is not None and often is not None:
                yield dose * often


def _of_asked(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """A dose that was asked about, lowered by a share of the quotes or to it."""
    doses = [f.number for f in claim.asked.figures if f.unit == figure.unit and f.number]
    told = [f.number for q in claim.quotes() for f in q.figures if f.unit == "%" and f.number]
    for dose, share in product(doses[:MOST_FIGURES], told[:MOST_FIGURES]):
        yield from (dose * share / 100, dose * (100 - share) / 100)


def _halves(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """Half of a daily dose that is taken in two."""
    for quote in claim.quotes():
        if not _WHOLE_DAY.search(quote.words):
            continue
        yield from (
            (f.number or 0) * HALF
            for f in quote.figures
            if f.unit.partition("/d")[0] == figure.unit
        )
