"""Where `make test` keeps the files of its tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "deploy" / "scratch.sh"
IN_MEMORY = Path("/dev/shm")
MUCH, LITTLE = 64_000_000, 4_000_000
"""Kilobytes."""


def chosen(folder: Path, told: Path, available: int) -> str:
    told.write_text(f"MemTotal: {2 * available} kB\nMemAvailable: {available} kB\n")
    command = [SCRIPT, folder, told]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def has_room() -> bool:
    found = os.statvfs(IN_MEMORY)
    return found.f_bavail * found.f_frsize > 10 * 2**30 and not found.f_flag & os.ST_NOEXEC


@pytest.mark.skipif(
    not IN_MEMORY.is_dir() or not has_room(), reason="this machine has no such room in memory"
)
def test_a_folder_in_memory_is_taken_where_much_of_it_is_free(tmp_path: Path) -> None:
    before = set(IN_MEMORY.glob("curbside.*"))
    assert chosen(IN_MEMORY, tmp_path / "told", MUCH) == str(IN_MEMORY)
    assert chosen(IN_MEMORY, tmp_path / "told", LITTLE) == ""
    assert set(IN_MEMORY.glob("curbside.*")) <= before, "what was tried there is gone"


def test_no_other_folder_is_taken(tmp_path: Path) -> None:
    assert chosen(tmp_path / "none", tmp_path / "told", MUCH) == ""
    assert chosen(Path(__file__).parent, tmp_path / "told", MUCH) == ""
