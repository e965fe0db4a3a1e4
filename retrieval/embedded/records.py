"""What a row of the store says beside the document: its words as numbers, its vectors as halves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from retrieval.documents import Document, Facets, Filters
from retrieval.store import Vectors
from retrieval.words import words

_FILTER_MARK = "\x1f"
"""Begins the words that only filters ask for. No text yields it."""


def counted_words(document: Document) -> Counter[str]:
    """The words of the document with their counts; filter words count zero."""
    names = (*document.facets.genes, *document.facets.drugs, *document.facets.tumour_types)
    identifiers = (identifier.value for identifier in document.facets.identifiers)
    text = "\n".join((document.title, document.text, document.summary, *names, *identifiers))
    counts = Counter(words(text))
    for word in _facet_words(document.facets):
        counts[word] = 0
    return counts


def _facet_words(facets: Facets) -> tuple[str, ...]:
    groups = {"tumour": facets.tumour_types, "gene": facets.genes, "drug": facets.drugs}
    levels = (facets.evidence_level,) if facets.evidence_level else ()
    return tuple(
        _filter_word(field, value)
        for field, values in (*groups.items(), ("level", levels))
        for value in values
    )


def filter_words(filters: Filters) -> tuple[tuple[str, ...], ...]:
    """One group per field that filters; a document must have a word of every group."""
    groups: Mapping[str, tuple[str, ...]] = {
        "tumour": filters.tumour_types,
        "gene": filters.genes,
        "drug": filters.drugs,
        "level": filters.evidence_levels,
    }
    return tuple(
        tuple(_filter_word(field, value) for value in values)
        for field, values in groups.items()
        if values
    )


def _filter_word(field: str, value: str) -> str:
    return f"{_FILTER_MARK}{field}:{' '.join(value.split()).casefold()}"


def day(date: str, *, last: bool) -> int:
    """``yyyymmdd`` of an ISO date, year or year-month: its last day or its first. 0 for none."""
    parts = date.strip()[:10].split("-")
    if not all(part.isdecimal() for part in parts):
        return 0
    year, month, of_month = (*map(int, parts), *((12, 31) if last else (1, 1))[len(parts) - 1 :])
    return year * 10_000 + month * 100 + of_month


def pack_words(numbers: list[int], counts: list[int]) -> bytes:
    """Word numbers (int32), then how often each occurs (uint8, at most 255)."""
    capped = np.minimum(np.array(counts, np.int64), 255).astype(np.uint8)
    return np.array(numbers, np.int32).tobytes() + capped.tobytes()


def unpack_words(blob: bytes) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    distinct = len(blob) // 5
    return (
        np.frombuffer(blob, np.int32, distinct),
        np.frombuffer(blob, np.uint8, distinct, offset=4 * distinct),
    )


def pack_vectors(vectors: Vectors) -> bytes:
    """Half precision: measured, it changes no ranking figure, and halves the file."""
    return vectors.astype(np.float16).tobytes()


def unpack_vectors(blob: bytes, dimensions: int) -> Vectors:
    return np.frombuffer(blob, np.float16).reshape(-1, dimensions).astype(np.float32)
