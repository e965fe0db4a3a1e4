"""The answer that a message on "the answer" means."""

from __future__ import annotations

from agents.memory.database import Memory
from agents.turns import Reply, View

LOOKED_BACK = 6
"""Turns in which it is looked for. Chosen by hand: a few questions about the answer stand between.
"""


async def last_answered(memory: Memory, run_id: str) -> View:
    """The run, or, if it only told something of an answer, the newest before it that did not."""
    newest = await memory.view(run_id)
    if not isinstance(newest.ending, Reply):
        return newest
    for turn in newest.turns[: -LOOKED_BACK - 1 : -1]:
        if turn.outcome in ("answer", "gap"):
            view = await memory.view(turn.run_id)
            return view if view.withdrawn is None and view.redacted is None else newest
    return newest
