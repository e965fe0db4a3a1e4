"""``curbside demo`` from nothing: it asks, shows the thread, stops cleanly and starts again.

The first test starts everything as a shell does; the others fork, which needs a third of the
processor."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.request import Request, urlopen

import psutil
import pytest

from bot.db.server.own_postgres import locate, server_process_id, stop
from bot.demo.children import end_orphans
from bot.settings import environment_with
from tests.acceptance.browser.demo import FORKED
from tests.forking import start_module
from tests.starter_corpus import copy_part
from tests.waiting import HANG_SECONDS, wait_until

READY = re.compile(r"Curbside is ready after ([\d.]+) s: (http://127\.0\.0\.1:\d+)")

pytestmark = pytest.mark.slow


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    end_orphans(tmp_path)
    stop(tmp_path)


class Forked:
    """A module of ours that was forked, with what it prints."""

    def __init__(self, environment: dict[str, str], module: str, *arguments: str) -> None:
        read, write = os.pipe()
        self.stdout: IO[str] = os.fdopen(read)
        with os.fdopen(write, "wb") as out:
            child = start_module(module, *arguments, env=environment, stdout=out, stderr=out)
        self.kill, self.wait, self.send_signal = child.kill, child.wait, child.send_signal


Started = subprocess.Popen[str] | Forked


def as_a_shell_does(environment: dict[str, str], ask: str) -> Started:
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "demo"],
        env={**environment, "ASK": ask},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def forked(environment: dict[str, str], ask: str) -> Started:
    """With workspace, bot and worker."""
    return Forked(environment, FORKED, *([ask] if ask else []))


def forked_alone(environment: dict[str, str], ask: str) -> Started:
    """The command, which tells errors."""
    return Forked({**environment, "ASK": ask}, "bot", "demo")


@contextmanager
def demo(
    home: Path,
    ask: str = "",
    corpus: str = "",
    start: Callable[[dict[str, str], str], Started] = forked,
) -> Iterator[Started]:
    environment = environment_with(
        CURBSIDE_HOME=str(home), DATABASE_URL="", COLUMNS="200",
        **({"CURBSIDE_CORPUS": corpus} if corpus else {}),
    )  # fmt: skip
    process = start(environment, ask)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def said_until(process: Started, pattern: str) -> str:
    """Everything the demo printed up to the line that has the pattern."""
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        if re.search(pattern, line):
            return said
    raise AssertionError(f"the demo ended without {pattern!r}:\n{said}")


def children_of(home: Path) -> list[int]:
    return [row["pid"] for row in json.loads((home / "demo.json").read_text())]


@pytest.fixture
def few(corpus: Path, tmp_path: Path) -> str:
    """A part of the corpus: reading all of it takes longer than the test."""
    copy_part(
        corpus,
        tmp_path / "few",
        {
            "genes": ("brca2", "erbb2", "pik3ca"),
            "nccn_guidelines": (),
            "drug_information": ("inavolisib",),
        },
    )
    return str(tmp_path / "few")


def test_it_asks_an_example_stops_and_starts_again_with_the_same_thread(
    home: Path, few: str
) -> None:
    with demo(home, corpus=few, start=as_a_shell_does) as first:
        said = said_until(first, "The thread is in #tumor-board")
        assert "@Curbside What is the first-line treatment" in said
        assert "Step 1" in said
        assert "Sources" in said
        assert "Curbside digest" in said
        pids = children_of(home)
        first.send_signal(signal.SIGINT)
        assert "Stopped." in said_until(first, "starts again with the same threads")
        assert first.wait(HANG_SECONDS) == 0
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert server_process_id(locate(home).data) is None
    with demo(home, corpus=few) as second:
        found = READY.search(said_until(second, "Curbside is ready"))
        assert found is not None
        print(f"ready again after {found[1]} s")  # noqa: T201 - a figure, not a test
        with urlopen(f"{found[2]}/page/api/bootstrap", timeout=HANG_SECONDS) as answered:
            channels = json.load(answered)["channels"]
        board = next(row["id"] for row in channels if row["name"] == "tumor-board")
        thread = f"{found[2]}/page/api/channels/{board}/messages"
        with urlopen(thread, timeout=HANG_SECONDS) as answered:
            (root,) = json.load(answered)["messages"]
        assert "first-line treatment" in root["text"]
        assert root["reply_count"] >= 2


def test_killed_hard_the_next_start_cleans_up_and_goes_on(home: Path, few: str) -> None:
    with demo(home, ask="What is ERBB2?", corpus=few) as first:
        said_until(first, "The thread is in #tumor-board")
        with demo(home, corpus=few, start=forked_alone) as other:
            refused = said_until(other, "running already")
            assert "its page is at http://127.0.0.1:" in refused
            assert "broke inside Curbside" not in refused
        pids = children_of(home)
        postgres = server_process_id(locate(home).data)
        first.kill()
    assert postgres is not None
    assert all(psutil.pid_exists(pid) for pid in pids)
    with demo(home, ask="What is BRCA2?", corpus=few) as second:
        said = said_until(second, "The thread is in #tumor-board")
        assert "BRCA2" in said
        assert server_process_id(locate(home).data) == postgres
        second.send_signal(signal.SIGINT)
        assert second.wait(HANG_SECONDS) == 0
    assert server_process_id(locate(home).data) is None


def test_a_postgres_that_ends_under_it_is_started_again(home: Path, few: str) -> None:
    with demo(home, corpus=few) as running_demo:
        said_until(running_demo, "The thread is in #tumor-board")
        pid = server_process_id(locate(home).data)
        assert pid is not None
        psutil.Process(pid).kill()
        said_until(running_demo, "PostgreSQL has ended; it is started again")
        address = json.loads((home / "ports.json").read_text())[0]
        asked = {"user": "U0ANA", "channel": "C0LOOKUPS", "text": "<@U0CURBSIDE> What is BRCA2?"}
        ts = post(f"http://127.0.0.1:{address}/page/api/messages", asked)["message"]["ts"]
        thread = f"http://127.0.0.1:{address}/page/api/channels/C0LOOKUPS/threads/{ts}"
        wait_until(
            lambda: "'text': 'Answer'" in str(read(thread)["messages"]),
            lambda: str(read(thread)["messages"]),
        )


def post(url: str, body: dict[str, str]) -> dict[str, Any]:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=HANG_SECONDS) as answered:
        found: dict[str, Any] = json.load(answered)
    return found


def read(url: str) -> dict[str, Any]:
    with urlopen(url, timeout=HANG_SECONDS) as answered:
        found: dict[str, Any] = json.load(answered)
    return found
