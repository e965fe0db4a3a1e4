from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from retrieval.documents import Document, DocumentRef, Facets, Identifier
from retrieval.errors import DocumentUnknown, SiloUnavailable
from retrieval.ingestion.staging import Staging
from retrieval.ingestion.staging.files import StagedFile
from retrieval.ingestion.staging.tables import metadata
from retrieval.sql import Database, sync_engine

FIRST = Document(
    silo="genes",
    id="brca1",
    version="1",
    title="BRCA1",
    text="Repairs DNA. Ünïcode 🧬.",
    url="https://example.org/brca1",
    organisation="HGNC",
    date="2024-05",
    summary="A gene.",
    facets=Facets(genes=("BRCA1",), identifiers=(Identifier("hgnc", "HGNC:1100"),)),
    status="unconfirmed",
    facts_from=("gene_reference:HGNC:1100",),
)


async def stage(staging: Staging, *found: Document, path: str = "genes/brca1.md") -> None:
    await staging.stage("genes", path, "digest", found)


async def versions(staging: Staging) -> list[str]:
    return [current.version for current in await staging.current("genes")]


async def test_a_document_comes_back_as_it_was_staged(staging: Staging) -> None:
    await stage(staging, FIRST)
    assert await staging.document(FIRST.ref) == FIRST
    assert await staging.load("genes", ["brca1"]) == (FIRST,)


async def test_every_version_stays_and_the_last_is_current(staging: Staging) -> None:
    second = replace(FIRST, version="2", text="Repairs breaks.")
    await stage(staging, FIRST)
    await stage(staging, second)
    assert await versions(staging) == ["2"]
    assert await staging.document(FIRST.ref) == FIRST
    assert await staging.document(second.ref) == second


async def test_the_text_of_a_version_never_changes(staging: Staging) -> None:
    changed = replace(FIRST, text="Other words under the same version.")
    await stage(staging, FIRST)
    await stage(staging, changed)
    (label,) = await versions(staging)
    assert label == f"1+{changed.sha256[:8]}"
    assert (await staging.document(FIRST.ref)).text == FIRST.text
    assert (await staging.document(DocumentRef("genes", "brca1", label))).text == changed.text
    await stage(staging, changed)
    assert await versions(staging) == [label]


async def test_a_text_that_was_altered_after_it_was_taken_in_is_found(staging: Staging) -> None:
    await stage(staging, FIRST)
    assert await staging.is_as_staged(FIRST)
    assert not await staging.is_as_staged(replace(FIRST, text=f"Not so: {FIRST.text}"))
    assert await staging.is_as_staged(replace(FIRST, id="never staged"))


async def test_going_back_to_an_older_version_makes_it_current_again(staging: Staging) -> None:
    for document in (FIRST, replace(FIRST, version="2", text="x"), FIRST):
        await stage(staging, document)
    assert await versions(staging) == ["1"]


async def test_new_metadata_of_the_same_text_is_taken_over(staging: Staging) -> None:
    confirmed = replace(FIRST, status="confirmed", url="https://example.org/new")
    await stage(staging, FIRST)
    await stage(staging, confirmed)
    assert await staging.document(FIRST.ref) == confirmed


async def test_staging_again_what_is_indexed_leaves_it_indexed(staging: Staging) -> None:
    await stage(staging, FIRST)
    await staging.mark_indexed([FIRST.ref], "recipe")
    await stage(staging, FIRST)
    assert [current.embedding_config for current in await staging.current("genes")] == ["recipe"]
    await stage(staging, replace(FIRST, url="https://example.org/new"))
    assert [current.embedding_config for current in await staging.current("genes")] == [""]


async def test_what_a_file_no_longer_holds_vanishes_but_can_be_opened(staging: Staging) -> None:
    other = replace(FIRST, id="brca2")
    await stage(staging, FIRST, other, path="genes/both.jsonl")
    await stage(staging, other, path="genes/both.jsonl")
    assert [current.id for current in await staging.current("genes")] == ["brca2"]
    assert await staging.document(FIRST.ref) == FIRST
    await staging.forget_files("genes", ["genes/both.jsonl"])
    assert await staging.current("genes") == ()
    assert await staging.files("genes/") == ()


async def test_a_file_that_failed_is_tried_again_and_keeps_what_it_held(staging: Staging) -> None:
    read = StagedFile("genes", "genes/brca1.md", "digest", None)
    await stage(staging, FIRST)
    assert await staging.files("genes/") == (read,)
    await staging.file_failed("genes", "genes/brca1.md", "other", "brca1.md is empty.")
    tried = replace(read, sha256="other", error="brca1.md is empty.")
    assert await staging.files("genes/") == (tried,)
    assert await staging.files("gene_") == ()
    assert await versions(staging) == ["1"]


async def test_an_unknown_version_is_unknown(staging: Staging) -> None:
    with pytest.raises(DocumentUnknown, match="brca1, version 7"):
        await staging.document(DocumentRef("genes", "brca1", "7"))


async def test_a_database_that_is_away_is_said_so() -> None:
    with pytest.raises(SiloUnavailable, match="did not answer"):
        await Staging(Database("postgresql://nobody@127.0.0.1:9/none")).files("genes/")


def test_the_migration_makes_the_tables_that_the_code_describes(database_url: str) -> None:
    engine = sync_engine(database_url)
    for table in metadata.sorted_tables:
        made = sa.Table(table.name, sa.MetaData(), autoload_with=engine)
        assert columns(made, engine.dialect) == columns(table, engine.dialect)
    engine.dispose()


def columns(table: sa.Table, dialect: sa.Dialect) -> list[tuple[str, str, bool]]:
    return [
        (column.name, column.type.compile(dialect), column.primary_key) for column in table.columns
    ]
