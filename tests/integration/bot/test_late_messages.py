"""Events of many threads that come late, shuffled and doubled: no question is lost, none overtakes
another of its thread, none is asked twice."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle

import aiohttp

from bot.db import inbox
from bot.incoming.event_handler import EventHandler
from bot.incoming.payloads.events import Incoming, arrival, as_event, read
from bot.incoming.routing import RoutingRules
from bot.incoming.slack_app import build_app
from bot.incoming.slack_runtime import lookups_of
from bot.incoming.teams.removals import Removals
from bot.processes.listen import SlackConnection
from bot.rendering.thread_style import thread_style
from bot.sending.slack_client import Identity, web_client
from bot.sending.teams import Team
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from tests.integration.bot.conftest import Bot, handlers_of
from tests.integration.bot.slack import BEN, BOARD, BOT, LOOKUPS, Slack
from tests.integration.bot.test_delivery import rows
from tests.waiting import eventually

THREADS = 100
FAST = 60_000.0
"""Threads that may be read in a minute, where the test is not about Slack's limit."""


@asynccontextmanager
async def listening(bot: Bot, per_minute: float = FAST) -> AsyncIterator[EventHandler]:
    """The bot's listener without a worker: questions become jobs, in the order of the threads."""
    assert bot.settings.slack_app_token is not None
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        readers = stack.enter_context(ReaderProcesses(FOR_ATTACHMENTS))
        client = web_client(bot.settings.slack_api_url, "xoxb-local", session)
        identity = Identity(bot_user=BOT, bot_id="B0CURBSIDE", team="T0CURBSIDE")
        team = Team(client, identity)
        handler = EventHandler(
            bot.database,
            bot.memory,
            lookups_of(team, session, readers, bot.database, bot.memory, per_minute),
            rules=RoutingRules(bot_user=BOT, follow_ups="smart"),
            style=thread_style(bot.settings, bot.silos.cards),
            admission=bot.admission_by(client),
        )
        handlers = handlers_of(bot, team, handler)
        app = build_app(bot.settings, bot.database, handlers, Removals(bot.database, None))
        socket = SlackConnection(app, bot.settings.slack_app_token.get_secret_value())
        sweeping = asyncio.create_task(handlers.sweep(stop))
        await socket.open()
        try:
            yield handler
        finally:
            stop.set()
            await socket.close()
            await sweeping


async def jobs_of_threads(bot: Bot) -> dict[str, list[str]]:
    """The ts of the questions queued in each thread, in the order in which they will be run."""
    found = await rows(bot.database, "select lock, args from procrastinate_jobs order by id")
    queued: defaultdict[str, list[str]] = defaultdict(list)
    for row in found:
        queued[row.lock.rsplit(":", 1)[-1]].append(row.args["ts"])
    return dict(queued)


async def test_a_hundred_threads_withheld_shuffled_and_doubled(bot: Bot, slack: Slack) -> None:
    """The follow-ups of half of the threads mention the bot, those of the others do not."""
    await slack.control("POST", "limits", {"mode": "off"})
    async with listening(bot):
        await slack.control("POST", "deliveries", {"hold": True, "copies": 1, "copies_of": 9999})
        roots = [await slack.ask(f"What did alpha show in {number}?") for number in range(THREADS)]
        asked = {root: [root] for root in roots}
        for text in ("What did beta show?", "What did gamma show?"):
            for write, root in zip(cycle((slack.ask, slack.post)), roots, strict=False):
                asked[root].append(await write(text, thread=root))
        await slack.control("POST", "deliveries/release", {"seed": 7})

        async def all_queued() -> bool:
            deliveries = await slack.control("GET", "deliveries")
            await slack.come_to_the_next_delivery()
            waiting = await rows(bot.database, "select id from inbox where state = 'received'")
            (jobs,) = await rows(bot.database, "select count(*) as n from procrastinate_jobs")
            return not deliveries["pending"] and not waiting and jobs.n >= 3 * THREADS

        await eventually(all_queued, "every question is queued")
    assert await jobs_of_threads(bot) == asked


async def test_a_late_question_is_read_from_its_thread(bot: Bot, slack: Slack) -> None:
    """The event of the first follow-up never comes; the second one brings it along."""
    await slack.control("POST", "limits", {"mode": "off"})
    async with listening(bot):
        root = await slack.ask("What did alpha show?")
        await eventually(lambda: _queued(bot, 1), "the question is queued")
        await slack.control("POST", "deliveries", {"hold": True})
        missing = await slack.ask("What did beta show?", thread=root)
        await slack.control("POST", "deliveries", {})
        last = await slack.ask("What did gamma show?", thread=root)
        await eventually(lambda: _queued(bot, 3), "three questions are queued")
        await slack.control("POST", "deliveries/release", {})
    assert await jobs_of_threads(bot) == {root: [root, missing, last]}


