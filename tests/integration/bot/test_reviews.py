"""People mark answers, steps and citations: in a form, for all to see, and for later."""

from __future__ import annotations

from typing import Any

import pytest

from agents.turns import Answer, View
from bot.rendering.blocks import Block
from bot.sending.slack_client import web_client
from tests.fakes import ScriptedCore
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, LOOKUPS, Json, Slack, words
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_messages import press
from tests.waiting import eventually

REASON = "Maria Huber, MRN 4471199, got *another* arm, ask <!channel>"


async def open_form(slack: Slack, ts: str, button: str, user: str = ANA) -> Json:
    """Press a button of the thread; the form that the person sees then."""
    await press(slack, ts, button, user=user)
    await eventually(lambda: forms(slack, user))
    return (await forms(slack, user))[-1]


async def forms(slack: Slack, user: str) -> list[Json]:
    return list((await slack.call("GET", f"/page/api/bootstrap?user={user}"))["modals"])


async def submit(slack: Slack, form: Json, user: str = ANA, **entries: str) -> Json:
    """Send the form; what the page is told."""
    entered = {name: {name: value} for name, value in entries.items()}
    body = {"user": user, "view_id": form["id"], "entries": entered}
    return await slack.call("POST", "/page/api/views/submit", body)


def options(form: Json, block: str) -> list[str]:
    """The values that can be chosen."""
    found: Block = next(one for one in form["blocks"] if one.get("block_id") == block)
    return [one["value"] for one in found["element"]["options"]]


async def view_of(bot: Bot) -> View:
    (run, *_) = await rows(bot.database, "select run_id from runs order by number")
    return await bot.memory.view(run.run_id)


async def answer_of(slack: Slack, ts: str) -> str:
    return (await slack.replies(ts))[1]


async def answer_says(slack: Slack, ts: str, said: str) -> bool:
    return said in await answer_of(slack, ts)


async def test_somebody_of_another_organisation_marks_as_others_do(slack: Slack, bot: Bot) -> None:
    """Their form names their own team; the mark belongs to the thread in ours."""
    sam = {"name": "sam", "real_name": "Sam Roe", "guest": "stranger"}
    await slack.control("POST", "people", sam)
    invited = {"user": ANA, "channel": BOARD, "text": "/invite <@U0SAM>"}
    await slack.call("POST", "/page/api/commands", invited)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        form = await open_form(slack, ts, "wrong", user="U0SAM")
        await submit(slack, form, "U0SAM", verdict="wrong", target="answer", reason="Old.")
        await eventually(lambda: answer_says(slack, ts, "Marked wrong"))
    typed = {"user": "U0SAM", "channel": BOARD, "text": "/curbside settings"}
    assert await slack.call("POST", "/page/api/commands", typed) == {"taken": False}
    teams = await rows(bot.database, "select distinct team from inbox")
    assert [row.team for row in teams] == ["T0CURBSIDE"]


