"""What is missing is said before any work; where a run was broken off, it goes on."""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agents.errors import ModelMisconfigured
from evals.bench.kept_figures import KeptFigures
from evals.commands import BENCHMARKS, EVALUATIONS, bench, evaluate
from evals.metrics.figures import Figure
from evals.questions.asking import AskingFailed
from evals.questions.failures import AllFailed, is_lost
from evals.questions.kept_results import ask_afresh, ask_and_keep
from evals.running.command import Command, ListedCommand
from evals.running.counts import count, count_or_none, duration
from evals.running.errors import MeasurementFailed
from evals.running.extras import Extra, require
from evals.running.terminal import Terminal, open_terminal


class NothingToOpen:
    """A sandbox in which any work fails."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"{name} was opened")


@pytest.mark.parametrize(
    ("command", "module"),
    [
        ((evaluate, ["retrieval", "--set", "all"]), "ir_measures"),
        ((evaluate, ["retrieval", "--set", "all", "--picture", "p.svg"]), "matplotlib"),
        ((bench, ["--only", "comparing"]), "langgraph"),
    ],
    ids=["measures", "picture", "bench"],
)
def test_what_is_not_installed_is_said_before_any_work(
    command: tuple[object, list[str]], module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in sys.modules if each.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)  # What Python does for a module it must not find
    run, arguments = command
    with pytest.raises(SystemExit, match=rf"{module}.* is not installed.*\[(evals|bench)\]"):
        run(arguments, NothingToOpen())  # type: ignore[operator]


@pytest.mark.parametrize("name", ["gaps", "answers", "claims"])
def test_a_picture_that_cannot_be_written_is_said_before_any_work(
    name: str, tmp_path: Path
) -> None:
    place = str(tmp_path / "nowhere" / "a.svg")
    with pytest.raises(SystemExit, match=r"--picture: there is no folder .*nowhere"):
        evaluate([name, "--picture", place], NothingToOpen())  # type: ignore[arg-type]


@dataclass
class OnlyData:
    """A sandbox that has a data folder, or none, and opens nothing."""

    data: Path | None


@pytest.mark.parametrize("name", ["citations", "context", "claims"])
def test_data_that_is_not_at_hand_is_said_before_any_work(name: str) -> None:
    with pytest.raises(SystemExit, match="CURBSIDE_DATA"):
        evaluate([name], OnlyData(None))  # type: ignore[arg-type]


def test_the_judged_claims_of_the_data_folder_are_taken_where_none_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {
        "id": "s1", "kind": "light_edit", "question": "", "label": "supported", "why": "",
        "quotes": {"c1": {"text": "Drug A helps.", "title": "A", "organisation": "", "date": ""}},
        "sentence": "Drug A helps. [c1]",
    }  # fmt: skip
    (tmp_path / "claim_checks").mkdir()
    (tmp_path / "claim_checks" / "sentences.dev.jsonl").write_text(json.dumps(row) + "\n")
    evaluate(["claims"], OnlyData(tmp_path))  # type: ignore[arg-type]
    assert "honest, light_edit: 0 wrong of 1" in capsys.readouterr().out


def test_help_says_what_holds_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        evaluate(["tools", "--help"], NothingToOpen())  # type: ignore[arg-type]
    told = " ".join(capsys.readouterr().out.split())
    assert "of each kind of question (default: 30)" in told
    assert "(default: [])" not in told
    assert "(default: False)" not in told


BARE = """
import sys
extras = {"langchain_openai", "langchain_anthropic", "fastembed", "langchain_community", "mcp",
          "scipy", "matplotlib", "lifelines", "pandas", "ir_measures", "reportlab"}
class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in extras:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Bare())
from evals.commands import BENCHMARKS, EVALUATIONS
from evals.running.errors import MeasurementFailed
for group in (EVALUATIONS, BENCHMARKS):
    for name, listed in group.items():
        try:
            listed.load()
        except MeasurementFailed as error:
            print(name, error)
