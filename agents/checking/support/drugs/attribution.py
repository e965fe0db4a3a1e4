"""What a quote says of one drug or trial, told of another that it names elsewhere. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import telling_stems
from agents.checking.support.reading.words import stems_of

_CLAUSE = re.compile(
    r"[;:] |\.(?= |$)|, (?=(?:and |while |whereas |but |which |who |the |in |with |for )|[a-z0-9-]+"
    r" (?:did|was|is|had|has|were)\b)|\b(?:whereas|while|but|although)\b"
)
LEAST_SHARED = 2
SHARE = 0.5
"""Telling words, in number and as a share of the clause's own, by which it is the same clause.
Chosen by hand."""
MOST_CLAUSES = 60
"""Clauses of all cited quotes that are compared, the first ones. Chosen by hand."""


def problem_with_other_name(claim: CitedSentence) -> str:
    """Whether a clause on one drug or trial is, in a quote, a clause on another one."""
    for names_of in _KINDS:
        told = [each for quote in claim.quotes() for each in _clauses(quote, names_of)]
        for part in _parts(claim.sentence):
            names = names_of(CanonicalText(part))
            if len(names) == 1 and _is_of_another(part, min(names), told[:MOST_CLAUSES]):
                return f"“{min(names)}” stands beside something else in the cited quotes."
    return ""


def _parts(text: CanonicalText) -> list[str]:
    return [part for part in _CLAUSE.split(text.words) if part and part.strip()]


def _clauses(
    quote: CanonicalText, names_of: Callable[[CanonicalText], frozenset[str]]
) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The names and the words of each clause; one without names is on those before it."""
    names: frozenset[str] = frozenset()
    subject: frozenset[str] = frozenset()
    for part in _parts(quote):
        own = names_of(CanonicalText(part))
        subject = subject or own
        names = own or names
        # A clause without a name may go on with what the first one is on.
        yield own or names | subject, stems_of(part)


def _is_of_another(said: str, name: str, told: list[tuple[frozenset[str], frozenset[str]]]) -> bool:
    every = frozenset().union(*(names for names, _ in told))
    if name not in every:
        return False
    own = telling_stems(stems_of(said)) - stems_of(" ".join(every))
    shared = [len(own & stems) for _, stems in told]
    most = max(shared, default=0)
    if most < LEAST_SHARED or most < SHARE * len(own):
        return False
    near = [names for (names, _), count in zip(told, shared, strict=True) if count == most]
    return all(names and name not in names for names in near)


_KINDS: tuple[Callable[[CanonicalText], frozenset[str]], ...] = (
    lambda text: text.drugs,
    lambda text: text.trials,
    lambda text: text.genes,
)
