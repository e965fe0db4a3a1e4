"""``curbside ask`` beside a running worker: the worker answers as the caller itself would, and the
caller answers itself whenever the worker cannot."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot.asking.protocol import call_folder
from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import eventually
from tests.acceptance.support.models import settings_for
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack
from tests.forking import run_module, start_module
from tests.scripted_provider import Hang, scripted_provider

WORKER = ("postgres", "workspace", "worker")
QUESTION = "What is the dose of olaparib with creatinine clearance 40?"
Done = subprocess.CompletedProcess[str]


def ask(stack: Stack, *words: str, **settings: str) -> Done:
    return run_module("bot", "ask", *words, env=stack.environment() | settings, cwd=stack.home)


def ask_object(stack: Stack, *words: str, **settings: str) -> dict[str, Any]:
    done = ask(stack, "--json", *words, **settings)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def without_time(asked: dict[str, Any]) -> str:
    """All of it in its order, but which run it was, when it was asked and how long it took."""
    facts = [{**fact, "at": ""} for fact in asked["facts"]]
    timeless = {**asked, "run_id": "", "seconds": 0, "facts": facts}
    return json.dumps(timeless).replace(asked["run_id"], "")


def runs_of_worker(stack: Stack) -> list[str]:
    """The runs that it answered for callers."""
    lines = [json.loads(line) for line in stack.log("worker").splitlines() if line[:1] == "{"]
    return [line["run_id"] for line in lines if line.get("event") == "caller_asks"]


def sockets(stack: Stack) -> list[Path]:
    return list(call_folder(stack.home).glob("*"))


@pytest.fixture(scope="module")
def stack(shared_stack: Stack) -> Stack:
    return shared_stack


def test_the_worker_answers_as_the_caller_would(stack: Stack) -> None:
    by_worker = ask_object(stack, QUESTION)
    by_itself = ask_object(stack, "--alone", QUESTION)
    assert by_worker["outcome"] == "answer"
    assert without_time(by_worker) == without_time(by_itself)
    assert by_worker["run_id"] in runs_of_worker(stack)
    assert by_itself["run_id"] not in runs_of_worker(stack)


def test_text_is_the_same_too(stack: Stack) -> None:
    texts = []
    for words in ((), ("--alone",)):
        done = ask(stack, *words, QUESTION)
        assert (done.returncode, done.stderr) == (0, "")
        *answer, run = done.stdout.splitlines()
        assert run.startswith("run ")
        texts.append((answer, run.split()[1].rstrip(",") in runs_of_worker(stack)))
    assert texts[0] == (texts[1][0], True)
    assert texts[1][1] is False


def test_a_batch_is_answered_in_order_with_its_ids(stack: Stack, tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    rows = [
        {"id": 7, "question": "Dose of olaparib with renal impairment?", "thread": "batch-7"},
        {"id": None, "question": "CrCl 40", "thread": "batch-7"},
        {"question": "hello"},
    ]
    batch.write_text("\n".join(map(json.dumps, rows)))
    done = ask(stack, "--batch", str(batch))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each.get("id", "none") for each in answers] == [7, None, "none"]
    assert {each["run_id"] for each in answers} <= set(runs_of_worker(stack))


def test_what_a_gap_lacks_lets_its_run_go_on(stack: Stack) -> None:
    first = ask_object(stack, "--thread", "kidney", "Dose of capecitabine in her case?")
    again = ask_object(stack, "--thread", "kidney", "again")
    assert again["run_id"] != first["run_id"]
    assert again["question"] == first["question"]


def test_only_its_own_user_may_call_a_worker(stack: Stack) -> None:
    (path,) = sockets(stack)
    folder = call_folder(stack.home)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o770)
    try:
        asked = ask_object(stack, QUESTION)
    finally:
        folder.chmod(0o700)
    assert asked["run_id"] not in runs_of_worker(stack)


def test_a_worker_with_other_settings_is_not_used(stack: Stack) -> None:
    done = ask(stack, "--json", QUESTION, CURBSIDE_MAX_STEPS="5")
    assert json.loads(done.stdout)["run_id"] not in runs_of_worker(stack)
    assert done.stderr.startswith("A worker is running, but with other settings: the question is")
    # What Slack shows, and how the database of our own is told, is no other setting.
    asked = ask_object(stack, QUESTION, DATABASE_URL="", CURBSIDE_DISPLAY="quiet")
    assert asked["run_id"] in runs_of_worker(stack)


def test_doctor_says_whether_a_worker_answers(stack: Stack) -> None:
    def row(**settings: str) -> str:
        done = run_module("bot", "doctor", env=stack.environment() | settings, cwd=stack.home)
        (line,) = re.findall(r".* worker  .*", done.stdout)
        return " ".join(line.split())

    assert "ok worker" in row(COLUMNS="200")
    assert "refuses `curbside ask`: other settings" in row(COLUMNS="200", CURBSIDE_MAX_STEPS="5")


def test_a_worker_that_hangs_is_not_waited_for(stack: Stack) -> None:
    stack.running["worker"].send_signal(signal.SIGSTOP)
    try:
        assert ask_object(stack, QUESTION)["outcome"] == "answer"
    finally:
        stack.running["worker"].send_signal(signal.SIGCONT)


def test_a_wrong_batch_and_no_question_are_said_as_without_a_worker(
    stack: Stack, tmp_path: Path
) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text("{}")
    for words in (("--batch", str(batch)), ()):
        beside, alone = ask(stack, *words), ask(stack, "--alone", *words)
        assert beside.returncode == alone.returncode != 0
        assert (beside.stdout, beside.stderr) == (alone.stdout, alone.stderr)


def test_no_socket_outlives_a_worker(start_stack: StartStack) -> None:
    stack = start_stack(*WORKER)
    worker = stack.running["worker"]
    assert len(sockets(stack)) == 1
    worker.terminate()
    assert worker.wait(30) == 0
    assert sockets(stack) == []
    stack.start("worker")
    stack.wait_for_worker(2)
    stack.kill("worker")
    assert len(sockets(stack)) == 1
    assert ask_object(stack, QUESTION)["outcome"] == "answer"
    assert sockets(stack) == []


async def test_a_caller_goes_on_with_the_run_of_a_worker_that_died(
    start_stack: StartStack, tmp_path: Path
) -> None:
    async with scripted_provider(*[Hang(600)] * 4) as provider:
        stack = start_stack(*WORKER, limits="off", **settings_for("openai", provider.url))
        records = Records(stack.database_url)
        with (tmp_path / "errors").open("wb") as errors:
            caller = start_module(
                "bot", "ask", QUESTION,
                env=stack.environment(), cwd=stack.home, stderr=errors,
            )  # fmt: skip
        await eventually(lambda: len(provider.asked) == 1, "the worker asks the model")
        (run_id,) = runs_of_worker(stack)
        stack.kill("worker")
        await eventually(lambda: len(provider.asked) == 2, "the caller asks the model")
        assert records.count("runs") == 1
        assert records.run(run_id) is not None
        os.kill(caller.pid, signal.SIGINT)
        assert caller.wait(30) == 130
        assert (tmp_path / "errors").read_text() == ""


async def test_a_caller_that_goes_away_ends_its_answer(start_stack: StartStack) -> None:
    async with scripted_provider(*[Hang(600)] * 4) as provider:
        stack = start_stack(*WORKER, limits="off", **settings_for("openai", provider.url))
        caller = start_module("bot", "ask", QUESTION, env=stack.environment(), cwd=stack.home)
        await eventually(lambda: len(provider.asked) == 1, "the worker asks the model")
        os.kill(caller.pid, signal.SIGINT)
        assert caller.wait(30) == 130
        await eventually(lambda: '"caller_gone"' in stack.log("worker"), "the worker notices")
        assert stack.alive("worker")
