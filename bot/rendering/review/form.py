"""The form in which a person marks an answer, a step or a citation: a modal of Slack. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agents.endings.provenance import citations_of
from agents.endings.reviews import citation_number
from agents.extractive.answer.short_form import question_in_short
from agents.turns import Citation, Review, View
from agents.turns.reviews import LONGEST_REASON, TAKEN_BACK, VERDICTS
from bot.rendering.blocks import Block, clip, escape, section

FORM = "review"
"""The callback id of the form."""
VERDICT, TARGET, REASON = "verdict", "target", "reason"
"""The blocks of the form, each with one element of the same action id."""
NEEDS_REASON = "Say why in a few words."
_MOST_OPTIONS = 100
"""Options of a menu (Slack's limit)."""
_LONGEST_OPTION = 75
"""Characters of an option (Slack's limit)."""
_LABELS: Mapping[str, str] = {
    "right": "Right",
    "wrong": "Wrong",
    "outdated": "Outdated",
    "beside the point": "Beside the point",
    "missing a source": "Missing a source",
    TAKEN_BACK: "No mark: take mine back",
}
_HINT = "It stands in the thread with your name. Leave out what identifies a patient."


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
    return {
        "type": "modal",
        "callback_id": FORM,
        "private_metadata": json.dumps({**at, "run": view.run_id}),
        "title": _plain("Mark"),
        "submit": _plain("Save"),
        "close": _plain("Cancel"),
        "blocks": [
            *([section(f"The answer on *{escape(short)}*")] if short else []),
            _verdict_block(verdict),
            _target_block(view, marked),
            _reason_block(before.comment if before else ""),
        ],
    }


def read_option(value: str) -> tuple[int | None, str]:
    """What an option of the menu of targets stands for: the row of a step, or the key of a
    citation; neither for the answer."""
    kind, _, name = value.partition(":")
    if kind == "step" and name.isdecimal():
        return int(name), ""
    return None, name if kind == "citation" else ""


def _verdict_block(verdict: str) -> Block:
    options = [_option(label, value) for value, label in _LABELS.items()]
    element: Block = {"type": "radio_buttons", "action_id": VERDICT, "options": options}
    if verdict in (*VERDICTS, TAKEN_BACK):
        element["initial_option"] = _option(_LABELS[verdict], verdict)
    return _input(VERDICT, "What do you think of it?", element)


def _target_block(view: View, marked: Review) -> Block:
    options = _targets(view, marked)
    chosen = next((one for one in options if read_option(one["value"]) == marked.target), None)
    element: Block = {
        "type": "static_select",
        "action_id": TARGET,
        "options": options,
        "initial_option": chosen or options[0],
    }
    return _input(TARGET, "Of what?", element)


def _targets(view: View, marked: Review) -> list[Block]:
    """The answer, the steps, then the citations: those that the ending points at first. What the
    button is on is among them."""
    answer = [_option("The whole answer", "answer")] if view.ending is not None else []
    steps = [
        _option(f"Step {step.number}: {step.thought.text}", f"step:{step.seq}")
        for step in sorted(view.all_steps, key=lambda step: step.seq != marked.seq)
        if step.thought.actions or step.seq == marked.seq
    ][: _MOST_OPTIONS // 2]
    cited = {each.key: each for each in citations_of(view)} | view.citations
    citations = [_option(_citation_words(each), f"citation:{key}") for key, each in cited.items()]
    return [*answer, *steps, *citations][:_MOST_OPTIONS]


def _citation_words(citation: Citation) -> str:
    return f"{citation_number(citation.key)} {citation.title or citation.ref.id}"


def _reason_block(comment: str) -> Block:
    element: Block = {
        "type": "plain_text_input",
        "action_id": REASON,
        "multiline": True,
        "max_length": LONGEST_REASON,
        **({"initial_value": comment} if comment else {}),
    }
    return {**_input(REASON, "Why?", element), "optional": True, "hint": _plain(_HINT)}


def _input(block_id: str, label: str, element: Block) -> Block:
    return {"type": "input", "block_id": block_id, "label": _plain(label), "element": element}


def _option(label: str, value: str) -> Block:
    words = clip(" ".join(label.split()), _LONGEST_OPTION)
    return {"text": _plain(words), "value": value}


def _plain(text: str) -> Block:
    # No emoji: words of documents and people stay as they are written.
    return {"type": "plain_text", "text": text, "emoji": False}