"""


def test_a_bare_installation_is_told_what_a_command_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "reports reportlab is not installed: `.venv/bin/pip install -c constraints.txt"
        " -e '.[evals]'`, or `make dev` for all.\n"
    )


class NoModel(NothingToOpen):
    """A sandbox of somebody who has set no model."""

    def require_model(self) -> None:
        raise ModelMisconfigured("The core llm needs CURBSIDE_MODEL.")


@pytest.mark.parametrize("name", ["tools", "citations", "objective", "answers", "gaps"])
def test_that_no_model_is_set_is_said_before_any_work(name: str) -> None:
    with pytest.raises(ModelMisconfigured, match="llm needs CURBSIDE_MODEL"):
        evaluate([name, "--core", "llm"], NoModel())  # type: ignore[arg-type]


def test_what_is_installed_is_not_asked_for() -> None:
    require([Extra("evals", ("json", "rich.progress"))])
    with pytest.raises(MeasurementFailed, match=r"no_such, json.none is not.*'.\[a,b\]'"):
        require([Extra("a", ("json", "no_such")), Extra("b", ("json.none",))])


@pytest.mark.parametrize("name", EVALUATIONS)
def test_every_evaluation_can_be_loaded_and_explains_itself(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        evaluate([name, "--help"], NothingToOpen())
    assert ended.value.code == 0
    assert f"curbside eval {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_can_be_loaded(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench([name, "--help"], NothingToOpen())
    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out


def _counts(listed: ListedCommand) -> list[str]:
    """The options of a command that take a count or a duration."""
    parser = argparse.ArgumentParser()
    listed.load().add_arguments(parser)
    actions = [each for each in parser._actions if each.type is not None]
    bare = [each.dest for each in actions if each.type in {int, float}]
    assert set(bare) <= {"seed"}, "a count must say which numbers it takes"
    return [
        each.option_strings[0] for each in actions if each.type in {count, count_or_none, duration}
    ]


COUNTS = [
    (run, [*command, option])
    for run, group in ((evaluate, EVALUATIONS), (bench, BENCHMARKS))
    for name, listed in group.items()
    for command in ([name],)
    for option in _counts(listed)
]


@pytest.mark.parametrize(("run", "words"), COUNTS, ids=[" ".join(words) for _, words in COUNTS])
def test_a_count_that_is_none_is_refused_with_a_sentence(
    run: Callable[[list[str], Any], None], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for written in ("-3", "many"):
        with pytest.raises(SystemExit) as ended:
            run([*words[:-1], f"{words[-1]}={written}"], NothingToOpen())
        assert ended.value.code == 2
        said = capsys.readouterr().err
        assert f"argument {words[-1]}: give a " in said
        assert f"not '{written}'" in said


def test_bars_are_drawn_for_a_terminal_only() -> None:
    for is_terminal in (True, False):
        shown = io.StringIO()
        console = Console(file=shown, force_terminal=is_terminal, width=80)
        with open_terminal(console) as terminal:
            count = terminal.counter(3)
            for done in (1, 2):
                count(done)
        assert ("questions" in shown.getvalue()) is is_terminal
        assert (
            shown.getvalue().endswith("\x1b[?25h")
            or "\x1b[?25h" in shown.getvalue()
            or (not is_terminal)
        ), "the cursor is shown again"


@dataclass(frozen=True)
class Sample:
    id: str
    thread: str = ""

    @property
    def question(self) -> str:
        return f"What of {self.id}?"


class Counting(Terminal):
    """Nobody looks on; how far it is, and what is left out, is written down."""

    def __init__(self) -> None:
        super().__init__(Console(file=io.StringIO()))
        self.counted: list[int] = []
        self.left_out: list[str] = []

    def counter(self, total: int, what: str = "questions") -> Callable[[int], None]:
        return self.counted.append

    def leave_out(self, line: str) -> None:
        super().leave_out(line)
        self.left_out.append(line)


BOT = """
import json, sys, pathlib
asked = [json.loads(line) for line in open(sys.argv[-1])]
log = pathlib.Path(__file__).with_name("asked.jsonl")
for row in asked:
    if row["id"] == pathlib.Path(__file__).with_name("dies_at").read_text():
        sys.exit(3)
    with log.open("a") as file:
        file.write(row["id"] + " " + row.get("thread", "") + "\\n")
    fails = pathlib.Path(__file__).with_name("fails_at").read_text().split()
    ending = {"outcome": "answer"}
    if row["id"] in fails:
        failure = {"error": "ModelUnavailable", "reason": "The model is down."}
        ending = {"outcome": "failed", "failure": failure}
    print(json.dumps({"id": row["id"], "answer": row["question"]} | ending), flush=True)
"""


class Bot:
    """A program in the place of ours, that answers and can die."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "bot"
        self.folder.mkdir()
        (self.folder / "__init__.py").write_text("")
        (self.folder / "__main__.py").write_text(BOT)
        self.dies_at("")
        self.fails_at()
        monkeypatch.chdir(folder)  # Where Python looks first

    def dies_at(self, name: str) -> None:
        (self.folder / "dies_at").write_text(name)

    def fails_at(self, *names: str) -> None:
        (self.folder / "fails_at").write_text(" ".join(names))

    def asked(self) -> list[str]:
        log = self.folder / "asked.jsonl"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines


def test_a_run_that_was_broken_off_goes_on_and_asks_a_thread_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Bot(tmp_path, monkeypatch)
    samples = [Sample("a"), Sample("b", "t"), Sample("c", "t"), Sample("d")]
    bot.dies_at("c")
    terminal = Counting()
    with pytest.raises(AskingFailed):
        ask_and_keep(samples, tmp_path / "kept", environment=None, terminal=Counting())
    assert [line.split()[0] for line in bot.asked()] == ["a", "b"]
    bot.dies_at("")
    found = ask_and_keep(samples, tmp_path / "kept", environment=None, terminal=terminal)
    assert [result["id"] for _, result in found] == ["a", "b", "c", "d"]
    again = [line.split() for line in bot.asked()]
    assert [name for name, *_ in again] == ["b", "c", "d"], "a stood; b's thread began anew"
    assert again[0][1] == again[1][1]
    assert terminal.counted == [1, 2, 3, 4]
    ask_and_keep(samples, tmp_path / "kept", environment=None, terminal=Counting())
    assert bot.asked() == []


