"""What a message wishes of the answer before it, and the question that it asks once more."""

from __future__ import annotations

from agents.extractive.question.context.thread import tells_nothing
from agents.extractive.question.requests.wishes import Wish, wish_of
from agents.extractive.question.small_talk import asks_about_steps
from agents.turns import Turn, View


def wish_of_run(view: View) -> Wish | None:
    """What the run's message wishes of the answer before it; None for a question, where nothing
    was asked before (but for what is known of the patient), and where a file comes with the
    message: "summarise this" is on the file. "Why?" is one behind a gap alone; behind an answer it
    asks for the reasons of what was said."""
    wish = wish_of(view.question.text)
    is_first = not view.turns and (wish is None or wish.kind != "facts")
    if is_first or view.question.attachments:
        return None
    return None if wish and wish.kind == "why" and gap_before(view) is None else wish


def gap_before(view: View) -> Turn | None:
    """The newest turn that is on no answer, if it ended in a gap."""
    own = (each for each in reversed(view.turns) if not _is_on_answer(each))
    turn = next(own, None)
    return turn if turn and turn.outcome == "gap" else None


def repeated_turn(view: View) -> Turn | None:
    """The turn whose question the run answers once more: "again without CIViC", "shorter"; None
    where the message asks something of its own, or nothing was answered before."""
    wish = wish_of_run(view)
    return last_answered(view) if wish and wish.asks_anew else None


def last_answered(view: View) -> Turn | None:
    """The newest turn of the thread that answered a question, or said why it could not. What only
    opened steps, wished something of an answer, or could not be read at all, is none."""
    for turn in reversed(view.turns):
        is_unread = turn.outcome == "gap" and tells_nothing(turn.question)
        if turn.outcome in ("answer", "gap") and not (_is_on_answer(turn) or is_unread):
            return turn
    return None


def _is_on_answer(turn: Turn) -> bool:
    return wish_of(turn.question) is not None or asks_about_steps(turn.question)
