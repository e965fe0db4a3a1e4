"""``kill -9`` of each process at every row of the journal and at the points between: one answer,
nothing lost, nothing twice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.journal.hash_chain import verify_chain
from agents.memory.database import Memory
from retrieval.sql import open_database
from tests.acceptance.support.conversation import (
    CHANNELS,
    Json,
    Slack,
    assert_told_once,
    eventually,
    people,
    run_of,
    settled,
)
from tests.acceptance.support.models import reasoning_provider, settings_for
from tests.acceptance.support.records import Gate, Records, Row
from tests.acceptance.support.stack import Stack, running_stack
from tests.acceptance.test_facts import TRIAL

QUESTION = "What is the starting dose of olaparib?"
ROWS = 9
"""Of the model's run: question, a thought and two observations, the same again, a thought that
says it is enough, the answer."""
KILLABLE = ("worker", "bot", "postgres")

pytestmark = pytest.mark.slow


class Walk:
    """A stack of which one process is killed again and again, each time in a new question."""

    def __init__(self, stack: Stack, slack: Slack, victim: str) -> None:
        self.stack, self.slack, self.victim = stack, slack, victim
        self.records = Records(stack.database_url)
        self.asked: list[tuple[str, str]] = []
        self.runs_before = self.records.count("runs")

    async def ask(self, question: str = QUESTION, **more: object) -> str:
        """Ask in the next channel; the run that will answer."""
        channel = CHANNELS[len(self.asked) % len(CHANNELS)]
        ts = await self.slack.ask(question, channel=channel, **more)
        self.asked.append((ts, channel))
        return run_of(ts, channel)

    async def finish(self) -> Row:
        ts, channel = self.asked[-1]
        return await settled(self.records, ts, channel)

    @asynccontextmanager
    async def killed(self, gate: Gate) -> AsyncIterator[None]:
        """The victim is dead while the block lasts, and runs again after it."""
        self.stack.kill(self.victim)
        if self.victim == "postgres":
            # Without it nothing can be looked at, and its death has opened the gate.
            self.stack.start("postgres")
            gate.forget()
            yield
        else:
            yield
            await gate.open()
            self.stack.start(self.victim)

    async def assert_whole(self) -> None:
        """Everything that was asked is answered once, and nothing else was said."""
        for ts, channel in self.asked:
            await assert_told_once(self.slack, self.records, ts, channel)
        assert self.records.count("runs") == self.runs_before + len(self.asked)
        async with open_database(self.stack.database_url) as database:
            for ts, channel in self.asked:
                events = await Memory(database).events(run_of(ts, channel))
                assert verify_chain(events) is None


@pytest.fixture(scope="module", params=KILLABLE)
def victim(request: pytest.FixtureRequest) -> str:
    """The process that is killed."""
    return str(request.param)


@pytest.fixture(scope="module")
def gated_stack(
    victim: str, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """A stack for this victim, with gates in its database."""
    home = tmp_path_factory.mktemp(victim) / "stack"
    with (
        reasoning_provider() as url,
        running_stack(template, home, limits="off", **settings_for("openai", url)) as stack,
    ):
        Records(stack.database_url).install_gates()
        yield stack


@pytest.fixture
async def walk(victim: str, gated_stack: Stack) -> AsyncIterator[Walk]:
    async with people(gated_stack) as slack:
        await slack.control("DELETE", "faults")
        yield Walk(gated_stack, slack, victim)


async def test_killed_at_every_row_of_the_journal(walk: Walk) -> None:
    undisturbed = await walk.ask()
    await walk.finish()
    whole = [(row["kind"], row["call_id"]) for row in walk.records.journal(undisturbed)]
    assert len(whole) == ROWS
    hit = []
    for seq in range(1, ROWS + 1):
        async with walk.records.gate("journal", str(seq + 1)) as gate:
            run_id = await walk.ask()
            assert await gate.row(seq) == run_id
            async with walk.killed(gate):
                before = walk.records.journal(run_id)
                if walk.victim != "postgres":
                    assert len(before) == seq
                hit.append(seq)
        await walk.finish()
        after = walk.records.journal(run_id)
        assert after[:seq] == before[:seq], "a finished row was written again"
        assert sorted((row["kind"], row["call_id"]) for row in after) == sorted(whole)
    assert hit == list(range(1, ROWS + 1))
    await walk.assert_whole()


async def test_killed_at_the_points_between(walk: Walk) -> None:
    await _killed_between_inbox_and_routing(walk)
    for part in ("step", "answer"):
        await _killed_before_an_accepted_post_is_noted(walk, part)
        await _killed_while_a_post_is_under_way(walk, part)
    await walk.assert_whole()


async def _killed_between_inbox_and_routing(walk: Walk) -> None:
    async with walk.records.gate("routing") as gate:
        run_id = await walk.ask()
        ts, _ = walk.asked[-1]
        await eventually(gate.somebody_waits, "the question is about to be routed")
        assert [row["state"] for row in walk.records.inbox(ts)] == ["received"]
        async with walk.killed(gate):
            if walk.victim != "postgres":
                assert walk.records.run(run_id) is None
    await walk.finish()


async def _killed_before_an_accepted_post_is_noted(walk: Walk, part: str) -> None:
    """Slack took the post and cut the connection; nobody has written down what became of it."""
    await walk.slack.control("DELETE", "faults")
    skip = 0 if part == "step" else await _posts_before_the_answer(walk)
    await _fault(walk, {"kind": "drop", "times": 1, "skip": skip})
    async with walk.records.gate("recording", part) as gate:
        run_id = await walk.ask()
        await eventually(gate.somebody_waits, f"the outcome of a {part} is about to be noted")
        assert "sending" in _states(walk, run_id, part)
        async with walk.killed(gate):
            pass
    await walk.finish()
    (fault,) = (await walk.slack.control("GET", "faults"))["faults"]
    assert fault["hits"] == 1


async def _killed_while_a_post_is_under_way(walk: Walk, part: str) -> None:
    """Slack takes its time over the post and does it after all."""
    await walk.slack.control("DELETE", "faults")
    skip = 0 if part == "step" else await _posts_before_the_answer(walk)
    await _fault(walk, {"kind": "delay", "seconds": 0.4, "times": 1, "skip": skip})
    async with walk.records.gate("none") as gate:
        run_id = await walk.ask()
        await eventually(lambda: "sending" in _states(walk, run_id, part), f"a {part} is sent")
        async with walk.killed(gate):
            pass
    await walk.finish()


UPLOADING = ("files.getUploadURLExternal", "files.completeUploadExternal")
"""The calls to Slack of an upload, before and behind its bytes."""


@pytest.mark.parametrize("victim", ["bot"], indirect=True)
async def test_killed_in_the_middle_of_an_upload(walk: Walk) -> None:
    """Whatever of the picture had come to Slack: one is shown, and no other file is left. The bot
    uploads; the other two have no part in it."""
    await walk.slack.control("DELETE", "faults")
    for method in UPLOADING:
        await _killed_while_a_picture_is_uploaded(walk, method)
    begun = [each["arguments"] for each in await _calls(walk, UPLOADING[1])]
    whole = {file["id"] for each in begun for file in _files_of(each)}
    gone = {each["arguments"]["file"] for each in await _calls(walk, "files.delete")}
    shown = [await _pictures_of(walk, ts, channel) for ts, channel in walk.asked]
    assert [len(each) for each in shown] == [1] * len(UPLOADING)
    assert whole - gone == {each for one in shown for each in one}


async def _killed_while_a_picture_is_uploaded(walk: Walk, method: str) -> None:
    delay = {"kind": "delay", "seconds": 0.6, "times": 1, "methods": [method]}
    await walk.slack.control("POST", "faults", delay)
    async with walk.records.gate("none") as gate:
        file = await walk.slack.upload("trial.csv", TRIAL.encode(), "text/csv")
        run_id = await walk.ask("ORR by arm", file_ids=[file])

        def is_under_way() -> bool:
            rows = [row for row in walk.records.outbox(run_id) if "picture" in row["body"]]
            noted = [row["file"] for row in rows if row["file"]]
            begun = [row for row in rows if row["state"] == "sending"]
            return bool(begun and (method == UPLOADING[0] or noted))

        await eventually(is_under_way, f"{method} is under way")
        async with walk.killed(gate):
            pass
    await walk.finish()


async def _calls(walk: Walk, method: str) -> list[Json]:
    return list((await walk.slack.control("GET", f"calls?method={method}"))["calls"])


def _files_of(arguments: Json) -> list[Json]:
    """The files that a call names, which slack-sdk sends as JSON in a text."""
    files = arguments["files"]
    return list(json.loads(files) if isinstance(files, str) else files)


async def _pictures_of(walk: Walk, ts: str, channel: str) -> list[str]:
    """The files that the thread shows."""
    return [
        str(block["slack_file"]["id"])
        for message in await walk.slack.thread(ts, channel)
        for block in message.get("blocks", ())
        if block["type"] == "image"
    ]


async def _fault(walk: Walk, fault: dict[str, object]) -> None:
    await walk.slack.control("POST", "faults", {"methods": ["chat.postMessage"], **fault})


async def _posts_before_the_answer(walk: Walk) -> int:
    """How many steps a run of the question shows, from the first one that was asked."""
    ts, channel = walk.asked[0]
    return sum(row["part"] == "step" for row in walk.records.outbox(run_of(ts, channel)))


def _states(walk: Walk, run_id: str, part: str) -> list[str]:
    return [row["state"] for row in walk.records.outbox(run_id) if row["part"] == part]
