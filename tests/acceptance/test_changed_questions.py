"""Olaparib asked and answered, then edited to osimertinib: no dose stands under a question on
another drug. Through real processes."""

from __future__ import annotations

import pytest

from tests.acceptance.support.conversation import ANA, BOARD, BOT, people, settled
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack
from tests.integration.bot.slack import Slack
from tests.waiting import eventually


@pytest.mark.asyncio
async def test_an_edited_question_does_not_keep_the_dose_of_the_other_drug(
    patient_stack: Stack,
) -> None:
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        ts = await slack.ask("What is the starting dose of olaparib?")
        await settled(records, ts)
        text = f"<@{BOT}> What is the starting dose of osimertinib?"
        body = {"user": ANA, "channel": BOARD, "ts": ts, "text": text}
        await slack.call("POST", "/page/api/messages/edit", body)
        await eventually(lambda: says(slack, ts, "It was on: *the dose (olaparib)*."))
        await eventually(lambda: has_sign(slack, ts, "pencil2"))
        await slack.post("again", thread=ts)
        await eventually(lambda: says(slack, ts, "To the changed question: *the dose (osimer"))
        await eventually(lambda: has_sign(slack, ts, "white_check_mark"))
        old, new = [r for r in await slack.replies(ts) if "*Answer" in r]
    assert "300 mg" in old
    assert old.startswith("✏️ *The question was changed after this answer.*")
    assert "80 mg" in new
    assert "300 mg" not in new


async def says(slack: Slack, ts: str, words: str) -> bool:
    return any(words in reply for reply in await slack.replies(ts))


async def has_sign(slack: Slack, ts: str, name: str) -> bool:
    return await slack.signs(ts) == {name}
