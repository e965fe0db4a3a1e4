"""A marked run as a case of an evaluation."""

from __future__ import annotations

from dataclasses import replace

from agents.endings.reviewed_case import case_object
from agents.facts.read_sheet import Message
from agents.turns import Attachment, Review
from tests.unit.bot.rendering.test_narration import CITATION
from tests.unit.bot.rendering.test_review import ENDED, WRONG, marked

ASKED = "What is the dose of alpha for Maria Huber, MRN 4471199?"


def test_a_case_tells_what_was_asked_said_and_thought_of_it() -> None:
    question = replace(ENDED.question, text=ASKED, attachments=(Attachment(name="r", text="T"),))
    earlier = (Message("What is alpha?", "earlier question", "U1", ""),)
    view = replace(ENDED, question=question, additions=("ECOG 1",), earlier=earlier)
    cited = {"document": "pubmed/p1", "quote": CITATION.quote}
    case = case_object(marked(WRONG, replace(WRONG, citation="c3", comment="Huber!"), view=view))
    words = " ".join(case["question"].split())
    assert words == "What is the dose of alpha for , ? ECOG 1 T"
    assert case["earlier"] == ["What is alpha?"]
    assert case["sentences"] == ["Alpha works.", "It always works."]
    assert case["cited"] == [cited]
    assert case["marks"] == [
        {"verdict": "wrong", "target": "answer", "cited": None, "reason": "No."},
        {"verdict": "wrong", "target": "[3]", "cited": cited, "reason": "!"},
    ]


def test_a_step_that_is_marked_is_named() -> None:
    case = case_object(marked(Review(seq=2, verdict="right", by="U1")))
    assert case["marks"][0]["target"] == "step 1"
