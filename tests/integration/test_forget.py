"""``curbside forget``: it counts first, and takes only what it is told to."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agents.journal.codec import entry_of
from agents.memory.database import Memory
from agents.turns import Reply
from bot.db.channels.choices import ChannelChoices
from bot.db.channels.settings import change
from bot.db.keeping.closing_links import are_closed, open_links
from bot.db.keeping.forgetting import Selection
from bot.settings import environment_with
from retrieval.sql import open_database
from tests.forking import run_module
from tests.sample_documents import QUESTION

UNCHANGED = "Nothing is changed yet: the same command with --yes takes it."


def curbside(url: str, home: Path, *words: str) -> Any:
    given = {"CURBSIDE_HOME": str(home), "DATABASE_URL": url, "COLUMNS": "200"}
    return run_module("bot", *words, env=environment_with(**given), cwd=home)


@pytest.fixture
def asked(database_url: str) -> str:
    async def ask() -> None:
        async with open_database(database_url, connections=5) as database:
            memory = Memory(database)
            await memory.open_run("run-1", QUESTION)
            async with memory.lease("run-1") as lease:
                await lease.load_after(0)
                await lease.append(entry_of(Reply(text="Hello.")))

    asyncio.run(ask())
    return database_url


def test_the_links_of_a_run_are_closed_and_opened_again(asked: str, tmp_path: Path) -> None:
    async def closed_then_open() -> tuple[bool, bool]:
        async with open_database(asked, connections=1) as database:
            async with database.transaction() as connection:
                closed = await are_closed(connection, "run-1")
            assert await open_links(database, Selection(run_id="run-1")) == 1
            async with database.transaction() as connection:
                return closed, await are_closed(connection, "run-1")

    done = curbside(asked, tmp_path, "links", "--run", "run-")
    assert done.stdout == "The links of 1 run open no page any more.\n", done.stderr
    assert asyncio.run(closed_then_open()) == (True, False)
    unknown = curbside(asked, tmp_path, "links", "--run", "nope")
    assert (unknown.returncode, "No run has this id" in unknown.stderr) == (1, True)


def test_it_counts_then_takes_and_the_run_says_so(asked: str, tmp_path: Path) -> None:
    counted = curbside(asked, tmp_path, "forget", "--run", "run-")
    assert counted.returncode == 0, counted.stderr
    lines = counted.stdout.splitlines()
    assert (lines[0].split(), lines[-1]) == (["1", "runs"], UNCHANGED)
    assert QUESTION.text in curbside(asked, tmp_path, "show", "run-1").stdout
    taken = curbside(asked, tmp_path, "forget", "--run", "run-1", "--yes").stdout.splitlines()
    assert taken[-1] == "Forgotten: 1 runs."
    shown = curbside(asked, tmp_path, "show", "run-1").stdout
    assert shown.strip() == "Redacted: somebody had it forgotten. 2 rows and their hashes are left."
    exported = curbside(asked, tmp_path, "export", "run-1").stdout
    assert '"chain": "intact"' in exported
    assert '"redacted_rows": 2' in exported
    assert QUESTION.text not in exported
    listed = curbside(asked, tmp_path, "runs").stdout
    assert listed.strip().endswith("redacted")


def test_what_is_older_than_its_age_is_counted_by_kind(asked: str, tmp_path: Path) -> None:
    told = curbside(asked, tmp_path, "forget", "--by-age").stdout.splitlines()
    assert told[-1] == UNCHANGED
    assert any(line.endswith("copies of messages (CURBSIDE_KEEP_MESSAGES_DAYS)") for line in told)
    assert sum("no age is set" in line for line in told) == 3


def test_what_is_not_stored_offers_nothing_to_take(asked: str, tmp_path: Path) -> None:
    link = "https://example.slack.com/archives/C0123456789/p1700000000000100"
    for words in ((link,), ("--user", "U0NOBODY"), ("--run", "run-1", "--team", "T9")):
        (told,) = curbside(asked, tmp_path, "forget", *words, "--yes").stdout.splitlines()
        assert told.startswith("Nothing is stored of this")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Say what to forget"),
        (("--by-age", "--user", "U0ANA"), "Say what to forget"),
        (("--older-than", "soon"), "A time span is"),
        (("--older-than", "99999w"), "A time span is"),
        (("no link",), "This is no link"),
        (("--run", "nothing", "--yes"), "No run has this id"),
    ],
)
def test_what_is_not_understood_is_one_sentence(
    database_url: str, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = curbside(database_url, tmp_path, "forget", *words)
    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1


def test_what_a_channel_has_set_is_printed_with_who_changed_it(
    database_url: str, tmp_path: Path
) -> None:
    async def choose() -> None:
        async with (
            open_database(database_url, connections=2) as database,
            database.transaction() as connection,
        ):
            chosen = ChannelChoices(display="quiet", without=("pubmed",))
            await change(connection, "T1", "C0BOARD", "U0ANA", chosen)

    unset = curbside(database_url, tmp_path, "settings", "C0BOARD")
    assert (unset.returncode, "is as for all channels" in unset.stdout) == (0, True)
    wrong = curbside(database_url, tmp_path, "settings", "Cnope")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (1, 1)
    assert "no id of a channel" in wrong.stderr
    asyncio.run(choose())
    chosen, without, *changes = curbside(
        database_url, tmp_path, "settings", "C0BOARD"
    ).stdout.splitlines()
    assert (chosen, without) == (
        "T1  what a thread shows: quiet", "T1  silos left out: pubmed",
    )  # fmt: skip
    assert changes[0].endswith("T1  by U0ANA  silos left out: none -> pubmed")
    assert changes[1].endswith("T1  by U0ANA  what a thread shows: as for all -> quiet")
