"""What a thread shows of a question that was changed or deleted after it was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.turns import Abstention, Answer, Ending, Failed, Gap, Reply, Stopped, View, Withdrawn
from bot.db.outbox import Outgoing
from bot.rendering.changed_questions import SIGN
from bot.rendering.narration import narrate
from tests.unit.bot.rendering.test_narration import ANSWER, DONE, STYLE, shown

QUESTION = replace(DONE.question, text="Dose of olaparib for Maria Huber, born 12.03.1966?")
ASKED = replace(DONE, question=QUESTION)
GAP = Abstention(gap=Gap(purpose="a dose", missing="fact", name="weight"))
ENDINGS: tuple[Ending, ...] = (
    ANSWER, GAP, Reply(text="Hello."), Stopped(by="U1"), Failed(error="E", reason="r"),
)  # fmt: skip


def reactions(rows: tuple[Outgoing, ...]) -> dict[str, list[str]]:
    """Names of the reactions that are put and taken away."""
    return {
        operation: [row.body["name"] for row in rows if row.operation == operation]
        for operation in ("react", "unreact")
    }


def told(view: View) -> str:
    return shown(narrate(view, "1.0", STYLE))["answer"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_whatever_was_said_to_the_old_question_is_marked(ending: Ending) -> None:
    before = narrate(replace(ASKED, ending=ending), "1.0", STYLE)
    after = replace(ASKED, ending=ending, withdrawn=Withdrawn(how="edited", by="U1"))
    rows = narrate(after, "1.0", STYLE)
    words = shown(rows)["answer"]
    assert words.startswith("✏️ *The question was changed after this ")
    assert "It was on: *the dose (olaparib)*." in words
    assert shown(before)["answer"] in words
    assert not any(name in words for name in ("Maria", "Huber", "1966"))
    assert "'changed'" in str(rows)
    (sign,) = reactions(before)["react"]
    assert reactions(rows)["react"] == [SIGN]
    assert sign in reactions(rows)["unreact"]
    keys = {row.key for row in before if row.operation == "react"}
    assert keys == {row.key for row in rows if row.operation == "react"}, "a sign not yet out"


def test_an_old_question_without_a_name_that_is_recognised_is_not_quoted() -> None:
    question = replace(QUESTION, text="And for Mrs Huber?")
    words = told(
        replace(ASKED, question=question, ending=ANSWER, withdrawn=Withdrawn(how="edited", by="U"))
    )
    assert "It was on" not in words
    assert "Huber" not in words


@pytest.mark.parametrize("ending", [Stopped(by="U1"), ANSWER])
def test_a_run_that_was_replaced_has_no_sign(ending: Stopped | Answer) -> None:
    gone = Withdrawn(how="edited", by="U1", was_live=True, next="other")
    rows = narrate(replace(ASKED, ending=ending, withdrawn=gone), "1.0", STYLE)
    words = shown(rows)["answer"]
    assert "Stopped by" not in words
    assert ("Replaced: the question was changed." in words) is isinstance(ending, Stopped)
    assert ("changed after this answer" in words) is isinstance(ending, Answer)
    assert reactions(rows) == {"react": [], "unreact": []}
    assert "'changed'" not in str(rows), "it is asked already"


def test_a_live_run_whose_question_became_empty_offers_the_next_one() -> None:
    gone = Withdrawn(how="edited", by="U1", was_live=True)
    rows = narrate(replace(ASKED, ending=Stopped(by="U1"), withdrawn=gone), "1.0", STYLE)
    assert shown(rows)["answer"].startswith("✏️ Stopped: the question was changed.")
    assert "'changed'" in str(rows)


def test_the_answer_of_a_changed_question_names_it_and_takes_the_pencil_away() -> None:
    question = replace(QUESTION, replaces="old")
    rows = narrate(replace(ASKED, question=question, ending=ANSWER), "1.0", STYLE)
    assert shown(rows)["answer"].startswith("To the changed question: *the dose (olaparib)*")
    assert SIGN in reactions(rows)["unreact"]


@pytest.mark.parametrize("ending", [None, ANSWER, Stopped(by="U1")])
def test_all_that_was_said_to_a_deleted_question_is_taken_back(ending: Ending | None) -> None:
    view = replace(ASKED, ending=ending)
    before = [row for row in narrate(view, "1.0", STYLE) if row.operation == "post"]
    rows = narrate(replace(view, withdrawn=Withdrawn(how="deleted", by="U1")), "1.0", STYLE)
    assert [row.key for row in rows] == [row.key for row in before]
    assert all(row.body["removed"] and row.body["blocks"] == [] for row in rows)
