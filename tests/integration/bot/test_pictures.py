"""Pictures of analyses: each is posted once with its words, and goes with its question."""

from __future__ import annotations

from agents.turns import Reply, Thought
from agents.turns.computing.drawings import Bar, ComputedAnalysis, Drawing
from tests.fakes import ScriptedCore
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BOARD, Json, Slack, words
from tests.integration.bot.test_changed_questions import delete
from tests.waiting import eventually

ALT = "Response rate. A: 3 of 4."
DRAWING = Drawing(
    title="Response rate", across="Share", bars=(Bar("A", 0.75, 0.19, 0.99),), alt_text=ALT,
    drawn_from="4 rows, by response and arm",
)  # fmt: skip
ANALYSIS = ComputedAnalysis(
    title="Response rate", file="t.csv", code="print(3 < 4)", drawing=DRAWING
)
CORE = ScriptedCore(
    (Thought(text="It is computed.", reply=Reply(text="A: 3 of 4", computed=(ANALYSIS,))),)
)
GUEST = "U0GUEST"


async def picture(slack: Slack, file_id: str, viewer: str) -> tuple[int, bytes]:
    address = f"{slack.url}/page/api/files/{file_id}?user={viewer}"
    async with slack.session.get(address) as answer:
        return answer.status, await answer.read()


async def calls(slack: Slack, method: str) -> list[Json]:
    return list((await slack.control("GET", f"calls?method={method}"))["calls"])


async def shown(slack: Slack, ts: str) -> list[Json]:
    messages = (await slack.thread(ts))[1:]
    return [b for each in messages for b in each.get("blocks", ()) if b["type"] == "image"]


async def shows(slack: Slack, ts: str, words_of_it: str) -> bool:
    return any(words_of_it in reply for reply in await slack.replies(ts))


async def test_a_picture_is_posted_once_for_its_readers_and_goes_with_its_question(
    slack: Slack, bot: Bot
) -> None:
    bot.core = CORE
    guest = {"name": "guest", "real_name": "Gil Guest", "guest": "multi"}
    await slack.control("POST", "people", guest)
    # Whatever is carried out and not answered: nothing is there twice.
    for method, times in (
        ("files.getUploadURLExternal", 1), ("files.completeUploadExternal", 1),
        ("chat.postMessage", 2),
    ):  # fmt: skip
        fault = {"kind": "drop", "methods": [method], "times": times}
        await slack.control("POST", "faults", fault)
    async with bot.up():
        ts = await slack.ask("ORR by arm")
        await slack.finished(ts)
        await eventually(lambda: shows(slack, ts, "Drawn from"), "the picture is posted")
        said, below = (await slack.thread(ts))[1:]
        assert "A: 3 of 4" in words(said)
        assert "print(3 &lt; 4)" in words(said)
        assert "Drawn from 4 rows, by response and arm" in words(below)
        (image,) = await shown(slack, ts)
        assert image["alt_text"] == ALT
        file_id = image["slack_file"]["id"]
        status, content = await picture(slack, file_id, ANA)
        assert (status, content[:4]) == (200, b"\x89PNG")
        assert (await picture(slack, file_id, GUEST))[0] == 404
        begun = await calls(slack, "files.completeUploadExternal")
        gone = [each["arguments"]["file"] for each in await calls(slack, "files.delete")]
        assert len(begun) == len(gone) + 1, "what is not shown was taken away"
        await delete(slack, ts)

        async def is_gone() -> bool:
            return (await picture(slack, file_id, ANA))[0] == 404

        await eventually(is_gone)
        await slack.control("GET", "idle?quiet=1")
    assert not await slack.replies(ts)


async def test_a_picture_that_slack_does_not_take_is_told_in_words(slack: Slack, bot: Bot) -> None:
    bot.core = CORE
    methods = ["files.getUploadURLExternal"]
    fault = {"kind": "error", "error": "file_uploads_disabled", "methods": methods, "times": 9}
    await slack.control("POST", "faults", fault)
    async with bot.up():
        ts = await slack.ask("ORR by arm", channel=BOARD)
        await slack.finished(ts)
        await eventually(lambda: shows(slack, ts, "Drawn from"), "its words are posted")
    replies = await slack.replies(ts)
    assert replies[1].startswith("Slack did not take the picture. What it shows: Response rate.")
    assert await shown(slack, ts) == []
