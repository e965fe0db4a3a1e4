"""How a silo looks in Weaviate: one collection, objects for documents and for their chunks.

A document is one object with all its words and its first vector, and, when it has more vectors,
one object more for each of them, which has no words: the lexical leg finds a document once, the
dense leg finds it by its best chunk.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID, uuid5

from retrieval.documents import Document, Filters
from retrieval.search.index_fields import day, facet_words, filter_words, searched_text
from retrieval.search.query_terms import QueryTerms, query_terms
from retrieval.stores import document_json
from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.weaviate.address import WeaviateAddress
from retrieval.stores.weaviate.document_figures import figures_of, pack
from retrieval.text.words import words

VECTOR = "chunk"
FLAT_BELOW = 10_000
"""Up to so many vectors each is compared. Weaviate's default of a dynamic index (1.39)."""
MAX_CONNECTIONS = 16
EF_CONSTRUCTION = 100
"""Of the graph above that. Chosen by hand, below Weaviate's 32 and 128: it takes less memory."""
K1, B = 1.2, 0.75
"""Weaviate's defaults, and those of the embedded store."""
WORDS = ["words"]
"""One property for title and text: over several, the server measures the length of a document by
the mean of their averages, and its scores would not be those of the embedded store."""
FIGURES = "figures"
"""What the learned fusion must know of a document, see :mod:`document_figures`."""
NAMESPACE = UUID("7b0c8a0e-6a86-5c46-9f0e-4a8d2f1c93b5")
STEPS = 4
"""In how many steps an added word may weigh less than one of the query. Chosen by hand."""
STEPS_OF_SHARES = 40
"""The same where words weigh less than the server has it. Measured: with 8, the first five differed
from those of the embedded store in one search of eleven, with 40 in one of fifty."""


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    """What a collection says of itself."""

    embedder: str
    dimensions: int
    chunked: bool
    """Whether any document has more than one vector."""
    packed: bool = True
    """Whether documents have packed figures; collections that were made before had none."""


def collection_name(address: WeaviateAddress, silo: str) -> str:
    """``drug_information`` is kept as ``CurbsideDrugInformation``."""
    return address.prefix + "".join(part.capitalize() for part in silo.split("_"))


def description_of(held: CollectionInfo) -> str:
    """For the description of a collection."""
    return json.dumps(asdict(held))


def collection_info(description: str | None) -> CollectionInfo:
    """From the description; what is not ours says that it holds another embedder's vectors."""
    try:
        fields = json.loads(description or "")
        return CollectionInfo(
            str(fields["embedder"]),
            int(fields["dimensions"]),
            bool(fields["chunked"]),
            bool(fields.get("packed")),
        )
    except (ValueError, KeyError, TypeError):
        return CollectionInfo("something else", 0, chunked=True)


def collection_config(address: WeaviateAddress, silo: str, held: CollectionInfo) -> dict[str, Any]:
    """The arguments with which a silo's collection is made."""
    from weaviate.classes.config import Configure, StopwordsPreset

    return {
        "name": collection_name(address, silo),
        "description": description_of(held),
        "properties": _properties(),
        "vector_config": _vector_config(address),
        "inverted_index_config": Configure.inverted_index(
            bm25_b=B, bm25_k1=K1, stopwords_preset=StopwordsPreset.NONE
        ),
        "replication_config": Configure.replication(factor=address.replicas),
    }


def kept_text(name: str, *, searched: bool = False, tokens: Any = None) -> Any:
    """A property that is searched by its words, or only kept."""
    from weaviate.classes.config import DataType, Property

    return Property(
        name=name,
        data_type=DataType.TEXT,
        tokenization=tokens,
        index_filterable=False,
        index_searchable=searched,
    )


def _properties() -> list[Any]:
    """Texts are searched by words, filtered as a whole, or only kept."""
    from weaviate.classes.config import DataType, Property, Tokenization

    def filter_property(name: str, data_type: DataType) -> Property:
        return Property(
            name=name,
            data_type=data_type,
            tokenization=Tokenization.FIELD,
            index_filterable=True,
            index_searchable=False,
        )

    return [
        filter_property("document", DataType.TEXT),
        Property(name="part", data_type=DataType.INT, index_filterable=True),
        *(kept_text(name, searched=True, tokens=Tokenization.WHITESPACE) for name in WORDS),
        filter_property("facets", DataType.TEXT_ARRAY),
        Property(name="day", data_type=DataType.INT, index_range_filters=True),
        filter_property("written", DataType.TEXT),
        *(kept_text(name) for name in ("body", "fingerprint", "embedder", FIGURES)),
    ]


def _vector_config(address: WeaviateAddress) -> Any:
    """Exact search in a small silo, a graph (HNSW) in a large one."""
    from weaviate.classes.config import Configure, VectorDistances

    index, cosine = Configure.VectorIndex, VectorDistances.COSINE
    return Configure.Vectors.self_provided(
        name=VECTOR,
        vector_index_config=index.dynamic(
            distance_metric=cosine,
            threshold=FLAT_BELOW,
            hnsw=index.hnsw(
                distance_metric=cosine,
                ef_construction=EF_CONSTRUCTION,
                max_connections=MAX_CONNECTIONS,
                quantizer=_quantizer(address.compression),
            ),
            flat=index.flat(distance_metric=cosine, quantizer=index.Quantizer.none()),
        ),
    )


