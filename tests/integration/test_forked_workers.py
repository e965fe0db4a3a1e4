"""The processes of a run of pytest-xdist are forked from one that has imported the test files."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bot.settings import environment_with

ROOT = Path(__file__).parents[2]
TOLD_AT_IMPORT = """
import os, pathlib
with pathlib.Path("imports").open("a") as file:
    file.write(f"{os.getpid()}\\n")
"""
SETTINGS = """[pytest]
filterwarnings = error
asyncio_default_fixture_loop_scope = function
"""
FILES = {
    "one": "def test_it(worker_id): assert worker_id in ('gw0', 'gw1')\n",
    "other": "def test_it(tmp_path): assert tmp_path.parts[-2].startswith('popen-gw')\n",
    "failing": "def test_it(): assert [1, 2] == [1, 3]\n",
    "ending": "def test_it(): os._exit(7)\n",
    "warning": "import warnings\n\ndef test_it(): warnings.warn('old', FutureWarning)\n",
    "broken": "import nothing_of_this_name\n",
}


def run(folder: Path, *names: str) -> tuple[int, str]:
    """Run these files in two processes: the exit code and what was printed."""
    for name in names:
        (folder / f"test_{name}.py").write_text(TOLD_AT_IMPORT + FILES[name])
    (folder / "pytest.ini").write_text(SETTINGS)
    # Not below the test's own folder: the path of a socket has at most 107 characters.
    with tempfile.TemporaryDirectory(prefix="with blanks ") as temporary:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-v", "-p", "tests.forking.workers",
             "-p", "no:cacheprovider", "-p", "no:langsmith_plugin", "-n", "2", "."],
            cwd=folder, capture_output=True, text=True, check=False,
            env=environment_with(PYTHONPATH=str(ROOT), PYTEST_ADDOPTS="", TMPDIR=temporary),
        )  # fmt: skip
        printed = done.stdout + done.stderr
        assert list(Path(temporary).glob("curbside-*")) == [], printed
    return done.returncode, printed


def test_a_file_is_imported_once_for_all_processes(tmp_path: Path) -> None:
    code, printed = run(tmp_path, "one", "other")
    assert code == 0, printed
    assert printed.count("PASSED") == 2
    assert len(set((tmp_path / "imports").read_text().split())) == 1


@pytest.mark.parametrize(
    "told",
    [
        {
            "failing": "At index 1 diff: 2 != 3",
            "warning": "FutureWarning: old",
            "ending": "crashed while running 'test_ending.py::test_it'",
        },
        {"broken": "No module named 'nothing_of_this_name'"},
    ],
)
def test_what_fails_is_told_as_in_a_process_that_was_started(
    tmp_path: Path, told: dict[str, str]
) -> None:
    code, printed = run(tmp_path, *told)
    assert code != 0
    for name, words in told.items():
        assert words in printed, name
