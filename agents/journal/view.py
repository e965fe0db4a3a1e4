"""What the core sees of a run: a fold of its journal. Pure; nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agents.errors import RunUnknown
from agents.facts.reading import Message
from agents.facts.sheet import FactPlace
from agents.journal.codec import Addition, Compaction, decode
from agents.journal.entry import ENDINGS, Event
from agents.turns import (
    Action,
    Ending,
    Observation,
    Question,
    Step,
    Thought,
    Turn,
    View,
)

TURNS_SHOWN = 8
"""Earlier questions of the thread that the core is shown. Chosen by hand, to bound the
prompt."""
TURN_CHARACTERS = 2_000
"""How much of an earlier question and of its answer the core is shown. Chosen by hand, to
bound the prompt."""


def fold(
    events: Sequence[Event],
    turns: Sequence[Turn] = (),
    steps_allowed: int = 0,
    earlier: Sequence[Message] = (),
) -> View:
    """The view that a journal amounts to. The first row is the question.

    ``turns`` are the earlier turns of the thread and ``earlier`` what people said in it before,
    oldest first. ``steps_allowed`` is how many thoughts the run may have, counted anew when it
    goes on after a gap: what is left of them stands in ``View.steps_left``."""
    resumed = _resumptions(events)
    events, everything = since_resumption(events), events
    compaction = _last_compaction(events)
    all_steps = _steps(everything)
    steps = tuple(step for step in all_steps if not resumed or step.seq > resumed[-1])
    additions = _additions(everything)
    asked = question_of(everything)
    return View(
        run_id=everything[0].run_id if everything else "",
        question=_with_files(asked, additions),
        turns=bound_turns(turns),
        additions=tuple(addition.text for addition in additions if addition.text),
        earlier=_asked_then(earlier, asked),
        said=messages_of(everything, known=earlier),
        resumptions=len(resumed),
        earlier_steps=all_steps[: len(all_steps) - len(steps)],
        steps=steps,
        folded=compaction.summary if compaction else "",
        hidden=compaction.hidden if compaction else 0,
        ending=_ending(events),
        steps_left=max(0, steps_allowed - len(steps)),
        usage=tuple(event.entry.usage for event in everything if event.entry.usage.model),
    )


def question_of(events: Sequence[Event]) -> Question:
    """The question of a journal. Raises :class:`RunUnknown` when there is none."""
    for event in events:
        if event.entry.kind == "question":
            question = decode("question", event.entry.payload)
            assert isinstance(question, Question)
            return question
    raise RunUnknown


def since_resumption(events: Sequence[Event]) -> Sequence[Event]:
    """The rows since a fact let the run go on after a gap, that fact included; all rows when none
    did."""
    resumed = _resumptions(events)
    return [event for event in events if event.seq >= resumed[-1]] if resumed else events


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
        if event.entry.kind not in ("question", "fact"):
            continue
        value = decode(event.entry.kind, event.entry.payload)
        assert isinstance(value, Question | Addition)
        again = isinstance(value, Question) and bool(value.repeats)
        before = {message.text for message in (*known, *found)} if again else set()
        found += [m for m in messages_in(value, event.at, place) if m.text not in before]
    return tuple(found)


def _asked_then(earlier: Sequence[Message], question: Question) -> tuple[Message, ...]:
    """The earlier messages; the one that asked a question that is asked once more is its words."""
    return tuple(
        replace(message, place="question")
        if question.repeats and (message.place, message.text) == ("earlier question", question.text)
        else message
        for message in earlier
    )


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


def _with_files(question: Question, additions: Sequence[Addition]) -> Question:
    """The question with the files that were added later."""
    added = tuple(file for addition in additions for file in addition.attachments)
    return replace(question, attachments=(*question.attachments, *added))


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

    What failed may be asked once more."""
    failures = 0
    for step in view.steps:
        for other in step.thought.actions:
            if other.call_id == action.call_id:
                return None
            if other.tool != action.tool or other.arguments != action.arguments:
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


def _additions(events: Sequence[Event]) -> tuple[Addition, ...]:
    values = (decode("fact", e.entry.payload) for e in events if e.entry.kind == "fact")
    return tuple(value for value in values if isinstance(value, Addition))


def _steps(events: Sequence[Event]) -> tuple[Step, ...]:
    thoughts: list[tuple[int, Thought]] = []
    landed: dict[str, Observation] = {}
    for event in events:
        if event.entry.kind not in ("thought", "observation"):
            continue
        value = decode(event.entry.kind, event.entry.payload)
        if isinstance(value, Thought):
            thoughts.append((event.seq, value))
        elif isinstance(value, Observation):
            landed.setdefault(value.call_id, value)
    return tuple(
        Step(
            number=number,
            seq=seq,
            thought=thought,
            observations=tuple(
                landed[action.call_id] for action in thought.actions if action.call_id in landed
            ),
        )
        for number, (seq, thought) in enumerate(thoughts, start=1)
    )


def _last_compaction(events: Sequence[Event]) -> Compaction | None:
    for event in reversed(events):
        if event.entry.kind == "compaction":
            compaction = decode("compaction", event.entry.payload)
            assert isinstance(compaction, Compaction)
            return compaction
    return None


def _ending(events: Sequence[Event]) -> Ending | None:
    for event in reversed(events):
        if event.entry.kind in ENDINGS:
            ending = decode(event.entry.kind, event.entry.payload)
            assert isinstance(ending, Ending)
            return ending
    return None
