"""What Slack shows below a thread while a question is answered there, with its own Stop button."""

from __future__ import annotations

from tests.fakes import MemorySilos
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BOARD, Json, Slack
from tests.integration.bot.test_delivery import QUESTION
from tests.sample_documents import DOCUMENTS
from tests.waiting import eventually

SESSION, LINE = "agents.sessions.setStatus", "assistant.threads.setStatus"


async def told(slack: Slack, method: str) -> list[Json]:
    """The arguments of the calls so far."""
    calls = (await slack.control("GET", f"calls?method={method}"))["calls"]
    return [one["arguments"] for one in calls]


async def is_told(slack: Slack, method: str, number: int) -> bool:
    return len(await told(slack, method)) == number


async def test_a_run_that_takes_long_says_what_it_does_until_slacks_own_button_stops_it(
    slack: Slack, bot: Bot
) -> None:
    bot.silos = MemorySilos(DOCUMENTS, pause=60.0)
    async with bot.up():
        ts = await slack.ask(f"{QUESTION} For Ms. Maria Huber.")
        await eventually(lambda: is_told(slack, LINE, 1))
        (begun,), (line,) = await told(slack, SESSION), await told(slack, LINE)
        place = {"user": ANA, "channel": BOARD, "thread_ts": ts}
        await slack.call("POST", "/page/api/sessions/stop", place)
        assert "Stopped" in (await slack.finished(ts))[-1]
        await eventually(lambda: is_told(slack, LINE, 2))
    assert (begun["status"], begun["thread_ts"], begun["initiator_user_id"]) == (
        "processing", ts, ANA,
    )  # fmt: skip
    assert line["loading_messages"] == ["Searching Clinical trials"]
    assert "Huber" not in str([begun, line])
    assert [one["status"] for one in await told(slack, SESSION)] == ["processing", "active"]
    assert (await told(slack, LINE))[-1]["status"] == ""


async def test_a_run_that_is_soon_over_says_nothing(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await slack.finished(await slack.ask(QUESTION))
    assert await told(slack, SESSION) + await told(slack, LINE) == []
