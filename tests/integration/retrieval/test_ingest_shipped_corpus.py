"""The shipped corpus through the real path: files, PostgreSQL, MiniLM, SQLite."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.declaration.cards import read_cards
from retrieval.embedding.cache import with_cached_embeddings
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.ingest import ingest
from retrieval.ingestion.staging import Staging
from retrieval.outcomes import Data
from retrieval.silos import Silos
from retrieval.stores.embedded import EmbeddedStore


@pytest.mark.slow
async def test_the_shipped_corpus_goes_in_without_a_problem_and_is_found(
    staging: Staging, tmp_path: Path, corpus: Path
) -> None:
    embedder = MiniLM()
    store = EmbeddedStore(tmp_path / "silos.sqlite", embedder=embedder.name)
    ingestion = Ingestion(
        cards=read_cards(),
        staging=staging,
        store=store,
        embedder=with_cached_embeddings(embedder, corpus),
    )
    report = await ingest(corpus, ingestion, lambda _: None)
    assert report.problems == ()
    assert report.written == report.held == report.files
    silos = Silos(read_cards(), store=store, embedder=embedder, archive=staging)
    outcome = await silos.search("genes", "What does BRCA1 do?")
    assert isinstance(outcome, Data)
    assert outcome.found[0].document.id == "brca1"
    await silos.close()
    embedder.close()
