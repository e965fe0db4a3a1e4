"""What the fusion ``learned`` must know of the candidates of a search in Weaviate."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.search.learned_ranking import Candidates, Floats, saturate, score_candidates
from retrieval.stores.contract import StoreQuery
from retrieval.stores.weaviate import schema
from retrieval.stores.weaviate.document_figures import (
    DocumentFigures,
    count_words,
    figures_of,
    unpack,
    word_number,
)
from retrieval.stores.weaviate.quick_replies import quick_queries
from retrieval.stores.weaviate.word_statistics import (
    idf_among_documents,
    recover_word_statistics,
)

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

SAMPLED = 1_000
"""Documents that tell how frequent words are. Chosen by hand: it takes as long as some searches."""
MOST_RESULTS = 10_000
"""What one query may return (QUERY_MAXIMUM_RESULTS)."""


@dataclass(frozen=True, slots=True)
class SiloSize:
    """What a silo holds in Weaviate, to undo that the server counts objects, not documents."""

    documents: int
    objects: int
    held: Mapping[int, float] = field(default_factory=dict)
    """In which share of documents a word is, by its number, as a sample has it."""


@dataclass(frozen=True, slots=True)
class WordStatistics:
    """What is known of the words of a query in a silo."""

    idf: Floats
    average: float
    """Words of a document."""
    held: Mapping[int, float] = field(default_factory=dict)
    """In which share of documents a word is, by its number, of words that were found."""


@dataclass(frozen=True, slots=True)
class LearnedScores:
    """By document: the score of the fusion, that of its words, the cosine of the nearest vector."""

    fused: Mapping[str, float]
    lexical: Mapping[str, float]
    cosines: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CountedDocuments:
    """Documents, by id, and how often each word of a query stands in them."""

    documents: Mapping[str, DocumentFigures]
    counts: Floats
    lengths: Floats

    def only(self, wanted: Container[str]) -> CountedDocuments:
        """Those of them that are wanted."""
        places = [place for place, name in enumerate(self.documents) if name in wanted]
        kept = {name: each for name, each in self.documents.items() if name in wanted}
        return CountedDocuments(kept, self.counts[:, places], self.lengths[places])


def count_in(query: StoreQuery, documents: Mapping[str, DocumentFigures]) -> CountedDocuments:
    """The documents in the order of their ids."""
    ordered = dict(sorted(documents.items()))
    return CountedDocuments(ordered, *count_words(list(schema.terms(query).weights), ordered))


def figures_among(
    objects: Iterable[Any], wanted: Container[str] | None = None
) -> dict[str, DocumentFigures]:
    """The figures of the documents that one of these objects holds them of; of those ``wanted``, if
    given."""
    packed = {
        str(each.properties["document"]): each.properties[schema.FIGURES]
        for each in objects
        if each.properties.get(schema.FIGURES)
    }
    found: dict[str, DocumentFigures] = {}
    for name, figures in packed.items():
        if wanted is None or name in wanted:
            # What another version packed differently is made anew by who misses it.
            with suppress(ValueError):
                found[name] = unpack(figures)
    return found


async def sample_shares(collection: CollectionAsync[Any, Any]) -> dict[int, float]:
    """In which share of the silo's documents a word is, by its number. Ids of objects are made by
    chance, so that the first are a sample."""
    heads = await quick_queries(collection).fetch_objects(
        filters=schema.first_parts(), limit=SAMPLED, return_properties=["document", schema.FIGURES]
    )
    found = figures_among(heads.objects).values()
    if not found:
        return {}
    numbers, having = np.unique(np.concatenate([each.words for each in found]), return_counts=True)
    return dict(zip(numbers.tolist(), (having / len(found)).tolist(), strict=True))


async def read_figures(
    collection: CollectionAsync[Any, Any], silo: str, names: Sequence[str], *, packed: bool
) -> dict[str, DocumentFigures]:
    """The figures of these documents; of those that were written without (all, unless the
    collection is ``packed``) from their words and vectors."""
    found: dict[str, DocumentFigures] = {}
    if names and packed:
        heads = await quick_queries(collection).fetch_objects(
            filters=schema.heads_of(silo, names),
            limit=len(names),
            return_properties=["document", schema.FIGURES],
        )
        found = figures_among(heads.objects)
    others = [name for name in names if name not in found]
    return found | (await _unpacked_figures(collection, others) if others else {})


async def _unpacked_figures(
    collection: CollectionAsync[Any, Any], names: Sequence[str]
) -> dict[str, DocumentFigures]:
    found = await collection.query.fetch_objects(
        filters=schema.parts_of(names),
        limit=MOST_RESULTS,
        include_vector=[schema.VECTOR],
        return_properties=["document", "part", *schema.WORDS],
    )
    parts: dict[str, dict[int, Any]] = {}
    for each in found.objects:
        parts.setdefault(str(each.properties["document"]), {})[each.properties["part"]] = each
    return {
        name: figures_of(
            " ".join(str(several[0].properties[kind] or "") for kind in schema.WORDS).split(),
            [several[part].vector[schema.VECTOR] for part in sorted(several)],
        )
        for name, several in parts.items()
        # What was deleted between the round trips is left out.
        if 0 in several
    }


def word_statistics(
    query: StoreQuery,
    counted: CountedDocuments,
    lexical: Mapping[str, float],
    size: SiloSize | None,
    shares: Mapping[str, float],
    likely: float,
) -> WordStatistics:
    """From the BM25 scores that the server gave to some of these documents: it tells no document
    frequencies. With ``size`` as they are among documents: the server counts the objects of further
    vectors, too. ``shares`` are those that the server was told. ``likely``: the average length that
    was found before; 0 for none."""
    asked = list(schema.terms(query).weights)
    scored = [place for place, name in enumerate(counted.documents) if name in lexical]
    if not scored:
        average = float(counted.lengths.mean()) if counted.documents else 0.0
        return WordStatistics(np.zeros(len(asked)), average)
    given = np.array([lexical[name] for name in counted.documents if name in lexical], np.float64)
    idf, average = recover_word_statistics(
        counted.counts[:, scored], counted.lengths[scored], given, likely
    )
    steps, repeats = schema.steps(query, shares), schema.server_repeats(query, shares)
    idf = idf / np.array([times / steps for times in repeats.values()])
    if size is None:
        return WordStatistics(idf, average)
    idf = idf_among_documents(idf, size.objects, size.documents)
    having = np.maximum((size.documents + 1) / np.exp(idf) - 0.5, 0.0) / max(size.documents, 1)
    held = zip(asked, having.tolist(), idf.tolist(), strict=True)
    return WordStatistics(
        idf, average, {word_number(word): share for word, share, rarity in held if rarity > 0}
    )


def word_scores(query: StoreQuery, counted: CountedDocuments, known: WordStatistics) -> Floats:
    """The BM25 score of each of these documents."""
    saturated = saturate(counted.counts, counted.lengths, known.average, schema.K1, schema.B)
    scores: Floats = (known.idf * list(schema.terms(query).counts.values())) @ saturated
    return scores


def learned_scores(
    query: StoreQuery, counted: CountedDocuments, known: WordStatistics
) -> LearnedScores:
    """The scores of these candidates."""
    if not counted.documents:
        return LearnedScores({}, {}, {})
    candidates = _candidates(query, counted, known)
    scores = score_candidates(query.vector, candidates, query.weights)
    nearest = np.maximum.reduceat(candidates.vectors @ query.vector, candidates.starts)
    words = word_scores(query, counted, known)
    fused, lexical, cosines = (
        dict(zip(counted.documents, each.tolist(), strict=True))
        for each in (scores, words, nearest)
    )
    return LearnedScores(fused, lexical, cosines)


def _candidates(query: StoreQuery, counted: CountedDocuments, known: WordStatistics) -> Candidates:
    terms = schema.terms(query)
    vectors = [each.vectors for each in counted.documents.values()]
    sizes = np.array([len(each) for each in vectors])
    return Candidates(
        counts=counted.counts,
        weights=np.array(list(terms.weights.values())),
        names=np.array([float(word in terms.names) for word in terms.weights]),
        keywords=terms.keywords,
        idf=known.idf,
        lengths=counted.lengths,
        average=known.average,
        vectors=np.concatenate(vectors).astype(np.float32),
        starts=np.cumsum(sizes) - sizes,
    )
