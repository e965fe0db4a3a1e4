"""What the fusion ``learned`` must know of the candidates of a search in Weaviate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.search.learned_ranking import Candidates, Floats, saturate, score_candidates
from retrieval.search.query_terms import query_terms
from retrieval.stores.contract import StoreQuery
from retrieval.stores.weaviate import schema
from retrieval.stores.weaviate.word_statistics import (
    idf_among_documents,
    recover_word_statistics,
)

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

MOST_RESULTS = 10_000
"""What one query may return (QUERY_MAXIMUM_RESULTS)."""
WANTED = ["document", "part", *schema.WORDS]


@dataclass(frozen=True, slots=True)
class SiloSize:
    """What a silo holds in Weaviate, to undo that the server counts objects, not documents."""

    documents: int
    objects: int


@dataclass(frozen=True, slots=True)
class LearnedScores:
    """By document: the score of the fusion, and the cosine of the nearest vector."""

    fused: Mapping[str, float]
    cosines: Mapping[str, float]


async def all_parts(collection: CollectionAsync[Any, Any], names: Sequence[str]) -> list[Any]:
    """Every object of these documents, with words and vectors."""
    if not names:
        return []
    found = await collection.query.fetch_objects(
        filters=schema.parts_of(names),
        limit=MOST_RESULTS,
        include_vector=[schema.VECTOR],
        return_properties=WANTED,
    )
    return list(found.objects)


def learned_scores(
    query: StoreQuery, found: Sequence[Any], lexical: Mapping[str, float]
) -> LearnedScores:
    """The scores of the documents that these objects are; ``lexical`` are BM25 scores of some of
    them. The server tells no document frequencies: they are worked out from these."""
    parts: dict[str, dict[int, Any]] = {}
    for each in found:
        parts.setdefault(str(each.properties["document"]), {})[each.properties["part"]] = each
    # What was deleted between the round trips is left out.
    kept = {
        name: [several[part] for part in sorted(several)]
        for name, several in sorted(parts.items())
        if 0 in several
    }
    if not kept:
        return LearnedScores({}, {})
    candidates = _candidates(query, kept, lexical)
    scores = score_candidates(query.vector, candidates, query.weights)
    nearest = np.maximum.reduceat(candidates.vectors @ query.vector, candidates.starts)
    return LearnedScores(
        dict(zip(kept, scores.tolist(), strict=True)),
        dict(zip(kept, nearest.tolist(), strict=True)),
    )


def words_among_documents(
    query: StoreQuery, heads: Sequence[Any], lexical: Mapping[str, float], size: SiloSize
) -> dict[str, float]:
    """The BM25 scores of documents with words, as they are among documents: the server counts the
    objects of further vectors, too, and tells what it does of all words."""
    texts = {str(each.properties["document"]): _words(each.properties) for each in heads}
    counted = _count_words(query, list(texts.values()))
    idf, average = _statistics(query, counted, [lexical[name] for name in texts])
    idf = idf_among_documents(idf, size.objects, size.documents)
    saturated = saturate(counted.counts, counted.lengths, average, schema.K1, schema.B)
    repeats = np.array(list(query_terms(query.text, query.also).counts.values()))
    scores: list[float] = ((idf * repeats) @ saturated).tolist()
    return dict(zip(texts, scores, strict=True))


@dataclass(frozen=True, slots=True)
class _CountedWords:
    """How often each word of a query stands in each text, and how many words a text has."""

    counts: Floats
    lengths: Floats


def _count_words(query: StoreQuery, texts: Sequence[Sequence[str]]) -> _CountedWords:
    """Only the query's words are counted: a text has hundreds of others."""
    asked = query_terms(query.text, query.also).weights
    counted = [Counter(word for word in text if word in asked) for text in texts]
    counts = np.array([[float(each[word]) for each in counted] for word in asked])
    lengths = np.array([len(text) for text in texts], np.float64)
    return _CountedWords(counts.reshape(len(asked), len(texts)), lengths)


def _statistics(
    query: StoreQuery, counted: _CountedWords, scores: Sequence[float]
) -> tuple[Floats, float]:
    """The idf of each word and the average length, from the server's scores of these texts."""
    if not scores:
        return np.zeros(len(counted.counts)), 0.0
    steps = schema.steps(query)
    repeats = np.array([times / steps for times in schema.server_repeats(query).values()])
    given = np.array(scores, np.float64)
    idf, average = recover_word_statistics(counted.counts, counted.lengths, given)
    return idf / repeats, average


def _candidates(
    query: StoreQuery, kept: Mapping[str, Sequence[Any]], lexical: Mapping[str, float]
) -> Candidates:
    terms = query_terms(query.text, query.also)
    counted = _count_words(query, [_words(several[0].properties) for several in kept.values()])
    counts, lengths = counted.counts, counted.lengths
    scored = [number for number, name in enumerate(kept) if name in lexical]
    given = [lexical[name] for name in kept if name in lexical]
    if scored:
        part = _CountedWords(counts[:, scored], lengths[scored])
        idf, average = _statistics(query, part, given)
    else:
        idf, average = np.zeros(len(terms.weights)), float(lengths.mean())
    sizes = np.array([len(several) for several in kept.values()])
    vectors = [each.vector[schema.VECTOR] for several in kept.values() for each in several]
    return Candidates(
        counts=counts,
        weights=np.array(list(terms.weights.values())),
        names=np.array([float(word in terms.names) for word in terms.weights]),
        keywords=terms.keywords,
        idf=idf,
        lengths=lengths,
        average=average,
        vectors=np.array(vectors, np.float32),
        starts=np.cumsum(sizes) - sizes,
    )


def _words(properties: Mapping[str, Any]) -> list[str]:
    return " ".join(str(properties[name] or "") for name in schema.WORDS).split()
