"""Small documents with vectors of eight dimensions, whose directions tests choose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retrieval.documents import Document, Facets, Filters
from retrieval.stores.contract import EmbeddedDocument, Hit, SiloStore, StoreQuery

EMBEDDER = "eight-directions"
DIMENSIONS = 8


def axis(number: int) -> NDArray[np.float32]:
    """A unit vector; those of different numbers are at right angles."""
    vector = np.zeros(DIMENSIONS, np.float32)
    vector[number % DIMENSIONS] = 1
    return vector


def between(first: int, second: int, share: float) -> NDArray[np.float32]:
    """A unit vector whose cosine to the first axis is ``share``."""
    vector = share * axis(first) + float(np.sqrt(1 - share**2)) * axis(second)
    return vector.astype(np.float32)


def embedded(
    name: str,
    text: str = "plain words",
    *vectors: NDArray[np.float32],
    silo: str = "genes",
    version: str = "1",
    date: str = "",
    facets: Facets | None = None,
) -> EmbeddedDocument:
    document = Document(
        silo=silo,
        id=name,
        version=version,
        title=f"About {name}",
        text=text,
        date=date,
        facets=facets or Facets(),
    )
    return EmbeddedDocument(document, np.stack(vectors or (axis(0),)))


async def ranked(
    store: SiloStore,
    text: str = "",
    vector: NDArray[np.float32] | None = None,
    *,
    silo: str = "genes",
    limit: int = 10,
    fusion: str = "relative_score",
    alpha: float = 0.5,
    filters: Filters | None = None,
) -> tuple[Hit, ...]:
    query = StoreQuery(
        text=text,
        vector=axis(7) if vector is None else vector,
        limit=limit,
        fusion=fusion,
        alpha=alpha,
        filters=filters or Filters(),
    )
    await store.wait_until_indexed(silo)
    return await store.search(silo, query)


def ids(hits: tuple[Hit, ...]) -> list[str]:
    return [hit.document.id for hit in hits]
