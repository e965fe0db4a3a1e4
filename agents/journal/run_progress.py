"""How far a run is: what is pending, what was spent, what it asks again, and how much of the thread
before it is shown. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.journal.entry import Event
from agents.replies.requests.loose_requests import request_loosely
from agents.turns import Action, Step, Turn, View

TURNS_SHOWN = 8
"""Earlier questions of the thread that the core is shown. Chosen by hand, to bound the
prompt."""
TURNS_LOOKED_AT = 40
"""Earlier turns among which the last question is looked for. Chosen by hand: a long thread."""
TURN_CHARACTERS = 2_000
"""How much of an earlier question and of its answer the core is shown. Chosen by hand, to
bound the prompt."""


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


def with_last_question(turns: Sequence[Turn], most: int) -> tuple[Turn, ...]:
    """The newest turns of a thread. If they only want something of an answer ("shorter", "again
    without CIViC"), the question that they mean stands before them."""
    newest = tuple(turns[-most:])
    if not newest or any(map(_asks_of_its_own, newest)):
        return newest
    before = next(filter(_asks_of_its_own, reversed(turns)), None)
    return (before, *newest[-most + 1 :]) if before and most > 1 else newest


def _asks_of_its_own(turn: Turn) -> bool:
    return turn.outcome in ("answer", "gap") and request_loosely(turn.question) is None


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
