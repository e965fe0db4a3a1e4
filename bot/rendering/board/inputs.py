"""The entries of the forms on a decision. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.rendering.blocks import Block, clip

_LONGEST_OPTION = 75
"""Characters of an option (Slack's limit)."""


def text_input(
    name: str, label: str, words: str, most: int, *, required: bool, hint: str = ""
) -> Block:
    """An entry of several lines with what stands in it already."""
    element: Block = {
        "type": "plain_text_input", "action_id": name, "multiline": True, "max_length": most,
    }  # fmt: skip
    element |= {"initial_value": words} if words else {}
    return _input(name, label, element, required=required, hint=hint)


def role_input(name: str, role: str, most: int) -> Block:
    """The entry of who somebody is on the board."""
    element: Block = {
        "type": "plain_text_input", "action_id": name, "max_length": most,
        "placeholder": plain("Medical oncology"),
    }  # fmt: skip
    element |= {"initial_value": role} if role else {}
    return _input(name, "Your role on the board", element, required=True)


def menu_input(name: str, label: str, options: Sequence[Block], chosen: str) -> Block:
    """A menu; the option with the value ``chosen`` is chosen already, else the first."""
    first = next((one for one in options if one["value"] == chosen), options[0])
    element: Block = {
        "type": "static_select", "action_id": name, "options": list(options),
        "initial_option": first,
    }  # fmt: skip
    return _input(name, label, element, required=True)


def choice_input(name: str, label: str, options: Sequence[Block], chosen: str) -> Block:
    """Radio buttons; none is chosen if no option has the value ``chosen``."""
    element: Block = {"type": "radio_buttons", "action_id": name, "options": list(options)}
    found = next((one for one in options if one["value"] == chosen), None)
    element |= {"initial_option": found} if found else {}
    return _input(name, label, element, required=True)


def option(label: str, value: str) -> Block:
    """An option of a menu."""
    return {"text": plain(clip(" ".join(label.split()), _LONGEST_OPTION)), "value": value}


def plain(text: str) -> dict[str, Any]:
    """Plain words; no emoji: words of documents and people stay as they are written."""
    return {"type": "plain_text", "text": text, "emoji": False}


def _input(name: str, label: str, element: Block, *, required: bool, hint: str = "") -> Block:
    block: Block = {"type": "input", "block_id": name, "label": plain(label), "element": element}
    block |= {} if required else {"optional": True}
    return {**block, "hint": plain(hint)} if hint else block
