"""One search in one collection.

Where every document has one vector, and the fusion is one that the server has, its own hybrid
query answers in one round trip. Otherwise both legs are asked for at once, fused by the code that
the embedded store uses, and a second round trip brings the documents that are shown.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.search.fusion import cascade, fuse
from retrieval.stores.contract import Hit, StoreQuery
from retrieval.stores.weaviate import schema
from retrieval.stores.weaviate.candidate_features import (
    LearnedScores,
    SiloSize,
    WordStatistics,
    count_in,
    figures_among,
    learned_scores,
    read_figures,
    word_scores,
    word_statistics,
)
from retrieval.stores.weaviate.quick_replies import quick_queries
from retrieval.stores.weaviate.word_statistics import weight_shares

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

LEAST_CANDIDATES = 100
"""What each leg of the server's hybrid query brings at least (QUERY_HYBRID_MAXIMUM_RESULTS)."""
MOST_RESULTS = 10_000
"""What one query may return (QUERY_MAXIMUM_RESULTS)."""
CHUNKS_PER_DOCUMENT = 4
"""So many times more objects are asked for when they were of too few documents. Chosen by hand."""
DEEPER = 1.25
"""How many times more documents the words bring where the server's order is nearly the silo's.
Chosen by hand: those at the end are cut off by the scores that they have in the silo."""
SHOWN = ["document", "part", "body", "embedder"]
KEYWORD_SCORE = re.compile(r"Result Set keyword[^\n]*?original score ([0-9.eE+-]+)")

Leg = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class CollectionQuery:
    """A query, and whether documents of the silo have several vectors."""

    query: StoreQuery
    silo: str
    chunked: bool
    packed: bool
    """Whether documents have packed figures."""
    size: SiloSize | None = None
    """What the silo holds, if documents have several vectors."""
    average: float = 0.0
    """Words of a document as an earlier search found it; 0 for none."""

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
    words: WordStatistics | None = None
    """What was found out of the silo's words."""


async def search(
    collection: CollectionAsync[Any, Any], asked: CollectionQuery
) -> CollectionHits | None:
    """None when the silo turns out to have chunks although it was said to have none."""
    if not schema.bm25_text(asked.query):
        asked = replace(asked, chunked=True)
    if asked.by_server:
        return await _hybrid(collection, asked.query)
    if asked.query.fusion == "learned":
        return await _search_learned(collection, asked)
    lexical, fused = await _fuse_legs(collection, asked)
    best = _first(fused, asked.query.limit)
    unscored = [name for name in best if name not in dict(lexical)]
    dense, more, bodies = await asyncio.gather(
        _nearest(collection, asked.query, best),
        _lexical_leg(collection, asked.query, len(unscored), unscored),
        _bodies(collection, asked.silo, best),
    )
    return _hits(best, LearnedScores(fused, dict((*lexical, *more)), dict(dense)), bodies)


async def _search_learned(
    collection: CollectionAsync[Any, Any], asked: CollectionQuery
) -> CollectionHits:
    """Both legs at once with the figures of the documents that they bring, then those of documents
    that were found by a further vector only, then what is shown."""
    query, size = asked.query, asked.size if asked.chunked else None
    figures = [schema.FIGURES] if asked.packed else []
    shares = _shares(query, size) if size else {}
    deep = round(query.candidates * (DEEPER if size else 1))
    (lexical, worded), (dense, near) = await asyncio.gather(
        _lexical_objects(collection, query, deep, figures=figures, shares=shares),
        _dense_objects(collection, asked, figures),
    )
    scored, wanted = dict(lexical), {*dict(lexical), *dict(dense)}
    known = figures_among((*worded, *near), wanted)
    names = [name for name in wanted if name not in known]
    known |= await read_figures(collection, asked.silo, names, packed=asked.packed)
    counted = count_in(query, known)
    statistics = word_statistics(query, counted, scored, size, shares, asked.average)
    if size is not None:
        told = dict(zip(counted.documents, word_scores(query, counted, statistics), strict=True))
        best_words = _first({name: told[name] for name in scored if name in told}, query.candidates)
        counted = counted.only({*best_words, *dict(dense)})
    learned = learned_scores(query, counted, statistics)
    best = _first(learned.fused, query.limit)
    found = _hits(best, learned, await _bodies(collection, asked.silo, best))
    return replace(found, words=statistics)


def _shares(query: StoreQuery, size: SiloSize) -> dict[str, float]:
    words = list(schema.terms(query).weights)
    return weight_shares(words, size.held, size.objects, size.documents)


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
    embedders = frozenset(str(each.properties["embedder"]) for each in found.objects)
    return CollectionHits(tuple(hits), embedders)


def _keyword_score(explained: str | None) -> float:
    found = KEYWORD_SCORE.search(explained or "")
    return float(found[1]) if found else 0.0


