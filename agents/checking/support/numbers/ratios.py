"""Ratios: how many times one number is another, in figures and in words. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import COUNT_UNITS, LabelledNumber

MOST_FIGURES = 24
"""Figures of a quote that are computed with: a sentence of a source has fewer."""
HALF = 0.5
_RATIOS_IN_WORDS = (
    (re.compile(r"\b(?:doubl(?:e|ed|es|ing)|twice (?:as|the)|twofold|two fold)\b"), 2.0),
    (re.compile(r"\b(?:halv\w+|half as|by half|half the)\b"), HALF),
    (re.compile(r"\b(?:tripl(?:e|ed|es|ing)|threefold|three fold|three times as)\b"), 3.0),
)
RATIO_TOLERANCE = 0.06
ROUGH_TOLERANCE = 0.17
"""Shares by which a ratio in words may be off, plain and after "nearly" or "about". Chosen by
hand: 9.9 against 5.1 months nearly doubles, 26% against 20% does not double."""
MOST_BEYOND = 1.5
"""How far "more than doubled" may go: three times is called tripled. Chosen by hand."""
BEFORE_RATIO = 24
"""Characters before a ratio in words in which "more than" stands. Chosen by hand."""
_MORE_THAN = re.compile(r"\b(?:more than|(?:well |just |a little )?over) $")
_LESS_THAN = re.compile(r"\b(?:less than|not even|under) $")
_NAMED_RATIO = re.compile(r"\b(?:hazard|odds|risk|rate) ratio\b")
_SHARE = r"\d{1,4}(?:\.\d{1,3})?"
_HIGHER_BY = re.compile(
    rf"\b(?P<share>{_SHARE})% (?:higher|more|greater|longer|above|increase)\b"
    rf"|\b(?:increas|rais|elevat|prolong)(?:e[ds]?|ing) (?:[a-z]+ ){{0,6}}by (?:about )?"
    rf"(?P<by>{_SHARE})%"
)
_LOWER_BY = re.compile(
    rf"\b(?P<share>{_SHARE})% (?:lower|less|fewer|smaller|shorter|below|reduction|decrease)\b"
    rf"|\b(?:reduc|decreas|lower|shorten)(?:e[ds]?|s|ed|ing)? (?:[a-z]+ ){{0,6}}by (?:about )?"
    rf"(?P<by>{_SHARE})%"
)
_SHARE_OF = re.compile(r"(?<![\d.])(?P<share>\d{3}(?:\.\d)?)% of\b")
"""As in "the exposure was 176% of that of healthy subjects"."""
_OFTEN = re.compile(r"[a-z\d]{1,6}(?: times?)? (?:daily|weekly|(?:a|per|each) (?:day|week))\b")
"""How often something is taken, which is no ratio: "twice daily"."""
_USUAL = re.compile(r"\b(?:usual|standard|recommended|normal|full|starting)\b")
_USUAL_DOSE = re.compile(rf"{_USUAL.pattern} (?:[a-z]+ )?dose\b")
ROUGH = re.compile(r"\b(?:some(?= \d)|just|nearly|almost|about|roughly|approximately|around)\b")


def problem_with_ratio(claim: CitedSentence) -> str:
    """Why "doubled" or "half as often" does not hold; empty when it does or is the quote's word."""
    text = claim.sentence.words
    for pattern, ratio in _RATIOS_IN_WORDS:
        found = pattern.search(text)
        if found is None or any(pattern.search(quote.words) for quote in claim.quotes()):
            continue
        told = (f for quote in claim.quotes() for f in quote.figures)
        if ratio == HALF and any((f.value, f.unit) == ("50", "%") for f in told):
            continue
        least, most = _range_of(ratio, text[max(0, found.start() - BEFORE_RATIO) : found.start()])
        ratios = [*ratios_of(claim), *told_ratios(claim), *_ratios_to_asked(claim)]
        ratios += ratios_across(claim)
        if not any(least <= each <= most for each in ratios):
            return f"“{found.group()}” does not follow from the cited quotes."
    return ""


