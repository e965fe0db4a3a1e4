"""Numbers that follow from those of the quotes by plain arithmetic. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations, product

from agents.checking.support.numbers.changes import changes_in_percent, of_shown
from agents.checking.support.numbers.doses import DOSES, computed_doses
from agents.checking.support.numbers.ratios import (
    HALF,
    MOST_FIGURES,
    RATIO_TOLERANCE,
    ROUGH,
    ROUGH_TOLERANCE,
    is_ratio,
    ratios_across,
    ratios_of,
    told_ratios,
)
from agents.checking.support.numbers.shares import (
    COUNTS,
    SHARE_IN_WORDS,
    TWO_ARMS,
    beyond_whole,
    is_nearest_part,
    shares,
    sums_of_shares,
)
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import BOUNDS, LabelledNumber

_DIFFERENCE = re.compile(
    r"\b(?:long\w*|lengthen\w*|short\w*|gain\w*|differ\w*|add(?:ed|s)|more|less|fewer|higher"
    r"|lower\w*|later|earlier|sooner|points?"
    r"|improv\w*|increas\w*|rais\w*|reduc\w*|chang\w*|absolute|over(?! (?:at|\d|about))|benefit"
    r"|extra|prolong\w*|extend\w*|exceed\w*|rose|rises?|fell|falls?|bought|buys|brought|brings?"
    r"|won|plus|gap|ahead"
    r"|advantage|beats?|outdid|margin|apart|beyond|above|below|off|cut|drop\w*|decreas\w*|grew"
    r"|grows?|behind)\b"
)
_SUM = re.compile(
    r"\b(?:together|adds?|or(?! (?:more|less|higher|lower|greater|fewer|above|below|older"
    r"|younger)\b)|total|combined|sum|figures|in all|both|any)\b"
)
_REACHES = re.compile(r"\b(?:as|between|range\w*|interval|from|at (?:least|best|most|worst))\b")
_NONE = re.compile(
    r"\b(?:no|not|without|others?|rest|remaining|died|dead|failed|missed|lost|free|escaped|spared"
    r"|none|neither|alive|never|progressed|relapsed|recurred)\b"
)
_ALIVE = re.compile(r"\b(?:alive|free)\b")
_LIFE = re.compile(r"\b(?:surviv\w*|alive|lived|free)\b")
_RATIO = re.compile(r"\b(?:times|twice|fold|doubl\w*|half|halv\w*|tripl\w*|third)\b")
_REST = re.compile(
    r"\b(?:no|less|lower\w*|reduc\w*|cut\w*|decreas\w*|fewer|smaller|drop\w*|fell|falls?|without"
    r"|remain\w*|left|not|others?|rest|died|dead|failed|missed|lost|free|escaped|spared|none"
    r"|neither"
    r"|alive|progressed|relapsed|recurred|shr[aiu]nk|dropp?\w*|away|as low as|as small as)\b"
)
SHARE_OFF = 0.07
"""The part of a share in words by which it may be off: 31% is nearly a third. Chosen by hand."""
BEYOND = 0.25
"""The share by which a number may lie beyond "more than 40%". Chosen by hand."""
MEASURED = ("%", "month", "year", "week", "day", "time")
"""Units of results, for which "under two years" may be computed."""
LEAST_ROUNDED = 10
"""From where a whole number may be a rounded one without "about". Chosen by hand: the error is at
most 5%."""
LEAST_TOTAL = 9
"""People of whom a share is taken at least. Chosen by hand: of fewer each is told."""
_POINTS = re.compile(
    r"\b(?:points?|months?|weeks?|days?|years?|patients?) (?:more|less|fewer|longer|shorter|higher"
    r"|lower|later|earlier) than\b"
)
_AS_OFTEN = re.compile(r"\bas (?:likely|often|frequent\w*|common\w*|high)\b")
_PARTS = (
    (re.compile(r"\bhal(?:f|ves|ved)\b"), 2),
    (re.compile(r"\bthird\b"), 3),
    (re.compile(r"\bquarter\b"), 4),
)
_COUNTS = tuple(
    (re.compile(rf"\b{word} [a-z]"), float(count))
    for count, word in enumerate(("two", "three", "four", "five", "six"), 2)
)
_COUNTABLE = (*COUNTS, "day", "week", "cycle", "dose", "time", "tablet")
_OF_DAYS = re.compile(r"\b(?:days?|weeks?|cycles?|grades?) (?:\d+(?: ?- ?| to | and | or |, ?))*$")
_STEP_BEFORE = re.compile(
    r"\b(?:by|steps? of|total|together|difference|in all|adds? up to|amounts? to)(?: [a-z]+){0,4} $"
)
_STEP_BEHIND = re.compile(
    r"[\d.,]{1,12} ?[a-z/][a-z/0-9]{0,15} (?:more|less|lower|higher|below|above|off|steps?|apart"
    r"|in all"
    r"|in total|a day|per day|daily|together)\b"
)
_BY_THEN = re.compile(
    r"\b(?:by|after|within|at|before|beyond|longer than|more than) (?:about )?[a-z0-9.]+"
    r" (?:months|years|weeks)\b"
)
_OF_THE_DOSE = re.compile(
    r"\d% of (?:the |their |its |her |his )?(?:[a-z]+ ){0,2}dos(?:e|es|age)\b"
)
"""What is left of a dose that was lowered by a share."""
_LEFT = re.compile(r"\b(?:left|remain\w*|only (?:about )?[\d.]+% of|kept|rest)\b")


def is_computed(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether the quotes' numbers give this one, in a way that the sentence's words name."""
    said = figure.number
    if said is None:
        return False
    if figure.sign in BOUNDS:
        measured = figure.unit in MEASURED or _SUM.search(claim.sentence.words)
        return bool(measured) and any(
            keeps_bound(figure, result) for result in _results(figure, claim)
        )
    decimals = len(figure.value.partition(".")[2])
    slack = 1e-6
    rounds = said >= LEAST_ROUNDED or (figure.unit == "%" and bool(decimals))
    if figure.sign == "~" or (rounds and figure.unit not in COUNTS):
        slack = 0.51 * 10.0**-decimals
    if figure.unit == "%" and figure.sign == "~":
        slack = max(slack, SHARE_IN_WORDS, SHARE_OFF * said)
    by_part = figure.unit == "%" and figure.sign == "~"
    return any(
        abs(result - said) <= slack or (by_part and is_nearest_part(said, result))
        for result in _results(figure, claim)
    )


