"""A question that is edited or deleted: no answer stands under a question that it does not
answer."""

from __future__ import annotations

import re

import pytest

from agents.extractive.core import ExtractiveCore
from bot.db import inbox
from bot.incoming.payloads.events import arrival, read
from tests.fakes import ScriptedCore
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, Slack, is_last_word
from tests.integration.bot.test_delivery import rows
from tests.integration.bot.test_messages import press
from tests.waiting import eventually

OLD = "What is the dose of olaparib for Maria Huber, MRN 4471199?"
NEW = "What is the dose of talazoparib for Maria Huber, MRN 4471199?"
MARK = "The question was changed after this answer.* It was on: *the dose (olaparib)*."
BUTTON = "Answer the new question"


async def edit(slack: Slack, ts: str, text: str) -> None:
    body = {"user": ANA, "channel": BOARD, "ts": ts, "text": f"<@{BOT}> {text}"}
    await slack.call("POST", "/page/api/messages/edit", body)


async def delete(slack: Slack, ts: str) -> None:
    body = {"user": ANA, "channel": BOARD, "ts": ts}
    await slack.call("POST", "/page/api/messages/delete", body)


async def says(slack: Slack, ts: str, words: str) -> bool:
    return any(words in reply for reply in await slack.replies(ts))


async def states(bot: Bot) -> list[str]:
    found = await rows(bot.database, "select state from runs order by number")
    return [row.state for row in found]


async def test_an_old_answer_is_marked_and_the_new_question_is_answered_on_request(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(OLD)
        await slack.finished(ts)
        await edit(slack, ts, NEW)
        await eventually(lambda: says(slack, ts, MARK))
        await eventually(lambda: signs_are(slack, ts, {"pencil2"}))
        assert await states(bot) == ["answer"], "nothing is asked unless somebody wants it"
        marked = next(reply for reply in await slack.replies(ts) if MARK in reply)
        assert not re.search("Maria|Huber|4471199", marked)
        await press(slack, ts, "changed", user=BEN)
        await eventually(
            lambda: says(slack, ts, "To the changed question: *the dose (talazoparib)*")
        )
        await eventually(lambda: says(slack, ts, "The new question has an answer of its own."))
        await eventually(lambda: signs_are(slack, ts, {"white_check_mark"}))
    assert BUTTON not in str(await slack.thread(ts))
    asked = await rows(bot.database, "select question, asker from runs order by number")
    assert [row.question["text"] for row in asked] == [OLD, NEW]
    assert asked[1].asker == ANA


async def signs_are(slack: Slack, ts: str, names: set[str]) -> bool:
    return await slack.signs(ts) == names


async def test_a_live_run_is_replaced_and_says_so(slack: Slack, bot: Bot) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, hang="answer")
    async with bot.up():
        ts = await slack.ask(OLD)
        await eventually(lambda: says(slack, ts, "41.5%"))
        bot.core.hang = ""
        await edit(slack, ts, NEW)
        await eventually(lambda: says(slack, ts, "Replaced: the question was changed."))
        await eventually(
            lambda: says(slack, ts, "To the changed question: *the dose (talazoparib)*")
        )
        await eventually(lambda: signs_are(slack, ts, {"white_check_mark"}))
    assert not await says(slack, ts, "Stopped by")
    assert await states(bot) == ["stopped", "answer"]


