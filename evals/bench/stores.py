"""What the embedded store is worth beside ready-made engines: quality and time of a search.

    python -m evals.bench.stores --data FOLDER [--cache FOLDER] [--sizes 20000,200000]

Compared are the embedded store, SQLite's FTS5 over the same words with the same dense leg, and
LanceDB. LanceDB is no dependency of the project and is left out when it is not installed (``pip
install lancedb``; ``LANCEDB_LOG=error`` keeps it quiet).

Quality is nDCG@10 on a part of SciFact's dev judgements below ``--data``; its vectors are kept in
``--cache``, and without that folder quality is left out. Time is measured on documents made of
SciFact's sentences with random unit vectors: where a vector points does not change what a search
costs. One query is asked after another, all engines in turns in one process, so that a busy machine
is equally busy for all: read the ratios before the milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from evals.bench.material import Material, bootstrap_documents
from evals.bench.store_engines import EmbeddedEngine, Engine, Fts5, LanceDB
from evals.metrics.figures import quantile
from evals.metrics.intervals import Values, bootstrap_difference, bootstrap_mean
from evals.retrieval.judged_sets import JudgedSet, take_part
from evals.retrieval.measures import measure_queries, scores_by_rank
from evals.retrieval.named_sets import read_named_set
from evals.retrieval.search_runner import embed_with_cache
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.embedding.contract import Vectors
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.search.fusion import FusionName
from retrieval.stores.contract import EmbeddedDocument

QUERIES = 200
"""Of a time measurement; so many give a p99 that two slow ones do not decide."""
ROUNDS = 3
"""Over the queries. Chosen by hand: a disturbance hits one of the three."""
JUDGED_QUERIES, OTHERS = 250, 750
"""Of the quality measurement: with about 1,000 documents an interval is about 0.04 wide to either
side, and embedding takes minutes. Chosen by hand."""
SEED = 0
BATCH = 500
"""Documents written at a time. Chosen by hand: all stores get the same."""
RETURNED = 5
"""Documents of a search whose time is taken, as many as the silo's declaration returns."""


@dataclass(frozen=True, slots=True)
class Way:
    """An engine with one of the fusions it can do."""

    engine: str
    fusion: FusionName

    @property
    def name(self) -> str:
        return f"{self.engine}, {self.fusion.replace('_', ' ')}"


WAYS = (
    Way("embedded", "learned"),
    Way("embedded", "relative_score"),
    Way("FTS5", "learned"),
    Way("FTS5", "relative_score"),
    Way("LanceDB", "relative_score"),
    Way("LanceDB", "rrf"),
)
"""The first is the project's default, with which all others are compared."""


@dataclass(frozen=True, slots=True)
class EmbeddedQuery:
    """A query with its vector."""

    id: str
    text: str
    vector: Vectors


