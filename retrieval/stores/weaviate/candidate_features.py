"""What the fusion ``learned`` must know of the candidates of a search in Weaviate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.search.learned_ranking import Candidates, score_candidates
from retrieval.search.query_terms import query_terms
from retrieval.stores.contract import StoreQuery
from retrieval.stores.weaviate import schema
from retrieval.stores.weaviate.word_statistics import recover_word_statistics

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

MOST_RESULTS = 10_000
"""What one query may return (QUERY_MAXIMUM_RESULTS)."""


async def learned_scores(
    collection: CollectionAsync[Any, Any],
    query: StoreQuery,
    names: Sequence[str],
    lexical: Mapping[str, float],
) -> dict[str, float]:
    """The score of each of these documents; ``lexical`` are the server's scores of some of them.

    The server tells no document frequencies: they are worked out from the scores it gave."""
    if not names:
        return {}
    found = await collection.query.fetch_objects(
        filters=schema.parts_of(names),
        limit=MOST_RESULTS,
        include_vector=[schema.VECTOR],
        return_properties=["document", "part", *schema.WORDS],
    )
    parts: dict[str, list[Any]] = {}
    for each in found.objects:
        parts.setdefault(str(each.properties["document"]), []).append(each)
    kept = {
        name: sorted(several, key=lambda each: each.properties["part"])
        for name, several in sorted(parts.items())
        if any(each.properties["part"] == 0 for each in several)
    }
    # What was deleted between the round trips is left out.
    if not kept:
        return {}
    candidates = _candidates(query, kept, lexical)
    scores = score_candidates(query.vector, candidates, query.weights)
    return dict(zip(kept, scores.tolist(), strict=True))


def _candidates(
    query: StoreQuery, kept: Mapping[str, Sequence[Any]], lexical: Mapping[str, float]
) -> Candidates:
    texts = [_words(several[0].properties) for several in kept.values()]
    terms = query_terms(query.text, query.also)
    counted = [Counter(text) for text in texts]
    counts = np.array([[float(each[word]) for each in counted] for word in terms.weights])
    counts = counts.reshape(len(terms.weights), len(texts))
    lengths = np.array([len(text) for text in texts], np.float64)
    scored = [number for number, name in enumerate(kept) if name in lexical]
    given = np.array([lexical[name] for name in kept if name in lexical], np.float64)
    steps = schema.steps(query)
    repeats = np.array([times / steps for times in schema.server_repeats(query).values()])
    if scored:
        idf, average = recover_word_statistics(counts[:, scored], lengths[scored], given)
    else:
        idf, average = np.zeros(len(terms.weights)), float(lengths.mean())
    sizes = np.array([len(several) for several in kept.values()])
    vectors = [each.vector[schema.VECTOR] for several in kept.values() for each in several]
    return Candidates(
        counts=counts,
        weights=np.array(list(terms.weights.values())),
        names=np.array([float(word in terms.names) for word in terms.weights]),
        keywords=terms.keywords,
        idf=idf / repeats,
        lengths=lengths,
        average=average,
        vectors=np.array(vectors, np.float32),
        starts=np.cumsum(sizes) - sizes,
    )


def _words(properties: Mapping[str, Any]) -> list[str]:
    return " ".join(str(properties[name] or "") for name in schema.WORDS).split()
