"""The form in which a person marks an answer, a step or a citation: a modal of Slack. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.endings.provenance import citations_of
from agents.endings.reviews import citation_number
from agents.extractive.answer.short_form import question_in_short
from agents.turns import Citation, Review, View
from agents.turns.reviews import LONGEST_REASON, TAKEN_BACK
from bot.rendering.blocks import Block, escape, section
from bot.rendering.forms.inputs import (
    MOST_OPTIONS,
    SHOWN_WITH_NAME,
    choice_input,
    menu_input,
    option,
    options_of,
    text_input,
)
from bot.rendering.forms.modals import modal

FORM = "review"
"""The callback id of the form."""
VERDICT, TARGET, REASON = "verdict", "target", "reason"
"""The blocks of the form, each with one element of the same action id."""
NEEDS_REASON = "Say why in a few words."
_LABELS: Mapping[str, str] = {
    "right": "Right",
    "wrong": "Wrong",
    "outdated": "Outdated",
    "beside the point": "Beside the point",
    "missing a source": "Missing a source",
    TAKEN_BACK: "No mark: take mine back",
}


def review_form(view: View, marked: Review, at: Mapping[str, str]) -> dict[str, Any]:
    """The form. ``marked`` says who opened it, on what, and with which verdict, if the button says
    one; ``at`` are the ids that come back with the form. What the person said of it before is
    filled in."""
    before = next(
        (
            each.review
            for each in view.reviews
            if (each.review.by, each.review.target) == (marked.by, marked.target)
        ),
        None,
    )
    verdict = marked.verdict or (before.verdict if before else "")
    short = question_in_short(view.question.text)
    comment = before.comment if before else ""
    blocks = [
        *([section(f"The answer on *{escape(short)}*")] if short else []),
        choice_input(VERDICT, "What do you think of it?", options_of(_LABELS), verdict),
        _target_block(view, marked),
        text_input(REASON, "Why?", comment, LONGEST_REASON, required=False, hint=SHOWN_WITH_NAME),
    ]
    return modal(FORM, "Mark", blocks, {**at, "run": view.run_id})


def read_option(value: str) -> tuple[int | None, str]:
    """What an option of the menu of targets stands for: the row of a step, or the key of a
    citation; neither for the answer."""
    kind, _, name = value.partition(":")
    if kind == "step" and name.isdecimal():
        return int(name), ""
    return None, name if kind == "citation" else ""


def _target_block(view: View, marked: Review) -> Block:
    options = _targets(view, marked)
    chosen = next((one for one in options if read_option(one["value"]) == marked.target), None)
    return menu_input(TARGET, "Of what?", options, chosen["value"] if chosen else None)


def _targets(view: View, marked: Review) -> list[Block]:
    """The answer, the steps, then the citations: those that the ending points at first. What the
    button is on is among them."""
    answer = [option("The whole answer", "answer")] if view.ending is not None else []
    steps = [
        option(f"Step {step.number}: {step.thought.text}", f"step:{step.seq}")
        for step in sorted(view.all_steps, key=lambda step: step.seq != marked.seq)
        if step.thought.actions or step.seq == marked.seq
    ][: MOST_OPTIONS // 2]
    cited = {each.key: each for each in citations_of(view)} | view.citations
    citations = [option(_citation_words(each), f"citation:{key}") for key, each in cited.items()]
    return [*answer, *steps, *citations][:MOST_OPTIONS]


def _citation_words(citation: Citation) -> str:
    return f"{citation_number(citation.key)} {citation.title or citation.ref.id}"
