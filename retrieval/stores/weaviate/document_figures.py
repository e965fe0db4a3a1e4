"""What the fusion ``learned`` must know of a document, packed into one short text. Pure.

Its words and vectors as they are kept take ten times as long to bring and to read.
"""

from __future__ import annotations

import binascii
import hashlib
import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_HEAD = struct.Struct("<HHII")
"""Vectors, their dimensions, different words, words."""
NOT_PACKED = "These are no figures of a document."
_MOST_COUNTED = 2**16 - 1
KEPT_WORDS = 100_000
"""Words whose numbers are kept in memory. Chosen by hand: those of a large silo, ten megabytes."""


@dataclass(frozen=True, slots=True)
class DocumentFigures:
    """The vectors of a document and how often each word stands in it."""

    vectors: NDArray[np.floating[Any]]
    length: int
    """In words."""
    words: NDArray[np.uint32]
    """A number for each different word, see :func:`word_number`."""
    counts: NDArray[np.uint16]


@lru_cache(KEPT_WORDS)
def word_number(word: str) -> int:
    """The same for the same word everywhere. Two words with one number are as rare as one in a
    million searches, and then change one figure of one document."""
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "little")


def figures_of(words: Iterable[str], vectors: ArrayLike) -> DocumentFigures:
    """The figures of a document with these words and vectors."""
    counted = Counter(map(word_number, words))
    return DocumentFigures(
        np.array(vectors, np.float32),
        sum(counted.values()),
        np.fromiter(counted, np.uint32, len(counted)),
        np.minimum(np.fromiter(counted.values(), np.int64, len(counted)), _MOST_COUNTED).astype(
            np.uint16
        ),
    )


def pack(figures: DocumentFigures) -> str:
    """As text, vectors to three digits."""
    rows, dimensions = figures.vectors.shape
    head = _HEAD.pack(rows, dimensions, len(figures.words), figures.length)
    parts = (figures.words.astype("<u4"), figures.counts.astype("<u2"))
    vectors = figures.vectors.astype("<f2")
    data = head + b"".join(each.tobytes() for each in (*parts, vectors))
    return binascii.b2a_base64(data, newline=False).decode()


def unpack(packed: str) -> DocumentFigures:
    """What :func:`pack` made. Raises :class:`ValueError` for anything else."""
    data = binascii.a2b_base64(packed)
    try:
        rows, dimensions, different, length = _HEAD.unpack_from(data)
    except struct.error as error:
        raise ValueError(NOT_PACKED) from error
    first, second = _HEAD.size + 4 * different, _HEAD.size + 6 * different
    if not rows or len(data) != second + 2 * rows * dimensions:
        raise ValueError(NOT_PACKED)
    return DocumentFigures(
        np.frombuffer(data, "<f2", offset=second).reshape(rows, dimensions),
        length,
        np.frombuffer(data, "<u4", different, _HEAD.size),
        np.frombuffer(data, "<u2", different, first),
    )


def count_words(
    asked: Sequence[str], documents: Mapping[str, DocumentFigures]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How often each of the words asked for stands in each document (a row a word, a column a
    document), and how many words each document has (one a document)."""
    every = list(documents.values())
    lengths = np.array([each.length for each in every], np.float64)
    counts = np.zeros((len(asked), len(every)))
    if every:
        words = np.concatenate([each.words for each in every])
        times = np.concatenate([each.counts for each in every])
        owner = np.repeat(np.arange(len(every)), [len(each.words) for each in every])
        for row, word in enumerate(asked):
            found = np.flatnonzero(words == word_number(word))
            counts[row, owner[found]] = times[found]
    return counts, lengths
