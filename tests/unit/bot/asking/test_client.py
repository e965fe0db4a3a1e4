"""The caller's side against a listener that breaks off, lies or says no."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.asking.client import ask_worker, worker_state
from bot.asking.protocol import AskRequest, PrintedLine, call_folder
from bot.settings import Settings

ASKED = [AskRequest(f"question {number}", "", f"run-{number}", True) for number in range(3)]
Talk = Callable[[Any], None]


@contextmanager
def listening(home: Path, talk: Talk) -> Iterator[None]:
    """A process of this user that listens where a worker would. ``talk`` holds one call."""
    folder = call_folder(home)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def serve() -> None:
        connection, _ = server.accept()
        with connection, connection.makefile("rwb", buffering=0) as stream:
            talk(stream)

    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "worker.sock"))
        server.listen()
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield
        thread.join(10)


def told(stream: Any) -> Any:
    return json.loads(stream.readline())


def tell(stream: Any, **value: object) -> None:
    stream.write(json.dumps(value).encode() + b"\n")


def asked_of(home: Path) -> tuple[list[tuple[str, Sequence[PrintedLine]]], Sequence[AskRequest]]:
    """What was shown, and what is left to answer."""
    shown: list[tuple[str, Sequence[PrintedLine]]] = []
    settings = Settings(_env_file=None, home=home)
    left = ask_worker(settings, ASKED, lambda request, lines: shown.append((request.run_id, lines)))
    return shown, left


def test_without_a_worker_all_is_left(tmp_path: Path) -> None:
    assert asked_of(tmp_path) == ([], ASKED)
    assert worker_state(Settings(_env_file=None, home=tmp_path)) == "none"


def test_a_call_that_breaks_leaves_the_rest_and_the_run_that_began(tmp_path: Path) -> None:
    def talk(stream: Any) -> None:
        assert set(told(stream)) == {"code", "settings"}
        tell(stream, refused=None)
        assert told(stream)["question"] == "question 0"
        tell(stream, run_id="run-0")
        tell(stream, lines=[{"text": "yes", "dim": True}])
        told(stream)
        tell(stream, run_id="an earlier run")

    with listening(tmp_path, talk):
        shown, left = asked_of(tmp_path)
    assert shown == [("run-0", [PrintedLine("yes", dim=True)])]
    assert [(each.run_id, each.opened) for each in left] == [
        ("an earlier run", True),
        ("run-2", False),
    ]


@pytest.mark.parametrize("answer", [b"", b"hello\n", b"[]\n", b"\xff\n"])
def test_a_listener_that_does_not_speak_the_protocol_is_left_alone(
    tmp_path: Path, answer: bytes
) -> None:
    def talk(stream: Any) -> None:
        told(stream)
        stream.write(answer)

    with listening(tmp_path, talk):
        assert asked_of(tmp_path) == ([], ASKED)


@pytest.mark.parametrize("why", ["busy", "empty", "other code"])
def test_a_refusal_leaves_all(tmp_path: Path, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    def talk(stream: Any) -> None:
        told(stream)
        tell(stream, refused=why)

    with listening(tmp_path, talk):
        assert asked_of(tmp_path) == ([], ASKED)
    assert ("other code" in capsys.readouterr().err) == (why == "other code")


def test_the_socket_of_a_killed_worker_is_cleared_away(tmp_path: Path) -> None:
    folder = call_folder(tmp_path)
    folder.mkdir(mode=0o700)
    path = folder / "killed.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
    assert path.exists()
    assert asked_of(tmp_path) == ([], ASKED)
    assert not path.exists()


def test_a_folder_that_others_may_enter_is_not_used(tmp_path: Path) -> None:
    with listening(tmp_path, lambda stream: None):
        call_folder(tmp_path).chmod(0o755)
        assert asked_of(tmp_path) == ([], ASKED)
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(os.fspath(call_folder(tmp_path) / "worker.sock"))
