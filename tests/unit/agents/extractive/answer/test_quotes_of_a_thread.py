"""What colleagues wrote in a thread, as it is quoted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.discussion import MOST_QUOTES, reply_on_discussion
from agents.turns import Reply
from agents.turns.discussion import Discussion, DiscussionMessage
from tests.unit.bot.rendering.test_narration import VIEW

LAB = "ESR1 wild type, reported last week."
TALK = ("62F with breast cancer.", "HER2 1+.", "PD on letrozole.", "Is olaparib an option?", LAB)


def quoted(question: str, *texts: str) -> list[str]:
    reply = reply_to(question, *texts)
    assert reply is not None
    return [each.words for each in reply.quotes]


def reply_to(question: str, *texts: str) -> Reply | None:
    said = tuple(
        DiscussionMessage(ts=str(at), by="U0CHEN", name="Chen", at="2026-03-01T09:00:00", text=text)
        for at, text in enumerate(texts)
    )
    asked = replace(VIEW.question, text=question, discussion=Discussion(said=said))
    return reply_on_discussion(replace(VIEW, question=asked))


def test_of_a_long_thread_questions_are_left_out_first() -> None:
    asked = [f"Would you give {drug}?" for drug in ("olaparib", "everolimus", "fulvestrant")]
    told = [f"Dose of olaparib in week {week} was fine." for week in range(MOST_QUOTES - 4)]
    words = quoted("summarise this thread", *TALK, *asked, *told)
    assert words == [*TALK[:3], LAB, *told]


def test_of_more_that_was_told_the_beginning_and_the_newest_are_quoted() -> None:
    told = [f"Dose of olaparib in week {week} was fine." for week in range(MOST_QUOTES + 5)]
    words = quoted("summarise this thread", *told)
    assert words == [*told[:3], *told[3 - MOST_QUOTES :]]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what did Chen say about HER2?", ["HER2 1+."]),
        ("has Chen mentioned ESR1?", [LAB]),
        ("what did Chen say about letrozole?", ["PD on letrozole."]),
    ],
)
def test_what_somebody_said_of_something_is_quoted(question: str, words: list[str]) -> None:
    assert quoted(question, *TALK) == words


def test_who_did_not_write_is_told_so_with_who_did() -> None:
    reply = reply_to("what did Benedict suggest?", *TALK)
    assert reply is not None
    assert (reply.text.endswith("Those who did: Chen."), reply.quotes) == (True, ())
    assert reply_to("what did NCCN suggest?", *TALK) is None
