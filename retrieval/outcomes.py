"""How a search ends. "Nothing found" never looks like "silo down"."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.documents import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDocument:
    """One document that a search returned, whole, with the scores that ranked it."""

    document: Document
    score: float
    """Fused score, 0 to 1 within one search. A re-ranker changes the order, not the score."""
    lexical: float
    """BM25 score; 0 when no term of the query occurs."""
    dense: float
    """Cosine similarity of the best chunk or summary to the query, -1 to 1."""
    spans: tuple[tuple[int, int], ...] = ()
    """Stretches of the text that the re-ranker found relevant, best first: where to look for
    quotes."""


@dataclass(frozen=True, slots=True)
class Data:
    """The silo answered with documents, best first."""

    found: tuple[FoundDocument, ...]
    remark: str = ""
    """A sentence on what is less good about this answer than usual; mostly there is none."""
    copies: tuple[FoundDocument, ...] = ()
    """Near-copies of these documents, left out where nothing is wanted twice."""
    left: int = 0
    """How many more documents were ranked behind these and would have fitted."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The silo answered: it holds nothing for this query. The reason is a plain sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The silo did not answer. The reason is a plain sentence without internals."""

    reason: str


Outcome = Data | Empty | Unavailable
