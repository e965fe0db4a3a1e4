"""What people say that is no clinical question, and what they are told."""

from __future__ import annotations

import pytest

from agents.extractive.question.small_talk import asks_about_steps, is_clinical, small_talk
from agents.turns import Reply
from tests.unit.agents.extractive.conftest import Conversation

SMALL_TALK = [
    ("thanks!", "thanks"),
    ("great, thank you so much", "thanks"),
    ("Hello", "social"),
    ("good morning, how are you?", "social"),
    ("are you human?", "help"),
    ("what can you do?", "help"),
]
ABOUT_STEPS = [
    "what did the trials search return in step 2?",
    "show me step 1",
    "what exactly did you search?",
    "show me the last step",
]
CLINICAL = [
    "What is the dose of olaparib?",
    "What did KEYNOTE-522 show?",
    "hello, what is the dose of olaparib?",
    "thanks, and in renal impairment?",
    "What did the FLAURA trial find?",
    "Great, what about lung cancer?",
    "What is the dose of olaparib, and how does it work?",
    "Olaparib at a clearance of 40, can you help me?",
]


@pytest.mark.parametrize(("text", "kind"), SMALL_TALK)
def test_small_talk_has_a_kind(text: str, kind: str) -> None:
    assert small_talk(text) == kind
    assert not is_clinical(text)


@pytest.mark.parametrize("text", ABOUT_STEPS)
def test_a_question_about_a_step_is_neither_small_talk_nor_clinical(text: str) -> None:
    assert asks_about_steps(text)
    assert small_talk(text) is None
    assert not is_clinical(text)


@pytest.mark.parametrize("text", CLINICAL)
def test_a_clinical_question_is_clinical_however_it_begins(text: str) -> None:
    assert is_clinical(text)


@pytest.mark.parametrize(
    "text", ["thanks!", "Hello", "What can you do?", "help", "good morning", "who are you?"]
)
async def test_small_talk_is_answered_kindly_without_a_search(
    thread: Conversation, text: str
) -> None:
    ending = await thread.ask(text)
    assert isinstance(ending, Reply), ending
    assert len(ending.text) > 30
    assert thread.searched == []
