"""A folder, or the starter corpus, that was taken in otherwise than it is now is noticed."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from rich.console import Console
from sqlalchemy.dialects.postgresql import JSONB

from bot.processes.bootstrap import (
    OUTDATED,
    UPDATE,
    fill_silos_if_needed,
    holds_old_corpus,
)
from bot.settings import SHIPPED_CORPUS, Settings
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.folders.outdated import is_outdated
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging import Staging
from retrieval.ingestion.staging.rows import RULES_KEY
from retrieval.ingestion.staging.tables import documents
from retrieval.sql import open_database
from tests.integration.retrieval.test_ingest import Bench


@pytest.fixture
async def bench(tmp_path: Path, staging: Staging, readers: ReaderProcesses) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, staging, readers)
    bench.put("genes/brca1.md", "Repairs DNA breaks.", title="BRCA1", version="1")
    bench.put("pubmed/study.html", "<h1>Study</h1><p>Melanoma cohort.</p>")
    yield bench
    await bench.store.close()


def ingestion_of(bench: Bench) -> Ingestion:
    return Ingestion(
        cards=read_cards(), staging=bench.staging, store=bench.store,
        embedder=bench.embedder, readers=bench.readers,
    )  # fmt: skip


async def outdated(bench: Bench) -> bool:
    return await is_outdated(bench.folder, ingestion_of(bench))


async def test_what_was_taken_in_as_it_is_is_not_outdated(bench: Bench) -> None:
    assert not await outdated(bench)  # Nothing of it was taken in.
    await bench.run()
    assert not await outdated(bench)


@pytest.mark.parametrize("change", ["changed", "new", "gone"])
async def test_a_file_that_is_new_changed_or_gone_is_noticed(bench: Bench, change: str) -> None:
    await bench.run()
    file = bench.folder / "genes/brca1.md"
    if change == "changed":
        bench.put("genes/brca1.md", "Mends DNA.", title="BRCA1", version="1")
    elif change == "new":
        bench.put("genes/egfr.md", "A receptor kinase.", title="EGFR", version="1")
    else:
        file.unlink()
    assert await outdated(bench)
    await bench.run()
    # A file that is gone stays known until somebody prunes.
    assert await outdated(bench) == (change == "gone")


async def test_statements_by_other_rules_are_noticed(bench: Bench, database_url: str) -> None:
    await bench.run()
    stale = documents.c.metadata.op("||")(sa.cast({RULES_KEY: "1"}, JSONB))
    async with open_database(database_url) as database, database.transaction() as connection:
        await connection.execute(documents.update().values(metadata=stale))
    assert await outdated(bench)
    await bench.run()
    assert not await outdated(bench)


async def test_a_shared_database_with_an_older_starter_corpus_is_told(
    bench: Bench, database_url: str
) -> None:
    old = Document(silo="genes", id="brca1", version="1", title="BRCA1", text="Mends DNA.")
    bench.put("genes/brca1.md", "Mends DNA.", title="BRCA1", version="1")
    await bench.run()
    settings = Settings(_env_file=None, home=bench.path.parent, database_url=database_url)
    assert settings.corpus == SHIPPED_CORPUS
    # Both folders are called corpus: what is staged counts as an older form of the one shipped.
    written = io.StringIO()
    await fill_silos_if_needed(settings, ingestion_of(bench), Console(file=written))
    assert " ".join(written.getvalue().split()) == f"{OUTDATED} {UPDATE}"
    # Once: a worker, which logs it, has nothing on its console.
    quiet, logged = io.StringIO(), list[str]()
    await fill_silos_if_needed(settings, ingestion_of(bench), Console(file=quiet), logged.append)
    assert (quiet.getvalue(), logged) == ("", [f"{OUTDATED} {UPDATE}"])
    (held,) = await bench.staging.load("genes", [old.id])
    assert held.text == old.text


@pytest.mark.parametrize("name", ["other", "corpus of a hospital"])
async def test_a_folder_of_another_name_is_not_taken_for_the_starter_corpus(
    bench: Bench, database_url: str, name: str
) -> None:
    await bench.run(name=name)
    settings = Settings(_env_file=None, home=bench.path.parent, database_url=database_url)
    assert not await holds_old_corpus(settings, ingestion_of(bench))
    own = settings.model_copy(update={"corpus": bench.folder})
    assert not await holds_old_corpus(own, ingestion_of(bench))
