"""Which question a reply answers, in words that hold nothing of a patient. Pure."""

from __future__ import annotations

from agents.extractive.answer.short_form import question_in_short
from agents.turns import Question, ThreadKey
from bot.rendering.blocks import escape, link, person

_NAMELESS = "this question"
_EXAMPLE = "Can olaparib be given with creatinine clearance 40 mL/min and BRCA1 V600E?"


def read_label_tables() -> None:
    """Read the tables and compile the patterns of a label. Blocking: 0.8 s of the processor the
    first time (measured), in which a process that takes events in acknowledges them late."""
    question_in_short(_EXAMPLE)


def question_label(question: Question, ts: str, workspace: str) -> str:
    """The recognised names of a question. Of one that does not begin its thread also who asked it,
    and a link to its message ``ts``; ``workspace``: where those links begin, empty if that is not
    known. Empty if there is nothing to tell."""
    short = question_in_short(question.text)
    if ts == question.thread.thread:
        return escape(short)
    told = link(permalink(question.thread, ts, workspace), short or _NAMELESS)
    return f"{told}, asked by {person(question.asker)}"


def permalink(thread: ThreadKey, ts: str, workspace: str) -> str:
    """The address of a message in a thread, as Slack's "Copy link" gives it."""
    if not workspace:
        return ""
    address = f"{workspace.rstrip('/')}/archives/{thread.channel}/p{ts.replace('.', '')}"
    return f"{address}?thread_ts={thread.thread}&cid={thread.channel}"
