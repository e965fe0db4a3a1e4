"""What an action came to, where no document was read."""

from __future__ import annotations

from agents.turns import Action, Observation, ToolOutcome


def observation_of(action: Action, outcome: ToolOutcome, detail: str) -> Observation:
    """How the action ended, in a sentence."""
    return Observation(call_id=action.call_id, tool=action.tool, outcome=outcome, detail=detail)
