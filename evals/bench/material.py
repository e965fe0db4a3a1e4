"""The documents and queries that a search and an ingestion are measured with.

Documents beyond those at hand are bootstrapped: sentences of two real ones, and a vector between
theirs with a little noise. They cost what real ones cost; they say nothing of quality.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evals.retrieval.judged_sets import SILO, JudgedSet, SetInvalid, make_document, make_judged_set
from evals.retrieval.named_sets import read_named_set
from evals.retrieval.search_runner import embed_with_cache
from evals.running.terminal import Terminal
from evals.sandbox import SearchComponents
from retrieval.declaration.cards import SiloCard, read_cards
from retrieval.documents import Document
from retrieval.ingestion.folders.folder import list_files
from retrieval.ingestion.readers import read_documents
from retrieval.stores.contract import EmbeddedDocument
from retrieval.text.passages import sentences

QUERIES = 200
"""Chosen by hand: so many give a steady p99 in seconds."""
MOST_EMBEDDED = 1_000
"""Documents that are embedded; more are bootstrapped from them. Chosen by hand: all 5,183 of
SciFact took an hour on two busy cores, and times depend on how many there are, not on which."""


@dataclass(frozen=True, slots=True)
class Material:
    """Documents with vectors, and queries for them."""

    origin: str
    embedded: tuple[EmbeddedDocument, ...]
    queries: tuple[str, ...]


def open_material(
    components: SearchComponents, corpus: Path, most: int, terminal: Terminal | None = None
) -> Material:
    """At most so many documents of SciFact from the data folder, else of the starter corpus. A
    minute or two when nothing is kept."""
    try:
        chosen = read_named_set("scifact_beir", components.data)
        origin = "SciFact"
    except SetInvalid:
        chosen, origin = _starter_corpus(corpus), "the starter corpus"
    documents = chosen.documents[:most]
    count = terminal.counter(len(documents), "documents embedded") if terminal else None
    embedded = embed_with_cache(
        documents,
        components.embedder,
        silo_card().chunks,
        components.cache,
        lambda done, of: count(done) if count else None,
    )
    return Material(origin, embedded, tuple(list(chosen.queries.values())[:QUERIES]))


def silo_card() -> SiloCard:
    """The card of the silo that the documents are in."""
    return next(card for card in read_cards() if card.name == SILO)


def bootstrap_documents(material: Material, size: int) -> list[EmbeddedDocument]:
    """So many documents, the real ones first; always the same."""
    random = np.random.default_rng(0)
    made = list(material.embedded[:size])
    halves = [_split_in_half(each.document) for each in material.embedded]
    while len(made) < size:
        one, other = random.integers(0, len(material.embedded), 2)
        first, second = material.embedded[one], material.embedded[other]
        vector = 0.6 * first.vectors[0] + 0.4 * second.vectors[0]
        vector = vector + random.normal(0, 0.01, len(vector)).astype(np.float32)
        text = halves[one][0] + " " + halves[other][1]
        number = len(made)
        made.append(
            EmbeddedDocument(
                make_document(f"b{number:06}", first.document.title, text),
                (vector / np.linalg.norm(vector))[None, :].astype(np.float32),
            )
        )
    return made


def _split_in_half(whole: Document) -> tuple[str, str]:
    spans = sentences(whole.text)
    middle = spans[len(spans) // 2][0] if spans else 0
    return whole.text[:middle].strip(), whole.text[middle:].strip()


def _starter_corpus(corpus: Path) -> JudgedSet:
    cards = frozenset(card.name for card in read_cards())
    found = [
        one
        for file in list_files(corpus, cards).files
        for one in read_documents(file.silo, file.path, file.path.read_bytes())
    ]
    documents = tuple(make_document(f"{one.silo}-{one.id}", one.title, one.text) for one in found)
    queries = {one.id: one.title for one in documents}
    return make_judged_set("starter", documents, queries, {name: {name: 1} for name in queries})
