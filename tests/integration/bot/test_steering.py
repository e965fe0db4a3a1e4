"""Steering over the real wire: what is said in a thread reaches the next step of its run."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agents.cores import ToolCard
from agents.journal.hash_chain import verify_chain
from agents.turns import Steering, Thought, View
from tests.fakes import READY, ScriptedCore, search
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import BEN, Slack
from tests.integration.bot.test_delivery import rows
from tests.integration.bot.test_facts import says
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
