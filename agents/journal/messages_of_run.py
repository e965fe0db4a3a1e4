"""What people said in a run: its question, what was added, and since when that counts. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from agents.errors import RunUnknown
from agents.facts.read_sheet import Message
from agents.facts.sheet import FactPlace
from agents.journal.codec import Addition, decode
from agents.journal.entry import ENDINGS, Event
from agents.turns import Attachment, Question

LONGEST_BEGINNING = 1000
"""Characters of a file that stand for a question. Chosen by hand: the first paragraphs of a
letter."""


def question_of(events: Sequence[Event]) -> Question:
    """The question of a journal. Raises :class:`RunUnknown` when there is none."""
    for event in events:
        if event.entry.kind == "question":
            question = decode("question", event.entry.payload)
            assert isinstance(question, Question)
            return question
    raise RunUnknown


def since_resumption(events: Sequence[Event]) -> Sequence[Event]:
    """The rows since a fact let the run go on after a gap, that fact included, or since it was
    forked from another; all rows when neither was so."""
    resumed = _resumptions(events)
    resumed += tuple(event.seq for event in events if event.entry.kind == "fork")
    return [event for event in events if event.seq >= max(resumed)] if resumed else events


def _resumptions(events: Sequence[Event]) -> tuple[int, ...]:
    """The rows with which the run went on after a gap: the first fact behind each gap."""
    found: list[int] = []
    ended = ""
    for event in events:
        if event.entry.kind in ENDINGS:
            ended = event.entry.kind
        elif event.entry.kind == "fact" and ended == "gap":
            found.append(event.seq)
            ended = ""
    return tuple(found)


def messages_of(
    events: Sequence[Event], place: FactPlace = "question", known: Sequence[Message] = ()
) -> tuple[Message, ...]:
    """What people said in a run: the question, its files, and what was added to it. ``place`` is
    what the question is to whoever reads it.

    A question that is asked once more says nothing that was said before it: ``known`` are messages
    of the thread before these rows."""
    found: list[Message] = []
    for event in events:
        if event.entry.kind in ("question", "fact"):
            value = decode(event.entry.kind, event.entry.payload)
            assert isinstance(value, Question | Addition)
            found += new_messages(value, event.at, (*known, *found), place)
    return tuple(found)


def new_messages(
    value: Question | Addition,
    at: datetime,
    before: Sequence[Message],
    place: FactPlace = "question",
) -> tuple[Message, ...]:
    """What a question or an addition says that was not said *before*; only a question that is
    asked once more repeats anything."""
    again = isinstance(value, Question) and bool(value.repeats)
    said = {message.text for message in before} if again else set()
    return tuple(m for m in messages_in(value, at, place) if m.text not in said)


def messages_in(
    value: Question | Addition, at: datetime, place: FactPlace = "question"
) -> tuple[Message, ...]:
    """The messages in a question or an addition: its files, then its words, which count more."""
    by = value.asker if isinstance(value, Question) else value.by
    where: FactPlace = place if isinstance(value, Question) else "thread"
    said_at = at.isoformat()
    files = [
        Message(file.text, "attachment", by, said_at, file.id, file.name)
        for file in value.attachments
        if file.text
    ]
    own = Message(value.text, where, by, said_at, stands_for(value))
    return (*files, *([own] if value.text else []))


def beginning_of_files(attachments: Sequence[Attachment]) -> str:
    """A file without words is itself the question; its beginning stands for it."""
    return next((_first_words(file) for file in attachments if file.text), "")


def _first_words(file: Attachment) -> str:
    return file.text.strip()[:LONGEST_BEGINNING]


def stands_for(value: Question | Addition) -> str:
    """The file whose beginning these words are, by its id; empty for what somebody wrote."""
    files = (each for each in value.attachments if each.text and value.text == _first_words(each))
    return next((each.id for each in files), "")
