"""A busy hour: many people ask in many channels at once, and some go on in a thread of somebody
else."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import Json, Slack, running_workspace
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.waiting import eventually

NAMES = ("ana", "ben", *(f"p{number:02}" for number in range(3, 21)))
PEOPLE = tuple(f"U0{name.upper()}" for name in NAMES)
ROOMS = tuple(f"room{number:02}" for number in range(1, 11))
SEED: Json = {
    "team": {"name": "Curbside"},
    "people": [{"name": name, "real_name": f"{name.title()} Roe"} for name in NAMES],
    "channels": [{"name": name, "purpose": "A board"} for name in ROOMS],
}


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Slack]:
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps(SEED), encoding="utf-8")
    async with running_workspace("--limits", "real", "--seed", str(seed)) as workspace:
        yield workspace


@pytest.fixture
def known_people() -> tuple[str, ...]:
    return PEOPLE


async def ask_in_room(slack: Slack, number: int) -> list[tuple[str, str]]:
    """Two questions, and one more in the thread of the first by somebody else; each thread with its
    channel."""
    channel = f"C0{ROOMS[number].upper()}"
    first, second, third = (PEOPLE[(3 * number + place) % len(PEOPLE)] for place in range(3))
    roots = [await slack.ask(QUESTION, user=user, channel=channel) for user in (first, second)]
    await slack.ask(QUESTION, user=third, channel=channel, thread=roots[0])
    return [(root, channel) for root in roots]


async def keys_in(slack: Slack, thread: tuple[str, str]) -> list[tuple[str, str]]:
    """The run and the part of each message of the bot, as they stand in the thread."""
    told = [one["metadata"] for one in await slack.thread(*thread) if "metadata" in one]
    keys = [str(each["event_payload"]["k"]).split(":") for each in told]
    return [(run, part) for run, _, part in keys]


async def test_steps_stand_above_their_answer_whatever_waits_for_a_channel(
    slack: Slack, bot: Bot
) -> None:
    channel = f"C0{ROOMS[0].upper()}"
    async with bot.up():
        roots = await asyncio.gather(
            *(slack.ask(QUESTION, user=user, channel=channel) for user in PEOPLE[:7])
        )
        for root in roots:
            await slack.finished(root, channel)
    for root in roots:
        assert [part for _, part in await keys_in(slack, (root, channel))] == ["step", "answer"]


async def test_thirty_questions_of_twenty_people_in_ten_channels(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        rooms = await asyncio.gather(*(ask_in_room(slack, number) for number in range(len(ROOMS))))
        threads = [thread for room in rooms for thread in room]

        async def all_arrived() -> bool:
            found = [key for each in threads for key in await keys_in(slack, each)]
            return len(found) >= 60

        await eventually(all_arrived, "a step and an answer for each of thirty questions")
        await slack.control("GET", "idle?quiet=2")
    stored = [
        row.run_id for row in await rows(bot.database, "select run_id from runs order by number")
    ]
    assert len(stored) == 30
    for thread in threads:
        keys = await keys_in(slack, thread)
        runs = list(dict.fromkeys(run for run, _ in keys))
        wanted = {(run, part) for run in runs for part in ("step", "answer")}
        assert Counter(keys) == Counter(wanted), "each once, and nothing of another thread"
        answered = [run for run, part in keys if part == "answer"]
        assert answered == [run for run in stored if run in runs], "in the order asked"
    asked = {one["user"] for thread in threads for one in await slack.thread(*thread)}
    assert set(PEOPLE) <= asked
    calls = (await slack.control("GET", "calls?method=chat.postMessage"))["calls"]
    assert {each["outcome"] for each in calls} == {"ok"}, "none over Slack's limits"
