"""The answer that a message on "the answer" means."""

from __future__ import annotations

from agents.endings.provenance import citations_of
from agents.endings.reviews import citation_number
from agents.memory.database import Memory
from agents.replies.on_answer import AskedOfAnswer
from agents.turns import Reply, View

LOOKED_BACK = 6
"""Turns in which it is looked for. Chosen by hand: a few questions about the answer stand between.
"""


async def last_answered(memory: Memory, run_id: str, *, with_steps: bool = True) -> View:
    """The run, or, if it only told something of an answer, the newest before it that did not.
    ``with_steps``: whether the findings of an opened step count as an answer."""
    newest = await memory.view(run_id)
    if not _only_tells(newest, with_steps):
        return newest
    for turn in newest.turns[: -LOOKED_BACK - 1 : -1]:
        if turn.outcome in ("answer", "gap"):
            view = await memory.view(turn.run_id)
            if not _only_tells(view, with_steps):
                return view if view.withdrawn is None and view.redacted is None else newest
    return newest


async def answers_of_thread(memory: Memory, run_id: str) -> list[View]:
    """The answers of a thread that still stand, the newest first, from this run back."""
    newest = await memory.view(run_id)
    turns = newest.turns[: -LOOKED_BACK - 1 : -1]
    earlier = [
        await memory.view(turn.run_id) for turn in turns if turn.outcome in ("answer", "gap")
    ]
    return [
        each
        for each in (newest, *earlier)
        if not _only_tells(each, with_steps=False)
        and each.withdrawn is None
        and each.redacted is None
    ]


async def answers_meant(memory: Memory, run_id: str, asked: AskedOfAnswer) -> list[View]:
    """The answer of which something is asked; for a number also the step that was opened since, if
    it shows that number: its numbers are its own."""
    answer = await last_answered(memory, run_id, with_steps=False)
    if asked.kind != "citation":
        return [answer]
    shown = await last_answered(memory, run_id)
    if shown.run_id == answer.run_id or not _shows(shown, asked.number):
        return [answer]
    return [answer, shown] if _shows(answer, asked.number) else [shown]


def _shows(view: View, number: int) -> bool:
    return any(citation_number(each.key) == f"[{number}]" for each in citations_of(view))


async def answered_before(memory: Memory, view: View) -> View | None:
    """The newest answer of the thread before this one that all of it see; None without any."""
    for turn in view.turns[: -LOOKED_BACK - 1 : -1]:
        if turn.outcome == "answer":
            before = await memory.view(turn.run_id)
            is_open = not before.is_private and before.withdrawn is None and before.redacted is None
            if is_open and not before.looks_back:
                return before
    return None


def _only_tells(view: View, with_steps: bool) -> bool:
    return isinstance(view.ending, Reply) or (view.looks_back and not with_steps)
