"""How far a run is, in a sentence, and as text when it has ended. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.turns import View


def progress_words(view: View) -> str:
    """What the run has just done."""
    if view.ending is not None:
        return "It has ended."
    if not view.all_steps:
        return "The question is read."
    step = view.all_steps[-1]
    if not step.observations:
        return f"Step {step.number}: {step.thought.text}"
    seen = step.observations[-1]
    return f"Step {step.number}: {seen.tool}: {seen.detail or seen.outcome}"


def result_words(result: Mapping[str, Any]) -> str:
    """The answer in Markdown, or why there is none, for a reader of text."""
    if result["answer"]:
        return str(result["answer"])
    gap = result["gap"]
    if gap:
        return f"No answer: {gap['detail'] or gap['name']}"
    if result["outcome"] == "stopped":
        return "The question was stopped."
    return "The question could not be answered: something failed. Ask again."
