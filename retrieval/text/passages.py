"""The sentences of a document that matter for a query. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from retrieval.documents import Document, Passage
from retrieval.text.sentences import Span, split
from retrieval.text.words import words

# The weights below are chosen by hand. No experiment compares them yet.
HEADING_WEIGHT = 0.5
"""What a word of the query counts that stands in the heading above, not in the sentence."""
TITLE_WEIGHT = 0.2
"""The same for a word that stands only in the title."""
NAME_BONUS = 1.5
"""Words with a digit (variants, trial numbers, drug codes) and names of the document's facets."""
QUANTITY_BONUS = 1.25
"""For sentences with a number when the query asks for one."""
AS_HEADING = 0.3
"""A heading says what is there, seldom what is so."""
LENGTH_DAMPING = 0.25
"""How strongly sentences that are longer than usual are held back: 0 not at all, 1 in proportion
to their length, as ``b`` of BM25."""
IN_STRETCH = 1.5
"""For sentences in a stretch that a re-ranker found relevant."""

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


@dataclass(frozen=True, slots=True)
class _Scale:
    """What a document's sentences are measured by."""

    weights: Mapping[str, float]
    title: frozenset[str]
    """Words of the query in the title."""
    total: float
    length: float
    """Words of an average sentence."""

    def total_weight(self, found: AbstractSet[str]) -> float:
        """Exact, so that the order in which a set gives its words does not matter."""
        return math.fsum(self.weights[word] for word in found)


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences in order. Headings, list items and table rows are their own."""
    return tuple((span.start, span.end) for span in split(text))


def passages(
    document: Document,
    query: str,
    *,
    limit: int = 3,
    stretches: Sequence[tuple[int, int]] = (),
) -> tuple[Passage, ...]:
    """At most ``limit`` sentences that share words with the query, best first, earlier on a tie.
    Those in one of ``stretches`` (a re-ranker's spans) count more.

    Nothing when no sentence, nor the heading above one, has a word of the query. The same text and
    query give the same passages, in any process."""
    asked = frozenset(words(query))
    candidates = list(_candidates(document.text))
    weights = _weights(asked, candidates, document)
    if not candidates or not weights:
        return ()
    scale = _Scale(
        weights=weights,
        title=frozenset(words(document.title)) & weights.keys(),
        total=math.fsum(weights.values()),
        length=sum(candidate.length for candidate in candidates) / len(candidates),
    )
    quantity = bool(asked & _QUANTITIES)
    scored = [
        (
            _score(candidate, scale)
            * _bonus(document.text, candidate, quantity)
            * (IN_STRETCH if _crosses(candidate.span, stretches) else 1.0),
            place,
        )
        for place, candidate in enumerate(candidates)
        if not weights.keys().isdisjoint(candidate.own)
        or not weights.keys().isdisjoint(candidate.context)
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
    """The weight of each word of the query in this document: more for rare words and names."""
    holding = Counter(word for candidate in candidates for word in candidate.own & asked)
    facets = document.facets
    names = frozenset(words(" ".join((*facets.genes, *facets.drugs, *facets.tumour_types))))
    return {
        word: math.log1p(len(candidates) / holding.get(word, 0.5))
        * (NAME_BONUS if word in names or _NUMBER.search(word) else 1.0)
        for word in asked
    }


def _score(candidate: _Candidate, scale: _Scale) -> float:
    asked = scale.weights.keys()
    own, context = candidate.own & asked, candidate.context & asked
    total = (
        scale.total_weight(own)
        + HEADING_WEIGHT * scale.total_weight(context - own)
        + TITLE_WEIGHT * scale.total_weight(scale.title - own - context)
    )
    damping = 1 - LENGTH_DAMPING + LENGTH_DAMPING * candidate.length / scale.length
    share = AS_HEADING if candidate.label else 1.0
    return share * total / scale.total / max(damping, 1.0)


def _bonus(text: str, candidate: _Candidate, quantity: bool) -> float:
    with_number = _NUMBER.search(text, candidate.span.start, candidate.span.end)
    return QUANTITY_BONUS if quantity and with_number else 1.0


def _crosses(span: Span, stretches: Sequence[tuple[int, int]]) -> bool:
    return any(span.start < end and start < span.end for start, end in stretches)


def _passage(document: Document, span: Span, score: float) -> Passage:
    return Passage(
        ref=document.ref,
        start=span.start,
        end=span.end,
        text=document.text[span.start : span.end],
        score=score,
    )