async def test_an_edit_that_changes_no_words_does_nothing(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(OLD)
        await slack.finished(ts)
        await edit(slack, ts, OLD.replace("olaparib", "*olaparib*"))
        await eventually(lambda: is_left_alone(bot))
        await slack.control("GET", "idle?quiet=0.5")
    assert not await says(slack, ts, "changed")
    assert "white_check_mark" in await slack.signs(ts)


async def is_left_alone(bot: Bot) -> bool:
    """What came last, once it is decided on."""
    decided = await rows(bot.database, "select decision from inbox order by id")
    return bool(decided[-1].decision == "ignored: no change to a question")


async def test_again_after_an_edit_answers_the_new_question(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(OLD)
        await slack.finished(ts)
        await edit(slack, ts, NEW)
        await eventually(lambda: says(slack, ts, MARK))
        await slack.post("again", thread=ts)
        await eventually(
            lambda: says(slack, ts, "To the changed question: *the dose (talazoparib)*")
        )


async def test_what_was_said_again_to_the_old_question_is_marked_too(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(OLD)
        await slack.finished(ts)
        await slack.post("again", thread=ts)
        await eventually(lambda: answers(slack, ts, 2))
        await edit(slack, ts, NEW)
        await eventually(lambda: marked(slack, ts, 2))


async def answers(slack: Slack, ts: str, number: int) -> bool:
    said = (one for one in (await slack.thread(ts))[1:] if is_last_word(one))
    return len(list(said)) == number


async def marked(slack: Slack, ts: str, number: int) -> bool:
    return sum(MARK in reply for reply in await slack.replies(ts)) == number


async def test_a_changed_question_counts_no_more_for_what_is_asked_next(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask("She has ECOG 3. What is the dose of olaparib?")
        await slack.finished(ts)
        await edit(slack, ts, NEW)
        await eventually(lambda: says(slack, ts, MARK))
        follow_up = await slack.ask("and in renal impairment?", thread=ts)
        await eventually(lambda: answers(slack, ts, 2))
    found = await rows(bot.database, f"select run_id from inbox where message_ts = '{follow_up}'")
    view = await bot.memory.view(found[0].run_id)
    assert view.turns == ()
    assert view.earlier == ()


@pytest.mark.parametrize("is_live", [False, True])
async def test_what_was_said_to_a_deleted_question_goes(
    slack: Slack, bot: Bot, *, is_live: bool
) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, hang="answer" if is_live else "")
    async with bot.up():
        ts = await slack.ask(OLD)
        await eventually(lambda: says(slack, ts, "41.5%"))
        if not is_live:
            await slack.finished(ts)
        await slack.post("I will call her.", user=BEN, thread=ts)
        await delete(slack, ts)
        await eventually(lambda: no_replies(slack, ts))
        await eventually(lambda: settled(bot))
        await eventually(lambda: is_redacted(bot))
        assert await no_replies(slack, ts)
    bodies = await rows(bot.database, "select body from outbox where operation = 'post'")
    assert not any(row.body.get("blocks") for row in bodies), "no words are kept to be sent"
    (run,) = await rows(bot.database, "select run_id from runs")
    stored = await rows(bot.database, "select * from runs, journal, inbox")
    assert not re.search("Maria|Huber|4471199|41.5%", str(stored)), "nor any others"
    assert await rows(bot.database, "select * from turns") == []
    assert await bot.memory.verify(run.run_id) is None, "the chain of hashes still holds"


async def no_replies(slack: Slack, ts: str) -> bool:
    return await slack.replies(ts) == []


async def is_redacted(bot: Bot) -> bool:
    return bool(await rows(bot.database, "select 1 from runs where redacted_at is not null"))


async def settled(bot: Bot) -> bool:
    owed = await rows(bot.database, "select 1 from outbox where state not in ('sent', 'failed')")
    live = await rows(bot.database, "select 1 from runs where state = 'open'")
    jobs = await rows(
        bot.database, "select 1 from procrastinate_jobs where status in ('todo', 'doing')"
    )
    return not owed and not live and not jobs


async def test_an_answer_that_was_replaced_before_goes_with_its_question(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(OLD)
        await slack.finished(ts)
        await edit(slack, ts, NEW)
        await eventually(lambda: says(slack, ts, MARK))
        await press(slack, ts, "changed")
        await eventually(lambda: says(slack, ts, "The new question has an answer of its own."))
        await eventually(lambda: answers(slack, ts, 2))
        await delete(slack, ts)
        await eventually(lambda: no_replies(slack, ts))


async def test_where_slack_does_not_delete_the_words_go(slack: Slack, bot: Bot) -> None:
    fault = {"kind": "error", "methods": ["chat.delete"], "error": "cant_delete_message"}
    await slack.control("POST", "faults", {**fault, "times": 2, "skip": 0})
    async with bot.up():
        ts = await slack.ask(OLD)
        await slack.finished(ts)
        await delete(slack, ts)
        await eventually(lambda: says(slack, ts, "what was said to it is taken back"))
        await eventually(lambda: no_number(slack, ts))


async def no_number(slack: Slack, ts: str) -> bool:
    return not await says(slack, ts, "41.5%")


async def test_a_deleted_file_is_forgotten_with_what_was_said_of_it(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        file = await slack.upload("case.txt", b"Maria Huber carries variant beta.", "text/plain")
        ts = await slack.ask("What fits to the report?", file_ids=[file])
        await slack.finished(ts)
        await tell_of_deleted_file(bot, file)
        await eventually(lambda: says(slack, ts, "A file was deleted in Slack"))
        await eventually(lambda: is_redacted(bot))
        await eventually(lambda: settled(bot))
        (left,) = await slack.replies(ts)
    assert "A file was deleted" in left
    assert "Huber" not in str(await rows(bot.database, "select * from runs, journal, inbox"))


async def tell_of_deleted_file(bot: Bot, file: str) -> None:
    """As if Slack did: in the local workspace nobody deletes a file of a person."""
    event = {"type": "file_deleted", "file_id": file, "event_ts": "1700000000.000100"}
    (run,) = await rows(bot.database, "select distinct team from runs")
    payload = {"type": "event_callback", "event_id": "Ev1", "team_id": run.team, "event": event}
    async with bot.database.transaction() as connection:
        assert await inbox.store(connection, arrival(read(payload), payload)) is not None


async def test_a_file_of_the_thread_is_listed_switched_off_and_on_and_forgotten(
    slack: Slack, bot: Bot
) -> None:
    async def facts_of(thread: str) -> str:
        newest = "select run_id from runs order by number desc limit 1"
        (run,) = await rows(bot.database, newest)
        view = await bot.memory.view(run.run_id)
        assert view.question.thread.thread == thread
        return " ".join([*(m.text for m in view.messages), *(turn.answer for turn in view.turns)])

    bot.core = ScriptedCore(ONE_SEARCH)
    async with bot.up():
        labs = await slack.upload("labs.txt", b"Creatinine clearance 44 mL/min.", "text/plain")
        scan = await slack.upload("scan.png", b"\x89PNG\r\n\x1a\n", "image/png")
        ts = await slack.ask("Which dose of alpha?", file_ids=[labs, scan])
        await slack.finished(ts)
        await slack.post("which files do you use?", thread=ts)
        await eventually(lambda: says(slack, ts, "text, 4 words read"))
        await eventually(lambda: says(slack, ts, "scan.png is an image"))
        await slack.post("ignore labs.txt", user=BEN, thread=ts)
        await eventually(lambda: says(slack, ts, "labs.txt: off"))
        await eventually(lambda: says(slack, ts, "switched off by"))
        await slack.ask("Which dose of beta?", thread=ts)
        await eventually(lambda: said_times(slack, ts, "Sources", 2))
        assert "44" not in await facts_of(ts)
        await slack.post("use labs.txt again", thread=ts)
        await eventually(lambda: says(slack, ts, "labs.txt: on"))
        await slack.ask("Which dose of gamma?", thread=ts)
        await eventually(lambda: said_times(slack, ts, "Sources", 3))
        assert "44 mL/min" in await facts_of(ts)
        await tell_of_deleted_file(bot, labs)
        await eventually(lambda: says_nowhere(slack, ts, "labs.txt"))


async def test_what_brought_a_file_takes_its_words_out_of_the_thread_with_it(
    slack: Slack, bot: Bot
) -> None:
    bot.core = ExtractiveCore()
    async with bot.up():
        labs = await slack.upload("labs.txt", b"Creatinine clearance 44 mL/min.", "text/plain")
        other = await slack.upload("new.txt", b"Creatinine clearance 61 mL/min.", "text/plain")
        ts = await slack.ask("Which dose of alpha?", file_ids=[other])
        await slack.finished(ts)
        brought = await slack.ask("Which dose of beta?", thread=ts, file_ids=[labs])
        for name, value in (("labs.txt", "44 mL/min"), ("new.txt", "61 mL/min")):
            await slack.ask(f"What is the creatinine clearance in {name}?", thread=ts)
            await eventually(lambda value=value: says(slack, ts, value))
        await delete(slack, brought)
        await eventually(lambda: says_nowhere(slack, ts, "44 mL/min"))
        assert await says(slack, ts, "61 mL/min"), "another file stays"


async def test_a_file_that_is_off_or_came_with_no_question_is_told(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        labs = await slack.upload("labs.txt", b"Creatinine clearance 44 mL/min.", "text/plain")
        table = await slack.upload("trial.csv", b"arm,age\nA,50\nB,60\n", "text/csv")
        ts = await slack.ask("Which dose of alpha?", file_ids=[labs, table])
        await slack.finished(ts)
        await slack.post("ignore all files", user=BEN, thread=ts)
        await eventually(lambda: says(slack, ts, "2 files of this thread are not used any more"))
        assert await says(slack, ts, "labs.txt: off")
        assert await says(slack, ts, "trial.csv: off")
        await slack.ask("What is the creatinine clearance in the report?", thread=ts)
        await eventually(lambda: said_times(slack, ts, "so I did not look into it", 1))
        await slack.post("median of age by arm", thread=ts)
        await eventually(lambda: said_times(slack, ts, "so I did not look into it", 2))
        await slack.post("use the files again", thread=ts)
        await eventually(lambda: says(slack, ts, "2 files of this thread are used again"))
        note = await slack.upload("note.txt", b"For the next board.", "text/plain")
        await slack.post(f"<@{BEN}> here it is", file_ids=[note], thread=ts)
        await slack.ask("which files do you use?", thread=ts)
        await eventually(lambda: says(slack, ts, "1 file of this thread came with no message"))
        assert await said_times(slack, ts, "note.txt", 1)


async def said_times(slack: Slack, ts: str, words: str, times: int) -> bool:
    return sum(words in reply for reply in await slack.replies(ts)) == times


async def says_nowhere(slack: Slack, ts: str, words: str) -> bool:
    return await said_times(slack, ts, words, 0)
