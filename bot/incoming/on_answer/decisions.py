"""What may be decided about a message on the last answer itself. Values, and no more."""

from __future__ import annotations

from dataclasses import dataclass

from agents.replies.on_answer import AskedOfAnswer


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Say what was recorded against these drugs in this run; ask the question if nothing was."""

    run_id: str
    text: str
    drugs: frozenset[str]


@dataclass(frozen=True, slots=True)
class TellOfAnswer:
    """Say what was recorded of the last answer of a thread, whose newest run this is; ask the
    question if there is no answer of which it could be said."""

    run_id: str
    text: str
    asked: AskedOfAnswer
