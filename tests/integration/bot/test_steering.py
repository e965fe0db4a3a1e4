"""Steering over the real wire: what is said in a thread reaches the next step of its run."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agents.cores import ToolCard
from agents.journal.hash_chain import verify_chain
from agents.run.steered_step import LEFT_OUT
from agents.turns import Steering, Thought, View
from tests.fakes import READY, ScriptedCore, search
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import BEN, BOARD, LOOKUPS, Slack
from tests.integration.bot.test_delivery import rows
from tests.integration.bot.test_facts import says
from tests.integration.bot.test_messages import press
from tests.waiting import eventually

SCRIPT = (Thought(text="Papers.", actions=(search("pubmed", "drug alpha"),)), READY)


class Waits(ScriptedCore):
    """Thinks its second thought only when the thread has said something."""

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        if len(view.steps) == 1:
            await self.heard.wait()
        return await super().think(view, cards)

    heard: asyncio.Event


async def steered(slack: Slack, bot: Bot, words: str, user: str = BEN) -> str:
    """A thread in which this was said while the run thought; it has been answered."""
    core = Waits(SCRIPT)
    core.heard = asyncio.Event()
    bot.core = core
    async with bot.up():
        ts = await slack.ask("What does drug alpha do?")
        await eventually(lambda: says(slack, ts, "Papers."))
        await slack.post(words, user=user, thread=ts)
        await eventually(lambda: routed(bot, 2))
        core.heard.set()
        await slack.finished(ts)
        await eventually(lambda: says(slack, ts, "Sources"))
    return ts


class WaitsAtOnce(Waits):
    """Thinks its first thought only when the thread has said something."""

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        self.asked.set()
        await self.heard.wait()
        return await ScriptedCore.think(self, view, cards)

    asked: asyncio.Event


def waiting_core(bot: Bot) -> WaitsAtOnce:
    core = WaitsAtOnce(SCRIPT)
    core.heard, core.asked = asyncio.Event(), asyncio.Event()
    bot.core = core
    return core


async def test_what_is_said_before_the_first_step_holds_for_it(slack: Slack, bot: Bot) -> None:
    core = waiting_core(bot)
    async with bot.up():
        ts = await slack.ask("What does drug alpha do?")
        await core.asked.wait()
        await slack.post("skip pubmed, clinical trials too", user=BEN, thread=ts)
        await eventually(lambda: routed(bot, 2))
        core.heard.set()
        await slack.finished(ts)
    assert [silo for silo, _ in bot.silos.searches] == ["clinical_trials"]
    assert await says(slack, ts, "without Pubmed; also Clinical trials.")
    assert await says(slack, ts, LEFT_OUT)


async def test_a_stop_button_is_there_before_the_first_step_and_leaves_with_it(
    slack: Slack, bot: Bot
) -> None:
    question = "62-year-old woman, HER2-negative breast cancer. What does drug alpha do?"
    core = waiting_core(bot)
    async with bot.up():
        ts = await slack.ask(question)
        await eventually(lambda: has_button(slack, ts, "stop"))
        await press(slack, ts, "stop", user=BEN)
        assert await says_when_finished(slack, ts, f"Stopped by <@{BEN}>")
        assert not await has_button(slack, ts, "stop")
        core.heard.set()
        ts = await slack.ask(question, channel=LOOKUPS)
        await slack.finished(ts, LOOKUPS)
        assert not await has_button(slack, ts, "stop", LOOKUPS)
    assert [silo for silo, _ in bot.silos.searches] == ["pubmed"]


async def test_a_question_that_waits_for_another_is_stopped_before_its_first_thought(
    slack: Slack, bot: Bot
) -> None:
    core = waiting_core(bot)
    async with bot.up():
        ts = await slack.ask("What does drug alpha do?")
        await core.asked.wait()
        second = await slack.ask("And drug beta?", thread=ts)
        await eventually(lambda: routed(bot, 2))
        await slack.react(second, "octagonal_sign")
        await eventually(lambda: routed(bot, 3))
        core.heard.set()
        await eventually(lambda: ended(bot, 2))
    runs = await rows(bot.database, "select state from runs order by number")
    assert sorted(run.state for run in runs) == ["answer", "stopped"]
    assert core.calls.count("think") == len(SCRIPT), "nobody thought about the second question"


async def ended(bot: Bot, runs: int) -> bool:
    over = "select 1 from runs where state in ('answer', 'stopped')"
    return len(await rows(bot.database, over)) >= runs


async def has_button(slack: Slack, ts: str, action: str, channel: str = BOARD) -> bool:
    shown = [each for one in await slack.thread(ts, channel) for each in one.get("blocks") or ()]
    return any(e.get("action_id") == action for b in shown for e in b.get("elements", ()))


async def says_when_finished(slack: Slack, ts: str, words: str) -> bool:
    return any(words in reply for reply in await slack.finished(ts))


async def routed(bot: Bot, events: int) -> bool:
    done = await rows(bot.database, "select 1 from inbox where state = 'routed'")
    return len(done) >= events


async def test_a_silo_that_is_asked_for_is_searched_in_the_next_step(
    slack: Slack, bot: Bot
) -> None:
    ts = await steered(slack, bot, "clinical trials too")
    assert [silo for silo, _ in bot.silos.searches] == ["pubmed", "clinical_trials"]
    assert await says(slack, ts, "*Taken over from step 3 on:* also Clinical trials.")
    (run,) = await rows(bot.database, "select run_id from runs")
    events = await bot.memory.events(run.run_id)
    assert verify_chain(events) is None
    (row,) = [event for event in events if event.entry.kind == "steering"]
    assert row.entry.payload["text"] == "clinical trials too"
    assert row.entry.payload["by"] == BEN, "in a thread of several people, too"


async def test_an_answered_thread_is_told_that_nothing_runs(slack: Slack, bot: Bot) -> None:
    ts = await steered(slack, bot, "skip pubmed")
    assert await says(slack, ts, "*Taken over from step 2 on:* without Pubmed.")
    (run,) = await rows(bot.database, "select run_id from runs")
    late = Steering(text="trials too", by=BEN, also=("clinical_trials",))
    before = await bot.memory.events(run.run_id)
    assert not await bot.memory.steer(run.run_id, late)
    assert await bot.memory.events(run.run_id) == before


async def test_a_plain_sentence_forks_the_run_and_says_what_changed(slack: Slack, bot: Bot) -> None:
    bot.core = ScriptedCore(
        (
            Thought(text="Papers.", actions=(search("pubmed", "drug alpha"),)),
            Thought(text="Trials.", actions=(search("clinical_trials", "drug alpha"),)),
        )
    )
    async with bot.up():
        ts = await slack.ask("What does drug alpha do?")
        await slack.finished(ts)
        await slack.post("again from step 2 without clinical trials", thread=ts)
        await eventually(lambda: says(slack, ts, "What changed in the quotes"))
        await slack.post("again from step 9", thread=ts)
        await eventually(lambda: says(slack, ts, "no such step"))
        replies = await slack.replies(ts)
    told = "\n".join(replies)
    assert "*Again from step 2.* Steps before it stand as they were: 1 to 1." in told
    assert "gained 0, lost 1, kept 1." in told
    assert sum("Papers." in reply for reply in replies) == 1, "shared steps are not told again"
    runs = await rows(
        bot.database, "select run_id, forked_from, forked_at, state from runs order by number"
    )
    first, second = runs
    assert (second.forked_from, second.state) == (first.run_id, "answer")
    assert await bot.memory.verify(second.run_id) is None
    assert await bot.memory.verify(first.run_id) is None
