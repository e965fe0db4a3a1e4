"""Which of a machine's Pythons the virtual environment is made of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "deploy" / "python.sh"


def chosen(*folders: Path) -> str:
    path = ":".join(map(str, folders))
    done = subprocess.run([SCRIPT], env={"PATH": path}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def made(folder: Path, says: str, name: str = "python3.11") -> Path:
    """A program that answers what it is given to compute with so many microseconds."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    return program


def test_a_build_that_computes_faster_is_taken_from_further_behind(tmp_path: Path) -> None:
    made(tmp_path / "slow", "echo 12500")
    fast = made(tmp_path / "fast of all", "echo 9800")
    made(tmp_path / "also", "echo 9700")
    assert chosen(tmp_path / "slow", tmp_path / "fast of all", tmp_path / "also") == str(fast)


def test_of_builds_that_are_alike_the_first_is_taken(tmp_path: Path) -> None:
    first = made(tmp_path / "first", "echo 10000")
    made(tmp_path / "second", "echo 9500")
    assert chosen(tmp_path / "first", tmp_path / "second") == str(first)


def test_the_oldest_version_is_taken_however_fast_a_newer_one_is(tmp_path: Path) -> None:
    older = made(tmp_path / "all", "echo 10000")
    made(tmp_path / "all", "echo 1000", name="python3.12")
    assert chosen(tmp_path / "all") == str(older)


@pytest.mark.parametrize("says", ["exit 1", "exit 127"])
def test_what_is_too_old_or_does_not_run_is_passed_over(tmp_path: Path, says: str) -> None:
    made(tmp_path / "broken", says)
    made(tmp_path / "broken", says, name="python3")
    newer = made(tmp_path / "whole", "echo 10000", name="python3.13")
    assert chosen(tmp_path / "broken", tmp_path / "whole") == str(newer)
    assert chosen(tmp_path / "broken") == ""


def test_the_python_of_these_tests_can_be_taken() -> None:
    """It computes what is measured, so that the script and a real one understand each other."""
    taken = chosen(*(Path(each) for each in ("/usr/local/bin", "/usr/bin", "/bin")), running())
    version = subprocess.run([taken, "-V"], capture_output=True, text=True, check=True)
    assert tuple(map(int, version.stdout.split()[1].split(".")[:2])) >= (3, 11)


def running() -> Path:
    """The folder of the Python that the environment of these tests was made of."""
    return Path(sys.base_prefix) / "bin"