async def test_a_plain_reply_that_comes_before_its_mention_is_asked_after_it(
    bot: Bot, slack: Slack
) -> None:
    """It is nobody's until the mention comes; then it is opened again, and Slack has its words."""
    await slack.control("POST", "limits", {"mode": "off"})
    async with listening(bot):
        await slack.control("POST", "deliveries", {"hold": True})
        root = await slack.ask("What did alpha show?")
        await slack.control("POST", "deliveries", {})
        reply = await slack.post("What did beta show?", thread=root)
        await eventually(lambda: _is_left_alone(bot), "the reply is left alone")
        await slack.control("POST", "deliveries/release", {})
        await eventually(lambda: _queued(bot, 2), "both are queued")
    assert await jobs_of_threads(bot) == {root: [root, reply]}


async def test_a_thread_that_becomes_ours_while_a_reply_waits_is_read_first(
    bot: Bot, slack: Slack
) -> None:
    """The reply came before its mention was decided on, so that nothing seemed to be missing."""
    await slack.control("POST", "limits", {"mode": "off"})
    await slack.control("POST", "deliveries", {"hold": True})
    root = await slack.ask("What did alpha show?")
    missing = await slack.post("What did beta show?", thread=root)
    last = await slack.post("What did gamma show?", thread=root)
    near = Incoming(kind="message", event_id="", team="T0CURBSIDE", at=root, channel=BOARD)
    messages = {each["ts"]: each for each in await slack.thread(root)}
    async with listening(bot) as handler, asyncio.TaskGroup() as deciding:
        first = read(as_event(messages[root], near))
        async with handler.order.turn(first):
            for ts in (root, last):
                payload = as_event(messages[ts], near)
                async with bot.database.transaction() as connection:
                    row = await inbox.store(connection, arrival(read(payload), payload))
                assert row is not None
                deciding.create_task(handler.accept(row, read(payload)))
            await asyncio.sleep(0.3)  # both have been looked at and wait for their turn
    assert await jobs_of_threads(bot) == {root: [root, missing, last]}


async def test_what_colleagues_wrote_before_the_mention_is_no_question(
    bot: Bot, slack: Slack
) -> None:
    await slack.control("POST", "limits", {"mode": "off"})
    async with listening(bot):
        root = await slack.post("HER2-low, progressed on T-DXd. Ideas?", user=BEN, channel=LOOKUPS)
        await slack.post("Sacituzumab?", thread=root, channel=LOOKUPS)
        mention = await slack.ask("What did alpha show?", thread=root, channel=LOOKUPS)
        await eventually(lambda: _queued(bot, 1), "the question is queued")
    assert await jobs_of_threads(bot) == {root: [mention]}


async def test_a_thread_that_slack_does_not_give_is_answered_all_the_same(
    bot: Bot, slack: Slack
) -> None:
    await slack.control("POST", "limits", {"mode": "off"})
    async with listening(bot):
        root = await slack.post("HER2-low. Ideas?", user=BEN)
        fault = {"kind": "server_error", "methods": ["conversations.replies"], "times": 99}
        await slack.control("POST", "faults", fault)
        mention = await slack.ask("What did alpha show?", thread=root)
        await eventually(lambda: _queued(bot, 1), "the question is queued")
    assert await jobs_of_threads(bot) == {root: [mention]}


async def test_threads_beyond_slacks_limit_wait_only_for_what_is_missing(
    bot: Bot, slack: Slack
) -> None:
    """With one read a minute, follow-ups whose roots are known are not read, and one whose root is
    missing goes on as soon as the root comes."""
    await slack.control("POST", "limits", {"mode": "off"})
    async with listening(bot, per_minute=1):
        first = await slack.ask("What did alpha show?")
        await eventually(lambda: _queued(bot, 1), "the question is queued")
        second = await slack.ask("What did beta show?", thread=first)
        third = await slack.ask("What did gamma show?", thread=first)
        await eventually(lambda: _queued(bot, 3), "known roots wait for no read")
        await slack.control("POST", "deliveries", {"hold": True})
        root = await slack.ask("What did delta show?")
        await slack.control("POST", "deliveries", {"hold": False})
        follow_up = await slack.ask("What did zeta show?", thread=root)
        await eventually(lambda: _stored(bot, 4), "the follow-up is stored")
        await slack.control("POST", "deliveries/release", {})
        await eventually(lambda: _queued(bot, 5), "both are queued")
    expected = {first: [first, second, third], root: [root, follow_up]}
    assert await jobs_of_threads(bot) == expected


async def _queued(bot: Bot, number: int) -> bool:
    found = await rows(bot.database, "select id from procrastinate_jobs")
    return len(found) >= number


async def _is_left_alone(bot: Bot) -> bool:
    found = await rows(bot.database, "select decision from inbox")
    return [row.decision for row in found] == ["ignored: not our thread"]


async def _stored(bot: Bot, number: int) -> bool:
    return len(await rows(bot.database, "select id from inbox")) >= number
