"""What is asked of the last answer itself, and what only sounds like it."""

from __future__ import annotations

import pytest

from agents.replies.on_answer import AskedKind, AskedOfAnswer, asked_of_answer

ASKED: dict[AskedKind, tuple[str, ...]] = {
    "citation": (
        "[2]", "and [2]?", "open citation 2", "explain [2]", "what does [2] say exactly?",
        "is [2] still current?", "who says [2]?", "please quote [2] in full", "source 2",
    ),
    "dates": (
        "is that still current?", "is that up to date?", "how old is that?", "is this outdated?",
        "which of these is newest?", "is there a newer label?", "who says that?",
        "how recent are these sources?", "from when is that?", "is it the latest version?",
    ),
    "support": (
        "how strong is the evidence?", "what is the evidence level?",
        "what level of evidence is that?", "how reliable is that?",
    ),
    "table": ("as a table", "can you put that in a table?", "make a table", "in a table please"),
    "changes": (
        "what changed?", "what is different from the previous answer?", "what's new?",
        "how does that differ from the one before?", "compare it with your first answer",
    ),
    "doubt": ("[2] is wrong", "the second source is outdated", "I doubt [2]"),
    "short": ("shorter please", "can you put it more briefly?"),
    "took": ("how long did this take?", "what did this cost?", "why did that take so long?"),
    "export": ("export this as PDF", "can I download this?"),
    "fault": ("that is wrong", "your answer is wrong", "that is wrong, the PFS is 8 months"),
}  # fmt: skip
QUESTIONS = (
    "what has changed in the label?", "what is new in ESMO 2024?", "what changed in her CT?",
    "is olaparib still approved?", "which drug is newest?", "is there a newer trial?",
    "how old is the patient?", "is it safe?", "how strong is the inhibition?", "is she old?",
    "export proteins as biomarkers", "what does the label say?", "2", "step 2",
    "which of these is safer?", "is the guideline of ESMO newer than that of NCCN?",
    "how long did patients take it?", "that is wrong, she is HER2-negative", "no, HER2 0",
    "what is the survival in table 2?", "why does it take so long to respond?",
    "does ESMO recommend nothing else?", "anything from ESMO since 2021?", "long QT?",
    "is that recommended in renal impairment?",
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in ASKED.items() for text in texts]
)
def test_a_message_on_the_answer_is_read_as_one(kind: AskedKind, text: str) -> None:
    asked = asked_of_answer(text)
    assert asked is not None
    assert (asked.kind, asked.number) == (kind, 2 if "2" in text else 0)


@pytest.mark.parametrize("text", QUESTIONS)
def test_what_asks_of_something_else_is_none(text: str) -> None:
    assert asked_of_answer(text) is None


@pytest.mark.parametrize(
    "text", ["anything since 2021?", "got anything newer than 2021?", "any sources after 2021?"]
)
def test_a_year_since_which_sources_are_asked_for_is_read(text: str) -> None:
    assert asked_of_answer(text) == AskedOfAnswer("dates", year=2021)
