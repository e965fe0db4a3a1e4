"""The answer that a message on "the answer" means."""

from __future__ import annotations

from agents.memory.database import Memory
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
