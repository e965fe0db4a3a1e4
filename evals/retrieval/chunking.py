"""Whole documents or chunks: what embedding each way is worth, on short and on long documents.

    python -m evals.retrieval.chunking --data FOLDER

Short: SciFact's abstracts. Long: six of them joined, as relevant as their parts. A document is
always ranked by its best vector and comes back whole; what differs is what is embedded.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from evals.metrics.intervals import bootstrap_mean
from evals.retrieval.evaluation import no_progress
from evals.retrieval.judged_sets import (
    SILO,
    JudgedSet,
    make_document,
    make_judged_set,
    take_part,
)
from evals.retrieval.measures import measure_queries
from evals.retrieval.methods import RankingMethod
from evals.retrieval.named_sets import read_named_set
from evals.retrieval.search_runner import SearchRunner
from retrieval.declaration.cards import Chunks, read_cards
from retrieval.embedding.contract import IngestEmbedder
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.stores.contract import EmbeddedDocument
from retrieval.stores.embedded import EmbeddedStore

QUERIES = 300
"""Sampled of the set. Chosen by hand: embedding what they ask for takes minutes."""
OTHERS = 1_500
"""Documents that no sampled query asks for; embedding all would take an hour."""
JOINED = 6
"""Documents made into one. Chosen by hand: about the length of a label or a guideline chapter."""
RECIPES = {
    "first 256 tokens": None,
    "chunks 220/32": Chunks(220, 32),
    "chunks 200/64": Chunks(200, 64),
}
METHODS = (RankingMethod("dense", {"fusion": "relative_score", "alpha": 1.0}),
           RankingMethod("relative score", {"fusion": "relative_score"}),
           RankingMethod("learned", {"fusion": "learned"}))  # fmt: skip


def join_documents(short: JudgedSet) -> JudgedSet:
    """Six documents in one; it is relevant when one of them is."""
    order = np.random.default_rng(0).permutation(len(short.documents))
    groups = [order[first : first + JOINED] for first in range(0, len(order), JOINED)]
    of: dict[str, str] = {}
    documents = []
    for number, group in enumerate(groups):
        members = [short.documents[place] for place in group]
        of |= {each.id: f"long-{number}" for each in members}
        text = "\n\n".join(f"{each.title}\n{each.text}" for each in members)
        documents.append(make_document(f"long-{number}", f"Collection {number}", text))
    gains = {query: {of[name]: grade for name, grade in graded.items()}
             for query, graded in short.gains.items()}  # fmt: skip
    return make_judged_set("long", tuple(documents), short.queries, gains)


async def measure_recipe(given: JudgedSet, embedder: IngestEmbedder, recipe: str) -> list[str]:
    """A line for each method."""
    chunks = RECIPES[recipe]
    (card,) = [card for card in read_cards() if card.name == SILO]
    with tempfile.TemporaryDirectory() as folder:
        store = EmbeddedStore(Path(folder) / "silos.sqlite", embedder=embedder.name)
        embedded = await asyncio.to_thread(_embed, given, embedder, chunks)
        await store.upsert(SILO, embedded)
        runner = SearchRunner(store, embedder, replace(card), None, Path(folder), no_progress)
        vectors = sum(len(each.vectors) for each in embedded) / len(embedded)
        lines = []
        for method in METHODS:
            values = measure_queries(given.gains, await runner.rankings(given, method))
            found = bootstrap_mean(values["nDCG@10"])
            lines.append(
                f"{given.name} | {recipe} | {vectors:.1f} | {method.name} |"
                f" {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"
            )
        await store.close()
    return lines


def _embed(
    given: JudgedSet, embedder: IngestEmbedder, chunks: Chunks | None
) -> Sequence[EmbeddedDocument]:
    if chunks is not None:
        return embedded_documents(given.documents, embedder, chunks)
    texts = [f"{each.title}\n{each.text}" for each in given.documents]
    rows = embedder.embed_documents(texts)
    return [EmbeddedDocument(*pair) for pair in zip(given.documents, rows[:, None], strict=True)]


def main(arguments: list[str]) -> None:
    """Print what each way of embedding is worth on the sets of the data folder."""
    parser = argparse.ArgumentParser("python -m evals.retrieval.chunking")
    parser.add_argument("--data", type=Path, required=True)
    whole = read_named_set("scifact_beir", parser.parse_args(arguments).data)
    short = take_part(whole, "short", queries=QUERIES, others=OTHERS)
    embedder = MiniLM()
    for given in (short, join_documents(short)):
        for recipe in RECIPES:
            for line in asyncio.run(measure_recipe(given, embedder, recipe)):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
    embedder.close()


if __name__ == "__main__":
    main(sys.argv[1:])