@asynccontextmanager
async def open_engines(embedder: MiniLM) -> AsyncIterator[Mapping[str, Engine]]:
    """The engines that are installed, empty, in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        engines: dict[str, Engine] = {
            "embedded": EmbeddedEngine(Path(folder), embedder.name),
            "FTS5": Fts5(Path(folder), embedder.dimensions),
        }
        if importlib.util.find_spec("lancedb"):
            engines["LanceDB"] = LanceDB(Path(folder), embedder.dimensions)
        try:
            yield engines
        finally:
            for engine in engines.values():
                await engine.close()


async def fill(engines: Mapping[str, Engine], documents: Sequence[EmbeddedDocument]) -> list[str]:
    """A line for each engine: documents written in a second, indexes included."""
    lines = []
    for name, engine in engines.items():
        began = time.perf_counter()
        for first in range(0, len(documents), BATCH):
            await engine.write(documents[first : first + BATCH])
        await engine.finish()
        rate = len(documents) / (time.perf_counter() - began)
        lines.append(f"{name} | {len(documents)} | {rate:.0f} documents/s written")
    return lines


async def measure_quality(
    engines: Mapping[str, Engine], judged: JudgedSet, queries: Sequence[EmbeddedQuery]
) -> list[str]:
    """A line for each way: nDCG@10 with its interval, and how much better the first way is."""
    values: dict[str, Values] = {}
    for way in _ways(engines):
        rankings = {
            query.id: scores_by_rank(
                await engines[way.engine].search(query.text, query.vector, 10, way.fusion)
            )
            for query in queries
        }
        values[way.name] = measure_queries(judged.gains, rankings)["nDCG@10"]
    best = values[WAYS[0].name]
    lines = []
    for name, each in values.items():
        own, less = bootstrap_mean(each), bootstrap_difference(best, each)
        lines.append(
            f"{name} | {own.value:.3f} [{own.low:.3f}, {own.high:.3f}] |"
            f" {less.value:+.3f} [{less.low:+.3f}, {less.high:+.3f}]"
        )
    return lines


async def measure_time(
    engines: Mapping[str, Engine], queries: Sequence[EmbeddedQuery]
) -> list[str]:
    """A line for each way: p50 and p99 in milliseconds, and the median of the ratios to the first
    way on the same query in the same turn."""
    ways = _ways(engines)
    taken: dict[str, list[float]] = {way.name: [] for way in ways}
    for way in ways:
        await _milliseconds(engines[way.engine], queries[0], way)
    for turn in range(ROUNDS):
        for number, query in enumerate(queries):
            first = (turn + number) % len(ways)
            for way in (*ways[first:], *ways[:first]):
                taken[way.name].append(await _milliseconds(engines[way.engine], query, way))
    best = taken[WAYS[0].name]
    lines = []
    for name, each in taken.items():
        ratio = median([mine / base for mine, base in zip(each, best, strict=True)])
        p50, p99 = quantile(each, 0.5), quantile(each, 0.99)
        lines.append(f"{name} | {p50:.1f} | {p99:.1f} | {ratio:.2f}")
    return lines


async def _milliseconds(engine: Engine, query: EmbeddedQuery, way: Way) -> float:
    began = time.perf_counter()
    await engine.search(query.text, query.vector, RETURNED, way.fusion)
    return 1e3 * (time.perf_counter() - began)


def _ways(engines: Mapping[str, Engine]) -> list[Way]:
    return [way for way in WAYS if way.engine in engines]


async def compare_quality(whole: JudgedSet, embedder: MiniLM, cache: Path) -> None:
    """Print nDCG@10 of every way on a part of the set."""
    judged = take_part(whole, "SciFact", queries=JUDGED_QUERIES, others=OTHERS)
    card = next(card for card in read_cards() if card.name == judged.documents[0].silo)
    embedded = embed_with_cache(judged.documents, embedder, card.chunks, cache, _say_progress)
    queries = [
        EmbeddedQuery(id, text, embedder.embed_query(text)) for id, text in judged.queries.items()
    ]
    _print(f"SciFact: {len(embedded)} documents, {len(queries)} queries, nDCG@10")
    async with open_engines(embedder) as engines:
        await fill(engines, embedded)
        for line in await measure_quality(engines, judged, queries):
            _print(line)


async def compare_time(whole: JudgedSet, embedder: MiniLM, size: int) -> None:
    """Print how fast every engine is filled and searched with so many documents."""
    random = np.random.default_rng(SEED)
    real = random_vectors(whole.documents, embedder.dimensions, random)
    queries = [
        EmbeddedQuery(id, text, _unit_vector(embedder.dimensions, random))
        for id, text in list(whole.queries.items())[:QUERIES]
    ]
    documents = bootstrap_documents(Material("SciFact", real, ()), size)
    async with open_engines(embedder) as engines:
        for line in await fill(engines, documents):
            _print(line)
        del documents
        _print(f"{size} documents: p50 ms | p99 ms | median ratio to {WAYS[0].name}")
        for line in await measure_time(engines, queries):
            _print(line)


def random_vectors(
    documents: Sequence[Document], dimensions: int, random: np.random.Generator
) -> tuple[EmbeddedDocument, ...]:
    """Each document with a unit vector that points anywhere."""
    return tuple(
        EmbeddedDocument(document, _unit_vector(dimensions, random)[None, :])
        for document in documents
    )


def _unit_vector(dimensions: int, random: np.random.Generator) -> Vectors:
    vector = random.normal(size=dimensions)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def _say_progress(done: int, total: int) -> None:
    sys.stderr.write(f"\r{done} of {total} documents embedded")


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> None:
    """The command line of this module."""
    parser = argparse.ArgumentParser("python -m evals.bench.stores")
    parser.add_argument("--data", type=Path, required=True, help="folder with scifact_beir")
    parser.add_argument("--cache", type=Path, help="keeps the vectors for quality")
    parser.add_argument("--sizes", default="20000,200000", help="documents of the time measurement")
    options = parser.parse_args(arguments)
    sizes = [int(size) for size in options.sizes.split(",") if size]
    whole, embedder = read_named_set("scifact_beir", options.data), MiniLM()
    if options.cache:
        asyncio.run(compare_quality(whole, embedder, options.cache))
    for size in sizes:
        asyncio.run(compare_time(whole, embedder, size))
    embedder.close()


if __name__ == "__main__":
    main(sys.argv[1:])
