"""A judged set in BEIR layout, indexed by the embedded store, and its queries' candidates."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.embedding.contract import IngestEmbedder
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.search.learned_ranking import Candidates
from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.embedded import EmbeddedStore
from retrieval.stores.embedded.ranking import candidates
from retrieval.stores.embedded.silo_file import SiloFile
from retrieval.stores.embedded.snapshot import refresh, silo_row

BATCH = 64
"""Documents embedded at once; chosen by hand: the memory of one batch stays small."""
DEPTH = 10
"""That of the measure, nDCG@10."""


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """One query: its candidates, and what each is worth by the judges."""

    vector: NDArray[np.float32]
    candidates: Candidates
    ids: tuple[str, ...]
    gains: Mapping[str, int]
    """Judged documents, also those that are no candidates."""


def read_judged_queries(
    folder: Path, embedder: IngestEmbedder, kept: Path | None
) -> list[JudgedQuery]:
    """Every query of ``folder/dev`` over ``folder/shared/corpus``. Vectors are kept under
    ``kept`` if given: embedding takes minutes."""
    documents = [_document(row) for row in _rows(folder / "shared", "corpus")]
    gains = _gains(folder / "dev" / "qrels.tsv")
    asked = [row for row in _rows(folder / "dev", "queries") if row["_id"] in gains]
    embedded = _embed_with_cache(folder.name, documents, embedder, kept)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "silos.sqlite"
        asyncio.run(_fill(path, embedder.name, embedded))
        return list(_candidates(path, asked, gains, embedder))


def ndcg(ids: Sequence[str], gains: Mapping[str, int]) -> float:
    """nDCG at 10 of a ranking, gain ``2^rel - 1``."""
    discounts = 1 / np.log2(np.arange(2, DEPTH + 2))
    best = sorted((2.0**gain - 1 for gain in gains.values()), reverse=True)[:DEPTH]
    got = [2.0 ** gains.get(name, 0) - 1 for name in ids[:DEPTH]]
    return float(np.dot(got, discounts[: len(got)]) / np.dot(best, discounts[: len(best)]))


def _document(row: Mapping[str, Any]) -> Document:
    return Document(silo="judged", id=row["_id"], version="1", title=row["title"], text=row["text"])


def _rows(folder: Path, name: str) -> list[dict[str, Any]]:
    packed = folder / f"{name}.jsonl.gz"
    plain = folder / f"{name}.jsonl"
    text = gzip.decompress(packed.read_bytes()).decode() if packed.exists() else plain.read_text()
    return [json.loads(line) for line in text.splitlines() if line]


def _gains(path: Path) -> dict[str, dict[str, int]]:
    gains: dict[str, dict[str, int]] = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        query, document, gain = line.split("\t")
        if int(gain) > 0:
            gains.setdefault(query, {})[document] = int(gain)
    return gains


def _embed_with_cache(
    name: str, documents: Sequence[Document], embedder: IngestEmbedder, kept: Path | None
) -> list[EmbeddedDocument]:
    # Another embedder's vectors, or an older one's of the same name, are others.
    of = hashlib.sha256(embedder.name.encode()).hexdigest()[:12]
    file = kept / f"{name}.{of}.npz" if kept else None
    if file and file.exists():
        with np.load(file) as found:
            blocks = np.split(found["vectors"], found["starts"][1:])
        return [EmbeddedDocument(*pair) for pair in zip(documents, blocks, strict=True)]
    (card, *_) = read_cards()
    result: list[EmbeddedDocument] = []
    for first in range(0, len(documents), BATCH):
        result += embedded_documents(documents[first : first + BATCH], embedder, card.chunks)
    if file:
        sizes = np.array([len(each.vectors) for each in result])
        file.parent.mkdir(parents=True, exist_ok=True)
        vectors = np.concatenate([each.vectors for each in result])
        np.savez(file, vectors=vectors, starts=np.cumsum(sizes) - sizes)
    return result


async def _fill(path: Path, embedder: str, embedded: Sequence[EmbeddedDocument]) -> None:
    store = EmbeddedStore(path, embedder=embedder)
    await store.upsert("judged", embedded)
    await store.close()


def _candidates(
    path: Path,
    asked: Sequence[Mapping[str, Any]],
    gains: Mapping[str, Mapping[str, int]],
    embedder: IngestEmbedder,
) -> Iterator[JudgedQuery]:
    file = SiloFile(path)
    with file.read_transaction() as connection:
        row = silo_row(connection, "judged")
        assert row is not None
        snapshot = refresh(connection, row, None, 1_000_000)
        numbers = dict(connection.execute("SELECT word, number FROM word").fetchall())
    file.close()
    for query in asked:
        vector = embedder.embed_query(query["text"])
        wanted = StoreQuery(text=query["text"], vector=vector, limit=DEPTH)
        slots, found = candidates(snapshot, wanted, numbers.get)
        ids = tuple(str(name) for name in snapshot.ids[slots])
        yield JudgedQuery(vector, found, ids, gains[query["_id"]])
