"""What comes back of a batch of questions where runs fail, or the program ends early."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from evals.questions.asking import AskingFailed, ask_results

PROGRAM = """
import json, os, sys
lines = open(sys.argv[-1], encoding="utf-8").read().splitlines()
for line in lines[: int(os.environ["ANSWERED"])]:
    print(json.dumps({"id": json.loads(line)["id"], "outcome": "failed"}))
sys.exit(1)
"""


@dataclass(frozen=True)
class Sample:
    id: str
    question: str = "olaparib dose?"
    thread: str = ""


def environment(folder: Path, answered: int) -> dict[str, str]:
    package = folder / "bot"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(PROGRAM)
    return {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1", "ANSWERED": str(answered)}


def test_a_run_that_failed_is_a_result_of_its_own(tmp_path: Path) -> None:
    told = ask_results([Sample("a"), Sample("b")], environment=environment(tmp_path, 2))
    assert [(each["id"], each["outcome"]) for each in told] == [("a", "failed"), ("b", "failed")]


def test_a_program_that_ends_early_ends_the_evaluation(tmp_path: Path) -> None:
    with pytest.raises(AskingFailed):
        ask_results([Sample("a"), Sample("b")], environment=environment(tmp_path, 1))


LASTING = """
import json, os, pathlib, signal, sys, time
def end(*_):
    pathlib.Path(os.environ["ENDED"]).touch()
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
print(json.dumps({"id": "a"}), flush=True)
time.sleep(600)
"""


def test_a_program_that_asks_ends_by_itself_where_the_measurement_is_broken_off(
    tmp_path: Path,
) -> None:
    given = environment(tmp_path, 0) | {"ENDED": str(tmp_path / "ended")}
    (tmp_path / "bot" / "__main__.py").write_text(LASTING)

    def break_off(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask_results([Sample("a"), Sample("b")], environment=given, progress=break_off)
    assert (tmp_path / "ended").exists()
