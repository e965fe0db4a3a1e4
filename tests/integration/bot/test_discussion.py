"""What colleagues wrote to each other before somebody asks: read, told and answered from."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from agents.extractive.core import ExtractiveCore
from agents.journal.hash_chain import verify_chain
from bot.incoming.mentioned_names import MentionNames
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, Slack
from tests.integration.bot.test_changed_questions import delete
from tests.integration.bot.test_delivery import rows
from tests.waiting import eventually

CHEN = "U0CHEN"
CASE = "54F, metastatic breast cancer, HER2-low, progressed on letrozole. Any ideas?"


@pytest.fixture
def bot(bot: Bot) -> Bot:
    bot.core = ExtractiveCore()
    return bot


async def discuss(slack: Slack, *remarks: tuple[str, str], case: str = CASE) -> str:
    root = await slack.post(case, user=BEN)
    for user, text in remarks:
        await slack.post(text, user=user, thread=root)
    return root


async def answered(slack: Slack, bot: Bot, root: str, text: str, **more: Any) -> list[str]:
    """What the bot has said in the thread once the question is answered."""
    signs = "select state from outbox where part like 'sign%' and operation = 'react'"
    done = len(await rows(bot.database, signs))
    await slack.ask(text, thread=root, **more)

    async def over() -> bool:
        # Written together with the last words.
        told = await rows(bot.database, signs)
        states = await rows(bot.database, "select state from outbox")
        return len(told) > done and {row.state for row in states} <= {"sent", "failed"}

    await eventually(over, "the question is answered and all of it is out")
    return await slack.replies(root)


async def thoughts(bot: Bot) -> list[str]:
    found = await rows(
        bot.database, "select payload from journal where kind = 'thought' order by at"
    )
    return [row.payload["text"] for row in found]


async def test_an_opinion_is_asked_of_the_case_that_colleagues_discussed(
    slack: Slack, bot: Bot
) -> None:
    root = await discuss(slack, (CHEN, "ECOG 1, eGFR 40."), (ANA, "I would give T-DXd."))
    async with bot.up():
        first, *_ = await answered(slack, bot, root, "what do you think?")
    line = first.splitlines()[0]
    assert line.startswith("*Read 3 messages of this thread:* woman, 54 · metastatic breast cancer")
    assert "(Ben Okafor)" in line
    assert "ECOG 1 (Chen Li)" in line
    assert "trastuzumab deruxtecan" not in first
    assert "What I understood:* woman, 54" in first
    assert "What are the treatment options?" in (await thoughts(bot))[0]


async def test_the_read_is_kept_with_its_question_and_the_chain_holds(
    slack: Slack, bot: Bot
) -> None:
    root = await discuss(slack, (CHEN, "Maria Huber, MRN 4471199, has an ECOG of 2."))
    async with bot.up():
        await answered(slack, bot, root, "dose of drug alpha?")
    (run,) = await rows(bot.database, "select run_id, question from runs")
    said = run.question["discussion"]["said"]
    assert [each["name"] for each in said] == ["Ben Okafor", "Chen Li"]
    assert "Huber" not in str(run.question)
    assert "4471199" not in str(run.question)
    assert verify_chain(await bot.memory.events(run.run_id)) is None
    assert {row.payload == {} for row in await rows(bot.database, "select payload from inbox")} == {
        True
    }


async def test_only_what_is_new_is_told_again(slack: Slack, bot: Bot) -> None:
    root = await discuss(slack)
    async with bot.up():
        await answered(slack, bot, root, "dose of drug alpha?")
        await slack.post("Creatinine 1.9 today", user=CHEN, thread=root)
        replies = await answered(slack, bot, root, "dose of drug alpha?")
    told = [reply.splitlines()[0] for reply in replies if reply.startswith("*Read")]
    assert told[0].startswith("*Read 1 message of this thread:*")
    assert told[1].startswith("*Read 1 new or changed message of this thread:* creatinine 1.9")
    assert "(Chen Li)" in told[1]


async def test_an_edit_and_a_deletion_count_at_the_next_question(slack: Slack, bot: Bot) -> None:
    root = await discuss(slack)
    remark = await slack.post("HbA1c 8.1 %", user=ANA, thread=root)
    edited = await slack.post("ECOG 3", user=ANA, thread=root)
    async with bot.up():
        first = await answered(slack, bot, root, "dose of drug alpha?")
        assert "HbA1c 8.1%" in first[0]
        await delete(slack, remark)
        body = {"user": ANA, "channel": BOARD, "ts": edited, "text": "ECOG 1"}
        await slack.call("POST", "/page/api/messages/edit", body)
        told = await answered(slack, bot, root, "dose of drug alpha?")
    last = [reply for reply in told if reply.startswith("*Read")][-1]
    assert "ECOG 1 (Ana Ruiz)" in last
    assert "1 message that I had read before is gone" in last
    understood = last.splitlines()[1]
    assert "HbA1c" not in understood
    assert "ECOG 3" not in understood


async def test_two_patients_are_not_mixed_and_the_bot_asks(slack: Slack, bot: Bot) -> None:
    mine = "Next case: 71-year-old man, metastatic prostate cancer, BRCA2 mutated."
    root = await discuss(slack, (CHEN, mine))
    async with bot.up():
        replies = await answered(slack, bot, root, "what do you think?")
    assert "They speak of more than one patient" in replies[0]
    assert "What I understood" not in replies[0]
    assert "which patient is meant" in replies[-1]


async def test_a_thread_that_cannot_be_read_is_named_and_the_question_answered(
    slack: Slack, bot: Bot
) -> None:
    root = await discuss(slack)
    fault = {"kind": "error", "error": "missing_scope", "methods": ["conversations.replies"]}
    async with bot.up():
        await slack.control("POST", "faults", {**fault, "times": 99})
        replies = await answered(slack, bot, root, "What is the dose of drug alpha?")
    assert "not allowed to read this thread" in replies[0]
    assert "missing_scope" in replies[0]
    assert await rows(bot.database, "select 1 from runs where state in ('answer', 'gap')")


async def test_what_was_read_before_counts_when_slack_does_not_give_the_thread(
    slack: Slack, bot: Bot
) -> None:
    root = await discuss(slack)
    fault = {"kind": "error", "error": "missing_scope", "methods": ["conversations.replies"]}
    async with bot.up():
        await answered(slack, bot, root, "dose of drug alpha?")
        await slack.control("POST", "faults", {**fault, "times": 99})
        replies = await answered(slack, bot, root, "ECOG 1 now. dose of drug alpha?")
    last = next(reply for reply in reversed(replies) if "What I understood" in reply)
    assert "except what I had read before" in last
    assert "HER2-low" in last


async def test_a_thread_is_summed_up_in_its_own_sentences(slack: Slack, bot: Bot) -> None:
    root = await discuss(
        slack,
        (CHEN, "Thanks all! I would not give alpelisib, HbA1c is 8.1 %."),
        (ANA, "Capivasertib?"),
    )
    async with bot.up():
        replies = await answered(slack, bot, root, "summarise this thread")
        case = f"p{root.replace('.', '')}|Ben Okafor>: “54F, metastatic breast cancer"
        assert case in replies[-1]
        assert "|Chen Li>: “I would not give alpelisib, HbA1c is 8.1 %.”" in replies[-1]
        assert "|Ana Ruiz>: “Capivasertib?”" in replies[-1]
        assert "Thanks all" not in replies[-1]
        replies = await answered(slack, bot, root, "what did Ana suggest?")
        assert "“Capivasertib?”" in replies[-1]
        assert "alpelisib" not in replies[-1]
        replies = await answered(slack, bot, root, "who disagrees?")
        assert "|Chen Li>: “I would not give alpelisib" in replies[-1]
        assert "Capivasertib" not in replies[-1]
    searched = await rows(bot.database, "select 1 from journal where kind = 'observation'")
    assert searched == []


async def test_a_thread_of_asker_and_bot_alone_is_not_read_as_a_discussion(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        root = await slack.ask("What is the dose of drug alpha?")
        await slack.finished(root)
        replies = await answered(slack, bot, root, "and in renal impairment?")
    assert not any(reply.startswith("*Read") for reply in replies)
    found = await rows(bot.database, "select question from runs")
    assert all(row.question["discussion"]["said"] == [] for row in found)


async def test_the_name_of_who_was_renamed_is_asked_for_again(slack: Slack) -> None:
    now = 0.0
    client = AsyncWebClient(token="xoxb-local", base_url=f"{slack.url}/api/")
    names = MentionNames(client, clock=lambda: now)
    assert await names.name_of(BEN) == "Ben Okafor"
    await slack.control("POST", "people", {"name": "ben", "real_name": "Ben Adeyemi"})
    assert await names.name_of(BEN) == "Ben Okafor", "Slack is not asked for each message"
    now = 3601.0
    assert await names.name_of(BEN) == "Ben Adeyemi"
