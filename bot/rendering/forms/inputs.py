"""The entries of a form, which Slack calls input blocks. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from bot.rendering.blocks import Block, clip

V = TypeVar("V", bound=str)
LONGEST_OPTION = 75
"""Characters of an option (Slack's limit)."""
MOST_OPTIONS = 100
"""Options of a menu (Slack's limit)."""
SHOWN_WITH_NAME = "It stands in the thread with your name. Leave out what identifies a patient."
"""The hint below a reason that all may read."""


def input_block(
    name: str, label: str, element: Block, *, required: bool = True, hint: str = ""
) -> Block:
    """An entry with its label; its block and its element have one name."""
    block: Block = {
        "type": "input", "block_id": name, "label": plain_text_object(label), "element": element,
    }  # fmt: skip
    block |= {} if required else {"optional": True}
    return {**block, "hint": plain_text_object(hint)} if hint else block


def text_element(name: str, most: int, *, words: str = "", example: str = "") -> Block:
    """A field of several lines with at most so many characters, and what stands in it already; the
    example is shown while it is empty."""
    element: Block = {
        "type": "plain_text_input", "action_id": name, "multiline": True, "max_length": most,
    }  # fmt: skip
    element |= {"initial_value": words} if words else {}
    return element | ({"placeholder": plain_text_object(example)} if example else {})


def text_input(
    name: str, label: str, words: str, most: int, *, required: bool, hint: str = ""
) -> Block:
    """An entry of several lines with what stands in it already."""
    element = text_element(name, most, words=words)
    return input_block(name, label, element, required=required, hint=hint)


def menu_input(name: str, label: str, options: Sequence[Block], chosen: str | None) -> Block:
    """A menu; the option with the value ``chosen`` is chosen already, else the first."""
    first = next((one for one in options if one["value"] == chosen), options[0])
    element: Block = {
        "type": "static_select", "action_id": name, "options": list(options),
        "initial_option": first,
    }  # fmt: skip
    return input_block(name, label, element)


def choice_input(name: str, label: str, options: Sequence[Block], chosen: str) -> Block:
    """Radio buttons; none is chosen if no option has the value ``chosen``."""
    element: Block = {"type": "radio_buttons", "action_id": name, "options": list(options)}
    found = next((one for one in options if one["value"] == chosen), None)
    element |= {"initial_option": found} if found else {}
    return input_block(name, label, element)


def options_of(labels: Mapping[V, str]) -> list[Block]:
    """The options of a menu: each value with its label."""
    return [option(label, value) for value, label in labels.items()]


def option(label: str, value: str) -> Block:
    """An option of a menu."""
    words = clip(" ".join(label.split()), LONGEST_OPTION)
    return {"text": plain_text_object(words), "value": value}


def plain_text_object(text: str) -> Block:
    """Words as they are; no emoji: those of documents and people stay as they are written."""
    return {"type": "plain_text", "text": text, "emoji": False}
