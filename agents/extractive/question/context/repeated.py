"""The question that is answered once more, because a message wishes so of its answer."""

from __future__ import annotations

from agents.extractive.question.requests.wishes import wish_of
from agents.turns import Turn, View


def repeated_turn(view: View) -> Turn | None:
    """The turn whose question the run answers once more: "again without CIViC", "shorter"; None
    where the message asks something of its own, or nothing was answered before."""
    wish = wish_of(view.question.text)
    return last_answered(view) if wish and wish.asks_anew else None


def last_answered(view: View) -> Turn | None:
    """The newest turn of the thread that answered a question, or said why it could not."""
    asked = (turn for turn in reversed(view.turns) if turn.outcome in ("answer", "gap"))
    return next((turn for turn in asked if wish_of(turn.question) is None), None)
