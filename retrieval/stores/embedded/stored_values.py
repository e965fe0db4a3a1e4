"""What a row of the store says beside the document: its words as numbers, its vectors as halves."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from retrieval.documents import Document
from retrieval.embedding.contract import Vectors
from retrieval.search.index_fields import facet_words, searched_text
from retrieval.text.words import words


def counted_words(document: Document) -> Counter[str]:
    """The words of the document with their counts; filter words count zero."""
    counts = Counter(words(document.title) + words(searched_text(document)))
    for word in facet_words(document):
        counts[word] = 0
    return counts


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
