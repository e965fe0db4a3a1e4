"""What happens when a process or the database goes away."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agents.memory.database import Memory
from bot.db.schema.migrate import migrate
from bot.db.server import own_postgres
from bot.db.taking_over.unfinished_tries import MOST_UNFINISHED, begin_try
from retrieval.sql import Database, open_database
from tests.fakes import ScriptedCore
from tests.forking import Child, start_module
from tests.integration.bot.conftest import CONNECTIONS, ONE_SEARCH, Bot
from tests.integration.bot.slack import LOOKUPS, Slack
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_thread_status import LINE, is_told
from tests.waiting import eventually


async def is_running(database: Database) -> bool:
    found = await rows(database, "select count(*) from procrastinate_jobs where status = 'doing'")
    return bool(found[0][0])


def start_hanging_worker(bot: Bot) -> Child:
    """A worker in a process of its own that begins a run and never ends it."""
    module = "tests.integration.bot.hanging_worker"
    return start_module(
        module, bot.database.url, bot.settings.slack_api_url, str(bot.settings.home)
    )


async def ask_and_kill(slack: Slack, bot: Bot, doomed: Child) -> str:
    """Ask, and kill the worker when it has begun to answer; the question's ``ts``."""
    ts = await slack.ask(QUESTION)
    await eventually(lambda: is_running(bot.database))
    doomed.kill()
    doomed.wait()
    return ts


async def test_the_run_of_a_killed_worker_is_taken_over_within_seconds(
    slack: Slack, bot: Bot
) -> None:
    doomed = start_hanging_worker(bot)
    async with bot.listening():
        ts = await ask_and_kill(slack, bot, doomed)
        async with bot.working():
            assert len(await slack.finished(ts)) == 2


async def next_beat_of_the_first(database: Database) -> None:
    query = "select last_heartbeat from procrastinate_workers order by id"
    before = (await rows(database, query))[0]

    async def is_heard_of() -> bool:
        return bool((await rows(database, query))[0] > before)

    await eventually(is_heard_of)


async def told_so_far(bot: Bot) -> tuple[Any, ...]:
    of_run = "select run_id, max(seq), max(kind) from journal group by run_id order by run_id"
    of_row = "select key, state, revision, sent_revision, slack_ts from outbox order by key"
    jobs = "select id, status, attempts from procrastinate_jobs order by id"
    return tuple([await rows(bot.database, query) for query in (of_run, of_row, jobs)])


async def calls(slack: Slack) -> list[str]:
    """The methods called so far, but for the look whether the connection is alive."""
    made = (await slack.control("GET", "calls"))["calls"]
    return [one["method"] for one in made if one["method"] != "auth.test"]


async def test_a_worker_that_hangs_is_taken_over_and_does_nothing_when_it_goes_on(
    slack: Slack, bot: Bot
) -> None:
    hanging = start_hanging_worker(bot)
    async with bot.listening():
        held = await slack.ask(QUESTION)
        await eventually(lambda: is_running(bot.database))
        await eventually(lambda: slack.signs(held), "it sends, too")
        await eventually(lambda: is_told(slack, LINE, 1), "it shows that it is at work")
        os.kill(hanging.pid, signal.SIGSTOP)
        async with bot.working():
            later = await slack.ask(QUESTION, channel=LOOKUPS)
            assert len(await slack.finished(later, LOOKUPS)) == 2
            assert len(await slack.finished(held)) == 2
            await eventually(lambda: nothing_owed(bot.database))
            told, called = await told_so_far(bot), await calls(slack)
            os.kill(hanging.pid, signal.SIGCONT)
            for _beat in range(3):
                await next_beat_of_the_first(bot.database)
            assert await told_so_far(bot) == told
            assert await calls(slack) == called
        assert len(await slack.replies(held)) == 2
    hanging.kill()
    hanging.wait()


async def nothing_owed(database: Database) -> bool:
    owed = "select count(*) from outbox where state not in ('sent', 'failed')"
    jobs = "select count(*) from procrastinate_jobs"
    return not any([(await rows(database, query))[0][0] for query in (owed, jobs)])


async def test_a_run_at_which_workers_were_killed_is_set_aside_with_a_sentence(
    slack: Slack, bot: Bot
) -> None:
    doomed = start_hanging_worker(bot)
    async with bot.listening():
        ts = await ask_and_kill(slack, bot, doomed)
        (run,) = await rows(bot.database, "select run_id from runs")
        for _ in range(MOST_UNFINISHED):
            await begin_try(bot.database, f"run {run.run_id}", run.run_id)  # and was killed, too
        async with bot.working():
            said = await slack.finished(ts)
    assert "set aside" in "".join(said)
    (ended,) = await rows(bot.database, "select payload from journal where kind = 'failed'")
    assert ended.payload["error"] == "EndsProcesses"
    assert not await rows(bot.database, "select key from unfinished_tries")


async def test_a_worker_asked_to_stop_gives_its_run_back_and_another_finishes_it(
    slack: Slack, bot: Bot
) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, pause=12)
    async with bot.listening():
        async with bot.working():
            ts = await slack.ask(QUESTION)
            await eventually(lambda: is_running(bot.database))
        bot.core = ScriptedCore(ONE_SEARCH)
        async with bot.working():
            assert len(await slack.finished(ts)) == 2


@pytest.fixture
async def frail(
    bot: Bot, tmp_path: Path
) -> AsyncIterator[tuple[Bot, own_postgres.RunningPostgres]]:
    """The bot over a PostgreSQL of its own, which the test may kill."""
    server = await asyncio.to_thread(own_postgres.start, tmp_path / "own")
    await asyncio.to_thread(migrate, server.url)
    settings = bot.settings.model_copy(update={"database_url": server.url})
    async with open_database(server.url, connections=CONNECTIONS) as database:
        yield Bot(settings, database, Memory(database)), server
    await asyncio.to_thread(own_postgres.stop, tmp_path / "own")


async def test_without_database_the_event_is_not_acknowledged_and_is_answered_later(
    slack: Slack, frail: tuple[Bot, own_postgres.RunningPostgres], tmp_path: Path
) -> None:
    bot, server = frail
    async with bot.up():
        os.kill(server.pid, signal.SIGKILL)
        ts = await slack.ask(QUESTION)
        await asyncio.sleep(1)
        pending = (await slack.control("GET", "deliveries"))["pending"]
        assert {one["type"] for one in pending} == {"message", "app_mention"}
        await asyncio.to_thread(own_postgres.start, tmp_path / "own")
        await slack.control("POST", "clock", {"advance": 61})
        assert len(await slack.finished(ts)) == 2


async def test_a_run_goes_on_when_the_database_comes_back(
    slack: Slack, frail: tuple[Bot, own_postgres.RunningPostgres], tmp_path: Path
) -> None:
    bot, server = frail
    bot.core = ScriptedCore(ONE_SEARCH, pause=0.7)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: is_running(bot.database))
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.sleep(1)
        await asyncio.to_thread(own_postgres.start, tmp_path / "own")
        assert len(await slack.finished(ts)) == 2


async def test_a_question_asked_while_the_socket_was_cut_is_answered(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        assert (await slack.control("POST", "sockets/kill"))["killed"] == 1
        ts = await slack.ask(QUESTION)
        assert len(await slack.finished(ts)) == 2