async def test_a_mark_is_shown_to_all_with_who_and_why(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        heading = (await answer_of(slack, ts)).splitlines()[0]
        form = await open_form(slack, ts, "wrong", user=BEN)
        told = await submit(slack, form, BEN, verdict="wrong", target="answer", reason=REASON)
        assert (told["errors"], told["trouble"]) == ({}, "")
        await eventually(lambda: answer_says(slack, ts, "Marked wrong"))
        answer = await answer_of(slack, ts)
    assert answer.startswith(f"⚠️ *Marked wrong* by <@{BEN}>; see below.\n{heading}\n")
    assert f"📌 *Marked wrong* by <@{BEN}>: “" in answer
    assert "&lt;!channel&gt;" in answer
    assert "<!channel>" not in answer
    assert "Huber" not in answer, "the bot repeats nothing of a patient"
    assert "4471199" not in answer
    messages = await slack.thread(ts)
    assert not any("Huber" in one["text"] for one in messages[1:]), "nor does a notification"
    assert "another" not in words({"blocks": messages[2]["blocks"][:1]}), "nor its first block"
    view = await view_of(bot)
    assert isinstance(view.ending, Answer), "a mark does not take the end away"
    assert [each.review.comment for each in view.reviews] == [REASON], "the journal has the words"
    assert await bot.memory.verify(view.run_id) is None
    assert await forms(slack, BEN) == []
    (state,) = await rows(bot.database, "select state from runs")
    assert state.state == "answer"
    kept = "select payload::text as payload, decision from inbox order by id"
    stored = await rows(bot.database, kept)
    assert not any("Huber" in one.payload for one in stored)
    assert stored[-1].decision == "marked"


async def test_each_step_and_each_citation_can_be_marked(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        form = await open_form(slack, ts, "mark")
        target = options(form, "target")
        assert [one.partition(":")[0] for one in target] == ["answer", "step", "citation"]
        assert "initial_option" not in form["blocks"][-3]["element"]
        chosen = form["blocks"][-2]["element"]["initial_option"]["value"]
        assert chosen == target[1], "the button stands under the step"
        await submit(slack, form, verdict="beside the point", target=chosen, reason="Other arm.")
        await eventually(lambda: answer_says(slack, ts, "on step 1"))
        form = await open_form(slack, ts, "mark")
        await submit(slack, form, verdict="outdated", target=target[2], reason="See 2026.")
        await eventually(lambda: answer_says(slack, ts, "on [1]"))
        step, answer = await slack.replies(ts)
    assert f"📌 *Marked beside the point* by <@{ANA}>: “Other arm.”" in step
    assert "See 2026." not in step
    assert f"📌 *Marked beside the point* on step 1 by <@{ANA}>: “Other arm.”" in answer
    assert f"📌 *Marked outdated* on [1] by <@{ANA}>: “See 2026.”" in answer
    assert answer.startswith("⚠️ *Marked outdated*")


async def test_several_people_mark_and_each_may_think_better_of_it(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await press(slack, ts, "right")
        form = await open_form(slack, ts, "wrong", user=BEN)
        await submit(slack, form, BEN, verdict="wrong", target="answer", reason="No.")
        await eventually(lambda: answer_says(slack, ts, "“No.”"))
        assert f"*Marked right* by <@{ANA}>" in await answer_of(slack, ts)
        form = await open_form(slack, ts, "mark", user=BEN)
        await submit(slack, form, BEN, verdict="outdated", target="answer", reason="Old.")
        await eventually(lambda: answer_says(slack, ts, "“Old.”"))
        assert "“No.”" not in await answer_of(slack, ts), "the last one counts"
        form = await open_form(slack, ts, "mark", user=BEN)
        await submit(slack, form, BEN, verdict="taken back", target="answer", reason="")
        await eventually(lambda: is_gone(slack, ts, "Old."))
    assert f"*Marked right* by <@{ANA}>" in await answer_of(slack, ts)
    found = await rows(bot.database, "select payload from journal where kind = 'review'")
    assert len(found) == 4, "the journal keeps all of it"


async def is_gone(slack: Slack, ts: str, said: str) -> bool:
    return not await answer_says(slack, ts, said)


async def test_a_fault_needs_a_reason(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        form = await open_form(slack, ts, "wrong")
        told = await submit(slack, form, verdict="wrong", target="answer", reason=" ")
        assert told["errors"] == {"reason": "Say why in a few words."}
        assert await forms(slack, ANA), "the form is still open"
        assert await rows(bot.database, "select 1 from journal where kind = 'review'") == []
        await submit(slack, form, verdict="wrong", target="answer", reason="Other dose.")
        await eventually(lambda: answer_says(slack, ts, "Other dose."))


async def test_a_step_is_marked_while_the_run_goes_on(slack: Slack, bot: Bot) -> None:
    bot.core = core = ScriptedCore(ONE_SEARCH, hang="answer")
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: has_button(slack, ts, "mark"))
        form = await open_form(slack, ts, "mark")
        step = options(form, "target")[0]
        assert step.startswith("step:"), "there is no answer yet"
        await submit(slack, form, verdict="wrong", target=step, reason="Not this trial.")
        await eventually(lambda: is_stored(bot))
        core.hang = ""
        await press(slack, ts, "stop")
        await slack.finished(ts)
        await eventually(lambda: says(slack, ts, 0, "Not this trial."))
    assert [each.review.verdict for each in (await view_of(bot)).reviews] == ["wrong"]


async def says(slack: Slack, ts: str, reply: int, said: str) -> bool:
    return said in (await slack.replies(ts))[reply]


async def has_button(slack: Slack, ts: str, action: str) -> bool:
    return f"'{action}'" in str((await slack.thread(ts))[1:])


async def is_stored(bot: Bot) -> bool:
    return bool(await rows(bot.database, "select 1 from journal where kind = 'review'"))


@pytest.mark.parametrize("target", ["step:99", "citation:c77"])
async def test_what_is_not_there_cannot_be_marked(slack: Slack, bot: Bot, target: str) -> None:
    """Slack's menu offers no such thing; a form of an older run may."""
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await submit_forged(slack, bot, ts, target=target)
        await eventually(lambda: decided(bot, "pressed"))
    assert not await is_stored(bot)


async def test_a_run_of_another_channel_is_neither_shown_nor_marked(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await submit_forged(slack, bot, ts, channel=LOOKUPS)
        await eventually(lambda: decided(bot, "pressed"))
    assert not await is_stored(bot)


async def submit_forged(
    slack: Slack, bot: Bot, ts: str, *, target: str = "answer", channel: str = BOARD
) -> None:
    """Submit a form that offers what we would not, or is said to be of another channel."""
    form = await open_form(slack, ts, "wrong")
    parts = ("type", "callback_id", "title", "submit", "blocks", "private_metadata")
    forged = {name: form[name] for name in parts}
    forged["private_metadata"] = forged["private_metadata"].replace(BOARD, channel)
    extra = {"text": {"type": "plain_text", "text": "Other"}, "value": target}
    menu = next(one for one in form["blocks"] if one.get("block_id") == "target")
    menu["element"]["options"].append(extra)
    client = web_client(f"{slack.url}/api/", "xoxb-local")
    await client.views_update(view_id=form["id"], view=forged)
    await submit(slack, form, verdict="right", target=target)


async def decided(bot: Bot, decision: str) -> bool:
    found = await rows(bot.database, "select decision from inbox order by id desc limit 1")
    return bool(found) and found[0].decision == decision


async def test_a_form_that_does_not_open_is_told(slack: Slack, bot: Bot) -> None:
    fault: dict[str, Any] = {"kind": "error", "methods": ["views.open"], "error": "fatal_error"}
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.control("POST", "faults", {**fault, "times": 1, "skip": 0})
        await press(slack, ts, "wrong", user=BEN)
        await eventually(lambda: was_told(slack, "The form did not open."))
    assert await rows(bot.database, "select 1 from inbox where decision = 'pressed'") == []


async def was_told(slack: Slack, said: str) -> bool:
    calls = (await slack.control("GET", "calls?method=chat.postEphemeral"))["calls"]
    return any(said in str(call) for call in calls)