def test_a_run_on_the_configured_silos_is_asked_anew_once_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Bot(tmp_path, monkeypatch)
    file = tmp_path / "questions.jsonl"
    file.write_text("")
    samples = [Sample("a"), Sample("d")]
    bot.dies_at("d")
    with pytest.raises(AskingFailed):
        ask_afresh(samples, tmp_path, files=(file,), terminal=Counting())
    bot.dies_at("")
    bot.asked()
    for expected in (["d"], ["a", "d"]):
        ask_afresh(samples, tmp_path, files=(file,), terminal=Counting())
        assert [line.split()[0] for line in bot.asked()] == expected


def test_runs_that_failed_are_told_not_kept_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, kept = Bot(tmp_path, monkeypatch), tmp_path / "kept"
    samples = [Sample("a"), Sample("b", "t"), Sample("c", "t"), Sample("d")]
    bot.fails_at("b", "d")
    terminal = Counting()
    found = ask_and_keep(samples, kept, environment=None, terminal=terminal)
    assert [sample.id for sample, _ in found] == ["a"], "c goes on from a run that failed"
    assert terminal.left_out == [
        "3 of 4 runs failed and are in no figure. 2: The model is down."
        " 1: Follows on a question of which the run failed. The same command asks only these again."
    ]
    assert '"failed"' not in kept.read_text()
    bot.fails_at()
    bot.asked()
    again = ask_and_keep(samples, kept, environment=None, terminal=Counting())
    assert [sample.id for sample, _ in again] == ["a", "b", "c", "d"]
    assert [line.split()[0] for line in bot.asked()] == ["b", "c", "d"]


def test_no_figures_are_made_of_runs_that_all_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, kept = Bot(tmp_path, monkeypatch), tmp_path / "kept"
    many = [Sample(str(number)) for number in range(20)]
    bot.fails_at(*(each.id for each in many))
    with pytest.raises(AllFailed, match=r"^all 3 runs failed\. 3: The model is down\.$"):
        ask_and_keep(many[:3], kept, environment=None, terminal=Counting())
    assert kept.read_text() == ""
    terminal = Counting()
    with pytest.raises(AllFailed, match=r"^the first 5 runs failed\. The model is down\.$"):
        ask_and_keep(many, kept, environment=None, terminal=terminal)
    assert len(terminal.counted) < 6, "the others are not waited for"


@pytest.mark.parametrize(
    ("error", "lost"),
    [("ModelUnavailable", True), ("TimeLimitReached", True), ("", True),
     ("StepLimitReached", False), ("AnswerUnverified", False)],
)  # fmt: skip
def test_what_a_run_did_with_its_steps_is_a_result(error: str, lost: bool) -> None:
    assert is_lost({"outcome": "failed", "failure": {"error": error, "reason": "R."}}) is lost
    assert not is_lost({"outcome": "gap"})


def test_what_is_in_no_figure_stands_beside_them_and_the_command_does_not_pass(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(options: argparse.Namespace, sandbox: Any, terminal: Terminal) -> bool:
        terminal.leave_out("1 of 2 runs failed.")
        if options.json:
            terminal.write_json({"share": 1})
        else:
            terminal.write("share: 1")
        return True

    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true")

    made = Command(add_arguments=add_arguments, run=run)
    monkeypatch.setattr(ListedCommand, "load", lambda self: made)
    told = []
    for words in (["gaps"], ["gaps", "--json"]):
        with pytest.raises(SystemExit) as ended:
            evaluate(words, NothingToOpen())
        assert ended.value.code == 1
        told.append(capsys.readouterr())
    assert told[0].out == "share: 1\n1 of 2 runs failed.\n"
    assert json.loads(told[1].out) == {"share": 1, "left_out": ["1 of 2 runs failed."]}
    assert told[1].err == "1 of 2 runs failed.\n"


def test_figures_of_a_benchmark_are_kept_until_it_is_done(tmp_path: Path) -> None:
    figure = Figure("p50", 1.5, "ms", 3, "below 2 ms", True)
    KeptFigures(tmp_path).put("answering, 4 questions", [figure])
    kept = KeptFigures(tmp_path)
    assert kept.get("answering, 4 questions") == [figure]
    assert kept.get("answering, 40 questions") is None
    kept.forget()
    assert KeptFigures(tmp_path).get("answering, 4 questions") is None
    assert json.dumps([path.name for path in tmp_path.iterdir()]) == "[]"
