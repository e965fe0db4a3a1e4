"""A number of one quote told in the words of another. Pure.

Each clause of a sentence is held against each quote by itself. A number that stands in one of the
quotes only tells which one its clause comes from: if the clause has words or numbers that only
other quotes have, and no word that only this one has, the number is told of what the others tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.checking.support.reading.cited_sentence import (
    CanonicalText,
    CitedQuote,
    CitedSentence,
)
from agents.checking.support.reading.words import (
    endpoints_as_one,
    is_neutral,
    stems_of,
    with_synonyms,
)

_CIRCUMSTANCE = re.compile(
    r"(?:in|with|for|after|at|on|under|among|when|if|as|by|before|during|unless|where|because|since"
    r"|of|to)\b[^,;]{0,200},(?!\d\d\d)"
)
"""What stands before the first clause and belongs to it: "In trial A, …"."""
_CLAUSE_END = re.compile(
    r"[;:(]|,(?!\d\d\d)|\.(?= |$)|\b(?:and|but|while|whereas|yet|although|or|than|versus|vs|against"
    r"|without|neither|nor|both|as well as)\b"
)
_NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:[.,]\d+)+|\d{2,})(?!\w)")
"""Not the numbers of grades, lines and days, which stand in every quote."""
_DIGITS = re.compile(r"\d[\d.,-]*")
_JOINED = re.compile(
    r"\bfrom (?P<first>[\d.,]+)\D{0,30}? to (?P<second>[\d.,]+)"
    r"|\b(?P<part>\d+) of (?:the )?(?P<total>\d+)\b"
)
"""A change, and a part of a total, whose ends may be of two quotes."""


@dataclass(frozen=True, slots=True)
class _Said:
    """The telling words and the numbers of a clause or quote."""

    words: frozenset[str]
    numbers: frozenset[str]


def problem_with_one_quote(claim: CitedSentence) -> str:
    """The first number that is told in words of another cited quote than its own."""
    quotes = [_with_subject(source) for source in claim.sources]
    if len(quotes) < 2:
        return ""
    joined = {end for m in _JOINED.finditer(claim.sentence.words) for end in m.groups()}
    for clause in map(_read, _clauses(claim.sentence)):
        for number in sorted(clause.numbers - joined):
            own = [quote for quote in quotes if number in quote.numbers]
            if len(own) == 1 and _is_of_others(
                clause, own[0], [quote for quote in quotes if quote is not own[0]]
            ):
                return f"{number} stands in another cited quote than what it is told of."
    return ""


def _is_of_others(clause: _Said, own: _Said, others: Sequence[_Said]) -> bool:
    known, elsewhere = (
        with_synonyms(own.words),
        with_synonyms(frozenset().union(*(other.words for other in others))),
    )
    if (clause.words & own.words) - elsewhere:
        return False
    strange = clause.words - known
    numbers = clause.numbers - own.numbers
    return any(strange & other.words or numbers & other.numbers for other in others)


def _with_subject(source: CitedQuote) -> _Said:
    """A quote with the one drug that its title names: a label does not say it in every sentence."""
    said = _read(source.quote.words)
    if source.quote.drugs or len(source.about.drugs) != 1:
        return said
    return replace(said, words=said.words | stems_of(" ".join(source.about.drugs)))


def _clauses(sentence: CanonicalText) -> list[str]:
    before = _CIRCUMSTANCE.match(sentence.words)
    start = before.end() if before else 0
    first, *rest = _CLAUSE_END.split(sentence.words[start:])
    return [sentence.words[:start] + first, *rest]


def _read(text: str) -> _Said:
    """The telling words and the numbers of a text."""
    plain = stems_of(endpoints_as_one(_DIGITS.sub(" ", text)))
    return _Said(
        words=frozenset(stem for stem in plain if not is_neutral(stem)),
        numbers=frozenset(_NUMBER.findall(text)),
    )
