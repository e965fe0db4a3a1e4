"""One search in one collection.

Where every document has one vector, and the fusion is one that the server has, its own hybrid
query answers in one round trip. Otherwise both legs are asked for at once, fused by the code that
the embedded store uses, and a second round trip brings the documents that are shown.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.search.fusion import cascade, fuse
from retrieval.stores.contract import Hit, StoreQuery
from retrieval.stores.weaviate import schema
from retrieval.stores.weaviate.candidate_features import (
    WANTED,
    LearnedScores,
    SiloSize,
    all_parts,
    learned_scores,
    words_among_documents,
)

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

LEAST_CANDIDATES = 100
"""What each leg of the server's hybrid query brings at least (QUERY_HYBRID_MAXIMUM_RESULTS)."""
MOST_RESULTS = 10_000
"""What one query may return (QUERY_MAXIMUM_RESULTS)."""
CHUNKS_PER_DOCUMENT = 4
"""So many times more objects are asked for when they were of too few documents. Chosen by hand."""
DEEPER = 2
"""How many times more documents the words bring where the server's order is not the silo's."""
SHOWN = ["document", "part", "body", "embedder"]
KEYWORD_SCORE = re.compile(r"Result Set keyword[^\n]*?original score ([0-9.eE+-]+)")

Leg = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class CollectionQuery:
    """A query, and whether documents of the silo have several vectors."""

    query: StoreQuery
    chunked: bool
    size: SiloSize | None = None
    """What the silo holds, if documents have several vectors."""

    @property
    def by_server(self) -> bool:
        """Whether the server's own hybrid query gives what is asked for."""
        same_depth = self.query.candidates == LEAST_CANDIDATES
        return self.query.fusion == "relative_score" and same_depth and not self.chunked


@dataclass(frozen=True, slots=True)
class CollectionHits:
    """The hits, and whose vectors they have."""

    hits: tuple[Hit, ...]
    embedders: frozenset[str]


async def search(
    collection: CollectionAsync[Any, Any], asked: CollectionQuery
) -> CollectionHits | None:
    """None when the silo turns out to have chunks although it was said to have none."""
    if not schema.bm25_text(asked.query):
        asked = CollectionQuery(asked.query, chunked=True)
    if asked.by_server:
        return await _hybrid(collection, asked.query)
    if asked.query.fusion == "learned":
        lexical, learned = await _learned_legs(collection, asked)
        fused, cosines = learned.fused, learned.cosines
    else:
        lexical, fused = await _fuse_legs(collection, asked.query)
        cosines = {}
    best = sorted(fused, key=lambda name: (-fused[name], name))[: asked.query.limit]
    return await _load_hits(collection, asked.query, best, fused, dict(lexical), cosines)


async def _learned_legs(
    collection: CollectionAsync[Any, Any], asked: CollectionQuery
) -> tuple[Leg, LearnedScores]:
    """Both legs at once, each with the words and vectors that the fusion asks for. Of documents
    with several vectors all are needed: they are asked for behind the legs."""
    query, deeper = asked.query, DEEPER if asked.chunked else 1
    (lexical, worded), (dense, near) = await asyncio.gather(
        _lexical_objects(
            collection, query, query.candidates * deeper, bare=False, vectors=not asked.chunked
        ),
        _dense_objects(collection, query, bare=asked.chunked),
    )
    found = [*worded, *near]
    if asked.chunked and asked.size is not None:
        # The server's order is that among objects, in which common words weigh too much.
        told = words_among_documents(query, worded, dict(lexical), asked.size)
        lexical = _best_first(told)[: query.candidates]
    if asked.chunked:
        names = sorted({name for name, _ in (*lexical, *dense)})
        found = await all_parts(collection, names)
    return lexical, learned_scores(query, found, dict(lexical))


async def _hybrid(
    collection: CollectionAsync[Any, Any], query: StoreQuery
) -> CollectionHits | None:
    from weaviate.classes.query import HybridFusion, MetadataQuery

    found = await collection.query.hybrid(
        query=schema.bm25_text(query),
        vector={schema.VECTOR: query.vector.tolist()},
        target_vector=schema.VECTOR,
        alpha=query.alpha,
        fusion_type=HybridFusion.RELATIVE_SCORE,
        query_properties=schema.WORDS,
        filters=schema.where(query.filters),
        limit=query.limit,
        include_vector=[schema.VECTOR],
        return_properties=SHOWN,
        return_metadata=MetadataQuery(score=True, explain_score=True),
    )
    if any(each.properties["part"] for each in found.objects):
        return None
    lexical = {
        str(each.properties["document"]): schema.bm25(
            query, _keyword_score(each.metadata.explain_score)
        )
        for each in found.objects
    }
    # The server tells no keyword score of what only its dense leg brought: mostly nothing is.
    unscored = [name for name, score in lexical.items() if not score]
    lexical.update(await _lexical_leg(collection, query, len(unscored), unscored))
    hits = [
        Hit(
            document=schema.document_from(each.properties),
            score=min(max(float(each.metadata.score or 0), 0.0), 1.0),
            lexical=lexical[str(each.properties["document"])],
            dense=float(np.dot(each.vector[schema.VECTOR], query.vector)),
        )
        for each in found.objects
    ]
    hits.sort(key=lambda hit: (-hit.score, hit.document.id))
    return CollectionHits(tuple(hits), _embedders(found.objects))


def _keyword_score(explained: str | None) -> float:
    found = KEYWORD_SCORE.search(explained or "")
    return float(found[1]) if found else 0.0