def _range_of(ratio: float, before: str) -> tuple[float, float]:
    """What a ratio in words may be: "more than halved" is less than a half."""
    if _MORE_THAN.search(before):
        return (ratio / MOST_BEYOND, ratio) if ratio < 1 else (ratio, ratio * MOST_BEYOND)
    if _LESS_THAN.search(before):
        return ratio / MOST_BEYOND, ratio
    off = ROUGH_TOLERANCE if ROUGH.search(before) else RATIO_TOLERANCE
    return ratio * (1 - off), ratio * (1 + off)


def ratios_of(claim: CitedSentence) -> Iterator[float]:
    for quote in claim.quotes():
        own = [f for f in quote.figures if f.number is not None and not f.is_bound]
        for one, other in permutations(own[:MOST_FIGURES], 2):
            alike = one.unit == other.unit or {one.unit, other.unit} <= COUNT_UNITS
            if alike and one.number is not None and other.number:
                yield one.number / other.number


def ratios_across(claim: CitedSentence) -> Iterator[float]:
    """How many times the only dose of one quote that of another on the same drug is."""
    doses = []
    of_usual = bool(_USUAL_DOSE.search(claim.sentence.words))
    for quote in claim.quotes():
        own = [f for f in quote.figures if f.unit.startswith("mg") and f.number]
        usual = bool(_USUAL.search(quote.words))
        doses += [(own[0], quote.drugs, usual)] if len(own) == 1 else []
    for (one, drugs, is_usual), (other, others, _) in permutations(doses, 2):
        if of_usual and is_usual:
            continue  # "twice the usual dose": what is twice it is not the usual one
        if one.unit == other.unit and drugs & others and one.number and other.number:
            yield one.number / other.number


def _ratios_to_asked(claim: CitedSentence) -> Iterator[float]:
    """How many times a number of the thread one of the quotes is: 250 mg are half of the 500 mg
    that were asked about."""
    asked = [f for f in claim.asked.figures if f.unit and f.number][:MOST_FIGURES]
    for quote, own in product(claim.quotes(), asked):
        for figure in quote.figures[:MOST_FIGURES]:
            if figure.unit == own.unit and figure.number is not None and own.number:
                yield figure.number / own.number


def told_ratios(claim: CitedSentence) -> list[float]:
    """Hazard, risk and odds ratios that the quotes give."""
    figures = [
        f
        for quote in claim.quotes()
        for f in quote.figures
        if not (f.unit == "time" and _OFTEN.match(quote.words, f.place))
    ]
    named = any(_NAMED_RATIO.search(quote.words) for quote in claim.quotes())
    large = (f.number for f in figures if named and f.number and _is_large_ratio(f))
    return [
        *(float(m["share"]) / 100 for q in claim.quotes() for m in _SHARE_OF.finditer(q.words)),
        *_ratios_of_changes(claim),
        *(f.number for f in figures if f.number and (is_ratio(f) or f.unit in ("fold", "time"))),
        *large,
    ]


def _ratios_of_changes(claim: CitedSentence) -> Iterator[float]:
    """What a change in percent makes of a value: 163% higher is 2.63 times as high."""
    for quote in claim.quotes():
        for pattern, sign in ((_HIGHER_BY, 1), (_LOWER_BY, -1)):
            for found in pattern.finditer(quote.words):
                share = float(found["share"] or found["by"])
                yield 1 + sign * share / 100


def _is_large_ratio(figure: LabelledNumber) -> bool:
    return "ratio" in figure.label and not figure.unit and "." in figure.value


def is_ratio(figure: LabelledNumber) -> bool:
    own = not figure.unit and not figure.is_bound and "." in figure.value
    return own and figure.number is not None and 0 < figure.number < 3
