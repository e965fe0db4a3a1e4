"""Ready-made engines in place of the embedded store, for :mod:`evals.bench.stores`.

Each is written as one would build the store on it: the words are ours, so that gene and variant
names stay whole; documents are returned whole. What they lack of the contract (silos, versions,
filters, several writers) is left out, which favours them.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from retrieval.documents import Document
from retrieval.embedding.contract import Vectors
from retrieval.search.fusion import FusionName, fuse
from retrieval.search.index_fields import searched_text
from retrieval.search.learned_ranking import Candidates, score_candidates
from retrieval.search.query_terms import QueryTerms, query_terms
from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.document_json import to_json
from retrieval.stores.embedded import EmbeddedStore
from retrieval.stores.embedded.dense import Dense, empty
from retrieval.text.words import words

SILO = "pubmed"
LEG = 100
"""Candidates of each leg, as in :class:`retrieval.stores.contract.StoreQuery`."""
INDEXED_FROM = 50_000
"""From so many vectors on LanceDB gets its default vector index (IVF_PQ); below, its search is
exact. Its manual advises an index from about 100,000 vectors on; our own prefilter begins at the
same number."""


class Engine(Protocol):
    """Keeps documents with their words and vectors, and ranks them."""

    async def write(self, documents: Sequence[EmbeddedDocument]) -> None:
        """Add the documents. Called several times."""
        ...

    async def finish(self) -> None:
        """All is written: build what searches need."""
        ...

    async def search(
        self, text: str, vector: Vectors, limit: int, fusion: FusionName
    ) -> Sequence[str]:
        """The ids of the best documents, best first, after reading these documents whole."""
        ...

    async def close(self) -> None: ...


def document_words(document: Document) -> list[str]:
    """The words that the lexical leg of the embedded store counts, in order."""
    return words(document.title) + words(searched_text(document))


class EmbeddedEngine:
    """The store of this project."""

    def __init__(self, folder: Path, embedder: str) -> None:
        self._store = EmbeddedStore(folder / "embedded.sqlite", embedder=embedder)

    async def write(self, documents: Sequence[EmbeddedDocument]) -> None:
        await self._store.upsert(SILO, documents)

    async def finish(self) -> None:
        """Its index in memory is built by the first search."""

    async def search(
        self, text: str, vector: Vectors, limit: int, fusion: FusionName
    ) -> Sequence[str]:
        query = StoreQuery(text=text, vector=vector, limit=limit, fusion=fusion, candidates=LEG)
        return [hit.document.id for hit in await self._store.search(SILO, query)]

    async def close(self) -> None:
        await self._store.close()


class Fts5:
    """SQLite's full-text index over our words, beside the dense leg of the embedded store."""

    def __init__(self, folder: Path, dimensions: int) -> None:
        # Our words hold these marks; all else that is not a letter or digit separates them.
        marks = "-./_:>+*"
        self._connection = sqlite3.connect(folder / "fts5.sqlite", isolation_level=None)
        self._connection.executescript(
            f"""
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA mmap_size = {2 << 30};
            CREATE TABLE document (row INTEGER PRIMARY KEY, id TEXT, body TEXT, words TEXT);
            CREATE VIRTUAL TABLE lexical USING fts5(
                words, content = '', tokenize = "ascii tokenchars '{marks}'");
            CREATE VIRTUAL TABLE vocabulary USING fts5vocab('lexical', 'row');
            """
        )
        self._dense: Dense = empty(dimensions)
        self._ids: list[str] = []
        self._lengths: list[int] = []

    async def write(self, documents: Sequence[EmbeddedDocument]) -> None:
        """Write documents, words and vectors; rows are numbered in the order written."""
        first, found = len(self._ids), [document_words(each.document) for each in documents]
        texts = [" ".join(each) for each in found]
        execute = self._connection.executemany
        self._connection.execute("BEGIN")
        execute("INSERT INTO lexical(rowid, words) VALUES (?, ?)", enumerate(texts, first))
        execute(
            "INSERT INTO document VALUES (?, ?, ?, ?)",
            (
                (row, each.document.id, to_json(each.document), text)
                for row, (each, text) in enumerate(zip(documents, texts, strict=True), first)
            ),
        )
        self._connection.execute("COMMIT")
        self._dense = self._dense.with_new_slots([each.vectors for each in documents])
        self._ids += [each.document.id for each in documents]
        self._lengths += map(len, found)

    async def finish(self) -> None:
        self._connection.execute("INSERT INTO lexical(lexical) VALUES ('optimize')")
        self._lengths_array = np.array(self._lengths, np.float64)
        self._all = np.ones(len(self._ids), np.bool_)

    async def search(
        self, text: str, vector: Vectors, limit: int, fusion: FusionName
    ) -> Sequence[str]:
        """Ids of the best ``limit`` documents; both legs have LEG candidates, as in ours."""
        terms = query_terms(text)
        lexical = self._lexical_leg(terms)
        near = self._dense.best(vector, self._all, LEG)
        cosines = self._dense.exact(vector, near)
        dense = sorted(zip(near.tolist(), cosines.tolist(), strict=True), key=lambda hit: -hit[1])
        dense = dense[:LEG]
        if fusion == "learned":
            rows = np.unique(np.array([row for row, _ in (*lexical, *dense)], np.int64))
            scores = score_candidates(vector, self._candidates(terms, rows))
            fused = dict(zip(rows.tolist(), scores.tolist(), strict=True))
        else:
            fused = fuse(fusion, lexical, dense, 0.5)
        best = sorted(fused, key=lambda row: (-fused[row], self._ids[row]))[:limit]
        bodies = dict(self._rows("body", best))
        return [self._ids[row] for row in best if bodies[row]]

    async def close(self) -> None:
        self._connection.close()

    def _lexical_leg(self, terms: QueryTerms) -> list[tuple[int, float]]:
        # A phrase that is given twice counts twice.
        repeated = [word for word, count in terms.counts.items() for _ in range(int(count))]
        phrases = " OR ".join(f'"{word}"' for word in repeated)
        found = self._connection.execute(
            "SELECT rowid, -rank FROM lexical WHERE lexical MATCH ? ORDER BY rank LIMIT ?",
            (phrases, LEG),
        )
        return found.fetchall() if phrases else []

    def _candidates(self, terms: QueryTerms, rows: Any) -> Candidates:
        """What the learned fusion looks at, of these rows."""
        counts = [Counter(text.split()) for _, text in sorted(self._rows("words", rows.tolist()))]
        vectors, starts = self._dense.of(rows)
        holding = dict(
            self._connection.execute(
                f"SELECT term, doc FROM vocabulary WHERE term IN ({_marks(terms.weights)})",  # noqa: S608 - question marks only
                tuple(terms.weights),
            )
        )
        documents = len(self._ids)
        rare = np.array([holding.get(word, documents) for word in terms.weights], np.float64)
        return Candidates(
            counts=np.array([[float(each[word]) for each in counts] for word in terms.weights]),
            weights=np.array(list(terms.weights.values())),
            names=np.array([float(word in terms.names) for word in terms.weights]),
            keywords=terms.keywords,
            idf=np.log1p((documents - rare + 0.5) / (rare + 0.5)),
            lengths=self._lengths_array[rows],
            average=float(self._lengths_array.mean()),
            vectors=vectors,
            starts=starts,
        )

    def _rows(self, column: str, rows: Sequence[int]) -> list[tuple[int, str]]:
        query = f"SELECT row, {column} FROM document WHERE row IN ({_marks(rows)})"  # noqa: S608 - ours
        return self._connection.execute(query, rows).fetchall()


