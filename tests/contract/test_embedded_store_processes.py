"""The embedded store among processes: killed, sharing its file, damaged, without room."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from retrieval.errors import IndexMismatch, SiloUnavailable, StoreDamaged
from retrieval.stores.embedded import EmbeddedStore
from tests.contract.documents import EMBEDDER, axis, between, embedded, ids, ranked
from tests.contract.writer import BATCH


def start_writer(path: Path, name: str, batches: int, *limit: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.contract.writer", str(path), name, str(batches), *limit]
    root = Path(__file__).parent.parent.parent
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=root, stdout=pipe, stderr=pipe, text=True)


def opened(path: Path, embedder: str = EMBEDDER) -> EmbeddedStore:
    return EmbeddedStore(path, embedder=embedder)


@pytest.mark.parametrize("acknowledged", [1, 2, 5])
async def test_kill_9_in_the_middle_of_writing_loses_nothing_acknowledged(
    tmp_path: Path, acknowledged: int
) -> None:
    path = tmp_path / "silos.sqlite"
    with start_writer(path, "w", 100_000) as writer:
        assert writer.stdout is not None
        for _ in range(acknowledged):
            writer.stdout.readline()
        await asyncio.sleep(0.003 * acknowledged)
        writer.send_signal(signal.SIGKILL)
        batches = acknowledged + len(writer.stdout.readlines())
    store = opened(path)
    held = await store.count("genes")
    assert held % BATCH == 0
    assert held >= batches * BATCH
    assert len(await ranked(store, f"batch{batches - 1}", limit=BATCH + 5)) >= BATCH
    await store.upsert("genes", [embedded("after", "written after the kill")])
    assert ids(await ranked(store, "kill"))[0] == "after"
    await store.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


async def test_two_processes_write_at_once_and_both_succeed(tmp_path: Path) -> None:
    path = tmp_path / "silos.sqlite"
    with start_writer(path, "left", 15) as left, start_writer(path, "right", 15) as right:
        assert left.wait(60) == right.wait(60) == 0
    store = opened(path)
    assert await store.count("genes") == 2 * 15 * BATCH
    left_hits = await ranked(store, "left", limit=1000)
    assert sum(hit.lexical > 0 for hit in left_hits) == 100
    await store.close()


async def test_readers_see_what_another_process_writes_and_never_fail(tmp_path: Path) -> None:
    path = tmp_path / "silos.sqlite"
    store = opened(path)
    await store.upsert("genes", [embedded("first", "melanoma")])
    with start_writer(path, "w", 30) as writer:

        async def read() -> None:
            while writer.poll() is None:
                assert len(await ranked(store, "melanoma", limit=100)) >= 1
                await asyncio.sleep(0)

        await asyncio.gather(*(read() for _ in range(4)))
        assert writer.wait() == 0
    assert await store.count("genes") == 30 * BATCH + 1
    assert any(hit.lexical > 0 for hit in await ranked(store, "batch29", limit=200))
    await store.close()


@pytest.mark.parametrize("damage", ["not a database", "torn"])
async def test_a_damaged_file_is_a_silo_that_says_what_to_do(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "silos.sqlite"
    store = opened(path)
    await store.upsert("genes", [embedded(f"d{n}", "melanoma " * 2000) for n in range(50)])
    await store.close()
    content = bytearray(path.read_bytes())
    if damage == "not a database":
        content[:16] = b"no longer SQLite"
    else:
        content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    store = opened(path)
    with pytest.raises(StoreDamaged, match="damaged; delete it and ingest again"):
        await ranked(store, "melanoma")
    await store.close()


async def test_a_full_disk_refuses_the_write_and_keeps_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "silos.sqlite"
    with start_writer(path, "w", 100_000, "600000") as writer:
        written, said = writer.communicate(timeout=60)
    assert writer.returncode == 3
    assert "is the disk full?" in said
    store = opened(path)
    assert await store.count("genes") == len(written.splitlines()) * BATCH
    await store.upsert("genes", [embedded("after", "room again")])
    await store.close()


async def test_a_folder_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = opened(tmp_path / "file" / "silos.sqlite")
    with pytest.raises(SiloUnavailable, match="folder"):
        await ranked(store, "melanoma")
    await store.close()


async def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "silos.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    store = opened(path)
    with pytest.raises(SiloUnavailable, match="Another version"):
        await store.count("genes")
    await store.close()


async def test_another_embedder_is_refused_until_the_silo_is_prepared_for_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "silos.sqlite"
    store, other = opened(path), opened(path, "another")
    await store.upsert("genes", [embedded("a", "melanoma")])
    with pytest.raises(IndexMismatch, match="eight-directions, not another"):
        await ranked(other, "melanoma")
    with pytest.raises(IndexMismatch):
        await other.upsert("genes", [embedded("b")])
    assert not await store.reset_if_embedder_changed("genes")
    assert await other.reset_if_embedder_changed("genes")
    assert await ranked(store, "melanoma") == ()
    await other.upsert("genes", [embedded("b", "melanoma")])
    assert ids(await ranked(other, "melanoma")) == ["b"]
    with pytest.raises(IndexMismatch):
        await ranked(store, "melanoma")
    await store.close()
    await other.close()


@pytest.mark.parametrize("fusion", ["learned", "relative_score", "dbsf", "rrf"])
async def test_ties_are_broken_by_id_also_beyond_what_a_leg_brings(
    tmp_path: Path, fusion: str
) -> None:
    store = opened(tmp_path / "silos.sqlite")
    names = [f"d{number:03}" for number in range(230)]
    same = between(1, 2, 0.7)
    await store.upsert("genes", [embedded(name, "same text", same) for name in reversed(names)])
    assert ids(await ranked(store, "same", axis(1), limit=7, fusion=fusion)) == names[:7]
    await store.close()


def take_back_to_version_1(path: Path) -> None:
    """Give the table of tombstones the name that it had in files of the first version."""
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE tombstone RENAME TO tomb")
        connection.execute("DROP INDEX tombstone_seq")
        connection.execute("CREATE INDEX tomb_seq ON tomb (silo, seq)")
        connection.execute("PRAGMA user_version = 1")
    connection.close()


async def test_a_file_of_the_first_version_keeps_its_documents_and_tombstones(
    tmp_path: Path,
) -> None:
    path = tmp_path / "silos.sqlite"
    store = opened(path)
    await store.upsert("genes", [embedded(name, "melanoma") for name in ("a", "b", "c")])
    await store.delete("genes", ["a"])
    await store.close()
    take_back_to_version_1(path)

    first, second = opened(path), opened(path)
    counts = await asyncio.gather(first.count("genes"), second.count("genes"))
    assert counts == [2, 2]
    assert ids(await ranked(second, "melanoma")) == ["b", "c"]
    await first.delete("genes", ["b"])
    assert ids(await ranked(second, "melanoma")) == ["c"]
    await first.close()
    await second.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM tombstone").fetchone() == (2,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
