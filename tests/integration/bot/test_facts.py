"""What was understood of the patient, corrections, and gaps that resume, over the real wire."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.journal.hash_chain import verify_chain
from agents.turns import Gap, Thought, View
from tests.fakes import ScriptedCore
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import BEN, Slack
from tests.integration.bot.test_delivery import rows
from tests.waiting import eventually

CASE = "62F metastatic breast cancer, HER2-low, progressed on letrozole. What did alpha show?"
UNDERSTOOD = "What I understood:*"


class NeedsFact(ScriptedCore):
    """Declares a gap until somebody in the thread has stated a fact or brought a file."""

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        if view.additions or view.question.attachments:
            return await super().think(view, cards)
        gap = Gap(purpose="the dose", missing="fact", name="the creatinine clearance")
        return Thought(text="I need the clearance.", gap=gap)


async def says(slack: Slack, ts: str, words: str, times: int = 1) -> bool:
    return sum(words in reply for reply in await slack.replies(ts)) == times


async def test_the_thread_is_shown_what_was_understood(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(CASE)
        first, *_ = await slack.finished(ts)
    assert first.startswith(f"*{UNDERSTOOD} woman, 62 · metastatic breast cancer · HER2-low")
    assert "progressed on letrozole" in first


async def test_a_general_question_is_answered_without_it(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask("What did alpha show in breast cancer?")
        assert not any(UNDERSTOOD in reply for reply in await slack.finished(ts))


async def test_a_correction_says_what_changed_and_again_answers_again(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(CASE)
        await slack.finished(ts)
        await slack.post("no, HER2 0", thread=ts)
        changed = "*Changed:* HER2 0 (IHC 0), no longer HER2-low."
        await eventually(lambda: says(slack, ts, changed))
        await eventually(lambda: says(slack, ts, "· HER2 0 (IHC 0) ·"))
        assert len(await rows(bot.database, "select 1 from runs")) == 1
        await slack.post("again", thread=ts)
        await eventually(lambda: says(slack, ts, "Sources", times=2))
    runs = await rows(bot.database, "select question->>'text' as text from runs order by number")
    assert [row.text for row in runs] == [CASE, CASE]


async def test_the_fact_that_a_gap_lacked_lets_the_same_run_go_on(slack: Slack, bot: Bot) -> None:
    bot.core = NeedsFact(ONE_SEARCH)
    async with bot.up():
        ts = await slack.ask("Which dose of alpha?")
        await slack.finished(ts)
        await slack.post("CrCl 44 mL/min", thread=ts)
        await eventually(lambda: says(slack, ts, "Sources"))
        await eventually(lambda: only_check_mark(slack, ts))
        replies = await slack.replies(ts)
    assert "I need to know more" in replies[0]
    (run,) = await rows(bot.database, "select run_id, state from runs")
    assert run.state == "answer"
    events = await bot.memory.events(run.run_id)
    assert verify_chain(events) is None
    assert [e.entry.kind for e in events if e.entry.kind in ("gap", "fact", "answer")] == [
        "gap", "fact", "answer",
    ]  # fmt: skip


async def only_check_mark(slack: Slack, ts: str) -> bool:
    return await slack.signs(ts) == {"white_check_mark"}


async def test_in_a_thread_of_several_people_the_fact_that_was_asked_for_is_heard(
    slack: Slack, bot: Bot
) -> None:
    bot.core = NeedsFact(ONE_SEARCH)
    async with bot.up():
        ts = await slack.ask("Which dose of alpha?")
        await slack.finished(ts)
        await slack.post("Nice weather.", user=BEN, thread=ts)
        await slack.post("her CrCl is 44 mL/min", user=BEN, thread=ts)
        await eventually(lambda: says(slack, ts, "Sources"))
    facts = await rows(bot.database, "select payload->>'by' as by from journal where kind = 'fact'")
    assert [row.by for row in facts] == [BEN]


async def test_a_file_that_a_gap_lacked_lets_the_same_run_go_on(slack: Slack, bot: Bot) -> None:
    bot.core = NeedsFact(ONE_SEARCH)
    async with bot.up():
        ts = await slack.ask("Which dose of alpha?")
        await slack.finished(ts)
        file = await slack.upload("labs.txt", b"Creatinine clearance 44 mL/min.", "text/plain")
        await slack.post("here are the labs", thread=ts, file_ids=[file])
        await eventually(lambda: says(slack, ts, "Sources"))
    (run,) = await rows(bot.database, "select run_id, state from runs")
    view = await bot.memory.view(run.run_id)
    assert [file.name for file in view.question.attachments] == ["labs.txt"]
    assert [message.place for message in view.said] == ["question", "attachment", "thread"]


async def test_a_new_question_after_a_gap_is_a_run_of_its_own(slack: Slack, bot: Bot) -> None:
    bot.core = NeedsFact(ONE_SEARCH)
    async with bot.up():
        ts = await slack.ask("Which dose of alpha?")
        await slack.finished(ts)
        await slack.ask("Which dose of beta at CrCl 44?", thread=ts)
        await eventually(lambda: says(slack, ts, "I need to know more", times=2))
    assert len(await rows(bot.database, "select 1 from runs")) == 2


async def test_a_fact_while_the_run_goes_on_changes_what_was_understood(
    slack: Slack, bot: Bot
) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, hang="answer")
    async with bot.up():
        ts = await slack.ask(CASE)
        await eventually(lambda: "answer" in bot.core.calls)
        await slack.post("She is HER2 0.", thread=ts)
        await eventually(lambda: rows(bot.database, "select 1 from journal where kind = 'fact'"))
        await slack.post("stop", thread=ts)
        await eventually(lambda: says(slack, ts, "Stopped by"))
        await eventually(lambda: says(slack, ts, "HER2 0 (IHC 0), no longer HER2-low."))
