"""What documents say about a query: their own sentences that support an answer, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.cores import NO_HIGHLIGHTS, Highlights
from agents.extractive.excerpts import Excerpt, excerpts
from agents.extractive.needs import Need
from agents.extractive.relevance import support
from agents.extractive.scope import Scope
from agents.turns import Insight, Pointer
from names.recognise import recognise_passage
from names.tables import drugs as drug_table
from retrieval.documents import Document

MOST = 6
MOST_OF_ONE = 3
WORTH = 0.6
"""A sentence is kept when it supports at least this share of what the best one does."""
IN_STRETCH = 1.2
"""What it counts that a re-ranker found the place relevant: enough to settle near ties."""


@dataclass(frozen=True, slots=True)
class Supporting:
    """A sentence that supports an answer, and how well."""

    document: Document
    excerpt: Excerpt
    score: float


def insights(
    need: Need, documents: Sequence[Document], highlights: Highlights = NO_HIGHLIGHTS
) -> tuple[Insight, ...]:
    """At most six sentences, at most three of one document, with their exact spans."""
    found = sorted(
        (
            favoured(s, highlights.get(document.ref, ()))
            for document in documents
            for s in supporting(need, document)
        ),
        key=lambda s: (-s.score, s.document.id, s.excerpt.order),
    )
    kept: list[Supporting] = []
    for candidate in found:
        of_same = sum(k.document is candidate.document for k in kept)
        fits = of_same < MOST_OF_ONE and candidate.score >= WORTH * found[0].score
        if fits and not any(overlap(candidate, k) for k in kept):
            kept.append(candidate)
    return tuple(insight(s) for s in kept[:MOST])


def favoured(found: Supporting, highlights: Sequence[tuple[int, int]]) -> Supporting:
    """The sentence, counting a little more when it stands in one of the highlights."""
    excerpt = found.excerpt
    inside = any(excerpt.start < end and start < excerpt.end for start, end in highlights)
    return replace(found, score=found.score * IN_STRETCH) if inside else found


def overlap(one: Supporting, other: Supporting) -> bool:
    same = one.document is other.document
    crossing = one.excerpt.start < other.excerpt.end and other.excerpt.start < one.excerpt.end
    return (same and crossing) or one.excerpt.text == other.excerpt.text


def insight(found: Supporting) -> Insight:
    """The heading, where there is one, and the sentence."""
    excerpt = found.excerpt
    text = f"{excerpt.heading}: {excerpt.text}" if excerpt.heading else excerpt.text
    pointer = Pointer(
        ref=found.document.ref, text=excerpt.text, start=excerpt.start, end=excerpt.end
    )
    return Insight(text=text, pointers=(pointer,))


def supporting(need: Need, document: Document) -> list[Supporting]:
    """The sentences of one document that support an answer."""
    whole = frozenset(
        name
        for excerpt in excerpts(document)
        for name in recognise_passage(excerpt.text).names("variant")
    )
    found = []
    for excerpt in excerpts(document):
        score = support(scope_of(document, excerpt, whole), need)
        if score > 0:
            found.append(Supporting(document, excerpt, score))
    return found


def scope_of(document: Document, excerpt: Excerpt, whole: frozenset[str]) -> Scope:
    facets = document.facets
    return Scope(
        text=excerpt.text,
        heading=excerpt.heading,
        title=document.title,
        genes=frozenset(facets.genes),
        drugs=frozenset(name.lower() for name in facets.drugs if name.lower() in drug_table()),
        tumours=frozenset(
            name for cell in facets.tumour_types for name in recognise_passage(cell).names("tumour")
        ),
        identifiers=frozenset({document.id, *(each.value for each in facets.identifiers)}),
        whole=whole,
        status=document.status,
    )
