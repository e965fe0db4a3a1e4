"""The forms in which somebody asks about a message, or presents a case. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.rendering.blocks import Block, clip, context

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
    field = {**_field(QUESTION), "focus_on_load": True}
    field |= {"initial_value": clip(text, _LONGEST)} if text else {}
    hint = "It is posted in the thread of the message under your name, and answered there."
    return {
        "type": "modal",
        "callback_id": FORM,
        "private_metadata": json.dumps(dict(at)),
        "title": _plain("Ask about a message"),
        "submit": _plain("Ask"),
        "close": _plain("Cancel"),
        "blocks": [
            {
                "type": "input",
                "block_id": QUESTION,
                "label": _plain("Your question"),
                "hint": _plain(hint),
                "element": field,
            }
        ],
    }


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
    where = {"type": "input", "block_id": CHANNEL, "label": _plain("Where"), "element": menu}
    return {
        "type": "modal",
        "callback_id": PRESENT_CASE,
        "title": _plain("Present a case"),
        "submit": _plain("Ask"),
        "close": _plain("Cancel"),
        "blocks": [context(_NO_NAMES), *blocks, where],
    }


def read_case(entries: Mapping[str, str]) -> str:
    """The case as it is asked, its fields under their labels."""
    given = {name: " ".join(entries.get(name, "").split()) for name in _OF_CASE if name != QUESTION}
    told = [f"{_OF_CASE[name][0]}: {_with_stop(words)}" for name, words in given.items() if words]
    return "\n".join([*told, entries.get(QUESTION, "").strip()]).strip()


def _with_stop(words: str) -> str:
    return words if words[-1] in ".!?" else f"{words}."


def _case_field(name: str) -> Block:
    label, example = _OF_CASE[name]
    element = {**_field(name), "placeholder": _plain(example)}
    block = {"type": "input", "block_id": name, "label": _plain(label), "element": element}
    return block if name in _NEEDED else {**block, "optional": True}


def _field(name: str) -> Block:
    return {
        "type": "plain_text_input", "action_id": name, "multiline": True, "max_length": _LONGEST,
    }  # fmt: skip


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
