"""What a provider sent as vectors, checked. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from retrieval.embedding.contract import Vectors
from retrieval.errors import EmbedderUnavailable


def unit_rows(rows: object, texts: int, dimensions: int | None, service: str) -> Vectors:
    """One row of unit length per text. Raises :class:`EmbedderUnavailable` when the rows are too
    few, of another length than ``dimensions`` or of several, or no numbers."""
    if not isinstance(rows, Sequence | np.ndarray) or len(rows) != texts:
        raise EmbedderUnavailable(f"{service} did not send one vector per text.")
    try:
        vectors = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        detail = f"{service} sent vectors that cannot be read."
        raise EmbedderUnavailable(detail) from error
    if vectors.ndim != 2 or vectors.shape[1] == 0:
        raise EmbedderUnavailable(f"{service} sent vectors that cannot be read.")
    if dimensions is not None and vectors.shape[1] != dimensions:
        detail = f"{service} sent vectors of {vectors.shape[1]} numbers instead of {dimensions}."
        raise EmbedderUnavailable(detail)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and (lengths > 0).all()):
        raise EmbedderUnavailable(f"{service} sent vectors that cannot be read.")
    unit: Vectors = vectors / lengths
    return unit