class LanceDB:
    """LanceDB's own full-text and vector index, and its own hybrid query by reciprocal ranks.

    A row for each vector; only a document's first row has its words, as in our Weaviate store."""

    def __init__(self, folder: Path, dimensions: int) -> None:
        import lancedb  # type: ignore[import-not-found,unused-ignore]
        import pyarrow as pa  # type: ignore[import-not-found,unused-ignore]

        self._pyarrow = pa
        self._schema = pa.schema(
            [
                pa.field("id", pa.string()),
                pa.field("body", pa.string()),
                pa.field("words", pa.string()),
                pa.field("vector", pa.list_(pa.float32(), dimensions)),
            ]
        )
        self._table: Any = lancedb.connect(folder / "lancedb").create_table(
            "silo", schema=self._schema
        )
        self._vectors = 0

    async def write(self, documents: Sequence[EmbeddedDocument]) -> None:
        """Write a row for each vector; only the first of a document has its words and body."""
        rows = [
            {
                "id": each.document.id,
                "body": to_json(each.document) if not number else "",
                "words": " ".join(document_words(each.document)) if not number else "",
                "vector": vector,
            }
            for each in documents
            for number, vector in enumerate(each.vectors)
        ]
        self._table.add(self._pyarrow.Table.from_pylist(rows, self._schema))
        self._vectors += len(rows)

    async def finish(self) -> None:
        """Make the indexes: words, ids and, from INDEXED_FROM vectors on, vectors."""
        from lancedb.index import FTS, BTree, IvfPq  # type: ignore[import-not-found,unused-ignore]

        ours = {"lower_case": False, "stem": False, "remove_stop_words": False}
        words_only = FTS(base_tokenizer="whitespace", ascii_folding=False, **ours)
        self._table.optimize()
        self._table.create_index("words", config=words_only)
        self._table.create_index("id", config=BTree())
        if self._vectors >= INDEXED_FROM:
            self._table.create_index("vector", config=IvfPq(distance_type="cosine"))

    async def search(
        self, text: str, vector: Vectors, limit: int, fusion: FusionName
    ) -> Sequence[str]:
        """Ids of the best ``limit`` documents: its own hybrid query, or our fusion of its legs."""
        phrase = " ".join(words(text))
        if fusion == "rrf":
            query = self._table.search(query_type="hybrid").vector(vector).text(phrase)
            rows = query.distance_type("cosine").limit(2 * limit).select(["id", "body"]).to_list()
            return list(dict.fromkeys(row["id"] for row in rows))[:limit]
        lexical = self._leg(self._table.search(phrase, query_type="fts"), "_score", 1.0)
        near = self._table.search(vector).distance_type("cosine")
        dense = self._leg(near, "_distance", -1.0)
        fused = fuse(fusion, list(lexical.items()), list(dense.items()), 0.5)
        best = sorted(fused, key=lambda name: (-fused[name], name))[:limit]
        names = ", ".join(f"'{name}'" for name in best)
        self._table.search().where(f"id IN ({names}) AND body != ''").select(["body"]).to_list()
        return best

    async def close(self) -> None:
        """Nothing is held open."""

    def _leg(self, query: Any, column: str, sign: float) -> Mapping[str, float]:
        rows = query.limit(LEG).select(["id", column]).to_list()
        leg: dict[str, float] = {}
        for row in rows:
            leg.setdefault(row["id"], sign * row[column])
        return leg


def _marks(values: Any) -> str:
    return ", ".join("?" * len(values))
