"""What a question asks of us that was asked by a press or in a form."""

from __future__ import annotations

from bot.asking.limits import LONGEST_QUESTION
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.decisions import (
    AskPosted,
    Decision,
    Help,
    Ignore,
    PostQuestion,
    RoutingRules,
    ThreadState,
)
from bot.rendering.posted_questions.form import PRESENT_CASE, QUESTION, read_case


def on_posted(incoming: Incoming, _thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about a question that Slack has now as a message of ours."""
    return AskPosted(str(incoming.text))


def on_question_form(incoming: Incoming) -> Decision:
    """What to do about a question that was written into a form."""
    is_case = incoming.name == PRESENT_CASE
    text = read_case(incoming.entries) if is_case else incoming.entries.get(QUESTION, "").strip()
    if not incoming.channel:
        return Ignore("a button without effect")
    if len(text) > LONGEST_QUESTION:
        return Help("too_long")
    return PostQuestion(text, is_case) if text else Help("empty")
