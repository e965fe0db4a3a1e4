"""A case that somebody follows is told in the morning what has changed, once, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from agents.answering import Answerer
from agents.run.limits import Limits
from agents.turns import View
from bot.db.channels.rules import RulesOfChannels
from bot.db.keeping.forgetting import Selection, amount_of, forget
from bot.db.mornings.cases import due_cases, hold_case
from bot.processes.mornings.cases import OpenCases
from retrieval.documents import Document
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, Slack, running_workspace
from tests.integration.bot.test_asking import MANIFEST
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_digests import MORNINGS
from tests.integration.bot.test_homes import home_of, open_home, says
from tests.integration.bot.test_private_answers import (
    DIRECT,
    SHOWN,
    be_private,
    direct_messages,
    have_ended,
    says_directly,
)
from tests.integration.bot.test_source_notices import CITED, hold, take_out
from tests.sample_documents import document
from tests.waiting import eventually

LATER = document("clinical_trials", "trial-beta", "The beta trial repeats the alpha trial.")
ELSEWHERE = document("clinical_trials", "note-zeta", "Nothing is shared: zeta only.")


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    """As for all, with the commands of the bot."""
    async with running_workspace("--limits", "real", "--manifest", str(MANIFEST)) as workspace:
        yield workspace


class BreaksOnce(Answerer):
    """Meets what nobody has foreseen, the first time that it looks for later documents."""

    has_broken = False

    async def later_documents(
        self, view: View, new: Collection[tuple[str, str]]
    ) -> tuple[Document, ...]:
        if not self.has_broken:
            self.has_broken = True
            raise ZeroDivisionError
        return await super().later_documents(view, new)


def breaks_once(bot: Bot) -> BreaksOnce:
    rules = RulesOfChannels(bot.settings, bot.database).run_rules
    return BreaksOnce(
        memory=bot.memory, core=bot.core, silos=bot.silos, limits=Limits(), rules=rules
    )


def cases(bot: Bot, days: float, answerer: Answerer | None = None) -> OpenCases:
    """Those of a process whose clock is so many days ahead."""
    titles = {"search_clinical_trials": "Clinical trials"}
    ahead = timedelta(days=days)
    return OpenCases(
        bot.database,
        answerer or bot.answerer,
        MORNINGS,
        titles,
        lambda: datetime.now(UTC) + ahead,
    )


async def arrive(bot: Bot, *found: Document) -> None:
    """As if they were taken in."""
    for each in found:
        await hold(bot, each)
    bot.silos.documents = (*bot.silos.documents, *found)


async def told(slack: Slack, ts: str) -> list[str]:
    return [said for said in await slack.replies(ts) if "for this case since" in said]


async def are_told(slack: Slack, ts: str, number: int) -> bool:
    return len(await told(slack, ts)) == number


async def said(slack: Slack, ts: str, sentence: str) -> bool:
    return any(sentence in one for one in await slack.replies(ts))


async def test_a_case_is_told_once_of_what_changed_and_of_what_is_new(
    slack: Slack, bot: Bot
) -> None:
    await hold(bot, CITED)
    async with bot.up():
        ts = await slack.ask(f"{QUESTION} For Ms. Maria Huber.")
        await slack.finished(ts)
        assert await cases(bot, 1).look() == 0, "nobody follows it"
        await slack.post("tell us every morning what changed", thread=ts, user=BEN)
        await eventually(lambda: said(slack, ts, f"<@{BEN}> asked me to follow this case"))
        await asked_again(slack, ts, "I have not looked yet")
        assert await cases(bot, 1).look() == 0, "nothing has changed"
        await asked_again(slack, ts, "I looked last on <!date^")
        await arrive(bot, LATER, ELSEWHERE)
        await hold(bot, replace(CITED, version="2", status="retracted"))
        assert await cases(bot, 1).look() == 0, "it was told of this morning"
        both = [cases(bot, 2) for _ in range(2)]
        assert [await each.look() for each in both] == [1, 0]
        await eventually(lambda: are_told(slack, ts, 1))
        (morning,) = await told(slack, ts)
        assert await cases(bot, 3).look() == 0, "the same is not told again"
        await take_out(bot)
        assert await cases(bot, 4).look() == 1
        await slack.post("stop following this case", thread=ts)
        await eventually(lambda: said(slack, ts, "no longer"))
        assert await rows(bot.database, "select 1 from told_case_changes") == []
    head, *lines = morning.splitlines()
    assert head == "☀️ *2 changes for this case since it was answered*"
    assert lines[0] == f"• [1] {CITED.title}: it was *retracted*."
    assert lines[1] == f"• 🆕 *New*: <{LATER.url}|{LATER.title}> (Clinical trials, 2024-05-01)"
    assert ELSEWHERE.title not in morning, "its words answer nothing that was asked"
    assert "Huber" not in morning


async def asked_again(slack: Slack, ts: str, words: str) -> None:
    """What has changed is asked in a case that is followed, and told when was looked."""
    await slack.ask("what has changed since the last board?", thread=ts)
    await eventually(lambda: said(slack, ts, words))


async def test_it_is_followed_from_the_home_and_by_command_and_ends_with_its_words(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await open_home(slack, ANA)
        await eventually(lambda: says(slack, ANA, "What is searched"))
        await choose_in_home(slack, "follow_case", f"{BOARD}:{ts}")
        await eventually(lambda: says(slack, ANA, "Followed cases"))
        await eventually(lambda: said(slack, ts, f"<@{ANA}> asked me to follow this case"))
        link = f"https://local.slack.com/archives/{BOARD}/p{ts.replace('.', '')}"
        again = await typed(slack, bot, f"follow {link}")
        assert "followed already: what changes is told in its thread" in again
        assert " here" not in again
        assert f"asked for by <@{ANA}>" in await typed(slack, bot, "cases")
        assert "no longer" in await typed(slack, bot, f"unfollow {link}")
        assert await rows(bot.database, "select 1 from open_cases") == []
        assert "is followed" in await typed(slack, bot, "cases")
        await typed(slack, bot, f"follow {link}")
        (run,) = await rows(bot.database, "select run_id from runs")
        await forget(bot.database, Selection(run_id=run.run_id), "an admin")
        assert await cases(bot, 1).look() == 0
    assert await rows(bot.database, "select 1 from open_cases") == [], "its words are gone"
    assert "Followed cases" in await home_of(slack, ANA)


async def test_one_broken_case_ends_nothing_and_a_case_ends_by_age(slack: Slack, bot: Bot) -> None:
    await hold(bot, CITED)
    async with bot.up():
        threads = [await slack.ask(QUESTION) for _ in range(2)]
        for ts in threads:
            await slack.finished(ts)
            await slack.post("follow this case", thread=ts, user=BEN)
            await eventually(lambda ts=ts: said(slack, ts, f"<@{BEN}> asked me to follow"))
        await arrive(bot, LATER)
        stop = asyncio.Event()
        stop.set()
        assert await cases(bot, 1).look(stop) == 0, "who is to end begins none"
        async with bot.database.transaction() as connection:
            found = await due_cases(connection, datetime.now(UTC) + timedelta(days=1))
        async with (
            bot.database.statements() as connection,
            hold_case(connection, found[0]) as is_ours,
        ):
            assert is_ours
            broken = cases(bot, 1, breaks_once(bot))
            assert await broken.look() == 0, "one is another process's, one breaks"
        assert await broken.look() == 1, "the one that was another's; the broken one waits"
        assert await cases(bot, 2).look() == 1, "it is told at the next morning"

        person = Selection(user=BEN)
        assert (await amount_of(bot.database, person)).messages == 2
        await forget(bot.database, person, "an admin")
        assert await rows(bot.database, f"select 1 from outbox where body::text ~ '{BEN}'") == []

        old = "update runs set opened_at = opened_at - interval '181 days' returning 1"
        await rows(bot.database, old)
        assert await cases(bot, 3).look() == 0
        assert await rows(bot.database, "select 1 from open_cases") == []
        await eventually(lambda: said(slack, threads[1], "followed no longer"))
        await slack.post("follow this case", thread=threads[0])
        await eventually(lambda: said(slack, threads[0], "holds none that is younger"))
        assert await rows(bot.database, "select 1 from open_cases") == []


async def choose_in_home(slack: Slack, menu: str, value: str) -> None:
    home = (await slack.call("GET", f"/page/api/bootstrap?user={ANA}"))["apps"][0]["home"]
    body = {"user": ANA, "view_id": home["id"], "block_id": "cases", "action_id": menu}
    await slack.call("POST", "/page/api/actions", {**body, "value": value})


async def typed(slack: Slack, bot: Bot, words_of_command: str) -> str:
    """What Ana alone is told after she has typed a command."""
    before = len(await told_alone(bot))
    body = {"user": ANA, "channel": BOARD, "text": f"/curbside {words_of_command}"}
    await slack.call("POST", "/page/api/commands", body)

    async def is_told() -> bool:
        return len(await told_alone(bot)) > before

    await eventually(is_told)
    return (await told_alone(bot))[-1]


async def told_alone(bot: Bot) -> list[str]:
    query = "select body from outbox where operation = 'ephemeral' and state = 'sent' order by id"
    return [str(row.body["plain"]) for row in await rows(bot.database, query)]


async def test_it_is_followed_beside_a_question_also_where_that_is_the_first(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(f"Follow this case, please. {QUESTION}")
        await slack.finished(ts)
        assert await said(slack, ts, f"<@{ANA}> asked me to follow this case")
        await slack.post(f"{QUESTION} And stop following this case.", thread=ts)
        await eventually(lambda: said(slack, ts, "no longer"))
        await eventually(lambda: have_ended(bot, 2))
        asked = await rows(
            bot.database, "select payload from journal where kind = 'question' order by at"
        )
    assert [row.payload["text"] for row in asked] == [QUESTION, QUESTION]
    assert await rows(bot.database, "select 1 from open_cases") == []


async def test_below_an_answer_to_one_alone_its_case_is_followed(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await be_private(bot)
        ts = await slack.ask(QUESTION)
        await eventually(lambda: says_directly(slack, SHOWN))
        answer = str((await direct_messages(slack))[-1]["ts"])
        await slack.post("follow this case", channel=DIRECT, thread=answer)
        await eventually(lambda: said(slack, ts, "asked me to follow this case"))
        (case,) = await rows(bot.database, "select channel, thread from open_cases")
        assert (case.channel, case.thread) == (BOARD, ts)
        for answered in ("no longer", "not followed"):
            await slack.post("stop following this case", channel=DIRECT, thread=answer)
            await eventually(lambda answered=answered: told_below(slack, answer, answered))
        assert not await said(slack, ts, "not followed"), "the thread is told changes alone"
    assert await rows(bot.database, "select 1 from open_cases") == []


async def told_below(slack: Slack, answer: str, words: str) -> bool:
    return any(words in one for one in await slack.replies(answer, DIRECT))
