"""What Slack shows below a thread while a question is answered there: who does what, and the lines
that take turns beside it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agents.extractive.answer.short_form import question_in_short
from agents.turns import View
from bot.rendering.blocks import clip
from bot.rendering.steps import title

_MOST_LINES = 10
"""docs.slack.dev/reference/methods/assistant.threads.setStatus"""
_LONGEST_LINE = 50
"""Characters. Chosen by hand: about half a line of Slack's thread pane."""
_LONGEST_TITLE = 200
"""docs.slack.dev/reference/methods/agents.sessions.setStatus"""
_DOES = "is looking this up"


@dataclass(frozen=True, slots=True)
class StatusLine:
    """What the app does, as the end of a sentence that its name begins, and the lines."""

    does: str
    lines: tuple[str, ...]


def status_of(view: View, titles: Mapping[str, str]) -> StatusLine:
    """What is at work now. Where the asker alone sees the steps, nothing is said of them."""
    if view.is_private:
        return StatusLine(_DOES, ())
    if view.drafting:
        return StatusLine("is writing the answer", ("Writing the answer",))
    if not view.own_steps:
        return StatusLine(_DOES, ("Reading the question",))
    asked = dict.fromkeys(title(action.tool, titles) for action in view.own_steps[-1].pending)
    lines = [clip(f"Searching {name}", _LONGEST_LINE) for name in asked]
    return StatusLine(_DOES, tuple(lines[:_MOST_LINES]) or ("Weighing what was found",))


def title_of(view: View) -> str:
    """What the session is called: the recognised names of its question, nothing of a patient."""
    return clip(question_in_short(view.question.text), _LONGEST_TITLE)
