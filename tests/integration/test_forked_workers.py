"""The processes of a run of pytest-xdist are forked from one that has imported the test files."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
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
    "endings": """
import pytest

@pytest.fixture
def before(): print("said before"); raise OSError("not begun")

@pytest.fixture
def behind(): print("said first"); yield; raise OSError("not ended")

def test_begins(before): pass
def test_ends(behind): pass
def test_says(behind): assert not "said last"
def test_skips(): pytest.skip("not here")
@pytest.mark.skip
def test_is_skipped(): pass
@pytest.mark.xfail
def test_may_fail(): assert not "it may"
@pytest.mark.xfail
def test_may_pass(): pass
""",
}


def run(folder: Path, *names: str, options: Sequence[str] = ("-n", "2")) -> tuple[int, str]:
    """Run these files, in two processes: the exit code and what was printed."""
    for name in names:
        (folder / f"test_{name}.py").write_text(TOLD_AT_IMPORT + FILES[name])
    (folder / "pytest.ini").write_text(SETTINGS)
    # Not below the test's own folder: the path of a socket has at most 107 characters.
    with tempfile.TemporaryDirectory(prefix="with blanks ") as temporary:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-v", "-p", "tests.forking.workers",
             "-p", "tests.forking.reports", "-p", "no:cacheprovider", "-p", "no:langsmith_plugin",
             *options, "."],
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


def test_all_ends_of_a_test_are_told_as_by_one_process(tmp_path: Path) -> None:
    code, one = run(tmp_path, "endings", options=("-rA", "-n", "0"))
    _, two = run(tmp_path, "endings", options=("-rA", "-n", "2"))
    assert code == 1
    assert ends_told(one) == ends_told(two)
    assert one.count("Captured stdout setup") == two.count("Captured stdout setup") > 0
    for each in (one, two):
        assert "1 failed, 1 passed, 2 skipped, 1 xfailed, 1 xpassed, 3 errors" in each


@pytest.mark.parametrize("option", ["--durations=0", "--junitxml=told.xml"])
def test_what_is_asked_of_each_part_of_a_test_is_told(tmp_path: Path, option: str) -> None:
    code, printed = run(tmp_path, "one", options=("-n", "2", "-vv", option))
    assert code == 0, printed
    if option.startswith("--durations"):
        assert {"setup", "call", "teardown"} <= set(re.findall(r"s (\w+) +test_one", printed))
    else:
        assert 'tests="1"' in (tmp_path / "told.xml").read_text()


def ends_told(printed: str) -> list[str]:
    """The lines of the summary at the end, one for each end of a test."""
    return sorted(
        re.findall(r"^(?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b.*::?.*$", printed, re.M)
    )
