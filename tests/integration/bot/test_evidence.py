"""The evidence of an answer, page by page, for the person who asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agents.cores import ToolCard
from agents.matching.verdicts import Judgement, Verdict
from agents.turns import Draft, Gap, Reading, Reply, Thought, View
from retrieval.documents import Document, DocumentRef
from retrieval.errors import SiloUnavailable
from retrieval.statements.model import Statement
from tests.fakes import MemorySilos, ScriptedCore, every_finding
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import BEN, Json, Slack, words
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_reviews import forms, open_form
from tests.sample_documents import DOCUMENTS
from tests.waiting import eventually


def said_twice(view: View) -> Draft:
    """The same claim, once more without a source."""
    draft = every_finding(view)
    bare = replace(draft.sentences[0], keys=(), text="It always works.")
    return replace(draft, sentences=(draft.sentences[0], bare))


async def turn(slack: Slack, form: Json, action: str) -> None:
    body = {"user": BEN, "view_id": form["id"], "block_id": "pages", "action_id": action}
    await slack.call("POST", "/page/api/actions", body)


async def shows(slack: Slack, said: str) -> bool:
    found = await forms(slack, BEN)
    return bool(found) and said in words(found[-1])


async def test_the_evidence_is_walked_through_claim_by_claim(slack: Slack, bot: Bot) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, draft=said_twice)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        form = await open_form(slack, ts, "evidence", user=BEN)
        first = words(form)
        assert "*Claim 1 of 2*" in first
        assert ">*In the alpha trial the response rate was 41.5%" in first
        assert ">Median survival was 10.1 months." in first, "the words around it"
        assert "Stored as clinical_trials/trial-alpha, version 1, characters 0 to" in first
        assert "Record: <https://example.org/clinical_trials/trial-alpha|" in first
        await turn(slack, form, "evidence_page_on")
        await eventually(lambda: shows(slack, "*Claim 2 of 2*"))
        assert await shows(slack, "⚠️ *Not verified by the program:*")
        await turn(slack, form, "evidence_page")
        await eventually(lambda: shows(slack, "*Claim 1 of 2*"))
    assert len(await slack.replies(ts)) == 2, "nobody else is shown anything"
    stored = await rows(
        bot.database, "select 1 from inbox where payload->'about'->>'kind' = 'action'"
    )
    assert stored == [], "it changes nothing"


class ClosedSilos(MemorySilos):
    """Silos that are found in, and whose documents cannot be read afterwards."""

    async def open(self, ref: DocumentRef) -> Document:
        raise SiloUnavailable("down")


async def test_evidence_without_its_document_is_told_as_such(slack: Slack, bot: Bot) -> None:
    async with bot.working():
        bot.silos = ClosedSilos(DOCUMENTS)
        async with bot.listening():
            ts = await slack.ask(QUESTION)
            await slack.finished(ts)
            shown = words(await open_form(slack, ts, "evidence", user=BEN))
    assert "The stored document cannot be opened now" in shown
    assert ">*In the alpha trial" in shown


NEEDS = Judgement(
    Statement(id="s1", kind="indication", spans=((0, 10),), drugs=("olaparib",)),
    0,
    (Verdict("subject", "ok"), Verdict("marker", "contradicts", "needs BRCA1; here: none")),
)


class ComparingCore(ScriptedCore):
    """Finds that what it reads is an option for others; greets who greets."""

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        if view.question.text == "hello":
            return Thought(text="A greeting.", reply=Reply(text="Hello."))
        if view.question.text == "what is next?":
            gap = Gap(purpose="to answer", missing="silo", name="a trial")
            return Thought(text="Nothing is on it.", gap=gap)
        return await super().think(view, cards)

    async def read(self, *asked: Any, **more: Any) -> Reading:
        reading = await super().read(*asked, **more)
        judged = (replace(each, judgements=(NEEDS,)) for each in reading.insights)
        return replace(reading, insights=tuple(judged))


async def says(slack: Slack, ts: str, said: str) -> bool:
    return any(said in reply for reply in await slack.replies(ts))


async def test_why_not_is_told_from_what_was_recorded(slack: Slack, bot: Bot) -> None:
    gap = Gap(purpose="to name a therapy", missing="silo", name="a guideline")
    bot.core = ComparingCore((*ONE_SEARCH, Thought(text="None fits.", gap=gap)))
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.post("why not Lynparza?", thread=ts)
        reason = "• *olaparib*: not for this patient: needs BRCA1; here: none <https://example.org"
        await eventually(lambda: says(slack, ts, reason))
        assert len(await rows(bot.database, "select 1 from runs")) == 1, "nothing is searched"
        await slack.post("why not talazoparib?", thread=ts)
        await eventually(lambda: has_runs(bot, 2))
        await slack.post("fact: BRCA1 mutated", thread=ts)
        await slack.post("why not olaparib?", thread=ts)
        await eventually(lambda: has_runs(bot, 3))


async def test_why_not_is_of_the_last_answer_also_behind_what_rests_on_none(
    slack: Slack, bot: Bot
) -> None:
    gap = Gap(purpose="to name a therapy", missing="silo", name="a guideline")
    bot.core = ComparingCore((*ONE_SEARCH, Thought(text="None fits.", gap=gap)))
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.ask("hello", thread=ts)
        await eventually(lambda: says(slack, ts, "Hello."))
        await slack.ask("what is next?", thread=ts)
        await eventually(lambda: says(slack, ts, "a trial"))
        await slack.ask("why not Lynparza?", thread=ts)
        await eventually(lambda: says(slack, ts, "• *olaparib*: not for this patient: needs BRCA1"))
        assert await has_runs(bot, 3), "nothing is searched"


async def test_what_is_asked_of_the_answer_is_told_from_its_record(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.post("[1]", thread=ts)
        await eventually(lambda: says(slack, ts, "*The answer cites it for:*"))
        await slack.post("is that up to date?", thread=ts)
        await eventually(lambda: says(slack, ts, "the newest first"))
        await slack.post("as a table", thread=ts)
        await eventually(lambda: has_table(slack, ts))
        assert len(await rows(bot.database, "select 1 from runs")) == 1, "nothing is searched"
        await slack.ask("what was the response rate in men?", thread=ts)
        await eventually(lambda: has_runs(bot, 2))
        await eventually(lambda: has_answers(slack, ts, 2))
        await slack.post("what changed?", thread=ts)
        await eventually(lambda: says(slack, ts, "gained 0, lost 0, kept 1"))
        assert await has_runs(bot, 2)


async def has_answers(slack: Slack, ts: str, number: int) -> bool:
    return sum("*Answered*" in reply for reply in await slack.replies(ts)) == number


async def has_table(slack: Slack, ts: str) -> bool:
    blocks = (block for one in await slack.thread(ts) for block in one.get("blocks") or ())
    return any(block["type"] == "table" for block in blocks)


async def has_runs(bot: Bot, number: int) -> bool:
    return len(await rows(bot.database, "select 1 from runs")) == number
