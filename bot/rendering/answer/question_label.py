"""Which question a reply answers, in words that hold nothing of a patient. Pure."""

from __future__ import annotations

from agents.extractive.answer.short_form import question_in_short
from agents.turns import View
from bot.rendering.blocks import escape, link, person

_NAMELESS = "this question"


def question_label(view: View, question_ts: str, workspace: str) -> str:
    """The recognised names of the question of a run. Of one that does not begin its thread also who
    asked it, and a link to its message ``question_ts``; ``workspace``: where those links begin,
    empty if that is not known. Empty if there is nothing to tell."""
    short = question_in_short(view.question.text)
    if question_ts == view.question.thread.thread:
        return escape(short)
    told = link(permalink(view, question_ts, workspace), short or _NAMELESS)
    return f"{told}, asked by {person(view.question.asker)}"


def permalink(view: View, ts: str, workspace: str) -> str:
    """The address of a message in the thread of a run, as Slack's "Copy link" gives it."""
    thread = view.question.thread
    if not workspace:
        return ""
    address = f"{workspace.rstrip('/')}/archives/{thread.channel}/p{ts.replace('.', '')}"
    return f"{address}?thread_ts={thread.thread}&cid={thread.channel}"
