"""A command that is told to end takes what it started with it: its PostgreSQL, and what asks."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from bot.db.server.own_postgres import locate, server_process_id
from bot.settings import environment_with
from tests.forking import start_module
from tests.starter_corpus import copy_part
from tests.waiting import wait_until

PROJECT = Path(__file__).parents[2]
QUESTIONS = 500
"""More than are answered until the command is told to end."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    copy_part(PROJECT / "corpus", tmp_path / "corpus", {"pharmgkb": ()})
    return tmp_path / "home"


def _variables(home: Path) -> dict[str, str]:
    return environment_with(
        CURBSIDE_HOME=str(home), CURBSIDE_CORPUS=str(home.parent / "corpus"), DATABASE_URL=""
    )


def _questions(path: Path) -> Path:
    lines = (
        json.dumps({"id": f"q{n}", "question": f"DPYD and fluorouracil, {n} mg?"})
        for n in range(1, QUESTIONS)
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_batch_leaves_no_postgresql(
    home: Path, tmp_path: Path, number: signal.Signals
) -> None:
    batch = _questions(tmp_path / "batch.jsonl")
    answers = tmp_path / "answers.jsonl"
    with answers.open("wb") as out:
        process = start_module(
            "bot", "ask", "--alone", "--batch", str(batch), env=_variables(home), cwd=tmp_path,
            stdout=out, start_new_session=True,
        )  # fmt: skip
        wait_until(lambda: b"\n" in answers.read_bytes(), lambda: "no answer came", seconds=120)
    data = locate(home).data
    assert server_process_id(data) is not None
    process.send_signal(number)
    assert process.wait(60) == 130
    assert server_process_id(data) is None
    assert len(answers.read_bytes().splitlines()) < QUESTIONS - 1
