"""Bad input: a clear sentence in the thread, and nothing is lost."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
from pypdf import PdfWriter

from bot.failures.sentences import HELP
from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import (
    BOT,
    Slack,
    bot_messages,
    cited,
    eventually,
    final_words,
    people,
    run_of,
    settled,
    words,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack

QUESTION = "What is the starting dose of olaparib?"
ANSWER = "300 mg"


@pytest.fixture
async def slack(shared_stack: Stack) -> AsyncIterator[Slack]:
    async with people(shared_stack) as slack:
        yield slack


@pytest.fixture
def records(shared_stack: Stack) -> Records:
    return Records(shared_stack.database_url)


async def hint(slack: Slack, ts: str) -> str:
    """What the bot said in the thread, once it has said something."""
    await eventually(lambda: _has_spoken(slack, ts), "the bot speaks")
    (message,) = await bot_messages(slack, ts)
    return words(message)


async def _has_spoken(slack: Slack, ts: str) -> bool:
    return bool(await bot_messages(slack, ts))


def protected_pdf() -> bytes:
    """A real PDF that asks for a password."""
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.encrypt("a password of a test", algorithm="AES-256")
    content = io.BytesIO()
    writer.write(content)
    return content.getvalue()


async def test_an_empty_mention_is_told_what_to_ask(slack: Slack, records: Records) -> None:
    before = records.count("runs")
    ts = await slack.ask("")
    assert await hint(slack, ts) == HELP["empty"]
    assert records.count("runs") == before
    assert [row["state"] for row in records.inbox(ts)] == ["routed"]


async def test_forty_thousand_characters_are_told_how_to_send_them(
    slack: Slack, records: Records
) -> None:
    ts = await slack.post((f"<@{BOT}> " + "olaparib " * 5000)[:40_000])
    said = await hint(slack, ts)
    assert "12,000 characters" in said
    assert "text file" in said
    assert records.run(run_of(ts)) is None


async def test_forty_thousand_characters_in_a_file_are_read(slack: Slack, records: Records) -> None:
    note = "Patient with ovarian cancer. " * 1380
    file = await slack.upload("history.txt", note.encode(), "text/plain")
    ts = await slack.ask(QUESTION, file_ids=[file])
    run = await settled(records, ts)
    assert len(run["question"]["attachments"][0]["text"]) > 40_000 - 100
    assert ANSWER in await final_words(slack, ts)


@pytest.mark.parametrize(
    ("name", "content", "mimetype", "sentence"),
    [
        ("scan.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "image/png", "image"),
        ("letter.pdf", protected_pdf(), "application/pdf", "password"),
        ("broken.pdf", b"%PDF-1.7\n%\xe2\xe3\nnothing of use", "application/pdf", "broken.pdf"),
        ("data.bin", bytes(range(256)), "application/octet-stream", "data.bin"),
        ("empty.txt", b" ", "text/plain", "empty.txt"),
    ],
)
async def test_a_file_that_cannot_be_read_is_named_and_the_question_is_answered(
    slack: Slack, records: Records, name: str, content: bytes, mimetype: str, sentence: str
) -> None:
    file = await slack.upload(name, content, mimetype)
    ts = await slack.ask(QUESTION, file_ids=[file])
    run = await settled(records, ts)
    assert run["state"] == "answer"
    (attachment,) = run["question"]["attachments"]
    assert attachment["name"] == name
    assert attachment["text"] == ""
    said = [words(one) for one in await bot_messages(slack, ts)]
    (named,) = (one for one in said if sentence in one)
    assert named.endswith(".")
    assert "Traceback" not in named
    assert ANSWER in await final_words(slack, ts)


async def test_an_image_without_words_gets_one_sentence(slack: Slack, records: Records) -> None:
    file = await slack.upload("scan.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "image/png")
    ts = await slack.ask("", file_ids=[file])
    assert "scan.png is an image" in await hint(slack, ts)
    assert records.run(run_of(ts)) is None


@pytest.mark.parametrize(
    ("text", "note", "answer"),
    [
        ("What is the recommended dose?", "Plan: start tucatinib.", "Tucatinib"),
        (
            "Which targeted therapy fits?",
            "Metastatic HR-positive HER2-negative breast cancer with PIK3CA H1047R.",
            "PIK3CA-mutated",
        ),
    ],
)
async def test_a_text_file_is_used_in_the_answer(
    slack: Slack, records: Records, text: str, note: str, answer: str
) -> None:
    file = await slack.upload("case.txt", note.encode(), "text/plain")
    ts = await slack.ask(text, file_ids=[file])
    run = await settled(records, ts)
    assert run["question"]["attachments"][0]["text"] == note
    assert answer in await final_words(slack, ts)


async def test_another_language_is_named(slack: Slack, records: Records) -> None:
    ts = await slack.ask("Welche Dosis von Olaparib wird am Anfang empfohlen?")
    run = await settled(records, ts)
    assert run["state"] == "gap"
    said = await final_words(slack, ts)
    assert "German" in said
    assert "English" in said


async def test_markup_and_control_characters_reach_the_thread_as_text(
    slack: Slack, records: Records
) -> None:
    ts = await slack.ask("What is the dose of <!channel> zongertinib & *bold* \u202e\x07?")
    await settled(records, ts)
    for message in await bot_messages(slack, ts):
        assert "<!channel>" not in str(message["blocks"])


async def test_a_question_of_many_lines_is_answered(slack: Slack, records: Records) -> None:
    ts = await slack.ask("Olaparib.\n\n\nWhat is\tthe starting dose of olaparib?\n")
    await settled(records, ts)
    assert ANSWER in await final_words(slack, ts)


async def test_a_store_that_is_corrupt_is_said_to_be_unavailable(
    start_stack: StartStack,
) -> None:
    stack = start_stack("postgres", "workspace", limits="off")
    for file in stack.home.glob("silos.sqlite*"):
        file.unlink()
    (stack.home / "silos.sqlite").write_bytes(b"This is not a database. " * 400)
    told, run_id = await ask_after_the_harm(stack, QUESTION)
    assert ANSWER not in "".join(told)
    assert any("Unavailable" in one for one in told), told
    assert not any("sqlite" in one or "Error" in one for one in told)
    assert cited(Records(stack.database_url), run_id) == set()


async def test_silos_that_are_down_are_said_and_the_others_answer(start_stack: StartStack) -> None:
    stack = start_stack("postgres", "workspace", limits="off")
    with closing(sqlite3.connect(stack.home / "silos.sqlite")) as store, store:
        store.execute("update silo set embedder = 'another' where name = 'pharmgkb'")
        store.execute(
            "update document set vectors = x'00', body = 'broken'"
            " where silo = (select number from silo where name = 'nccn_guidelines')"
        )
    told, run_id = await ask_after_the_harm(stack, "What is the recommended dose of tucatinib?")
    # Where silos are away it may look further; both are told at once.
    assert told[0].count("Unavailable") == 2
    assert cited(Records(stack.database_url), run_id) == {"drug_information/tucatinib"}


async def ask_after_the_harm(stack: Stack, question: str) -> tuple[list[str], str]:
    """Start the bot and the worker and ask: what the bot says, and the run."""
    stack.start("bot", "worker")
    stack.wait_for_bot()
    stack.wait_for_worker()
    async with people(stack) as slack:
        ts = await slack.ask(question)
        await settled(Records(stack.database_url), ts)
        assert stack.alive("worker")
        return [words(one) for one in await bot_messages(slack, ts)], run_of(ts)
