"""What the database keeps beside a journal so that it need not be folded: the row of its run and
the turn of its thread. Compared with the journal, which alone has a hash chain. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from agents.journal.entry import ENDINGS, Event
from names.recognise import recognise_passage

_ONE_MOMENT = timedelta(minutes=1)
"""Between an ending's row and the time that the run is said to have ended at; they are written
together. Chosen by hand."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCopy:
    """A run as its row has it."""

    question: Mapping[str, Any]
    asker: str
    place: Mapping[str, str]
    """Team, channel and thread, as a question has them."""
    state: str
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCopy:
    """A run's turn as later questions of its thread are told it."""

    question: str
    answer: str
    outcome: str
    place: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEnding:
    """How a run ended, in words made of its journal."""

    whole: str
    """As this version tells later questions of it."""
    sure: Sequence[str]
    """The sentences that every version tells as they are."""


def changed_copies(
    events: Sequence[Event], run: RunCopy, turn: TurnCopy | None, told: ToldEnding
) -> tuple[str, ...]:
    """What differs from the journal, a sentence each. A turn may be gone by its age; how an answer
    is put together from its sentences is no change, since other versions do it otherwise: so what
    it has beside them is compared by its numbers and names alone."""
    asked = events[0].entry
    endings = [event for event in events if event.entry.kind in ENDINGS][-1:]
    ended = [event.entry for event in endings]
    changes = [*_changes_of_run(asked.payload, run, redacted=asked.is_redacted)]
    if run.state in ENDINGS and [run.state] != [entry.kind for entry in ended]:
        changes.append("how the run ended is not what the journal says")
    if any(not _is_at(event.at, run.ended_at) for event in endings if run.state in ENDINGS):
        changes.append("when the run ended is not what the journal says")
    if turn is not None:
        changes += _changes_of_turn(asked.payload, turn)
        if [turn.outcome] != [entry.kind for entry in ended]:
            changes.append("how it ended, as told to later questions, is not what the journal says")
        written = json.dumps([entry.payload for entry in ended], ensure_ascii=False)
        if not _tells(turn.answer, told, written):
            changes.append("the answer told to later questions is not the one in the journal")
    return tuple(changes)


def _changes_of_run(asked: Mapping[str, Any], run: RunCopy, *, redacted: bool) -> Iterator[str]:
    same = run.question.get("text") == asked.get("text") if redacted else run.question == asked
    if not same:
        yield "the question of the run is not the one in its journal"
    if not redacted and run.asker != asked.get("asker"):
        yield "who asked is not who the journal says"
    if run.place != asked.get("thread"):
        yield "the thread of the run is not the one in its journal"


def _changes_of_turn(asked: Mapping[str, Any], turn: TurnCopy) -> Iterator[str]:
    if turn.question != str(asked.get("text", "")):
        yield "the question told to later questions is not the one in the journal"
    if turn.place != asked.get("thread"):
        yield "the thread in which it is told to later questions is not that of the journal"


def _is_at(written: datetime, ended_at: datetime | None) -> bool:
    return ended_at is not None and abs(written - ended_at) < _ONE_MOMENT


def _tells(answer: str, told: ToldEnding, written: str) -> bool:
    """Whether an answer tells what the journal says and no other number or name."""
    if any(sentence not in answer for sentence in told.sure):
        return False
    return answer == told.whole or told_facts(answer) <= told_facts(f"{told.whole}\n{written}")


def told_facts(text: str) -> frozenset[str]:
    """The numbers and names of a text."""
    names = recognise_passage(text).names("drug", "gene", "variant", "trial", "tumour")
    return frozenset({*_NUMBER.findall(text), *names})
