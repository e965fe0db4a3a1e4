"""A number of the sentence's own that is said to reach a limit, and does not. Pure."""

from __future__ import annotations

import re

from agents.checking.support.numbers.equality import ranges_of
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import BOUNDS, LabelledNumber, measure_alike

_REACHES = re.compile(
    r"\b(?:(?:high|low|large|small|old|young|long|short|good|strong|far) enough|enough (?:for|to)"
    r"|sufficient\w*|suffices?|meets?|reach(?:es|ed)|fulfil\w*|satisf\w+|qualif\w+|entitles?"
    r"|(?:can|could|may|might) (?:enter|join|take part|be enrolled|be included)"
    r"|(?:were|was|is|are) (?:admitted|enrolled|included|eligible)|makes? (?:her|him|it|the)"
    r"|allows?|permits?|lets?)\b"
)
_REFUSES = re.compile(
    r"\b(?:not?|never|cannot|without|neither|nor|short of|too|less|fewer|lower|higher|more"
    r"|although|though|but|unless|until|misses|lacks?|otherwise|outside|exceeds?|than)\b|n't\b"
)


def problem_with_threshold(claim: CitedSentence) -> str:
    """Whether a number that stands in no quote is told to be enough, and lies outside every limit
    that the quotes set for what it measures, with none of the other numbers within one."""
    text = claim.sentence.words
    if not _REACHES.search(text) or _REFUSES.search(text):
        return ""
    told = [figure for quote in claim.quotes() for figure in quote.figures]
    limits = [each for each in told if each.sign in BOUNDS and not each.is_bound]
    values = {(each.value, each.unit) for each in told}
    outside = ""
    for figure in claim.sentence.figures:
        alike = [limit for limit in limits if measure_alike(limit, figure)]
        if figure.number is None or figure.sign or not alike:
            continue
        if any(BOUNDS[each.sign](figure.number, each.number or 0) for each in alike):
            return ""
        if any(_lies_in_range(figure, quote) for quote in claim.quotes()):
            return ""  # "1 to 3 nodes with …" beside "4 or more nodes"
        if (figure.value, figure.unit) not in values:
            outside = f"{figure.value} lies outside {alike[0].sign}{alike[0].value}."
    return outside


def _lies_in_range(figure: LabelledNumber, quote: CanonicalText) -> bool:
    return any(
        (one.number or 0) <= (figure.number or 0) <= (other.number or 0)
        for one, other in ranges_of(quote)
    )
