"""Marks in a thread, and the form in which they are set."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.endings.reviews import review_object
from agents.extractive.answer.short_form import question_in_short
from agents.turns import DatedReview, Review, Step, View
from bot.rendering.narration import narrate
from bot.rendering.review.blind import ASK_BUTTON, ask_button
from bot.rendering.review.form import read_option, review_form
from bot.rendering.review.marks import read_target, target_value
from tests.unit.bot.rendering.test_narration import ANSWER, DONE, STEP, STYLE, shown
from workspace.block_kit.views import check_view

WHEN = datetime(2026, 11, 24, tzinfo=UTC)
ENDED = replace(DONE, ending=ANSWER)
WRONG = Review(verdict="wrong", by="U1", comment="No.")
IDS = {"channel": "C1", "thread": "1.0", "ts": "2.0", "at": "3.0"}


def marked(*reviews: Review, view: View = ENDED) -> View:
    return replace(view, reviews=tuple(DatedReview(WHEN, each) for each in reviews))


def test_only_the_last_words_and_the_marked_step_change() -> None:
    before, after = narrate(ENDED, "1.0", STYLE), narrate(marked(WRONG), "1.0", STYLE)
    changed = [now.part for was, now in zip(before, after, strict=True) if was != now]
    assert changed == ["answer"]
    after = narrate(marked(replace(WRONG, seq=STEP.seq)), "1.0", STYLE)
    changed = [now.part for was, now in zip(before, after, strict=True) if was != now]
    assert changed == ["step", "answer"]


def test_words_of_people_stay_words() -> None:
    comment = "*x* <!here> <https://evil.example|[1]> & more"
    words = shown(narrate(marked(replace(WRONG, comment=comment)), "1.0", STYLE))["answer"]
    assert "&lt;!here&gt; &lt;https://evil.example|[1]&gt; &amp; more”" in words
    odd = replace(WRONG, by="<!channel>", verdict="<!here>")
    words = shown(narrate(marked(odd), "1.0", STYLE))["answer"]
    assert "<!" not in words


def test_what_identifies_a_patient_of_the_thread_is_not_repeated() -> None:
    question = replace(ENDED.question, text="Dose of alpha for Ms. Maria Huber, MRN 4471199?")
    said = replace(WRONG, comment="Huber has CrCl 20. Born 12.03.1966.")
    view = marked(said, view=replace(ENDED, question=question))
    words = shown(narrate(view, "1.0", STYLE))["answer"]
    assert "Huber" not in words
    assert "1966" not in words
    assert "CrCl 20" in words


def test_many_marks_leave_the_answer_readable() -> None:
    many = [replace(WRONG, by=f"U{number}") for number in range(40)]
    words = shown(narrate(marked(*many), "1.0", STYLE))["answer"]
    assert words.count("📌") == 13
    assert "📌 28 earlier marks" in words
    assert "<@U39>" in words


def test_the_form_is_one_that_slack_takes_however_much_a_run_found() -> None:
    long = replace(STEP, thought=replace(STEP.thought, text="word " * 60))
    steps = tuple(
        replace(long, number=number, seq=number, observations=DONE.steps[0].observations)
        for number in range(1, 150)
    )
    form = review_form(replace(ENDED, steps=steps), replace(WRONG, seq=120), IDS)
    assert check_view(form, "modal") is None
    assert form["blocks"][-2]["element"]["initial_option"]["value"] == "step:120"
    assert len(json.dumps(form)) < 100_000


def test_the_form_begins_with_what_was_said_before() -> None:
    view = marked(WRONG, replace(WRONG, by="U2", comment="Yes."))
    again = review_form(view, Review(verdict="", by="U1"), IDS)
    verdict, target, reason = (one["element"] for one in again["blocks"][-3:])
    assert verdict["initial_option"]["value"] == "wrong"
    assert target["initial_option"]["value"] == "answer"
    assert reason["initial_value"] == "No."
    other = review_form(view, Review(verdict="", by="U3"), IDS)
    assert "initial_option" not in other["blocks"][-3]["element"]


@pytest.mark.parametrize("seq", [None, 4])
def test_a_button_carries_ids(seq: int | None) -> None:
    assert read_target(target_value("run", seq)) == ("run", seq)


@pytest.mark.parametrize(
    ("value", "target"),
    [("step:4", (4, "")), ("citation:c3", (None, "c3")), ("answer", (None, "")), ("", (None, ""))],
)
def test_an_option_is_read_back(value: str, target: tuple[int | None, str]) -> None:
    assert read_option(value) == target


def test_a_mark_is_told_as_json() -> None:
    (one,) = marked(replace(WRONG, citation="c3")).reviews
    assert review_object(one, ENDED) == {
        "at": "2026-11-24T00:00:00+00:00",
        "by": "U1",
        "verdict": "wrong",
        "target": "[3]",
        "reason": "No.",
    }


def test_a_step_that_is_at_work_cannot_be_marked() -> None:
    at_work = Step(number=1, seq=2, thought=STEP.thought)
    assert "Mark…" not in str(narrate(replace(DONE, steps=(at_work,)), "1.0", STYLE))
    assert "Mark…" in str(narrate(DONE, "1.0", STYLE))


def test_a_second_reader_is_offered_only_where_there_is_something_to_read() -> None:
    assert [action for action, _, _ in ask_button(ENDED)] == [ASK_BUTTON]
    assert ask_button(replace(ENDED, steps=())) == []
    assert ask_button(DONE) == []


def test_what_a_question_on_criteria_asks_for_is_named() -> None:
    assert question_in_short("Does she fit NCT06382129?") == "the criteria (NCT06382129)"
