"""A case is followed when somebody asks for that, and for nothing else."""

from __future__ import annotations

import pytest

from agents.replies.following import FollowedQuestion, asks_to_follow, follow_and_ask


@pytest.mark.parametrize(
    "text",
    [
        "follow this case",
        "Please watch this case for changes every morning",
        "keep an eye on this case",
        "tell us every morning what changed",
        "Keep this case open, please.",
        "tell us every morning what has changed since the last board",
        "Can you let me know what's new for this case before the board?",
        "what has changed since the last board?",
        "What changed here since our last tumor board?",
        "remind me each morning of any changes",
        "any changes since the last board?",
        "morning messages for this case",
    ],
)
def test_it_is_asked_for(text: str) -> None:
    assert asks_to_follow(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "stop following this case", "Don't watch this thread.", "close this case please",
        "Please don't follow this case any more",
        "no more morning messages", "turn off the morning updates for this case",
    ],
)  # fmt: skip
def test_it_is_ended(text: str) -> None:
    assert asks_to_follow(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "stop",
        "what changed?",
        "what's new?",
        "what has changed for olaparib since the last board?",
        "follow-up for this case?",
        "which follow up imaging for this patient?",
        "any changes in the dose?",
        "tell me what changed",
        "watch out for neutropenia in this case",
        "is this case closed?",
        "follow this case with olaparib dose in renal impairment?",
        "Please monitor the patient daily.",
        "Watch this patient",
        "keep an eye on her patient",
        "Inform us daily of any changes.",
        "Let me know in the morning of any changes",
        "any changes in the morning?",
        "Morning update.",
        "tell us every morning what has changed for this patient",
        "stop monitoring",
        "Do not track it.",
        "Don't monitor.",
        "Stop watching the patient.",
    ],
)
def test_other_words_are_left_alone(text: str) -> None:
    assert asks_to_follow(text) is None


QUESTION = "what is the olaparib dose in renal impairment?"


@pytest.mark.parametrize(
    ("text", "is_on", "question"),
    [
        (f"follow this case and {QUESTION}", True, QUESTION),
        (f"Please follow this case, and {QUESTION}", True, QUESTION),
        (f"Follow this case. Also {QUESTION}", True, QUESTION),
        (f"Follow this case, please. {QUESTION}", True, QUESTION),
        (f"follow this case\n{QUESTION}", True, QUESTION),
        (f"{QUESTION} And follow this case.", True, QUESTION),
        (f"{QUESTION} Please follow this case", True, QUESTION),
        ("olaparib dose in CKD, and follow this case", True, "olaparib dose in CKD"),
        (f"stop following this case, and {QUESTION}", False, QUESTION),
        (f"what has changed since the last board? And {QUESTION}", True, QUESTION),
    ],
)
def test_a_question_beside_it_is_kept(text: str, is_on: bool, question: str) -> None:
    found = follow_and_ask(text)
    assert found is not None
    assert (found.is_on, found.question) == (is_on, question)


@pytest.mark.parametrize(
    "text",
    [
        "follow this case",
        "follow this case, please.",
        "follow this case and keep this case open",
        "follow this case with olaparib dose in renal impairment?",
        "Follow this case: woman of 60, HER2-positive. Which therapy?",
        "The trial will follow this case and control design, what is the dose?",
        QUESTION,
    ],
)
def test_nothing_is_cut_in_two_that_does_not_ask_both(text: str) -> None:
    assert follow_and_ask(text) is None


def test_the_question_may_be_long() -> None:
    history = "She had AC-T, then letrozole, and progressed in the liver. " * 40
    asked = FollowedQuestion(True, f"{history}{QUESTION}")
    assert follow_and_ask(f"Follow this case. {asked.question}") == asked
    assert follow_and_ask(f"{asked.question} Follow this case.") == asked
