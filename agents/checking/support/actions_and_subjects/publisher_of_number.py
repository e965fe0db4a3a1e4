"""A number that one organisation gives, told of another whose words are cited, too. Pure."""

from __future__ import annotations

import re

from agents.checking.support.actions_and_subjects.drug_of_number import CLAUSE_END
from agents.checking.support.numbers.meaning import held_by_quotes, number_in_words
from agents.checking.support.numbers.ratios import is_ratio
from agents.checking.support.population.subject import of_family
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence

_COMPARES = re.compile(r"\b(?:than|unlike|like|like\w*|also|too|both|as well|agree\w*|same)\b")
_HALF = re.compile(r"\b(?:half|halv(?:e|es|ed|ing))\b|(?<![\d.])50%")


def problem_with_publisher_of_number(claim: CitedSentence) -> str:
    """The first number, or half, that stands only in quotes of other organisations than its clause
    names, while another cited quote is of that one."""
    if len(claim.sources) < 2:
        return ""
    publishers = {id(source): _publishers(source) for source in claim.sources}
    text, at = claim.sentence.words, 0
    for end in [*(m.start() for m in CLAUSE_END.finditer(text)), len(text)]:
        clause, start, at = text[at:end], at, end
        named = of_family(CanonicalText(clause), "publisher")
        if len(named) != 1 or _COMPARES.search(clause):
            continue
        if not any(named & of_source for of_source in publishers.values()):
            continue
        for word, held in _sources_of_numbers(claim, start, end):
            if held and all(publishers[id(s)] - named == publishers[id(s)] != set() for s in held):
                return f"{word} stands in a quote of another organisation."
    return ""


def _publishers(source: CitedQuote) -> frozenset[str]:
    """Who says it: whom the quote names, else its source."""
    return of_family(source.quote, "publisher") or of_family(source.about, "publisher")


def _sources_of_numbers(
    claim: CitedSentence, start: int, end: int
) -> list[tuple[str, list[CitedQuote]]]:
    """The numbers between two places of the sentence with the sources that have them."""
    found = [
        (number_in_words(figure), [source for source, _ in held_by_quotes(figure, claim)])
        for figure in claim.sentence.figures
        if start <= figure.place < end and (figure.unit or is_ratio(figure))
    ]
    if half := _HALF.search(claim.sentence.words, start, end):
        with_half = [each for each in claim.sources if _HALF.search(each.quote.words)]
        found.append((f"“{half.group()}”", with_half))
    return found
