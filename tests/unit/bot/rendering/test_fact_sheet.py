"""What was understood, as a reply of the thread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.read_sheet import Message
from agents.turns import Abstention, Gap
from agents.turns.discussion import Discussion, DiscussionMessage
from bot.rendering.narration import correction_messages, narrate
from tests.unit.bot.rendering.test_narration import ANSWER, DONE, STYLE, VIEW, shown

ANA, BEN = "U0ANA", "U0BEN"
CASE = Message("62F TNBC, HER2-low, ECOG 1. What next?", "question", ANA, "2026-03-01T10:00:00")
ADDED = Message("no, HER2 0", "thread", BEN, "2026-03-01T10:05:00")
ASKED = replace(DONE, said=(CASE,), ending=ANSWER)


def test_a_case_is_shown_as_understood_before_the_steps() -> None:
    first, *_ = narrate(ASKED, "1.0", STYLE)
    assert first.key == "run:0:understood"
    assert "woman, 62 · triple-negative breast cancer · HER2-low · ECOG 1" in first.body["plain"]
    assert "Reply with the correction" in first.body["plain"]
    assert "62" not in first.body["text"], "notifications say nothing of the case"


def test_narrating_twice_gives_the_same_rows() -> None:
    assert narrate(ASKED, "1.0", STYLE) == narrate(ASKED, "1.0", STYLE)


def test_a_follow_up_with_nothing_new_does_not_repeat_it() -> None:
    more = Message("And the dose?", "question", ANA, "2026-03-01T10:09:00")
    assert "understood" not in shown(
        narrate(replace(ASKED, earlier=(CASE,), said=(more,)), "1.0", STYLE)
    )


def test_facts_that_one_colleague_told_stand_there_once() -> None:
    text = "62F TNBC, HER2-low, ECOG 1."
    told = DiscussionMessage(ts="1", by=BEN, name="ben", at="2026-03-01T09:00:00", text=text)
    asked = replace(ASKED.question, text="What next?", discussion=Discussion(said=(told,)))
    question = Message("What next?", "question", ANA, "2026-03-01T10:00:00")
    view = replace(ASKED, question=asked, said=(question,))
    words = shown(narrate(view, "1.0", STYLE))["understood"]
    assert words.count("triple-negative") == 1
    assert "ben told all of the facts below" in words
    derived = replace(told, text=f"{text} eGFR 48.")
    discussed = replace(asked, discussion=Discussion(said=(derived,)))
    words = shown(narrate(replace(view, question=discussed), "1.0", STYLE))["understood"]
    assert "ben told all of the facts below" in words, "what follows from a value is nobody's"
    assert words.count("eGFR 48 mL/min") == 1
    more = replace(view, said=(replace(question, text="LVEF 60 %. What next?"),))
    words = shown(narrate(more, "1.0", STYLE))["understood"]
    assert words.count("triple-negative") == 2, "who told what is said where several did"


def test_a_fact_that_is_added_changes_the_same_message() -> None:
    words = shown(narrate(replace(ASKED, said=(CASE, ADDED)), "1.0", STYLE))["understood"]
    assert "HER2 0 (IHC 0), no longer HER2-low" in words
    assert "⚠️" in words, "two people differ"


def test_a_correction_says_what_changed_and_offers_to_answer_again() -> None:
    words = shown(correction_messages("other", ASKED, (ADDED,)))
    assert "*Changed:* HER2 0 (IHC 0), no longer HER2-low." in words["changed"]
    assert "Reply *again*" in words["changed"]
    assert "HER2 0" in words["understood"]
    keys = [row.key for row in correction_messages("other", ASKED, (ADDED,))]
    assert keys == ["run:0:understood", "other:0:changed"]


def test_a_new_fact_is_noted() -> None:
    added = replace(ADDED, text="note: CrCl 44 mL/min")
    assert (
        "*Noted:* creatinine clearance 44 mL/min"
        in shown(correction_messages("other", ASKED, (added,)))["changed"]
    )


def test_a_run_that_went_on_says_its_ending_below_and_takes_the_sign_of_the_gap_away() -> None:
    gap = Abstention(gap=Gap(purpose="p", missing="fact", name="n"))
    first = narrate(replace(VIEW, ending=gap), "1.0", STYLE)
    assert [row.part for row in first] == ["step", "answer", "sign", "eyes-off"]
    resumed = replace(VIEW, earlier_steps=VIEW.steps, steps=(), resumptions=1, ending=ANSWER)
    rows = {row.part: row for row in narrate(resumed, "1.0", STYLE)}
    assert list(rows) == ["step", "answer-r1", "sign-off-r1", "sign-r1", "eyes-off"]
    assert (rows["sign-off-r1"].operation, rows["sign-off-r1"].body["name"]) == (
        "unreact",
        "warning",
    )
    again = narrate(replace(resumed, ending=gap), "1.0", STYLE)
    assert [row.part for row in again] == ["step", "answer-r1", "eyes-off"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, ("1 message of a long discussion did not fit and was", "before is gone, and counts")),
        (9, ("9 messages of a long discussion did not fit and were", "before are gone, and count")),
    ],
)
def test_what_was_not_read_is_told_of_one_message_and_of_several(
    number: int, words: tuple[str, ...]
) -> None:
    told = DiscussionMessage(ts="1", by=BEN, name="ben", at="2026-03-01T09:00:00", text="Hello.")
    read = Discussion(said=(replace(told, is_new=True),), left_out=number, gone=number)
    question = replace(ASKED.question, discussion=read)
    rows = narrate(replace(ASKED, question=question), "1.0", STYLE)
    assert all(each in rows[0].body["plain"] for each in words)
