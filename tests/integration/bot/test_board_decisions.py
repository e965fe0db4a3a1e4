"""A board records what it decided, in the thread: several people sign, and a dissent is kept."""

from __future__ import annotations

from bot.db.keeping.forgetting import Selection, forget
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, Slack
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_messages import press
from tests.integration.bot.test_reviews import open_form, options, submit, view_of, was_told
from tests.waiting import eventually

WORDS = {"decided": "Huber gets alpha, ask <!channel>", "why": "No other line.", "role": "Oncology"}
EMPTY = {"alternatives": "", "deviates_from": "none", "deviation": ""}


async def decision_of(slack: Slack, ts: str) -> str:
    found = [text for text in await slack.replies(ts) if "Decision of the board" in text]
    assert len(found) <= 1, "one reply, however often it changes"
    return found[0] if found else ""


async def decision_says(slack: Slack, ts: str, said: str) -> bool:
    return said in await decision_of(slack, ts)


async def record(slack: Slack, ts: str, user: str = ANA, **entered: str) -> None:
    form = await open_form(slack, ts, "decide", user=user)
    told = await submit(slack, form, user, **{**WORDS, **EMPTY, **entered})
    assert (told["errors"], told["trouble"]) == ({}, "")


async def test_a_decision_is_shown_to_all_without_what_identifies_a_patient(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(f"{QUESTION} For Ms. Maria Huber.")
        await slack.finished(ts)
        form = await open_form(slack, ts, "decide")
        source = options(form, "deviates_from")[1]
        told = await submit(slack, form, **{**WORDS, **EMPTY, "deviates_from": source})
        assert told["errors"] == {"deviation": "Say why it deviates."}
        entered = {**WORDS, **EMPTY, "deviates_from": source, "deviation": "Frail."}
        await submit(slack, form, **entered)
        await eventually(lambda: decision_says(slack, ts, "signed by 1"))
        words = await decision_of(slack, ts)
        await press(slack, ts, "packet", user=BEN)
        await eventually(lambda: was_told(slack, "Curbside packet"))
    assert "Huber" not in words, "the bot repeats nothing of a patient"
    assert "<!channel>" not in words
    assert f"✍️ Signed by <@{ANA}> (Oncology)" in words
    assert "*Deviates from [1]" in words
    view = await view_of(bot)
    assert await bot.memory.verify(view.run_id) is None
    (summary,) = await bot.memory.recent_runs()
    assert summary.decided == view.decided


async def test_a_dissent_is_kept_and_another_wording_is_signed_anew(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await record(slack, ts)
        await eventually(lambda: decision_says(slack, ts, "signed by 1"))
        form = await open_form(slack, ts, "sign", user=BEN)
        await submit(slack, form, BEN, stance="dissents", role="Surgery", reason="Operate.")
        await eventually(lambda: decision_says(slack, ts, "“Operate.”"))
        assert "disputed · signed by 1, 1 dissents" in await decision_of(slack, ts)
        stale = await open_form(slack, ts, "sign", user=BEN)
        await record(slack, ts, decided="Give beta.")
        await eventually(lambda: decision_says(slack, ts, "Give beta."))
        assert "Operate." not in await decision_of(slack, ts)
        await submit(slack, stale, BEN, stance="agrees", role="Surgery", reason="")
        await eventually(lambda: was_told(slack, "Somebody recorded or changed the decision"))
        assert f"<@{BEN}>" not in await decision_of(slack, ts), "he saw another wording"
        await forget(bot.database, Selection(user=ANA), "admin")
        left = [
            *await rows(bot.database, "select payload::text as words from journal"),
            *await rows(bot.database, "select payload::text as words from inbox"),
            *await rows(bot.database, "select body::text as words from outbox"),
        ]
    assert not any(said in str(left) for said in ("Give beta", "No other line", "Operate"))


async def test_what_a_person_decided_on_the_question_of_another_is_forgotten(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await record(slack, ts, BEN)
        await eventually(lambda: decision_says(slack, ts, "signed by 1"))
        await forget(bot.database, Selection(user=BEN), "admin")
        view = await view_of(bot)
        copies = await rows(bot.database, "select body::text as words from outbox")
    assert view.decided is None
    assert view.redacted is None, "the question of Ana stays"
    assert await bot.memory.verify(view.run_id) is None
    assert "No other line." not in str(copies)
