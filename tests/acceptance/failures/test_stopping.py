"""Stop, by a reaction or by a word, while a language model lets everybody wait."""

from __future__ import annotations

from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import (
    BOARD,
    LOOKUPS,
    Slack,
    bot_messages,
    eventually,
    final_words,
    people,
    settled,
)
from tests.acceptance.support.models import settings_for
from tests.acceptance.support.records import Records
from tests.scripted_provider import Hang, scripted_provider


async def by_reaction(slack: Slack, ts: str, channel: str) -> None:
    await slack.react(ts, "octagonal_sign", channel)


async def by_word(slack: Slack, ts: str, channel: str) -> None:
    await slack.post("stop", thread=ts, channel=channel)


async def test_a_run_stops_while_its_model_hangs(start_stack: StartStack) -> None:
    async with scripted_provider(*[Hang(600)] * 4) as provider:
        stack = start_stack(limits="off", **settings_for("openai", provider.url))
        records = Records(stack.database_url)
        async with people(stack) as slack:
            for number, (how, channel) in enumerate(((by_reaction, BOARD), (by_word, LOOKUPS)), 1):
                ts = await slack.ask("What is the dose of olaparib?", channel=channel)
                await eventually(
                    lambda number=number: len(provider.asked) == number, "the model is asked"
                )
                await how(slack, ts, channel)
                await settled(records, ts, channel)
                assert "Stopped by <@U0ANA>" in await final_words(slack, ts, channel)
                assert "octagonal_sign" in await slack.signs(ts, channel)
                assert "eyes" not in await slack.signs(ts, channel)
                # A stop that comes too late is not a question.
                await slack.post("Stop it please.", thread=ts, channel=channel)
                await slack.control("GET", "idle?quiet=0.5&timeout=30")
                assert len(await bot_messages(slack, ts, channel)) == 1
                assert records.count("runs") == number