async def _fuse_legs(
    collection: CollectionAsync[Any, Any], query: StoreQuery
) -> tuple[Leg, dict[str, float]]:
    if query.fusion == "cascade":
        lexical = await _lexical_leg(collection, query, query.candidates)
        dense = await _nearest(collection, query, [name for name, _ in lexical])
        fused = cascade(
            lexical, dense, n=query.candidates, m=query.nearest, k=query.limit, c=query.constant
        )
    else:
        lexical, dense = await asyncio.gather(
            _lexical_leg(collection, query, query.candidates),
            _dense_leg(collection, query),
        )
        fused = fuse(query.fusion, lexical, dense, query.alpha, query.constant)
    return lexical, fused


async def _lexical_leg(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    limit: int,
    ids: Sequence[str] | None = None,
) -> Leg:
    leg, _ = await _lexical_objects(collection, query, limit, bare=True, ids=ids)
    return leg


async def _lexical_objects(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    limit: int,
    bare: bool,
    ids: Sequence[str] | None = None,
    vectors: bool = False,
) -> tuple[Leg, Sequence[Any]]:
    """Documents by their words, and the objects found: with words unless ``bare``, and with
    ``vectors`` if these are asked for."""
    from weaviate.classes.query import MetadataQuery

    asked = schema.bm25_text(query)
    if not asked or ids == []:
        return [], ()
    filters = schema.where(query.filters) if ids is None else schema.parts_of(ids)
    found = await collection.query.bm25(
        query=asked,
        query_properties=schema.WORDS,
        filters=filters,
        limit=min(limit, MOST_RESULTS),
        return_properties=["document"] if bare else WANTED,
        include_vector=[schema.VECTOR] if vectors else False,
        return_metadata=MetadataQuery(score=True),
    )
    leg = {
        str(each.properties["document"]): schema.bm25(query, float(each.metadata.score or 0))
        for each in found.objects
    }
    return _best_first(leg), found.objects


async def _dense_leg(collection: CollectionAsync[Any, Any], query: StoreQuery) -> Leg:
    leg, _ = await _dense_objects(collection, query, bare=True)
    return leg


async def _dense_objects(
    collection: CollectionAsync[Any, Any], query: StoreQuery, bare: bool
) -> tuple[Leg, Sequence[Any]]:
    """The nearest documents, and the objects found: with words and vectors unless ``bare``. Chunks
    of one document may crowd the nearest objects: then more are asked for."""
    wanted = query.candidates
    while True:
        leg, found = await _near(collection, query, wanted, schema.where(query.filters), bare)
        enough = len(leg) >= query.candidates or len(found) < wanted
        if enough or wanted >= MOST_RESULTS:
            return leg[: query.candidates], found
        wanted = min(wanted * CHUNKS_PER_DOCUMENT, MOST_RESULTS)


async def _nearest(
    collection: CollectionAsync[Any, Any], query: StoreQuery, ids: Sequence[str]
) -> Leg:
    """Best cosine of each of these documents."""
    if not ids:
        return []
    leg, _ = await _near(collection, query, MOST_RESULTS, schema.parts_of(ids))
    return leg


async def _near(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    limit: int,
    filters: Any,
    bare: bool = True,
) -> tuple[Leg, Sequence[Any]]:
    """Documents by their best chunk, and the objects that they are told from."""
    from weaviate.classes.query import MetadataQuery

    found = await collection.query.near_vector(
        near_vector=query.vector.tolist(),
        target_vector=schema.VECTOR,
        filters=filters,
        limit=min(limit, MOST_RESULTS),
        return_properties=["document"] if bare else WANTED,
        include_vector=False if bare else [schema.VECTOR],
        return_metadata=MetadataQuery(distance=True),
    )
    best: dict[str, float] = {}
    for each in found.objects:
        name, cosine = str(each.properties["document"]), 1 - float(each.metadata.distance or 0)
        best[name] = max(best.get(name, -1.0), cosine)
    return _best_first(best), found.objects


async def _load_hits(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    best: Sequence[str],
    fused: Mapping[str, float],
    lexical: Mapping[str, float],
    known: Mapping[str, float],
) -> CollectionHits:
    """The documents in this order with both scores, also of the leg that did not bring them.
    ``known`` are the cosines that need not be asked for."""
    if not best:
        return CollectionHits((), frozenset())
    unscored = [name for name in best if name not in lexical]
    dense, first_parts, more = await asyncio.gather(
        _nearest(collection, query, [name for name in best if name not in known]),
        collection.query.fetch_objects(
            filters=schema.parts_of(best) & schema.first_parts(),
            limit=len(best),
            return_properties=SHOWN,
        ),
        _lexical_leg(collection, query, len(unscored), unscored),
    )
    cosines, words = {**known, **dict(dense)}, {**lexical, **dict(more)}
    bodies = {str(each.properties["document"]): each.properties for each in first_parts.objects}
    hits = tuple(
        Hit(
            document=schema.document_from(bodies[name]),
            score=min(max(fused[name], 0.0), 1.0),
            lexical=words.get(name, 0.0),
            dense=cosines.get(name, -1.0),
        )
        # What was deleted between the two round trips is left out.
        for name in best
        if name in bodies
    )
    return CollectionHits(hits, _embedders(first_parts.objects))


def _best_first(scores: dict[str, float]) -> Leg:
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def _embedders(objects: Sequence[Any]) -> frozenset[str]:
    return frozenset(str(each.properties["embedder"]) for each in objects)
