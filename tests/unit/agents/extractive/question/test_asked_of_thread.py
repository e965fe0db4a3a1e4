"""Messages that ask what was said in a thread, or what to think of its case."""

from __future__ import annotations

import pytest

from agents.extractive.question.context.opinion_requests import asks_opinion
from agents.extractive.question.requests.questions_on_thread import AskedOfThread, asked_of_thread

NAMES = ("Ana Silva", "Ben", "Chen")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("summarise this thread", AskedOfThread("all")),
        ("Can you please sum up the discussion so far?", AskedOfThread("all")),
        ("tl;dr", AskedOfThread("all")),
        ("summary please", AskedOfThread("all")),
        ("What has been said?", AskedOfThread("all")),
        ("what did Ben suggest?", AskedOfThread("proposals", "Ben")),
        ("What does @Ana think?", AskedOfThread("all", "Ana Silva")),
        ("what did ana silva say here", AskedOfThread("all", "Ana Silva")),
        ("What is Chen's opinion?", AskedOfThread("all", "Chen")),
        ("what did the others suggest?", AskedOfThread("proposals")),
        ("who disagrees?", AskedOfThread("objections")),
        ("who disagrees and why?", AskedOfThread("objections")),
        ("What did Ben suggest, and why?", AskedOfThread("proposals", "Ben")),
        ("Does anyone disagree with that?", AskedOfThread("objections")),
        ("what did Chen say about HER2?", AskedOfThread("all", "Chen", "HER2")),
        ("what did Ben suggest regarding the dose?", AskedOfThread("proposals", "Ben", "dose")),
        ("what does Ana think about it?", AskedOfThread("all", "Ana Silva")),
        (
            "did Chen mention the ejection fraction?",
            AskedOfThread("all", "Chen", "ejection fraction"),
        ),
        ("has Ben said anything about olaparib?", AskedOfThread("all", "Ben", "olaparib")),
        ("who suggested capivasertib?", AskedOfThread("proposals", on="capivasertib")),
        ("who is for alpelisib?", AskedOfThread("agreement", on="alpelisib")),
    ],
)
def test_what_is_asked_of_a_thread(text: str, asked: AskedOfThread) -> None:
    assert asked_of_thread(text, NAMES) == asked


@pytest.mark.parametrize(
    "text",
    [
        "what did NCCN recommend?",
        "what does NCCN say about HER2?",
        "did the trial mention brain metastases?",
        "does ESMO recommend anything on ESR1?",
        "has she said anything about pain?",
        "What does ESMO say?",
        "what did the trial say?",
        "summarise SOLAR-1",
        "summarise the evidence for capivasertib",
        "what do you think?",
        "What is the dose of olaparib?",
        "who should get capivasertib?",
        "what did alpelisib show?",
    ],
)
def test_what_is_asked_of_sources_is_not(text: str) -> None:
    assert asked_of_thread(text, NAMES) is None


@pytest.mark.parametrize(
    "text",
    [
        "what do you think?",
        "What do you think about this case?",
        "any thoughts?",
        "What would you suggest here?",
        "Thoughts?",
        "so, what next for her?",
    ],
)
def test_an_opinion_on_the_case_is_asked(text: str) -> None:
    assert asks_opinion(text)


@pytest.mark.parametrize(
    "text", ["what do you think of capivasertib?", "any dose?", "What next after T-DXd?", "help"]
)
def test_what_says_what_it_asks_is_no_opinion(text: str) -> None:
    assert not asks_opinion(text)
