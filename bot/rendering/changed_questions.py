"""What a thread shows of a question that was changed or deleted after it was asked. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.answer.short_form import question_in_short
from agents.turns import Answer, Ending, Stopped, View
from bot.db.outbox import Outgoing
from bot.db.withdrawn_messages import REMOVED
from bot.rendering.blocks import Block, buttons, escape, sections

SIGN = "pencil2"
"""On a question that was changed after its answer, in place of the sign of the answer."""
ANSWER_NEW = "Answer the new question"


def blocks_of(view: View, ending: Ending, blocks: Sequence[Block]) -> list[Block]:
    """The blocks of an ending, with what tells that they answer another question than the thread
    shows, or which one they answer."""
    gone = view.withdrawn
    if gone is None or gone.how != "edited":
        return [*_answered_question(view, ending), *blocks]
    offer = [] if gone.next else [buttons("changed", [("changed", ANSWER_NEW, view.run_id)])]
    if gone.was_live and isinstance(ending, Stopped):
        done = "Replaced" if gone.next else "Stopped"
        return [*sections([f"✏️ {done}: the question was changed."]), *offer]
    return [*sections(_mark(view, ending), whole=True), *offer, *blocks]


def taken_back(rows: Sequence[Outgoing]) -> tuple[Outgoing, ...]:
    """The messages of a run whose question was deleted: all go. Its signs went with it."""
    return tuple(replace(row, body=REMOVED) for row in rows if row.operation == "post")


def _mark(view: View, ending: Ending) -> list[str]:
    what = "answer" if isinstance(ending, Answer) else "reply"
    mark = f"✏️ *The question was changed after this {what}.*"
    if short := question_in_short(view.question.text):
        mark += f" It was on: *{escape(short)}*."
    if view.withdrawn is not None and view.withdrawn.next:
        mark += " The new question has an answer of its own."
    return [mark]


def _answered_question(view: View, ending: Ending) -> list[Block]:
    """Of a question that was changed before, what it asks now."""
    if not view.question.replaces or isinstance(ending, Stopped):
        return []
    short = question_in_short(view.question.text)
    told = f"To the changed question: *{escape(short)}*" if short else "To the changed question:"
    return sections([told], whole=True)
