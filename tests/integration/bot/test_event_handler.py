"""Several events at once: none waits until a long message of another thread is read, and those of
one thread keep their order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Event
from typing import Any

import aiohttp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.web.async_client import AsyncWebClient
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db import inbox
from bot.db.taking_over.unfinished_tries import MOST_UNFINISHED, begin_try, key_of_event
from bot.incoming.event_handler import EventHandler, Lookups
from bot.incoming.payloads.events import Incoming, arrival, read
from bot.incoming.routing import Decision, RoutingRules, ThreadState
from bot.incoming.slack_app import build_app
from bot.incoming.slack_runtime import lookups_of
from bot.incoming.teams.removals import Removals
from bot.rendering.thread_style import thread_style
from bot.sending.slack_client import Identity, web_client
from bot.sending.teams import Team
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from retrieval.sql import Database
from tests.integration.bot.conftest import Bot, handlers_of
from tests.integration.bot.slack import ANA, BOT
from tests.integration.bot.test_delivery import rows
from tests.waiting import eventually

LONG = "metastatic breast cancer, HER2-low " * 300
FIRST, SECOND = "What did alpha show?", "And beta?"
PATIENCE = 60.0
"""Seconds after which a test that does not hold ends; one that holds waits for no moment."""

BURST = 20
"""Events at once: ten times the connections that store them."""


def direct_message(number: int, text: str) -> dict[str, Any]:
    event = {
        "type": "message",
        "channel": f"D{number}",
        "channel_type": "im",
        "user": ANA,
        "ts": f"17000000{number:02d}.000100",
        "text": text,
    }
    return {"event": event, "event_id": f"Ev{number}", "team_id": "T1"}


@asynccontextmanager
async def lookups(
    bot: Bot, client: AsyncWebClient, session: aiohttp.ClientSession
) -> AsyncIterator[Lookups]:
    identity = Identity(bot_user=BOT, bot_id="B0CURBSIDE", team="T0CURBSIDE")
    team = Team(client, identity)
    with ReaderProcesses(FOR_ATTACHMENTS) as readers:
        yield lookups_of(team, session, readers, bot.database, bot.memory, per_minute=10_000)


async def test_another_event_is_taken_while_a_long_one_is_read(bot: Bot) -> None:
    begun, other_is_routed = asyncio.Event(), Event()
    loop = asyncio.get_running_loop()
    waited_for: list[bool] = []

    class SlowReader(EventHandler):
        def decide(self, incoming: Incoming, state: ThreadState) -> Decision:
            if len(incoming.text.without(BOT)) > 1_000:
                loop.call_soon_threadsafe(begun.set)
                waited_for.append(other_is_routed.wait(PATIENCE))
            return super().decide(incoming, state)

    client = web_client(bot.settings.slack_api_url, "xoxb-local")
    async with (
        aiohttp.ClientSession() as session,
        lookups(bot, client, session) as found_by,
    ):
        handler = SlowReader(
            bot.database,
            bot.memory,
            found_by,
            rules=RoutingRules(bot_user=BOT, follow_ups="smart"),
            style=thread_style(bot.settings, bot.silos.cards),
            admission=bot.admission_by(client),
        )
        long, short = [
            await store(bot, direct_message(number, text))
            for number, text in enumerate((LONG, "What did alpha show?"))
        ]
        reading = asyncio.create_task(handler.accept(long))
        await begun.wait()
        await handler.accept(short)
        other_is_routed.set()
        await reading
    assert waited_for == [True]
    found = await rows(bot.database, "select decision from inbox order by id")
    assert [row.decision for row in found] == ["ask", "ask"]


def question_and_follow_up() -> tuple[dict[str, Any], dict[str, Any]]:
    first = direct_message(1, FIRST)
    second = direct_message(1, SECOND)
    second["event"] |= {"ts": "1700000009.000100", "thread_ts": first["event"]["ts"]}
    second["event_id"] = "EvB"
    return first, second


class Noting(EventHandler):
    """Notes in which order events were decided on."""

    order_seen: list[str]
    failures = 0

    def decide(self, incoming: Incoming, state: ThreadState) -> Decision:
        text = incoming.text.without(BOT)
        if text == FIRST and self.failures:
            self.failures -= 1
            raise ConnectionError
        self.order_seen.append(text)
        return super().decide(incoming, state)


@asynccontextmanager
async def noting_handler(bot: Bot) -> AsyncIterator[Noting]:
    client = web_client(bot.settings.slack_api_url, "xoxb-local")
    async with (
        aiohttp.ClientSession() as session,
        lookups(bot, client, session) as found_by,
    ):
        handler = Noting(
            bot.database,
            bot.memory,
            found_by,
            rules=RoutingRules(bot_user=BOT, follow_ups="smart"),
            style=thread_style(bot.settings, bot.silos.cards),
            admission=bot.admission_by(client),
        )
        handler.order_seen = []
        yield handler


async def test_the_events_of_a_thread_are_taken_by_slacks_clock(bot: Bot) -> None:
    async with noting_handler(bot) as handler:
        stored = [await store(bot, each) for each in reversed(question_and_follow_up())]
        await asyncio.gather(*map(handler.accept, stored))
    assert handler.order_seen == [FIRST, SECOND]
    found = await rows(bot.database, "select args from procrastinate_jobs order by id")
    assert [row.args["ts"] for row in found] == ["1700000001.000100", "1700000009.000100"]


async def test_a_follow_up_waits_for_a_question_that_is_still_being_stored(bot: Bot) -> None:
    first, second = question_and_follow_up()
    async with noting_handler(bot) as handler:
        with handler.order.hold_later(read(first)):
            follow_up = asyncio.create_task(handler.accept(await store(bot, second)))
            await asyncio.wait({follow_up}, timeout=0.2)
            assert handler.order_seen == []
            row = await store(bot, first)
        await asyncio.gather(follow_up, handler.accept(row))
    assert handler.order_seen == [FIRST, SECOND]


class SlowAtFirst(Database):
    """The first statement takes so long that the event behind it is stored before."""

    late = 0.3

    @asynccontextmanager
    async def statements(self) -> AsyncIterator[AsyncConnection]:
        wait, self.late = self.late, 0.0
        await asyncio.sleep(wait)
        async with super().statements() as connection:
            yield connection


async def test_the_app_keeps_the_order_when_the_first_event_is_stored_last(
    bot: Bot, database_url: str
) -> None:
    slow = SlowAtFirst(database_url)
    async with noting_handler(bot) as handler:
        identity = Identity(bot_user=BOT, bot_id="B0", team="T1")
        client = web_client(bot.settings.slack_api_url, "xoxb-local")
        handlers = handlers_of(bot, Team(client, identity), handler)
        app = build_app(bot.settings, slow, handlers, Removals(slow, None))
        told = [
            AsyncBoltRequest(body={"type": "event_callback", **one}, mode="socket_mode")
            for one in question_and_follow_up()
        ]
        await asyncio.gather(*map(app.async_dispatch, told))
        await eventually(lambda: len(handler.order_seen) == 2, "both events are decided on")
    await slow.close()
    assert handler.order_seen == [FIRST, SECOND]
    found = await rows(bot.database, "select event_id from inbox order by id")
    assert [row.event_id for row in found] == ["EvB", "Ev1"], "the store was not late"


async def test_a_burst_is_stored_late_and_not_refused(bot: Bot, database_url: str) -> None:
    """The database holds all up for longer than who needs a connection waits for one."""
    few = Database(database_url, connections=2, pool_seconds=0.5)
    async with noting_handler(bot) as handler:
        identity = Identity(bot_user=BOT, bot_id="B0", team="T1")
        client = web_client(bot.settings.slack_api_url, "xoxb-local")
        handlers = handlers_of(bot, Team(client, identity), handler)
        app = build_app(bot.settings, few, handlers, Removals(few, None))
        told = [
            AsyncBoltRequest(
                body={"type": "event_callback", **direct_message(number, FIRST)}, mode="socket_mode"
            )
            for number in range(BURST)
        ]
        async with asyncio.TaskGroup() as tasks, bot.database.transaction() as connection:
            await connection.execute(text("lock table inbox in exclusive mode"))
            answers = [tasks.create_task(app.async_dispatch(each)) for each in told]
            await asyncio.wait(answers, timeout=1.0)
        assert {each.result().status for each in answers} == {200}
        await eventually(lambda: len(handler.order_seen) == BURST, "all events are decided on")
    await few.close()
    assert len(await rows(bot.database, "select id from inbox")) == BURST


async def test_a_follow_up_does_not_overtake_a_question_that_failed_to_be_routed(bot: Bot) -> None:
    async with noting_handler(bot) as handler:
        handler.failures = 2
        stored = [await store(bot, each) for each in question_and_follow_up()]
        await asyncio.gather(*map(handler.accept, stored))
        assert handler.order_seen == []
        await handler.accept(stored[1])
    assert handler.order_seen == [FIRST, SECOND]


async def test_a_question_that_can_never_be_routed_holds_its_thread_up_no_longer(bot: Bot) -> None:
    async with noting_handler(bot) as handler:
        handler.failures = 99
        stored = [await store(bot, each) for each in question_and_follow_up()]
        for _ in range(6):
            await handler.accept(stored[1])
    assert handler.order_seen == [SECOND]
    found = await rows(bot.database, "select decision from inbox order by id")
    assert [row.decision for row in found] == ["failed", "ask"]


async def store(bot: Bot, payload: dict[str, Any]) -> int:
    async with bot.database.transaction() as connection:
        row = await inbox.store(connection, arrival(read(payload), payload))
    assert row is not None
    return row


async def count_tries(bot: Bot) -> int:
    return (await rows(bot.database, "select coalesce(sum(number), 0) from unfinished_tries"))[0][0]


async def test_an_event_at_which_processes_were_killed_is_set_aside_with_a_sentence(
    bot: Bot,
) -> None:
    async with noting_handler(bot) as handler:
        row = await store(bot, direct_message(1, FIRST))
        for _ in range(MOST_UNFINISHED):
            await begin_try(bot.database, key_of_event(row))  # by a process that was killed then
        await handler.accept(row)
        await handler.accept(await store(bot, direct_message(2, SECOND)))
    assert handler.order_seen == [SECOND]
    found = await rows(bot.database, "select decision from inbox order by id")
    assert [each.decision for each in found] == ["failed", "ask"]
    (said,) = await rows(bot.database, "select body::text as text from outbox where channel = 'D1'")
    assert "set aside" in said.text
    assert await count_tries(bot) == 0


async def test_tries_that_a_process_ended_itself_do_not_count(bot: Bot) -> None:
    async with noting_handler(bot) as handler:
        handler.failures = 3
        row = await store(bot, direct_message(1, FIRST))
        for _ in range(3):
            await handler.accept(row)
            assert await count_tries(bot) == 0
        await handler.accept(row)
    assert handler.order_seen == [FIRST]
