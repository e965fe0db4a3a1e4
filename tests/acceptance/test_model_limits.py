"""What answering may use up with a model, and what it did: told in the thread, in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import (
    ANA,
    LOOKUPS,
    Slack,
    eventually,
    final_words,
    people,
    settled,
)
from tests.acceptance.support.models import MODELS, Reasoner, settings_for
from tests.acceptance.support.records import Records
from tests.integration.bot.slack import BEN
from tests.scripted_provider import Hang, Reply, scripted_provider
from tests.scripted_provider.counted import Counted

QUESTION = "What is the starting dose of olaparib?"
SO_FAR = "This is what had been found by then."
NARROWER = "before there was an answer. A narrower one may get there."


@dataclass
class HangsFrom(Reasoner):
    """Does not answer from this thought on."""

    step: int = 2

    def _think(self, messages: list[dict[str, Any]]) -> Reply:
        reply = super()._think(messages)
        return Hang(60) if self.asked.total() >= self.step else reply


@pytest.mark.parametrize(
    ("setting", "brain", "what"),
    [
        ({"CURBSIDE_MAX_STEPS": "1"}, Reasoner, "its steps"),
        ({"CURBSIDE_MAX_TOKENS": "1000"}, Reasoner, "what a chat model may read and write for it"),
        ({"CURBSIDE_MAX_SECONDS": "6"}, HangsFrom, "its time"),
    ],
)
async def test_a_run_ends_at_its_limit_with_what_it_had_found_and_what_it_took(
    start_stack: StartStack, setting: dict[str, str], brain: Callable[[], Reasoner], what: str
) -> None:
    async with scripted_provider() as provider:
        provider.brain = brain()
        provider.counted = Counted(given=1234, written=56)
        stack = start_stack(limits="off", **settings_for("openai", provider.url), **setting)
        records = Records(stack.database_url)
        async with people(stack) as slack:
            ts = await slack.ask(QUESTION)
            await settled(records, ts)
            told = await final_words(slack, ts)
    assert f"This question used up {what} {NARROWER} {SO_FAR}" in told
    assert "300 mg" in told
    (took,) = re.findall(r"⏱️ (.+)", told)
    assert re.fullmatch(rf"\d+ s · \$\d\.\d{{4}} · {MODELS['openai']}", took)
    spent = records.rows(
        "select sum(input_tokens *"
        " input_price_usd + output_tokens * output_price_usd) / 1000000 as cost from journal"
    )[0]
    assert f"${spent['cost']:.4f}" in took
    assert spent["cost"] > 0


async def test_a_run_that_found_nothing_in_its_time_says_so_alone(
    start_stack: StartStack,
) -> None:
    async with scripted_provider() as provider:
        provider.brain = HangsFrom(step=1)
        settings = {**settings_for("openai", provider.url), "CURBSIDE_MAX_SECONDS": "4"}
        stack = start_stack(limits="off", **settings)
        records = Records(stack.database_url)
        async with people(stack) as slack:
            ts = await slack.ask(QUESTION)
            await settled(records, ts)
            told = await final_words(slack, ts)
    assert f"This question used up its time {NARROWER}" in told
    assert "⏱️" not in told, "no call of the model came to an end"


async def test_a_model_without_a_price_says_that_it_is_not_known(start_stack: StartStack) -> None:
    async with scripted_provider() as provider:
        provider.brain = Reasoner()
        settings = {
            **settings_for("openai", provider.url),
            "CURBSIDE_MODEL": "openai:our-own-model",
        }
        stack = start_stack(limits="off", **settings)
        records = Records(stack.database_url)
        async with people(stack) as slack:
            ts = await slack.ask(QUESTION)
            await settled(records, ts)
            told = await final_words(slack, ts)
    assert re.search(r"⏱️ \d+ s · price not known · openai:our-own-model", told)


async def test_without_a_model_nothing_is_said_of_cost(start_stack: StartStack) -> None:
    stack = start_stack(limits="off")
    records = Records(stack.database_url)
    async with people(stack) as slack:
        ts = await slack.ask(QUESTION)
        await settled(records, ts)
        assert "⏱️" not in await final_words(slack, ts)


_CHANNEL = "This channel can ask one question in 24 hours, and it was asked."
_PERSON = "You can ask one question here in 24 hours, and it was asked."
_TOKENS = "This channel has used up its share of the chat model in the last 24 hours."


@pytest.mark.parametrize(
    ("setting", "asker", "said"),
    [
        ({"CURBSIDE_QUESTIONS_A_DAY": "1"}, BEN, _CHANNEL),
        ({"CURBSIDE_QUESTIONS_A_DAY_EACH": "1"}, ANA, _PERSON),
        ({"CURBSIDE_TOKENS_A_DAY": "100"}, BEN, _TOKENS),
    ],
)
async def test_who_asks_more_in_a_day_is_told_when_to_ask_again_and_no_model_is_asked(
    start_stack: StartStack, setting: dict[str, str], asker: str, said: str
) -> None:
    async with scripted_provider() as provider:
        provider.brain = Reasoner()
        stack = start_stack(limits="off", **settings_for("openai", provider.url), **setting)
        records = Records(stack.database_url)
        async with people(stack) as slack:
            ts = await slack.ask(QUESTION)
            await settled(records, ts)
            asked = len(provider.asked)
            for thread in ("", ts):
                await slack.ask("And the dose of niraparib?", user=asker, thread=thread)
            await eventually(lambda: was_told(slack, asker, said, 2), "both are told")
            assert len(provider.asked) == asked, "nothing is paid for what is refused"
            elsewhere = await slack.ask(QUESTION, user=asker, channel=LOOKUPS)
            await settled(records, elsewhere, LOOKUPS)
            assert len(provider.asked) > asked
    assert len(records.rows("select 1 from runs")) == 2


async def was_told(slack: Slack, user: str, said: str, number: int) -> bool:
    calls = (await slack.control("GET", "calls?method=chat.postEphemeral"))["calls"]
    words = f"{said} The next can be asked <!date^"
    mine = [one for one in calls if one["arguments"]["user"] == user]
    return len([one for one in mine if words in str(one["arguments"])]) == number
