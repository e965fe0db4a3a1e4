"""What the database keeps beside a journal so that it need not be folded: the question of a run and
the turn of its thread. Compared with the journal, which alone has a hash chain. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.journal.entry import ENDINGS, Event


@dataclass(frozen=True, slots=True)
class TurnCopy:
    """A run's turn as later questions of its thread are told it."""

    question: str
    answer: str
    outcome: str


def changed_copies(
    events: Sequence[Event], question: Mapping[str, Any], turn: TurnCopy | None, said: Sequence[str]
) -> tuple[str, ...]:
    """What differs from the journal, a sentence each. ``said``: what every turn of this run says.
    A turn may be gone by its age; how an answer is put together from its sentences is no change,
    since other versions do it otherwise."""
    return tuple(_changes(events, question, turn, said))


def _changes(
    events: Sequence[Event], question: Mapping[str, Any], turn: TurnCopy | None, said: Sequence[str]
) -> Iterator[str]:
    asked = events[0].entry
    words = str(asked.payload.get("text", ""))
    same = question.get("text") == words if asked.is_redacted else question == asked.payload
    if not same:
        yield "the question of the run is not the one in its journal"
    if turn is None:
        return
    ended = [event.entry.kind for event in events if event.entry.kind in ENDINGS]
    if turn.question != words:
        yield "the question told to later questions is not the one in the journal"
    if turn.outcome not in ended[-1:]:
        yield "how it ended, as told to later questions, is not what the journal says"
    if any(sentence not in turn.answer for sentence in said):
        yield "the answer told to later questions is not the one in the journal"
