"""The form in which somebody asks about a message. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.rendering.blocks import Block, clip

FORM, QUESTION = "question", "question"
ASK_ABOUT, SHOW_EVIDENCE = "ask_about_message", "show_evidence"
"""The shortcuts on messages, as the manifest names them."""
_LONGEST = 3000
"""Characters that a text field holds (Slack's limit)."""


def question_form(text: str, at: Mapping[str, str]) -> dict[str, Any]:
    """The form with a message's words to be changed. ``at`` are the ids that come back with it."""
    field: Block = {
        "type": "plain_text_input",
        "action_id": QUESTION,
        "multiline": True,
        "max_length": _LONGEST,
        "focus_on_load": True,
    }
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


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
