"""Figures of the benchmark, from planted times, calls and journals."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from agents.journal.entry import Entry, EntryKind, Event
from bot.settings import environment_with
from evals.bench.loop.journal_overhead import row_overheads, step_overheads
from evals.bench.slack import slack_wire
from evals.bench.slack.acknowledgement import acknowledgement_figures
from evals.bench.slack.look_ups import LONGEST_SECONDS, cards_of, look_up_figures
from evals.bench.slack.processes import NotReady, run_program
from evals.bench.slack.slack_wire import (
    QuestionPosted,
    ShownOutcome,
    WebApiCall,
    mention_bodies,
    parse_call,
    signature_headers,
    when_shown,
)
from evals.bench.slack.whole_bot import memory_figures
from evals.bench.suite import plain_questions
from evals.metrics.figures import Figure, figure_below, figure_line, quantile
from evals.questions.samples import read_samples
from workspace.delivery.events_api import signature

START = datetime(2026, 1, 1, tzinfo=UTC)


def journal(*rows: tuple[EntryKind, float, int]) -> list[Event]:
    """Rows of a run: kind, milliseconds since the start, recorded latency."""
    return [
        Event(
            run_id="run",
            seq=number,
            entry=Entry(kind=kind, payload={}, latency_ms=latency),
            at=START + timedelta(milliseconds=at),
            prev_hash="",
            hash="",
        )
        for number, (kind, at, latency) in enumerate(rows, start=1)
    ]


def call(at: float, outcome: str = "ok", **arguments: Any) -> WebApiCall:
    return parse_call({"at": at, "outcome": outcome, "arguments": {"channel": "C1", **arguments}})


def eyes(at: float, ts: str = "100.0", **more: Any) -> WebApiCall:
    return call(at, **{"timestamp": ts, "name": "eyes", **more})


def answer(at: float, key: str = "r1:0:answer", ts: str = "100.0", **more: Any) -> WebApiCall:
    metadata = json.dumps({"event_type": "curbside_run", "event_payload": {"k": key}})
    return call(at, **{"thread_ts": ts, "metadata": metadata, **more})


def test_the_quantile_is_the_smallest_sample_that_covers_the_share() -> None:
    samples = [float(number) for number in range(100, 0, -1)]
    assert quantile(samples, 0.5) == 50.0
    assert quantile(samples, 0.99) == 99.0
    assert quantile(samples, 1.0) == 100.0
    assert quantile([7.0], 0.95) == 7.0
    with pytest.raises(ValueError, match="no samples"):
        quantile([], 0.5)


def test_a_figure_on_its_limit_has_not_met_it() -> None:
    assert figure_below("x", 99.9, "ms", 10, 100).met
    assert figure_below("x", 100.0, "ms", 10, 100).met is False
    line = figure_line(figure_below("x", 120, "ms", 10, 100))
    assert line == "x: 120 ms (10 samples, goal below 100 ms: NOT MET)"
    assert figure_line(Figure("y", 1, "s", 1)) == "y: 1 s (1 sample)"


def test_the_overhead_of_a_step_leaves_its_longest_search_and_the_next_thought_out() -> None:
    events = journal(
        ("question", 0, 0),
        ("thought", 10, 5),
        ("observation", 60, 45),
        ("observation", 120, 100),
        ("thought", 143, 3),
        ("answer", 200, 50),
    )
    # From 10 to 143 ms, less 100 ms of the longest search and 3 ms of the next thought. The
    # second thought searched nothing, so it is no step.
    assert step_overheads(events) == [pytest.approx(30.0)]
    assert row_overheads(events) == [pytest.approx(10.0)] * 3


def test_what_a_person_adds_in_between_does_not_break_a_step() -> None:
    events = journal(
        ("thought", 0, 0),
        ("fact", 5, 0),
        ("observation", 50, 40),
        ("gap", 60, 0),
        ("review", 9000, 0),
    )
    assert step_overheads(events) == [pytest.approx(20.0)]


def test_a_run_that_never_searched_has_no_overheads() -> None:
    assert step_overheads(journal(("question", 0, 0), ("thought", 5, 1), ("gap", 9, 0))) == []


def test_the_sign_and_the_answer_are_timed_from_the_question() -> None:
    posted = [QuestionPosted("C1", "100.0")]
    assert when_shown(posted, [eyes(100.4)], [answer(102.5)]) == [
        ShownOutcome("r1", pytest.approx(0.4), pytest.approx(2.5))  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(
    ("reactions", "posts"),
    [
        pytest.param([], [answer(102)], id="no sign"),
        pytest.param([eyes(101)], [], id="no answer"),
        pytest.param([eyes(101, name="white_check_mark")], [answer(102)], id="another sign"),
        pytest.param([eyes(101, outcome="ratelimited")], [answer(102)], id="refused sign"),
        pytest.param([eyes(101)], [answer(102, outcome="ratelimited")], id="refused answer"),
        pytest.param([eyes(101)], [answer(102, key="r1:3:step")], id="a step is no answer"),
        pytest.param([eyes(101)], [answer(102, ts="99.0")], id="answer of another thread"),
        pytest.param([eyes(101)], [answer(102, channel="C2")], id="answer in another channel"),
        pytest.param([eyes(101)], [call(102, thread_ts="100.0")], id="a post without a key"),
    ],
)
def test_what_is_not_the_sign_or_the_answer_is_not_counted(
    reactions: list[WebApiCall], posts: list[WebApiCall]
) -> None:
    assert when_shown([QuestionPosted("C1", "100.0")], reactions, posts) == [None]


def test_the_first_of_two_signs_counts() -> None:
    (found,) = when_shown(
        [QuestionPosted("C1", "100.0")], [eyes(100.5), eyes(109)], [answer(101), answer(108)]
    )
    assert found is not None
    assert (found.sign, found.answer) == (pytest.approx(0.5), pytest.approx(1.0))


def test_a_slow_or_lost_acknowledgement_is_told() -> None:
    by_name = {one.name: one for one in acknowledgement_figures([5.0] * 98 + [250.0, 260.0])}
    assert by_name["acknowledgement p99 at 20 events/s"].met is False
    assert by_name["events not acknowledged"].met
    lost = {one.name: one for one in acknowledgement_figures([5.0] * 99 + [None])}
    assert lost["acknowledgement p99 at 20 events/s"].met
    assert (lost["events not acknowledged"].value, lost["events not acknowledged"].met) == (
        1,
        False,
    )


def test_memory_is_that_of_bot_and_worker_without_the_workspace() -> None:
    both, *_ = memory_figures({"workspace": 900.0, "bot": 300.0, "worker": 390.0})
    assert (both.value, both.met) == (690.0, True)
    both, *_ = memory_figures({"workspace": 0.0, "bot": 300.0, "worker": 410.0})
    assert both.met is False


def test_a_mention_comes_as_slack_sends_it() -> None:
    message, mentioned = (json.loads(body) for body in mention_bodies("C1", "A?", 1700000000.5))
    assert message["event"]["type"] == "message"
    assert mentioned["event"]["type"] == "app_mention"
    assert message["event_id"] != mentioned["event_id"]
    assert message["event"]["ts"] == mentioned["event"]["ts"] == "1700000000.500000"
    assert mentioned["event"]["text"] == f"<@{slack_wire.BOT}> A?"


def test_requests_are_signed_as_the_workspace_signs_them() -> None:
    headers: Mapping[str, str] = signature_headers(b"{}", 1700000000.9)
    expected = signature(slack_wire.SIGNING_SECRET, "1700000000", b"{}")
    assert headers["X-Slack-Signature"] == expected


def test_the_questions_of_the_benchmark_stand_alone_and_are_all_used_once() -> None:
    questions = plain_questions()
    expected = [
        sample.question for sample in read_samples() if not sample.thread and not sample.target.gap
    ]
    assert sorted(questions) == sorted(expected)
    assert questions[:3] != expected[:3]


async def test_a_program_is_waited_for_by_what_it_says_and_is_gone_afterwards() -> None:
    async with run_program(("this",), environment_with()) as program:
        found = await program.wait_for_line(re.compile(r"(Beautiful|Flat) is better"))
        assert found == "Beautiful"
    assert program.process.returncode is not None


async def test_a_program_that_ends_without_being_ready_is_told_with_its_last_words() -> None:
    async with run_program(("this",), environment_with()) as program:
        with pytest.raises(NotReady, match="honking great idea"):
            await program.wait_for_line(re.compile(r"workspace (ready)"))


def test_look_ups_meet_their_goal_by_the_slow_ones() -> None:
    p95, p50, slowest, missing = look_up_figures([0.5] * 36 + [2.5] * 4, "at rest")
    assert (p95.name, p95.met, p50.met) == ("look-up p95 at rest", False, None)
    assert (p50.value, slowest.value) == (0.5, 2.5)
    assert missing.met
    assert look_up_figures([0.5] * 40, "at rest")[0].met


async def test_a_card_that_does_not_come_is_a_figure_and_no_end_of_the_measurement() -> None:
    async def changes(request: web.Request) -> web.StreamResponse:
        stream = web.StreamResponse()
        await stream.prepare(request)
        while True:
            card = await waiting.get()
            await stream.write(f"data: {json.dumps(card)}\n\n".encode())

    async def take(request: web.Request) -> web.Response:
        if (await request.json())["text"] == "/gene BRAF":
            waiting.put_nowait({"type": "ephemeral"})
        return web.json_response({"taken": True})

    waiting: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    app = web.Application()
    app.router.add_get("/page/api/stream", changes)
    app.router.add_post("/page/api/commands", take)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession() as session,
        cards_of(session, str(server.make_url("")).rstrip("/"), 0.5) as look_up,
    ):
        taken = [await look_up("/trial FLAURA"), await look_up("/gene BRAF")]
    assert taken[0] == 0.5
    assert taken[1] < 0.5
    figures = look_up_figures([LONGEST_SECONDS, 0.5], "at rest")
    assert (figures[-1].value, figures[-1].met) == (1, False)
