"""What a run's journal and its view say: who said what, what is pending, what was spent. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agents.errors import RunUnknown
from agents.facts.reading import Message
from agents.facts.sheet import FactPlace
from agents.journal.codec import Addition, decode
from agents.journal.entry import ENDINGS, Event
from agents.turns import (
    Action,
    Question,
    Step,
    Turn,
    View,
)

TURNS_SHOWN = 8
"""Earlier questions of the thread that the core is shown. Chosen by hand, to bound the
prompt."""
TURN_CHARACTERS = 2_000
"""How much of an earlier question and of its answer the core is shown. Chosen by hand, to
bound the prompt."""


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
        Message(file.text, "attachment", by, said_at) for file in value.attachments if file.text
    ]
    return (*files, *([Message(value.text, where, by, said_at)] if value.text else []))


def pending_actions(view: View) -> tuple[Action, ...]:
    """The actions of the newest step that no observation has answered yet."""
    return view.steps[-1].pending if view.steps else ()


def seconds_spent(events: Sequence[Event]) -> float:
    """The time that thinking and searching took; actions of one step run side by side."""
    total, slowest = 0.0, 0.0
    for event in events:
        if event.entry.kind == "observation":
            slowest = max(slowest, event.entry.latency_ms / 1000)
        else:
            total, slowest = total + slowest + event.entry.latency_ms / 1000, 0.0
    return total + slowest


def tokens_spent(view: View) -> int:
    """Input and output tokens of every model call of the run."""
    return sum(usage.input_tokens + usage.output_tokens for usage in view.usage)


def bound_turns(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The newest turns, each cut to what a core may be shown."""
    return tuple(
        replace(turn, question=_cut(turn.question), answer=_cut(turn.answer))
        for turn in turns[-TURNS_SHOWN:]
    )


def repeat_of(view: View, action: Action) -> Step | None:
    """The earlier step that asked the same, when asking again cannot bring anything new.

    What failed may be asked once more, and more may be asked for as long as there is any."""
    failures = 0
    for step in view.steps:
        for other in step.thought.actions:
            if other.call_id == action.call_id:
                return None
            if other.tool != action.tool or other.arguments != action.arguments:
                continue
            if other.arguments.get("more") and _outcome(step, other) == "data":
                continue
            failures += _outcome(step, other) in ("unavailable", "error")
            if _outcome(step, other) not in ("unavailable", "error") or failures >= 2:
                return step
    return None


def repeats_in_a_row(view: View) -> int:
    """How many of the newest steps asked only what had been asked before."""
    count = 0
    for step in reversed(view.steps):
        actions = step.thought.actions
        if not actions or any(repeat_of(view, action) is None for action in actions):
            break
        count += 1
    return count


def _outcome(step: Step, action: Action) -> str:
    landed = (seen.outcome for seen in step.observations if seen.call_id == action.call_id)
    return next(landed, "")


def _cut(text: str) -> str:
    return text if len(text) <= TURN_CHARACTERS else text[: TURN_CHARACTERS - 1] + "…"
