"""Whether vectors fit a silo: what both stores ask before they write or search. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.errors import IndexMismatch
from retrieval.stores.contract import EmbeddedDocument


def vector_length(silo: str, documents: Sequence[EmbeddedDocument]) -> int:
    """The length of the documents' vectors. Raises :class:`ValueError` when a document has none or
    when they are of several lengths."""
    shapes = {embedded.vectors.shape[1:] for embedded in documents if len(embedded.vectors)}
    if len(shapes) != 1 or any(not len(embedded.vectors) for embedded in documents):
        detail = f"Every document of {silo} needs vectors, all of one length."
        raise ValueError(detail)
    (length,) = shapes.pop()
    return int(length)


def index_mismatch(silo: str, stored: str, wanted: str) -> IndexMismatch:
    """The error for a silo that was embedded by another embedder than the one in use."""
    detail = f"The silo {silo} holds vectors of {stored}, not {wanted}."
    return IndexMismatch(detail)