def _quantizer(compression: str) -> Any:
    from weaviate.classes.config import Configure

    kinds = Configure.VectorIndex.Quantizer
    match compression:
        case "rq8":
            return kinds.rq(bits=8)
        case "rq1":
            return kinds.rq(bits=1)
        case "sq":
            return kinds.sq()
        case "bq":
            return kinds.bq()
        case _:
            return kinds.none()


def object_id(silo: str, document: str, part: int) -> UUID:
    """The same for the same part of the same document, so that writing again replaces."""
    return uuid5(NAMESPACE, f"{silo}\x1f{document}\x1f{part}")


def objects(silo: str, embedded: EmbeddedDocument, embedder: str, written: str) -> list[Any]:
    """What is written for a document. ``written`` names the act of writing."""
    from weaviate.classes.data import DataObject

    document = embedded.document
    shared = {
        "document": document.id,
        "facets": [stored_facet_word(word) for word in facet_words(document)],
        "day": day(document.date, last=True),
        "written": written,
        "embedder": embedder,
    }
    told = (*words(document.title), *words(searched_text(document)))
    head = {
        **shared,
        "part": 0,
        "words": " ".join(told),
        FIGURES: pack(figures_of(told, embedded.vectors)),
        "body": document_json.to_json(document),
        "fingerprint": document_json.fingerprint(document),
    }
    return [
        DataObject(
            uuid=object_id(silo, document.id, part),
            properties=head if part == 0 else {**shared, "part": part},
            vector={VECTOR: vector.tolist()},
        )
        for part, vector in enumerate(embedded.vectors)
    ]


def stored_facet_word(facet_word: str) -> str:
    """A facet word as Weaviate keeps it: without the control character, which it would trim."""
    return facet_word.lstrip("\x1f")


def terms(query: StoreQuery) -> QueryTerms:
    """What the query looks for."""
    return _terms(query.text, query.also)


@lru_cache(maxsize=16)
def _terms(text: str, also: tuple[tuple[str, float], ...]) -> QueryTerms:
    """One search asks for it several times."""
    return query_terms(text, also)


def bm25_text(query: StoreQuery, shares: Mapping[str, float] | None = None) -> str:
    """The words of a query as they are indexed. The server counts a repeated word as often as it
    is there: that is how an added one weighs less. ``shares``: see :func:`server_repeats`."""
    repeats = server_repeats(query, shares)
    return " ".join(" ".join([word] * times) for word, times in repeats.items())


def server_repeats(query: StoreQuery, shares: Mapping[str, float] | None = None) -> dict[str, int]:
    """How often the server is told each word; ``shares``: how much each is to weigh of what the
    server has it weigh, where it counts the objects of further vectors, too."""
    told = shares or {}
    return {
        word: max(1, round(count * told.get(word, 1.0) * steps(query, shares)))
        for word, count in terms(query).counts.items()
    }


def steps(query: StoreQuery, shares: Mapping[str, float] | None = None) -> int:
    """How often the server is told a word that counts once."""
    if shares:
        return STEPS_OF_SHARES
    return STEPS if query.also else 1


def bm25(query: StoreQuery, told: float, shares: Mapping[str, float] | None = None) -> float:
    """A score of the server as the embedded store has it: the server leaves out the constant
    factor ``k1 + 1``, and counts every word as often as it is told it. It also counts objects, not
    documents, so that words seem rarer in a silo with chunks; that is not undone here."""
    return told * (K1 + 1) / steps(query, shares)


def where(filters: Filters) -> Any:
    """The filter of a search; None when nothing filters."""
    from weaviate.classes.query import Filter

    parts = [
        Filter.by_property("facets").contains_any([stored_facet_word(word) for word in group])
        for group in filter_words(filters)
    ]
    if filters.since:
        earliest = max(day(filters.since, last=False), 1)
        parts.append(Filter.by_property("day").greater_or_equal(earliest))
    return Filter.all_of(parts) if parts else None


def parts_of(ids: Sequence[str]) -> Any:
    """The filter for all objects of these documents."""
    from weaviate.classes.query import Filter

    return Filter.by_property("document").contains_any(list(ids))


def heads_of(silo: str, ids: Sequence[str]) -> Any:
    """The filter for the first object of each of these documents."""
    from weaviate.classes.query import Filter

    return Filter.by_id().contains_any([object_id(silo, name, 0) for name in ids])


def first_parts() -> Any:
    """The filter for one object a document."""
    from weaviate.classes.query import Filter

    return Filter.by_property("part").equal(0)


def document_from(properties: Mapping[str, Any]) -> Document:
    return document_json.from_json(str(properties["body"]))
