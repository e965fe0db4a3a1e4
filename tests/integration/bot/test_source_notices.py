"""A thread is told once when a source of its answer was retracted, reworded or taken out."""

from __future__ import annotations

from dataclasses import replace

from bot.db.keeping.forgetting import Selection, forget
from bot.processes.source_notices import SourceNotices
from retrieval.documents import Document
from retrieval.ingestion.staging.tables import documents
from retrieval.ingestion.staging.writing import StagedOrigin, stage, vanish
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import Slack
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.sample_documents import DOCUMENTS
from tests.waiting import eventually

CITED = DOCUMENTS[0]


async def hold(bot: Bot, document: Document) -> None:
    """As if it was fetched."""
    async with bot.database.transaction() as connection:
        await stage(connection, document, StagedOrigin(path=""))


async def take_out(bot: Bot) -> None:
    async with bot.database.transaction() as connection:
        await vanish(connection, CITED.silo, documents.c.id == CITED.id)


async def notices(slack: Slack, ts: str) -> list[str]:
    return [said for said in await slack.replies(ts) if "changed since" in said]


async def are(slack: Slack, ts: str, number: int) -> bool:
    return len(await notices(slack, ts)) == number


async def test_a_thread_is_told_once_of_each_change_that_touches_its_answer(
    slack: Slack, bot: Bot
) -> None:
    await hold(bot, CITED)
    looks = [SourceNotices(bot.database) for _ in range(2)]
    async with bot.up():
        ts = await slack.ask(f"{QUESTION} For Ms. Maria Huber.")
        await slack.finished(ts)
        assert [await each.look() for each in looks] == [0, 0], "nothing changed since"
        later = replace(CITED, version="2", text=f"A foreword. {CITED.text}")
        await hold(bot, later)
        assert await looks[0].look() == 0, "what was quoted stands there yet"
        await hold(bot, replace(later, status="retracted"))
        assert [await each.look() for each in looks] == [1, 0]
        await eventually(lambda: are(slack, ts, 1))
        (told,) = await notices(slack, ts)
        await take_out(bot)
        assert [await looks[0].look(), await SourceNotices(bot.database).look()] == [1, 0]
        await eventually(lambda: are(slack, ts, 2))
        (run,) = await rows(bot.database, "select run_id from runs")
        await forget(bot.database, Selection(run_id=run.run_id), "an admin")
        await hold(bot, replace(CITED, version="3", text="Something else."))
        assert await looks[0].look() == 0, "its words are forgotten"
    assert f"{CITED.title}: it was *retracted*" in told
    assert "Huber" not in told
