"""Two lists of numbers in a quote, the first of one with the first of the other: "at 24 and 36
months survival was 71% and 58%". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

from agents.checking.support.numbers.equality import is_same
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber

_JOINS = re.compile(
    r"[\d.,]{1,12}[ -]?(?:%|months?|weeks?|years?|days?|mg|patients?)?,? ?(?:and|or)? ?[<>≤≥~]?"
)
_LIST = re.compile(r"\b([a-z]{4,30}), ([a-z]{4,30}),? and ([a-z]{4,30})\b")
MOST_LISTS = 8
"""Lists of a quote that are held against each other. Chosen by hand."""


def problem_with_paired_lists(claim: CitedSentence) -> str:
    """Whether it puts a number of one list beside another one of the second than its quote."""
    if any(_is_reordered(claim.sentence, quote) for quote in claim.quotes()):
        return "It gives a list of the cited quotes in another order."
    for source in claim.sources:
        lists = list(_lists(source))[:MOST_LISTS]
        for one, other in combinations(lists, 2):
            if len(one) == len(other) and (problem := _problem(claim, source, one, other)):
                return problem
    return ""


def _is_reordered(sentence: CanonicalText, quote: CanonicalText) -> bool:
    """Whether both list the same three things and the same numbers, in one order and another."""
    for said, told in product(_LIST.finditer(sentence.words), _LIST.finditer(quote.words)):
        values = [[f.value for f in text.figures if not f.is_bound] for text in (sentence, quote)]
        common = [[v for v in own if v in values[0] and v in values[1]] for own in values]
        same = len(common[0]) == len(common[1]) == len(set(common[0])) == len(said.groups())
        if same and said.groups() == told.groups() and common[0] != common[1]:
            return True
    return False


def _lists(source: CitedQuote) -> Iterator[list[LabelledNumber]]:
    """Runs of two or more numbers with nothing but "and" or a comma between them."""
    figures = sorted((f for f in source.quote.figures if not f.is_bound), key=lambda f: f.place)
    run: list[LabelledNumber] = []
    for figure in figures:
        if run and run[-1].place == figure.place:
            continue
        if run and not _JOINS.fullmatch(source.quote.words, run[-1].place, figure.place):
            if len(run) > 1:
                yield run
            run = []
        run.append(figure)
    if len(run) > 1:
        yield run


def _problem(
    claim: CitedSentence, source: CitedQuote, one: list[LabelledNumber], other: list[LabelledNumber]
) -> str:
    firsts, seconds = ({at for at, f in enumerate(run) if _is_said(f, claim, source)}
                       for run in (one, other))  # fmt: skip
    if len(firsts) == len(seconds) == 1 and firsts != seconds:
        said, beside = one[min(firsts)], other[min(seconds)]
        return f"{said.value} and {beside.value} do not belong together in the cited quote."
    return ""


def _is_said(figure: LabelledNumber, claim: CitedSentence, source: CitedQuote) -> bool:
    return any(
        is_same(said, figure, source, rough=False, bare=False, of_patient=False)
        and (said.unit or not figure.unit)
        for said in claim.sentence.figures
    )
