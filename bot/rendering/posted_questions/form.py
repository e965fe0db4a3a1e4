"""The forms in which somebody asks about a message, or presents a case. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.rendering.blocks import Block, clip, context
from bot.rendering.forms.inputs import input_block, text_element
from bot.rendering.forms.modals import modal

FORM, QUESTION = "question", "question"
ASK_ABOUT, SHOW_EVIDENCE = "ask_about_message", "show_evidence"
"""The shortcuts on messages, as the manifest names them."""
PRESENT_CASE = "present_case"
"""The shortcut that is on no message, and the name of its form."""
CHANNEL = "channel"
_OF_CASE = {
    "diagnosis": ("Diagnosis", "For example: HER2-low metastatic breast cancer, 61 years"),
    "markers": ("Markers", "For example: ESR1 D538G, PIK3CA wild type, BRCA not tested"),
    "lines": ("Therapy so far", "For example: palbociclib + letrozole 18 months, then T-DXd"),
    QUESTION: ("Your question", "For example: which options are there now?"),
}
"""The fields of a case, each with its label and an example, in the order in which they are asked
for and told."""
_NEEDED = frozenset({"diagnosis", QUESTION})
_NO_NAMES = "Everybody in the channel sees the case. Leave out what says who the patient is."
_LONGEST = 3000
"""Characters that a text field holds (Slack's limit)."""


def question_form(text: str, at: Mapping[str, str]) -> dict[str, Any]:
    """The form with a message's words to be changed. ``at`` are the ids that come back with it."""
    field = {**text_element(QUESTION, _LONGEST, words=clip(text, _LONGEST)), "focus_on_load": True}
    hint = "It is posted in the thread of the message under your name, and answered there."
    blocks = [input_block(QUESTION, "Your question", field, hint=hint)]
    return modal(FORM, "Ask about a message", blocks, at, submit="Ask")


def case_form() -> dict[str, Any]:
    """The form of a case. Where it is presented is chosen in it."""
    blocks = [_case_field(name) for name in _OF_CASE]
    menu: Block = {
        "type": "conversations_select",
        "action_id": CHANNEL,
        "default_to_current_conversation": True,
        "response_url_enabled": True,
        "filter": {"include": ["public", "private", "im"], "exclude_bot_users": False},
    }
    blocks = [context(_NO_NAMES), *blocks, input_block(CHANNEL, "Where", menu)]
    return modal(PRESENT_CASE, "Present a case", blocks, submit="Ask")


def read_case(entries: Mapping[str, str]) -> str:
    """The case as it is asked, its fields under their labels."""
    given = {name: " ".join(entries.get(name, "").split()) for name in _OF_CASE if name != QUESTION}
    told = [f"{_OF_CASE[name][0]}: {_with_stop(words)}" for name, words in given.items() if words]
    return "\n".join([*told, entries.get(QUESTION, "").strip()]).strip()


def _with_stop(words: str) -> str:
    return words if words[-1] in ".!?" else f"{words}."


def _case_field(name: str) -> Block:
    label, example = _OF_CASE[name]
    element = text_element(name, _LONGEST, example=example)
    return input_block(name, label, element, required=name in _NEEDED)