async def _fuse_legs(
    collection: CollectionAsync[Any, Any], asked: CollectionQuery
) -> tuple[Leg, dict[str, float]]:
    query = asked.query
    if query.fusion == "cascade":
        lexical = await _lexical_leg(collection, query, query.candidates)
        dense = await _nearest(collection, query, [name for name, _ in lexical])
        fused = cascade(
            lexical, dense, n=query.candidates, m=query.nearest, k=query.limit, c=query.constant
        )
    else:
        lexical, dense = await asyncio.gather(
            _lexical_leg(collection, query, query.candidates),
            _dense_leg(collection, asked),
        )
        fused = fuse(query.fusion, lexical, dense, query.alpha, query.constant)
    return lexical, fused


async def _lexical_leg(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    limit: int,
    ids: Sequence[str] | None = None,
) -> Leg:
    leg, _ = await _lexical_objects(collection, query, limit, ids=ids)
    return leg


async def _lexical_objects(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    limit: int,
    ids: Sequence[str] | None = None,
    figures: Sequence[str] = (),
    shares: Mapping[str, float] | None = None,
) -> tuple[Leg, Sequence[Any]]:
    """Documents by their words, and the objects found with ``figures``, a property."""
    from weaviate.classes.query import MetadataQuery

    asked = schema.bm25_text(query, shares)
    if not asked or ids == []:
        return [], ()
    filters = schema.where(query.filters) if ids is None else schema.parts_of(ids)
    found = await quick_queries(collection).bm25(
        query=asked,
        query_properties=schema.WORDS,
        filters=filters,
        limit=min(limit, MOST_RESULTS),
        return_properties=["document", *figures],
        return_metadata=MetadataQuery(score=True),
    )
    leg = {
        str(each.properties["document"]): schema.bm25(
            query, float(each.metadata.score or 0), shares
        )
        for each in found.objects
    }
    return _best_first(leg), found.objects


async def _dense_leg(collection: CollectionAsync[Any, Any], asked: CollectionQuery) -> Leg:
    leg, _ = await _dense_objects(collection, asked, ())
    return leg


async def _dense_objects(
    collection: CollectionAsync[Any, Any], asked: CollectionQuery, figures: Sequence[str]
) -> tuple[Leg, Sequence[Any]]:
    """The nearest documents, and the objects found with ``figures``, a property. Chunks of one
    document may crowd the nearest objects: then more are asked for."""
    query, wanted = asked.query, asked.query.candidates
    if asked.size is not None:
        crowd = asked.size.objects / max(asked.size.documents, 1)
        wanted = min(round(wanted * crowd), MOST_RESULTS)
    while True:
        leg, found = await _near(collection, query, wanted, schema.where(query.filters), figures)
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
    figures: Sequence[str] = (),
) -> tuple[Leg, Sequence[Any]]:
    """Documents by their best chunk, and the objects that they are told from."""
    from weaviate.classes.query import MetadataQuery

    found = await quick_queries(collection).near_vector(
        near_vector=query.vector.tolist(),
        target_vector=schema.VECTOR,
        filters=filters,
        limit=min(limit, MOST_RESULTS),
        return_properties=["document", *figures],
        return_metadata=MetadataQuery(distance=True),
    )
    best: dict[str, float] = {}
    for each in found.objects:
        name, cosine = str(each.properties["document"]), 1 - float(each.metadata.distance or 0)
        best[name] = max(best.get(name, -1.0), cosine)
    return _best_first(best), found.objects


async def _bodies(
    collection: CollectionAsync[Any, Any], silo: str, names: Sequence[str]
) -> Mapping[str, Mapping[str, Any]]:
    """What is kept of these documents, by id."""
    if not names:
        return {}
    found = await quick_queries(collection).fetch_objects(
        filters=schema.heads_of(silo, names), limit=len(names), return_properties=SHOWN
    )
    return {str(each.properties["document"]): each.properties for each in found.objects}


def _hits(
    best: Sequence[str], scores: LearnedScores, bodies: Mapping[str, Mapping[str, Any]]
) -> CollectionHits:
    """The documents in this order with both scores. What was deleted between the round trips is
    left out."""
    hits = tuple(
        Hit(
            document=schema.document_from(bodies[name]),
            score=min(max(scores.fused[name], 0.0), 1.0),
            lexical=scores.lexical.get(name, 0.0),
            dense=scores.cosines.get(name, -1.0),
        )
        for name in best
        if name in bodies
    )
    return CollectionHits(hits, frozenset(str(each["embedder"]) for each in bodies.values()))


def _first(fused: Mapping[str, float], limit: int) -> list[str]:
    return sorted(fused, key=lambda name: (-fused[name], name))[:limit]


def _best_first(scores: dict[str, float]) -> Leg:
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
