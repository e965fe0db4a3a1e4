"""What a search and an ingestion cost: the whole path beside the bare store and embedder."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import psutil

from evals.bench.kept_figures import KeptFigures
from evals.bench.material import (
    MOST_EMBEDDED,
    Material,
    bootstrap_documents,
    open_material,
    silo_card,
)
from evals.metrics.figures import Figure, quantile
from evals.retrieval.judged_sets import SILO
from evals.running.terminal import Terminal
from evals.sandbox import SearchComponents
from retrieval.declaration.cards import read_cards
from retrieval.embedding import open_embedder
from retrieval.embedding.contract import IngestEmbedder
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.search.fusion_weights import SHIPPED, FusionWeights
from retrieval.silos import Silos
from retrieval.stores.contract import IngestStore, StoreQuery
from retrieval.stores.embedded import EmbeddedStore

ROUNDS = 3
"""Each query is asked so often on both sides, in turns."""
MOST_SECONDS = 120.0
"""After so long no further round of either kind begins. Chosen by hand: where others use the
machine, one round of Weaviate takes a minute or more."""
INGESTED = 80
"""Documents of one ingestion round. Chosen by hand: ten seconds of a processor, on both sides."""
BATCH = 500
"""Documents of one write; chosen by hand."""
FACADE_GOAL, INGEST_GOAL = 1.2, 0.8
"""Chosen by hand: what is around the store and the embedder may cost a fifth."""


def _documents_to_embed(size: int) -> int:
    """Enough to fill a store of this size, and for all rounds of ingestion."""
    return min(max(size, ROUNDS * INGESTED), MOST_EMBEDDED)


async def measure_retrieval(
    components: SearchComponents, corpus: Path, sizes: Sequence[int], stores: Sequence[str],
    kept: KeptFigures, terminal: Terminal,
) -> list[Figure]:  # fmt: skip
    """The figures of each store at each size; the embedded store in a process of its own. What
    ``kept`` holds is not measured again."""
    figures: list[Figure] = []
    given = open_material(components, corpus, _documents_to_embed(max(sizes)), terminal)
    terminal.say(f"Documents: {given.origin}, bootstrapped beyond {len(given.embedded)}.")
    count = terminal.counter(len(sizes) * len(stores), "sizes and stores")
    for size in sizes:
        for store in stores:
            part = f"{store}, {size}"
            found = kept.get(part)
            if found is None:
                terminal.say(f"Measuring: {part} documents …")
                found = await _measure_store(components, given, corpus, store, size)
                kept.put(part, found)
            figures += [replace(each, name=f"{part}: {each.name}") for each in found]
            count(len({figure.name.partition(":")[0] for figure in figures}))
    return figures


async def _measure_store(
    components: SearchComponents, given: Material, corpus: Path, store: str, size: int
) -> list[Figure]:
    if store != "weaviate":
        return await asyncio.to_thread(_in_a_process, components, given, corpus, size)
    opened = components.weaviate(components.embedder.name)
    try:
        return await measure_store(opened, opened, given, components.embedder, size)
    finally:
        await _empty_store(opened)


async def measure_store(
    store: IngestStore, fresh: IngestStore, given: Material, embedder: IngestEmbedder, size: int
) -> list[Figure]:
    """The figures of one store at one size; ``fresh`` opens the same silos for the first query."""
    rates = await _ingestion_rates(store, given, embedder)
    documents = bootstrap_documents(given, size)
    started = time.perf_counter()
    for first in range(0, size, BATCH):
        await store.upsert(SILO, documents[first : first + BATCH])
    await store.wait_until_indexed(SILO)
    stored = size / (time.perf_counter() - started)
    del documents
    asked = [(text, embedder.embed_query(text)) for text in given.queries]
    started = time.perf_counter()
    await fresh.search(SILO, _query(*asked[0]))
    opening = time.perf_counter() - started
    raw, facade = await _search_seconds(fresh, asked, embedder)
    ratio = quantile(facade, 0.5) / quantile(raw, 0.5)
    tail = quantile(facade, 0.99) / quantile(raw, 0.99)
    samples = len(raw)
    return [
        Figure("store call, p50", 1e3 * quantile(raw, 0.5), "ms", samples),
        Figure("store call, p99", 1e3 * quantile(raw, 0.99), "ms", samples),
        _ratio_figure("whole search / store call, p50", ratio, samples, FACADE_GOAL, most=True),
        _ratio_figure("whole search / store call, p99", tail, samples, FACADE_GOAL, most=True),
        _ratio_figure(
            "ingestion / bare embedder", rates[0] / rates[1], ROUNDS, INGEST_GOAL, most=False
        ),
        Figure("ingestion", rates[0], "documents/s", ROUNDS),
        Figure("written with vectors at hand", stored, "documents/s", size),
        Figure("first search after opening", opening, "s", 1),
        Figure("memory of this process", psutil.Process().memory_info().rss / 2**20, "MB", 1),
    ]


async def _ingestion_rates(
    store: IngestStore, given: Material, embedder: IngestEmbedder
) -> tuple[float, float]:
    """Documents per second of embedding and writing, and of embedding the same texts alone."""
    card, whole, bare, total = silo_card(), 0.0, 0.0, 0
    for number in range(ROUNDS):
        if whole + bare > MOST_SECONDS:
            break
        start = number * INGESTED % max(1, len(given.embedded) - INGESTED)
        documents = [each.document for each in given.embedded[start : start + INGESTED]]
        texts = [f"{each.title}\n{each.text}" for each in documents]
        started = time.perf_counter()
        made = await asyncio.to_thread(embedded_documents, documents, embedder, card.chunks)
        await store.upsert(SILO, made)
        middle = time.perf_counter()
        chunks = sum(len(each.vectors) for each in made)
        await asyncio.to_thread(embedder.embed_documents, _cut_to_window(texts, embedder, chunks))
        whole += middle - started
        bare += time.perf_counter() - middle
        total += len(documents)
    await store.wait_until_indexed(SILO)
    return total / whole, total / bare


def _cut_to_window(texts: Sequence[str], embedder: IngestEmbedder, chunks: int) -> list[str]:
    """The same texts in as many pieces as ingestion embeds, each within the window."""
    pieces = []
    for text in texts:
        spans = embedder.token_spans(text)
        room = embedder.window - 2
        starts = range(0, max(len(spans), 1), room)
        pieces += [text[spans[s][0] : spans[min(s + room, len(spans)) - 1][1]] for s in starts]
    return pieces[: max(chunks, 1)]


async def _search_seconds(
    store: IngestStore, asked: Sequence[tuple[str, Any]], embedder: IngestEmbedder
) -> tuple[list[float], list[float]]:
    """Seconds of the bare store call and of the whole search, in turns, vectors known."""
    silos = Silos(read_cards(), store=store, embedder=embedder)
    raw: list[float] = []
    facade: list[float] = []
    for text, _ in asked:
        await silos.search(SILO, text)
    started = time.perf_counter()
    for number in range(ROUNDS):
        if number and time.perf_counter() - started > MOST_SECONDS:
            break
        for text, _ in asked:
            facade.append(await _seconds(lambda text=text: silos.search(SILO, text)))  # type: ignore[misc]
        for text, vector in asked:
            query = _query(text, vector)
            raw.append(await _seconds(lambda query=query: store.search(SILO, query)))  # type: ignore[misc]
    return raw, facade


async def _seconds(work: Callable[[], Awaitable[Any]]) -> float:
    started = time.perf_counter()
    await work()
    return time.perf_counter() - started


def _query(text: str, vector: Any) -> StoreQuery:
    card = silo_card()
    return StoreQuery(
        text=text, vector=vector, limit=card.returns, fusion=card.fusion, alpha=card.alpha,
        candidates=card.candidates, nearest=card.nearest,
    )  # fmt: skip


def _ratio_figure(name: str, value: float, samples: int, goal: float, *, most: bool) -> Figure:
    words = f"at {'most' if most else 'least'} {goal:g}"
    return Figure(name, value, "×", samples, words, value <= goal if most else value >= goal)


async def _empty_store(store: IngestStore) -> None:
    held = list(await store.fingerprints(SILO))
    for first in range(0, len(held), BATCH):
        await store.delete(SILO, held[first : first + BATCH])
    await store.close()


@dataclass(frozen=True, slots=True)
class _Order:
    """What the process that measures the embedded store is told, as JSON."""

    data: str
    """Empty for none."""
    cache: str
    corpus: str
    most: int
    """Documents that are embedded."""
    size: int


def _in_a_process(
    components: SearchComponents, given: Material, corpus: Path, size: int
) -> list[Figure]:
    """Memory is that of one store only in a process of its own."""
    data, cache, most = str(components.data or ""), str(components.cache), len(given.embedded)
    order = _Order(data, cache, str(corpus), most, size)
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", "evals.bench.retrieval_cost", json.dumps(asdict(order))],
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    return [Figure(**figure) for figure in json.loads(done.stdout)]


@dataclass(frozen=True, slots=True)
class _ChildComponents:
    """Search components of the process that measures the embedded store."""

    embedder: Any
    data: Path | None
    cache: Path
    reranker: None = None
    weaviate: Any = None
    weights: FusionWeights = SHIPPED


async def _measure_in_child(order: _Order) -> list[Figure]:
    embedder = open_embedder("minilm")
    data = Path(order.data) if order.data else None
    components = _ChildComponents(embedder, data, Path(order.cache))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "silos.sqlite"
        writer = EmbeddedStore(path, embedder=embedder.name)
        reader = EmbeddedStore(path, embedder=embedder.name)
        material = open_material(components, Path(order.corpus), order.most)
        figures = await measure_store(writer, reader, material, embedder, order.size)
        disk = await asyncio.to_thread(_bytes_in, Path(folder))
        figures.append(Figure("size on disk", disk / 2**20, "MB", 1))
        await writer.close()
        await reader.close()
    embedder.close()
    return figures


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


def main(order: str) -> None:
    """Measure as the parent process says, and print the figures as JSON for it."""
    figures = asyncio.run(_measure_in_child(_Order(**json.loads(order))))
    sys.stdout.write(json.dumps([figure.as_object() for figure in figures]))


if __name__ == "__main__":
    main(sys.argv[1])
