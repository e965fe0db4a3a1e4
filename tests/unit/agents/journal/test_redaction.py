"""A redacted row says nothing, keeps its hash, and is told from one that was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from agents.journal.codec import Addition, PayloadValue, decode, entry_of
from agents.journal.entry import Entry, Event
from agents.journal.folding import fold
from agents.journal.hash_chain import rows_to_note, verify_chain
from agents.journal.redaction import hides_only, redact, redact_files, redact_person
from agents.memory.journal.rows import next_event
from agents.turns import (
    Abstention,
    Answer,
    Attachment,
    BoardDecision,
    Discussion,
    DiscussionMessage,
    Failed,
    Gap,
    Observation,
    Published,
    Question,
    Redacted,
    Reply,
    Review,
    Sentence,
    Signature,
    Steering,
    Stopped,
    Thought,
    Withdrawn,
)
from agents.turns.computing.code_runs import CodeRun
from agents.turns.computing.drawings import ComputedAnalysis
from tests.sample_documents import QUESTION

SECRET = "Huber-4471199"
FILE = Attachment(name="report.txt", text=f"Report on {SECRET}")
SAID = Discussion(
    said=(
        DiscussionMessage(
            ts="1", by="U0BEN", name="Ben", at="2026-01-01T00:00:00+00:00", text=SECRET
        ),
    )
)
ASKED = replace(
    QUESTION, text=SECRET, attachments=(FILE,), discussion=SAID, private_in=f"D-{SECRET}"
)
GAP = Gap(purpose=SECRET, missing="fact", name=SECRET, detail=SECRET)
SENTENCE = Sentence(text=SECRET, keys=(), verified=False)
VALUES: Sequence[PayloadValue] = (
    ASKED,
    Addition(text=SECRET, by=SECRET, attachments=(FILE,)),
    Steering(text=SECRET, by=SECRET, deeper=True),
    Thought(text=SECRET, gap=GAP, written=SECRET, reasoning=SECRET),
    Observation(call_id="1", tool="search_pubmed", outcome="data", detail=SECRET),
    Answer(sentences=(SENTENCE,), citations=(), not_found=(SECRET,)),
    Abstention(gap=GAP, removed=(SENTENCE,)),
    Failed(error="ModelError", reason=SECRET),
    Stopped(by=SECRET),
    Review(verdict="wrong", by=SECRET, comment=SECRET),
    BoardDecision(text=SECRET, why=SECRET, deviation=SECRET, by=SECRET, role=SECRET),
    Signature(decision=11, stance="dissents", by=SECRET, role=SECRET, comment=SECRET),
    Published(by=SECRET),
    Withdrawn(how="deleted", by=SECRET),
)


def journal(values: Sequence[PayloadValue]) -> list[Event]:
    events: list[Event] = []
    for value in values:
        before = events[-1].hash if events else ""
        events.append(next_event("run", len(events), before, entry_of(value)))
    return events


def redacted(events: Sequence[Event], noted: bool = True) -> list[Event]:
    cut = [replace(event, entry=redact(event.entry)) for event in events]
    if not noted:
        return cut
    note = entry_of(Redacted(why="deleted", rows=rows_to_note(cut)))
    return [*cut, next_event("run", len(cut), cut[-1].hash, note)]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_nothing_of_a_patient_or_a_person_is_left_of_a_row(value: PayloadValue) -> None:
    left = redact(entry_of(value))
    assert SECRET not in str(left.payload)
    assert QUESTION.asker not in str(left.payload)
    assert left.is_redacted
    assert hides_only(left)
    assert type(decode(left.kind, left.payload)) is type(value), "it is read as what it was"
    assert redact(left) == left


def test_a_redacted_journal_holds_and_keeps_every_hash() -> None:
    events = journal(VALUES)
    cut = redacted(events)
    assert verify_chain(cut) is None
    assert [event.hash for event in cut[:-1]] == [event.hash for event in events]
    view = fold(cut)
    assert view.redacted is not None
    assert (view.redacted.why, len(view.redacted.rows)) == ("deleted", len(VALUES))
    assert (view.question.text, view.reviews) == ("", ())


def test_a_row_that_only_says_that_it_was_redacted_breaks_the_chain() -> None:
    broken = verify_chain(redacted(journal(VALUES), noted=False))
    assert broken is not None
    assert (broken.seq, broken.reason) == (
        1, "the row says that it was redacted, and no later row notes that",
    )  # fmt: skip


def with_payload(event: Event, **fields: Any) -> Event:
    return replace(event, entry=replace(event.entry, payload={**event.entry.payload, **fields}))


def test_a_redacted_row_cannot_be_given_other_words() -> None:
    cut = redacted(journal(VALUES))
    cut[0] = with_payload(cut[0], text="Something else was asked.")
    broken = verify_chain(cut)
    assert broken is not None
    assert (broken.seq, broken.reason) == (1, "the row was changed after it was redacted")


def test_nor_by_who_writes_the_note_as_well() -> None:
    """Whoever can add rows can hide what stood there, and no more: not put words in its place."""
    cut = redacted(journal(VALUES), noted=False)
    cut[0] = with_payload(cut[0], text="Something else was asked.")
    note = entry_of(Redacted(why="deleted", rows=rows_to_note(cut)))
    broken = verify_chain([*cut, next_event("run", len(cut), cut[-1].hash, note)])
    assert broken is not None
    assert broken.reason == "the row was changed after it was redacted"


def test_what_a_redacted_row_still_says_cannot_be_changed() -> None:
    cut = redacted(journal(VALUES))
    cut[3] = replace(cut[3], at=cut[0].at)
    broken = verify_chain(cut)
    assert broken is not None
    assert broken.seq == 4


def test_files_go_alone_and_everything_later() -> None:
    events = journal(VALUES)
    cut = [replace(event, entry=redact_files(event.entry)) for event in events]
    rows = rows_to_note(cut)
    assert [row.seq for row in rows] == [1, 2]
    note = entry_of(Redacted(why="age", rows=rows, is_whole=False))
    cut.append(next_event("run", len(cut), cut[-1].hash, note))
    assert verify_chain(cut) is None
    view = fold(cut)
    assert view.redacted is None
    assert [(each.name, each.text) for each in view.question.attachments] == [("", "")] * 2
    assert view.question.text == SECRET
    assert verify_chain(redacted(cut)) is None, "what is left goes later"


def test_what_code_printed_and_drew_of_a_file_goes_with_the_file() -> None:
    ran = CodeRun(language="python", inputs=(("table.csv", "0"),), ending="ran", printed=SECRET)
    seen = Observation(call_id="s1a1", tool="run_code", outcome="data", ran=ran)
    told = Reply(
        text="54", computed=(ComputedAnalysis(title="t", file="f", code="1", printed=SECRET),)
    )
    for value in (seen, told):
        cut = redact_files(entry_of(value))
        assert cut.is_redacted
        assert hides_only(cut)
        assert SECRET not in str(cut.payload)
        assert redact_files(cut) == cut
    assert decode("observation", redact_files(entry_of(seen)).payload) == replace(
        seen, ran=replace(ran, printed="")
    )


def test_what_one_person_said_goes_and_the_rest_stays() -> None:
    review = Review(verdict="wrong", by="U0BEN", comment="no")
    entries = [redact_person(entry_of(each), "U0BEN") for each in (ASKED, *VALUES[3:6], review)]
    question = decode("question", entries[0].payload)
    assert isinstance(question, Question)
    assert (question.text, question.discussion.said, question.discussion.left_out) == (
        SECRET, (), 1,
    )  # fmt: skip
    assert [entry.is_redacted for entry in entries] == [True, False, False, False, True]
    mine = redact_person(entry_of(ASKED), QUESTION.asker)
    assert mine == redact(entry_of(ASKED))


def test_a_note_has_nothing_to_take_out() -> None:
    note: Entry = entry_of(Redacted(why="age", rows=()))
    assert redact(note) == redact_person(note, "U0BEN") == note


def test_a_row_that_was_redacted_by_another_version_still_holds() -> None:
    """Values gain fields: what was redacted before lacks them."""
    cut = redacted(journal(VALUES), noted=False)
    less = dict(cut[0].entry.payload)
    del less["is_sealed"], less["discussion"]["gone"]
    cut[0] = replace(cut[0], entry=replace(cut[0].entry, payload={**less, "former": ""}))
    note = entry_of(Redacted(why="deleted", rows=rows_to_note(cut)))
    assert verify_chain([*cut, next_event("run", len(cut), cut[-1].hash, note)]) is None
    cut[0] = with_payload(cut[0], former=SECRET)
    note = entry_of(Redacted(why="deleted", rows=rows_to_note(cut)))
    broken = verify_chain([*cut, next_event("run", len(cut), cut[-1].hash, note)])
    assert broken is not None
    assert broken.seq == 1
