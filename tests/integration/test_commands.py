"""The command line, as a script or a newcomer calls it."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import yaml

from agents.memory.reviews import add_review
from agents.turns import Review
from bot.db.server.own_postgres import running_server, stop
from bot.settings import environment_with
from retrieval.sql import open_database
from tests.forking import run_module
from tests.starter_corpus import copy_part

PROJECT = Path(__file__).parents[2]
KEYS = (
    "run_id", "question", "outcome", "standing", "answer", "sentences", "removed", "citations",
    "gap", "failure", "facts",
    "excluded", "criteria", "calculated", "missing", "unweighed", "unread",
    "parts", "steps", "usage", "seconds",
)  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose PostgreSQL stays up, and a small corpus beside it."""
    folder = tmp_path_factory.mktemp("commands")
    copy_part(PROJECT / "corpus", folder / "corpus", {"genes": (), "pharmgkb": ()})
    with running_server(folder / "home", options=("fsync=off",)):
        yield folder / "home"
    stop(folder / "home")


def curbside(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_module("bot", *words, env=variables(home, **environment), cwd=home.parent)


def installed_curbside(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The console script, as it was installed, in a process that imports for itself."""
    return subprocess.run(
        [Path(sys.executable).with_name("curbside"), *words], env=variables(home),
        cwd=home.parent, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def variables(home: Path, **more: str) -> dict[str, str]:
    given = {
        "CURBSIDE_HOME": str(home),
        "CURBSIDE_CORPUS": str(home.parent / "corpus"),
        "DATABASE_URL": "",
        "COLUMNS": "200",
    }
    return environment_with(**(given | more))


@pytest.fixture(scope="module")
def asked(home: Path) -> dict[str, object]:
    """One answered question, as its JSON object."""
    done = curbside(home, "ask", "--json", "What is the role of DPYD for fluorouracil?")
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    found: dict[str, object] = json.loads(line)
    return found


def test_ask_prints_exactly_the_object_of_the_design(asked: dict[str, object]) -> None:
    assert tuple(asked) == KEYS
    assert asked["outcome"] == "answer"
    assert asked["gap"] is None
    citations = asked["citations"]
    assert isinstance(citations, list)
    assert set(citations[0]) == {
        "key", "silo", "document_id", "version", "title", "url", "quote", "start", "end", "page",
        "badge", "kind", "record", "jurisdiction", "as_of", "currency",
    }  # fmt: skip


def test_a_cited_quote_stands_in_the_corpus_file(asked: dict[str, object]) -> None:
    citations = asked["citations"]
    assert isinstance(citations, list)
    first = citations[0]
    file = PROJECT / "corpus" / first["silo"] / f"{first['document_id']}.yaml"
    sections = yaml.safe_load(file.read_text())["sections"]
    statements = [each for section in sections for each in section["statements"]]
    texts = [text for each in statements for text in (each["text"], *each.get("limits", ()))]
    assert any(first["quote"] in text for text in texts)
    assert first["record"] in {each.get("record") for each in statements}


def test_ask_in_words_shows_steps_answer_and_sources(home: Path) -> None:
    done = installed_curbside(home, "ask", "What is the role of DPYD for fluorouracil?")
    assert done.returncode == 0
    for part in ("Step 1.", "Sources", "[1]", "Curbside digest", "run "):
        assert part in done.stdout


def test_what_a_gap_lacks_lets_the_question_of_a_named_thread_go_on(home: Path) -> None:
    asked = "What is the creatinine clearance of a 74-year-old woman?"
    gap = json.loads(curbside(home, "ask", "--thread", "gap", "--json", asked).stdout)
    assert (gap["outcome"], gap["gap"]["missing"]) == ("gap", "fact")
    fact = "Her weight is 61 kg and creatinine 1.4 mg/dL"
    answer = json.loads(curbside(home, "ask", "--thread", "gap", "--json", fact).stdout)
    assert answer["run_id"] == gap["run_id"]
    assert answer["question"] == asked
    assert answer["sentences"][0]["text"].startswith("Creatinine clearance: 33.9 mL/min")
    assert answer["sentences"][0]["verified"]
    again = json.loads(curbside(home, "ask", "--thread", "gap", "--json", "again").stdout)
    assert again["question"] == asked
    assert again["run_id"] != gap["run_id"]
    assert again["calculated"][0]["value"] == 33.9


def test_more_shows_the_last_answer_of_a_named_thread_again(home: Path) -> None:
    asked = "What is BRCA2?"
    first = json.loads(curbside(home, "ask", "--thread", "more", "--json", asked).stdout)
    again = json.loads(curbside(home, "ask", "--thread", "more", "--json", "more").stdout)
    assert (again["run_id"], again["question"]) == (first["run_id"], asked)
    assert again["sentences"] == first["sentences"]
    shown = curbside(home, "ask", "--thread", "more", "more").stdout
    assert "all of an answer at once" in shown


def test_explain_judges_a_named_document_and_says_when_there_is_none(
    home: Path, asked: dict[str, object]
) -> None:
    assert asked
    ids = [each["document_id"] for each in asked["citations"]]  # type: ignore[attr-defined]
    done = curbside(home, "explain", "DPYD and capecitabine?", ids[0], "--all")
    assert done.returncode == 0, done.stderr
    assert ids[0] in done.stdout
    assert "score" in done.stdout
    assert not re.search(r"frozenset|[A-Z]\w+\(\w+=|_by:|None", done.stdout), "no Python"
    none = curbside(home, "explain", "DPYD and capecitabine?", "no-such-document")
    assert none.returncode == 1
    assert "No silo holds a document of this id" in none.stderr


def test_a_damaged_store_is_told_with_what_to_do_and_is_no_gap(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "silos.sqlite").write_text("garbage\n")
    try:
        done = curbside(home, "ask", "olaparib dose?")
    finally:
        stop(home)
    assert done.returncode == 1
    assert "is damaged; delete it and ingest again" in " ".join(done.stderr.split())
    assert "Searched" not in done.stdout


def test_what_ingest_refuses_ends_with_status_1_and_one_sentence_each(home: Path) -> None:
    folder = home.parent / "mine"
    (folder / "pharmgkb").mkdir(parents=True)
    (folder / "pharmgkb" / "damaged.pdf").write_bytes(b"%PDF-1.4 garbage")
    done = curbside(home, "ingest", str(folder))
    assert done.returncode == 1
    assert "damaged.pdf is damaged or not a PDF" in done.stdout
    assert "EOF" not in done.stdout + done.stderr
    (folder / "pharmgkb" / "damaged.pdf").unlink()
    assert curbside(home, "ingest", str(folder)).returncode == 0


def test_a_source_that_is_asked_for_nothing_does_not_promise_to_go_on(home: Path) -> None:
    done = curbside(home, "ingest", "openfda")
    assert done.returncode == 1
    told = " ".join(done.stdout.split())
    assert "Say what to fetch for: search words or identifiers." in told
    assert "`curbside ingest openfda --help`" in told
    assert "goes on from there" not in told


def test_a_named_thread_remembers(home: Path) -> None:
    curbside(home, "ask", "--thread", "one", "What is the role of DPYD for capecitabine?")
    done = curbside(home, "ask", "--thread", "one", "--json", "and for fluorouracil?")
    followed = json.loads(done.stdout)
    queries = str(followed["steps"])
    assert "DPYD" in queries


def test_batch_answers_line_by_line_in_order(home: Path) -> None:
    rows = [
        {"id": "a", "question": "What is BRCA2?"},
        {"question": "who won the match?"},
        {"id": 3, "question": "and PALB2?", "thread": "batch"},
    ]
    batch = home.parent / "batch.jsonl"
    batch.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n")
    done = curbside(home, "ask", "--batch", str(batch))
    assert done.returncode == 0, done.stderr
    answered = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("id") for row in answered] == ["a", None, 3]
    assert [row["question"] for row in answered] == [row["question"] for row in rows]
    assert answered[1]["outcome"] == "gap"
    assert answered[1]["gap"]["missing"] in {"silo", "capability", "fact"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "Line 1 is not JSON"),
        ('{"id": 1}', "has no question"),
        ("[1]", "is not a JSON object"),
    ],
)
def test_a_bad_batch_line_is_named(home: Path, content: str, sentence: str) -> None:
    batch = home.parent / "bad.jsonl"
    batch.write_text(content)
    done = curbside(home, "ask", "--batch", str(batch))
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "broke inside Curbside" not in done.stderr


def test_runs_show_export_and_replay_a_run(home: Path, asked: dict[str, object]) -> None:
    run = str(asked["run_id"])
    assert run in curbside(home, "runs").stdout
    assert "DPYD" not in curbside(home, "runs").stdout, "a list must not show what was asked"
    assert "What is the role of DPYD" in curbside(home, "show", run).stdout
    exported = json.loads(curbside(home, "export", run).stdout)
    assert exported["chain"] == "intact"
    assert [event["seq"] for event in exported["events"]][:2] == [1, 2]
    replayed = curbside(home, "replay", run)
    assert replayed.returncode == 0
    assert replayed.stdout.startswith("hash chain: intact")
    assert "stands" in replayed.stdout


def test_a_packet_of_a_run_is_written_and_checked_again(
    home: Path, asked: dict[str, object]
) -> None:
    run, file = str(asked["run_id"]), home.parent / "packet.json"
    text = curbside(home, "packet", run).stdout
    assert "## Decision of the board" in text
    assert text.count(": stands") == len(asked["citations"])  # type: ignore[arg-type]
    assert curbside(home, "packet", run, "--format", "json", "--to", str(file)).returncode == 0
    assert file.stat().st_mode & 0o077 == 0, "it holds what was asked"
    replayed = curbside(home, "replay", run, "--packet", str(file))
    assert (replayed.returncode, "packet: made of" in replayed.stdout) == (0, True)
    file.write_text(file.read_text().replace('"quote": "', '"quote": "Not '))
    assert curbside(home, "replay", run, "--packet", str(file)).returncode == 1
    without_file = curbside(home, "packet", run, "--format", "docx")
    assert (without_file.returncode, "--to FILE" in without_file.stderr) == (1, True)


@pytest.mark.usefixtures("programs_are_forked")
def test_marks_are_told_and_asked_again(home: Path, asked: dict[str, object]) -> None:
    run = str(asked["run_id"])
    assert curbside(home, "reviews").stdout == "Nothing is marked yet.\n"
    asyncio.run(mark(home, run, Review(verdict="wrong", by="U0BEN", comment="Mrs. Huber: no.")))
    line, reasons = curbside(home, "reviews").stdout.splitlines()
    assert "`curbside show RUN`" in reasons
    assert line.startswith(f"{run}  Marked wrong by U0BEN, ")
    assert "Huber" not in line
    assert any(run in one and one.endswith("  marked wrong 1  disputed")
               for one in curbside(home, "runs").stdout.splitlines())  # fmt: skip
    assert "Mrs. Huber: no." in curbside(home, "show", run).stdout
    exported = json.loads(curbside(home, "export", run).stdout)
    assert exported["chain"] == "intact"
    assert [one["reason"] for one in exported["reviews"]] == ["Mrs. Huber: no."]
    cases = home.parent / "cases.jsonl"
    assert curbside(home, "reviews", "--cases", str(cases)).returncode == 0
    assert cases.stat().st_mode & 0o077 == 0, "it holds what was asked"
    assert "Huber" not in cases.read_text()
    done = curbside(home, "eval", "reviews", "--json")
    assert done.returncode == 1, "the same is said again"
    told = json.loads(done.stdout)
    assert (told["cases"], told["fault stands"]) == (1, 1)
    other = json.loads(cases.read_text()) | {"sentences": ["Nobody knows."]}
    cases.write_text(json.dumps(other))
    done = curbside(home, "eval", "reviews", "--file", str(cases))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 cases, 1 marks: fault stands 0, fault is gone 1")


async def mark(home: Path, run: str, review: Review) -> None:
    """A person marks a run."""
    with running_server(home) as server:
        async with open_database(server.url, connections=1) as own, own.transaction() as connection:
            await add_review(connection, run, review)


def test_a_fork_keeps_the_run_and_says_what_changed(home: Path, asked: dict[str, object]) -> None:
    run = str(asked["run_id"])
    before = curbside(home, "export", run).stdout
    forked = curbside(home, "fork", run, "1", "without PharmGKB")
    assert forked.returncode == 0, forked.stderr
    first, *_ = forked.stdout.splitlines()
    assert first.endswith(f"forked from {run} at step 1.")
    newest, *others = curbside(home, "runs").stdout.splitlines()
    assert newest.endswith(f"  fork of {run}")
    assert not any("fork of" in line for line in others)
    assert "What changed in the quotes: gained " in forked.stdout
    exported = json.loads(curbside(home, "export", first.split()[1].rstrip(",")).stdout)
    assert exported["chain"] == "intact"
    owners = [event["run_id"] for event in exported["events"]]
    assert owners[0] == run
    assert set(owners[1:]) == {exported["run_id"]}
    searched = [a["tool"] for e in exported["events"] for a in e["payload"].get("actions", ())]
    assert searched
    assert "search_pharmgkb" not in searched
    assert curbside(home, "export", run).stdout == before
    assert "no such step. It has " in curbside(home, "fork", run, "40").stderr
    not_understood = curbside(home, "fork", run, "1", "flurb the gromp")
    assert (not_understood.returncode, "no fact" in not_understood.stderr) == (1, True)


def test_the_beginning_of_an_id_is_enough(home: Path, asked: dict[str, object]) -> None:
    run = str(asked["run_id"])
    short = json.loads(curbside(home, "export", run[:13]).stdout)
    assert short["run_id"] == run


def test_an_unknown_run_is_one_sentence(home: Path) -> None:
    done = installed_curbside(home, "show", "no-such-run")
    assert done.returncode == 1
    assert done.stderr.startswith("No run has this id")
    assert "broke inside Curbside" not in done.stderr


def test_a_wrong_setting_is_one_sentence(home: Path) -> None:
    done = curbside(home, "ask", "x", CURBSIDE_MAX_STEPS="many")
    assert done.returncode == 1
    assert done.stderr.startswith("CURBSIDE_MAX_STEPS: ")
    assert "broke inside Curbside" not in done.stderr


def test_a_database_that_is_away_is_one_sentence(home: Path) -> None:
    url = "postgresql://nobody@127.0.0.1:1/none"
    done = curbside(home, "ask", "x", DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing listens at the host and port in DATABASE_URL")
    assert "broke inside Curbside" not in done.stderr


@pytest.mark.parametrize("command", ["runs", "serve"])
def test_a_database_that_was_not_migrated_is_left_as_it_is(home: Path, command: str) -> None:
    with running_server(home) as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("drop database if exists blank")
            connection.execute("create database blank")
        blank = server.url.replace("/curbside?", "/blank?")
        done = curbside(home, command, DATABASE_URL=blank)
        with psycopg.connect(blank) as connection:
            tables = connection.execute("select count(*) from pg_tables where schemaname='public'")
            assert tables.fetchone() == (0,)
    assert done.returncode == 1
    assert done.stderr == (
        "The database of DATABASE_URL has no tables yet: run `curbside migrate`.\n"
    )


def test_wrong_user_and_wrong_database_are_told_apart(home: Path) -> None:
    with running_server(home) as server:
        other = server.url.replace("/curbside?", "/elsewhere?")
        done = curbside(home, "runs", DATABASE_URL=other)
        assert done.stderr.startswith("The server has no database of the name")
        nobody = server.url.replace("postgres@", "stranger:hush@")
        done = curbside(home, "runs", DATABASE_URL=nobody)
    assert done.stderr == "The database does not know the user in DATABASE_URL.\n"


def test_a_model_that_is_not_set_up_is_one_sentence(home: Path) -> None:
    done = curbside(home, "ask", "x", CURBSIDE_MODEL="nonsense")
    assert done.returncode == 1
    assert "provider:model" in done.stderr
    assert "broke inside Curbside" not in done.stderr


def test_silos_counts_documents(home: Path, asked: dict[str, object]) -> None:
    assert asked
    done = curbside(home, "silos")
    assert "genes" in done.stdout
    assert "nccn_guidelines" in done.stdout


def test_doctor_says_what_is_there_and_what_to_do(home: Path, asked: dict[str, object]) -> None:
    assert asked
    done = curbside(home, "doctor")
    for part in ("Python", "PostgreSQL", "embedder", "silos", "agent core", "Slack"):
        assert part in done.stdout
    assert "checksum verified" in done.stdout
    assert "empty: nccn_guidelines" in done.stdout, "a silo without documents is named"
    assert done.returncode == 0, "one that a hospital does not use is nothing wrong"


def test_doctor_finds_nothing_wrong_in_a_new_folder(home: Path, tmp_path: Path) -> None:
    with running_server(tmp_path / "new", options=("fsync=off",)):
        done = curbside(home, "doctor", CURBSIDE_HOME=str(tmp_path / "new"))
    stop(tmp_path / "new")
    assert done.returncode == 0, done.stdout
    told = " ".join(done.stdout.split())
    assert "new and empty" in told
    assert "nothing is taken in yet" in told
    assert "no chat model is configured" in told
    assert "Slack not configured: no token is set" in told


def test_doctor_goes_on_without_a_database_and_never_prints_a_secret(home: Path) -> None:
    done = curbside(
        home,
        "doctor",
        DATABASE_URL="postgresql://nobody:hush@127.0.0.1:1/none",
        SLACK_BOT_TOKEN="xoxb-hush",
        SLACK_API_URL="http://127.0.0.1:1/api/",
        CURBSIDE_MODEL="anthropic:any",
        ANTHROPIC_API_KEY="",
    )
    assert done.returncode == 1
    assert "Slack does not answer" in done.stdout
    assert "ANTHROPIC_API_KEY is not set" in done.stdout
    assert "Nothing listens" in done.stdout
    assert "hush" not in done.stdout + done.stderr
    assert "broke inside Curbside" not in done.stderr
