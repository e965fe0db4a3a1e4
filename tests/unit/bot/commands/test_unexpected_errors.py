"""A fault of the program: a sentence, and a log of places that holds no words of anybody."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import main, unexpected_errors
from bot.failures.errors import NoQuestion

SECRET = "John Smith, MRN 4711"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    root = logging.getLogger()
    kept = list(root.handlers)
    monkeypatch.setenv("CURBSIDE_HOME", str(tmp_path))
    yield tmp_path
    root.handlers[:] = kept


def read(home: Path) -> str:
    return (home / unexpected_errors.LOG).read_text()


def raise_nested() -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise IndexError(SECRET) from error


def run_with(monkeypatch: pytest.MonkeyPatch, work: object) -> None:
    monkeypatch.setattr(main, "app", work)
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 1


def test_a_command_that_breaks_says_so_and_where_the_places_are(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_with(monkeypatch, raise_nested)
    said = capsys.readouterr().err
    assert said == (
        "Something broke inside Curbside (IndexError). Where it broke stands at the end of"
        f" {home / unexpected_errors.LOG}. Please tell whoever runs it.\n"
    )
    (row,) = map(json.loads, read(home).splitlines())
    places = row["places"]
    assert places.index("KeyError") < places.index("IndexError") == len(places) - 1
    assert sum(place.endswith(" raise_nested") for place in places) == 2
    assert SECRET not in said + read(home)
    run_with(monkeypatch, raise_nested)
    assert len(read(home).splitlines()) == 2


def test_a_failure_that_has_a_sentence_is_no_fault(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        raise NoQuestion

    run_with(monkeypatch, work)
    assert "broke" not in capsys.readouterr().err
    assert not (home / unexpected_errors.LOG).exists()


def test_what_a_run_logs_of_a_fault_stands_there_too(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unexpected_errors.log_unexpected_errors()
    try:
        raise_nested()
    except IndexError as error:
        logging.getLogger("agents.run.loop").error("core failed", exc_info=error)
    logging.getLogger("any").warning("a silo is slow")
    said = capsys.readouterr().err.splitlines()
    log = home / unexpected_errors.LOG
    assert said == [
        f"core failed (IndexError). Where it broke stands at the end of {log}.",
        "a silo is slow",
    ]
    assert SECRET not in read(home)


def test_a_process_that_has_logs_of_its_own_keeps_its_faults_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        # As `bot.logs.configure` does.
        logging.basicConfig(handlers=[logging.StreamHandler(sys.stderr)], force=True)
        raise_nested()

    run_with(monkeypatch, work)
    said = capsys.readouterr().err
    assert said.endswith(
        "(IndexError). Where it broke stands in the log. Please tell whoever runs it.\n"
    )
    assert "in raise_nested" in said
    assert not (home / unexpected_errors.LOG).exists()


def test_a_log_that_cannot_be_written_loses_no_place(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / unexpected_errors.LOG.parent).touch()
    run_with(monkeypatch, raise_nested)
    said = capsys.readouterr().err
    assert "could not be written down (FileExistsError)" in said
    assert "raise_nested" in said
