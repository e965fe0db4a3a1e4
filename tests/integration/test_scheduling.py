"""The order in which test processes take the files of a run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import environment_with

ROOT = Path(__file__).parents[2]
FILES = [f"test_{letter}.py" for letter in "abcdef"]
THREE_TESTS = "import pytest\n\n@pytest.mark.parametrize('n', range(3))\ndef test_it(n): pass\n"


@pytest.mark.parametrize(
    ("options", "first_files"),
    [
        (["--no-loadscope-reorder"], {"test_a.py", "test_f.py"}),
        (["--loadscope-reorder"], {"test_a.py", "test_b.py"}),
    ],
)
def test_one_of_two_processes_begins_with_the_last_file_and_every_test_runs_once(
    tmp_path: Path, options: list[str], first_files: set[str]
) -> None:
    for name in FILES:
        (tmp_path / name).write_text(THREE_TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "tests.scheduling", "-p", "no:cacheprovider",
         "-p", "no:langsmith_plugin", "-n", "2", "--dist", "loadfile", *options, "."],
        cwd=tmp_path, env=environment_with(PYTHONPATH=str(ROOT), PYTEST_ADDOPTS=""),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    ran = re.findall(r"\[(gw\d)\].* PASSED (test_\w\.py)::test_it\[(\d)\]", done.stdout)
    assert sorted((file, number) for _, file, number in ran) == [
        (file, str(number)) for file in FILES for number in range(3)
    ]
    # Which of the two is handed its file first is left to their start.
    first: dict[str, str] = {}
    for process, file, _ in ran:
        first.setdefault(process, file)
    assert set(first.values()) == first_files