def keeps_bound(figure: LabelledNumber, number: float) -> bool:
    """Whether a number is above or below one that a figure gives as a limit, and not so far off
    that nobody would put it so. A half is a limit for any share."""
    said = figure.number
    if said is None or figure.sign not in BOUNDS or not BOUNDS[figure.sign](number, said):
        return False
    return (figure.unit == "%" and said == 100 * HALF) or abs(number - said) <= BEYOND * said


def _results(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    for values in _values(figure, claim):
        yield from _of_values(figure, values, claim)
    if not figure.unit and "." in figure.value and _DIFFERENCE.search(claim.sentence.words):
        yield from _differences(claim)
    of_days = _OF_DAYS.search(claim.sentence.words[: figure.place])
    if figure.unit in COUNTS and not of_days:
        yield from _of_totals(claim)
    yield from of_shown(figure, claim)
    if figure.unit == "%":
        yield from _half_by_median(claim)
        yield from changes_in_percent(claim)
        yield from _of_shares(claim, _NONE if figure.sign in BOUNDS else _REST)
        yield from sums_of_shares(claim)
        yield from beyond_whole(claim)
    if figure.unit in ("time", "capsule", "tablet"):
        yield from _of_ratios(figure, claim)
    yield from computed_doses(figure, claim)
    if figure.unit not in ("", "%"):
        yield from _of_own_numbers(figure, claim)


def _half_by_median(claim: CitedSentence) -> Iterator[float]:
    """What a median means: half of all had it by then."""
    if _BY_THEN.search(claim.sentence.words) and any("median" in q.words for q in claim.quotes()):
        yield 100 * HALF


def _of_own_numbers(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """What the sentence itself computes of numbers that it shows: "two injections of 5 mL make 10
    mL", "7.5 mg/m2, a quarter of 30 mg/m2"."""
    told = {f.value for q in (*claim.quotes(), claim.asked) for f in q.figures}
    shown = [f for f in claim.sentence.figures if f is not figure and f.value in told]
    factors = [1.0 / parts for word, parts in _PARTS if word.search(claim.sentence.words)]
    factors += [f.number for f in shown if f.unit in _COUNTABLE and f.number]
    factors += [f.number / 100 for f in claim.sentence.figures if f.unit == "%" and f.number]
    factors += [count for word, count in _COUNTS if word.search(claim.sentence.words)]
    for other in shown:
        if other.unit == figure.unit and other.number is not None:
            yield from (other.number * factor for factor in factors)


def _differences(claim: CitedSentence) -> Iterator[float]:
    """Differences of all numbers of one unit, for one that is given without it: "(8.8)"."""
    for quote in claim.quotes():
        own = [f for f in quote.figures if f.unit and not f.is_bound][:MOST_FIGURES]
        for one, other in permutations(own, 2):
            if one.unit == other.unit and one.number is not None and other.number is not None:
                yield one.number - other.number


def _of_totals(claim: CitedSentence) -> Iterator[float]:
    """A share of a number of people: 34% of 94 are 32."""
    for quote in claim.quotes():
        own = [f for f in quote.figures if f.number is not None and not f.is_bound][:MOST_FIGURES]
        shares = [f.number or 0 for f in own if f.unit == "%"]
        totals = [f.number or 0 for f in own if f.unit in COUNTS and f.value.isdigit()]
        for share, total in product(shares, totals):
            if total > LEAST_TOTAL:
                part = round(share * total / 100)
                yield from (part, total - part)
        whole = [f.number or 0 for f in own if f.unit in COUNTS and f.value.isdigit()]
        for one, other in combinations(whole, 2):
            yield from (one + other, max(whole) - one - other)


def _compares(claim: CitedSentence) -> bool:
    """Whether a quote gives one number by its distance from another: "15 points more than"."""
    return any(_POINTS.search(quote.words) for quote in claim.quotes())


def _is_step(figure: LabelledNumber, text: str) -> bool:
    """Whether a dose is given as a difference: "by 100 mg", "100 mg less"."""
    return bool(_STEP_BEFORE.search(text[: figure.place]) or _STEP_BEHIND.match(text, figure.place))


def _of_values(
    figure: LabelledNumber, values: list[float], claim: CitedSentence
) -> Iterator[float]:
    """Differences, sums and ratios of numbers of one unit."""
    text = claim.sentence.words
    if figure.unit in DOSES and not _is_step(figure, text):
        return
    differs = (
        _DIFFERENCE.search(text)
        or _compares(claim)
        or (figure.unit in COUNTS and _REST.search(text))
    )
    sums, divides = _SUM.search(text), _RATIO.search(text)
    counted = figure.unit in COUNTS and len(values) == TWO_ARMS
    counted = counted or (figure.unit in COUNTS and len(values) > TWO_ARMS and not sums)
    if sums or (counted and not _OF_DAYS.search(text[: figure.place])):
        yield sum(values)
    for one, other in permutations(values, 2):
        if differs:
            yield one - other
        if sums:
            yield one + other
        if divides and other:
            yield one / other


def _of_shares(claim: CitedSentence, rest: re.Pattern[str]) -> Iterator[float]:
    """Percent: a count of another, what is missing to 100%, what a hazard ratio takes away."""
    yield from shares(claim)
    yield from (100 * ratio for ratio in ratios_across(claim) if ratio < 1)
    if _AS_OFTEN.search(claim.sentence.words):
        yield from (100 * ratio for ratio in told_ratios(claim))
    said = _ALIVE.sub(" ", claim.sentence.words) if _all_tell_life(claim) else claim.sentence.words
    if rest.search(said) or _OF_THE_DOSE.search(claim.sentence.words):
        yield from _rests(claim)
        hazards = [f for quote in claim.quotes() for f in quote.figures if is_ratio(f)]
        yield from (round(100 - 100 * (f.number or 0), 6) for f in hazards)
        if hazards and _REACHES.search(claim.sentence.words):
            ends = (end for quote in claim.quotes() for pair in quote.intervals for end in pair)
            yield from (round(100 - 100 * float(end), 6) for end in ends)


def _all_tell_life(claim: CitedSentence) -> bool:
    """Whether each quote with a share tells how many lived, so that "alive" takes it as it is."""
    told = [q for q in claim.quotes() if any(f.unit == "%" for f in q.figures)]
    return bool(told) and all(_LIFE.search(quote.words) for quote in told)


def _of_ratios(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """How many times one number is another, to the digits that the sentence gives."""
    told = [*ratios_of(claim), *told_ratios(claim)]
    shown = {f.value for f in claim.sentence.figures if f is not figure}
    shown &= {f.value for quote in claim.quotes() for f in quote.figures}
    near = ROUGH_TOLERANCE if shown or ROUGH.search(claim.sentence.words) else RATIO_TOLERANCE
    for ratio in told:
        rounded = round(ratio, len(figure.value.partition(".")[2]))
        if rounded and abs(rounded / ratio - 1) <= near:
            yield rounded
    if figure.sign in BOUNDS:
        yield from told


def _rests(claim: CitedSentence) -> Iterator[float]:
    """What is missing to 100% after a reduction *to* a share; one *by* a share leaves none."""
    for quote in claim.quotes():
        for figure in quote.figures:
            text = claim.sentence.words
            is_to = figure.preposition == "to" or bool(_NONE.search(text))
            is_to = is_to or (figure.preposition == "by" and bool(_LEFT.search(text)))
            is_to = is_to or bool(_OF_THE_DOSE.search(f"{text}\n{quote.words}"))
            if figure.unit == "%" and is_to and figure.number is not None:
                yield 100 - figure.number
    yield from (100 - share for share in shares(claim))


def _values(figure: LabelledNumber, claim: CitedSentence) -> Iterator[list[float]]:
    """The numbers of each quote with the unit of a figure."""
    for quote in claim.quotes():
        units = COUNTS if figure.unit in COUNTS else (figure.unit,)
        same = [f for f in quote.figures if f.unit in units and not f.is_bound]
        yield [f.number for f in same if f.number is not None][:MOST_FIGURES]
    if len(single := _single_of_each(figure, claim)) == TWO_ARMS:
        yield single


def _single_of_each(figure: LabelledNumber, claim: CitedSentence) -> list[float]:
    """The number of a unit of each of several quotes that have one only: the doses of two rules."""
    found = []
    for quote in claim.quotes():
        same = [f.number for f in quote.figures if f.unit == figure.unit and not f.is_bound]
        if figure.unit and len(same) == 1 and same[0] is not None:
            found.append(same[0])
    return found
