"""The sentences of a document that matter for a query. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from retrieval.documents import Document, Passage
from retrieval.sentences import Span, split
from retrieval.words import words

HEADING_WEIGHT = 0.5
"""What a word of the query counts that stands in the heading above, not in the sentence."""
TITLE_WEIGHT = 0.2
NAME_BONUS = 1.5
"""Words with a digit (variants, trial numbers, drug codes) and names of the document's facets."""
QUANTITY_BONUS = 1.25
"""For sentences with a number when the query asks for one."""
AS_HEADING = 0.3
"""A heading says what is there, seldom what is so."""
LENGTH_DAMPING = 0.25

_NUMBER = re.compile(r"\d")
_QUANTITIES = frozenset(
    words(
        "dose dosing dosage mg how many much percent rate median survival months weeks years hazard"
        " ratio threshold cutoff frequency interval level number duration often long"
    )
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    span: Span
    own: frozenset[str]
    context: frozenset[str]
    """Words of the heading, and of the table's head, above it."""
    length: int
    label: bool
    """A heading or the head of a table."""


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences in order. Headings, list items and table rows are their own."""
    return tuple((span.start, span.end) for span in split(text))


def passages(document: Document, query: str, *, limit: int = 3) -> tuple[Passage, ...]:
    """At most ``limit`` sentences that share words with the query, best first, earlier on a tie.

    Nothing when no sentence, nor the heading above one, has a word of the query."""
    asked = frozenset(words(query))
    candidates = list(_candidates(document.text))
    weights = _weights(asked, candidates, document)
    if not candidates or not weights:
        return ()
    title = frozenset(words(document.title))
    average = sum(candidate.length for candidate in candidates) / len(candidates)
    quantity = bool(asked & _QUANTITIES)
    scored = [
        (_score(candidate, weights, title, average) * _bonus(document.text, candidate, quantity), c)
        for c, candidate in enumerate(candidates)
    ]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return tuple(_passage(document, candidates[place].span, score) for score, place in best[:limit])


def _candidates(text: str) -> Iterator[_Candidate]:
    heading: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    previous = ""
    for span in split(text):
        found = words(text[span.start : span.end])
        own = frozenset(found)
        if span.kind == "heading":
            heading = own
        elif span.kind == "row" and previous != "row":
            head = own
        label = span.kind == "heading" or (span.kind == "row" and previous != "row")
        context = heading | head if span.kind == "row" else heading
        yield _Candidate(span, own, context, max(len(found), 1), label)
        previous = span.kind


def _weights(
    asked: frozenset[str], candidates: Sequence[_Candidate], document: Document
) -> dict[str, float]:
    """What each word of the query is worth in this document: rarer is more, names are more."""
    holding = Counter(word for candidate in candidates for word in candidate.own & asked)
    facets = document.facets
    names = frozenset(words(" ".join((*facets.genes, *facets.drugs, *facets.tumour_types))))
    return {
        word: math.log1p(len(candidates) / holding.get(word, 0.5))
        * (NAME_BONUS if word in names or _NUMBER.search(word) else 1.0)
        for word in asked
    }


def _score(
    candidate: _Candidate, weights: Mapping[str, float], title: frozenset[str], average: float
) -> float:
    matched = sum(weights[word] for word in candidate.own & weights.keys())
    inherited = sum(weights[word] for word in (candidate.context - candidate.own) & weights.keys())
    if not matched and not inherited:
        return 0.0
    known = title - candidate.own - candidate.context
    named = sum(weights[word] for word in known & weights.keys())
    total = matched + HEADING_WEIGHT * inherited + TITLE_WEIGHT * named
    damping = 1 - LENGTH_DAMPING + LENGTH_DAMPING * candidate.length / average
    scale = AS_HEADING if candidate.label else 1.0
    return scale * total / sum(weights.values()) / max(damping, 1.0)


def _bonus(text: str, candidate: _Candidate, quantity: bool) -> float:
    with_number = _NUMBER.search(text, candidate.span.start, candidate.span.end)
    return QUANTITY_BONUS if quantity and with_number else 1.0


def _passage(document: Document, span: Span, score: float) -> Passage:
    return Passage(
        ref=document.ref,
        start=span.start,
        end=span.end,
        text=document.text[span.start : span.end],
        score=score,
    )
