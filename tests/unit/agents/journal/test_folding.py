"""A view that grows row by row."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from agents.facts.read_sheet import Message
from agents.journal.codec import Addition, Compaction, PayloadValue, entry_of
from agents.journal.entry import Entry, Event
from agents.journal.folding import Fold, fold
from agents.journal.hash_chain import verify_chain
from agents.journal.thread_files import files_of, files_off
from agents.memory.journal.rows import next_event
from agents.turns import (
    Abstention,
    Action,
    Attachment,
    BlindVote,
    FileUse,
    Gap,
    Observation,
    Review,
    Thought,
    Withdrawn,
)
from tests.sample_documents import QUESTION

GAP = Abstention(gap=Gap(purpose="the dose", missing="fact", name="weight"))


def thought(step: int) -> Thought:
    """A thought with two searches."""
    calls = (f"s{step}a1", f"s{step}a2")
    return Thought(
        text=f"Step {step}.",
        actions=tuple(Action(call_id=call, tool="search_pubmed", arguments={}) for call in calls),
    )


def observed(call: str) -> Observation:
    return Observation(call_id=call, tool="search_pubmed", outcome="empty")


@pytest.mark.parametrize("seed", range(20))
def test_a_view_that_grew_row_by_row_is_the_view_of_the_whole_journal(seed: int) -> None:
    chosen = random.Random(seed)
    rows: list[PayloadValue] = [
        thought(1), observed("s1a2"), observed("s1a1"), thought(2), observed("s2a1"),
        Compaction(summary="s", hidden=1), Addition(text="64", by="U"), Addition(text="65", by="U"),
        Review(seq=2, verdict="x", by="U"), GAP, GAP, Withdrawn(how="edited", by="U"),
    ]  # fmt: skip
    chosen.shuffle(rows)
    earlier = (Message("HER2 0", "earlier question", "U", ""),)
    events = [next_event("run", 0, "", entry_of(QUESTION))]
    for value in rows:
        events.append(next_event("run", len(events), events[-1].hash, entry_of(value)))
    growing = Fold((), 5, earlier)
    for number, event in enumerate(events, start=1):
        growing.add(event)
        assert growing.view() == fold(events[:number], (), 5, earlier)
    view, gaps = growing.view(), [e.seq for e in events if e.entry.kind == "gap"]
    facts = [e.seq for e in events if e.entry.kind == "fact"]
    resumed = {next((f for f in facts if f > gap), 0) for gap in gaps} - {0}
    assert view.resumptions == len(resumed)
    assert {step.seq > max(resumed, default=0) for step in view.steps} <= {True}
    assert (view.ending is None) == (max(gaps) < max(resumed, default=0))


def journal(*values: PayloadValue) -> list[Event]:
    events = [next_event("run", 0, "", entry_of(QUESTION))]
    for value in values:
        events.append(next_event("run", len(events), events[-1].hash, entry_of(value)))
    return events


def verdicts(*values: PayloadValue) -> list[tuple[str, str]]:
    """Who finds what, of a run with these rows."""
    return [(one.review.by, one.review.verdict) for one in fold(journal(*values)).reviews]


def test_the_last_mark_of_a_person_on_a_target_counts() -> None:
    ana = Review(verdict="wrong", by="ANA", comment="No.")
    step = replace(ana, seq=2)
    cited = replace(ana, citation="c1")
    ben = replace(ana, by="BEN", verdict="right")
    rows = (thought(1), ana, step, cited, ben, replace(ana, verdict="outdated"))
    assert verdicts(*rows) == [
        ("ANA", "wrong"), ("ANA", "wrong"), ("BEN", "right"), ("ANA", "outdated")
    ]  # fmt: skip
    assert verdicts(*rows, replace(step, verdict="taken back"))[1:] == [
        ("BEN", "right"), ("ANA", "outdated")
    ]  # fmt: skip


def test_a_mark_on_a_gap_is_none_on_the_answer_that_follows_it() -> None:
    step = Review(seq=2, verdict="right", by="ANA")
    rows = (thought(1), GAP, replace(step, seq=None, verdict="wrong"), step)
    assert verdicts(*rows) == [("ANA", "wrong"), ("ANA", "right")]
    assert verdicts(*rows, Addition(text="64 kg", by="U")) == [("ANA", "right")]


def test_marks_of_an_older_version_are_read_and_hold_the_chain() -> None:
    events = journal(GAP)
    old = {"v": 1, "seq": None, "verdict": "wrong", "by": "ANA", "comment": ""}
    entry = Entry(kind="review", payload=old)
    events.append(next_event("run", len(events), events[-1].hash, entry))
    assert verify_chain(events) is None
    (found,) = fold(events).reviews
    assert found.review == Review(verdict="wrong", by="ANA")


FILE = Attachment(name="labs.txt", text="Creatinine clearance 44 mL/min.", id="F1")
OFF, ON = (FileUse(file_id="F1", is_used=used, by="U") for used in (False, True))


def test_a_file_that_is_switched_off_is_gone_from_what_goes_on() -> None:
    question = replace(QUESTION, text="Creatinine clearance 44 mL/min.", attachments=(FILE,))
    head = next_event("run", 0, "", entry_of(question))
    off = next_event("run", 1, head.hash, entry_of(OFF))
    view = fold([head, off])
    # Its words were the question, too.
    assert view.question.attachments == view.said == ()
    on = next_event("run", 2, off.hash, entry_of(ON))
    assert [each.file_name for each in fold([head, off, on]).said] == ["labs.txt", ""]


def test_what_a_run_said_keeps_the_file_that_it_had_until_the_run_goes_on() -> None:
    asked = Addition(text="the labs", by="U", attachments=(FILE,))
    rows = journal(asked, GAP, OFF)
    assert fold(rows).question.attachments == (FILE,)
    goes_on = next_event("run", len(rows), rows[-1].hash, entry_of(Addition(text="64", by="U")))
    assert fold([*rows, goes_on]).question.attachments == ()


def test_the_files_of_a_thread_are_listed_as_they_came_last() -> None:
    rows = journal(Addition(text="labs", by="A", attachments=(FILE,)), OFF)
    (listed,) = files_of(rows)
    assert (listed.name, listed.by, listed.is_used, listed.switched_by) == (
        "labs.txt", "A", False, "U",
    )  # fmt: skip
    assert [each.id for each in files_off(rows)] == ["F1"]
    anew = Addition(text="again", by="B", attachments=(FILE,))
    rows.append(next_event("run", len(rows), rows[-1].hash, entry_of(anew)))
    assert files_off(rows) == ()
    assert files_of(rows)[0].is_used


def test_the_first_blind_vote_of_a_person_counts_until_the_question_goes_on() -> None:
    vote = BlindVote(by="B", choice="alpha", outcome="agrees")
    later = replace(vote, outcome="differs")
    assert fold(journal(GAP, vote, later)).votes == (vote,)
    assert fold(journal(GAP, vote, Addition(text="64", by="U"))).votes == ()


def test_what_came_while_a_thought_was_made_is_new_to_the_next() -> None:
    added = Addition(text="64 kg", by="U")
    first = (thought(1), observed("s1a1"), observed("s1a2"))
    assert fold(journal(*first, added)).newly_added == ("64 kg",)
    during = (*first, added, thought(2))
    assert fold(journal(*during)).newly_added == ("64 kg",)
    heard = (*during, observed("s2a1"), observed("s2a2"), thought(3))
    assert fold(journal(*heard)).newly_added == ()
