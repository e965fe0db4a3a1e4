"""The part of a Home that leads to the settings of a channel, and why it does not. Pure."""

from __future__ import annotations

from typing import Any

from bot.rendering.blocks import Block, section, sections
from bot.rendering.forms.inputs import plain_text_object
from bot.rendering.forms.modals import modal

SETTINGS_MENU = "home_settings"
_WHAT = (
    "*Settings*\nOf a channel that you are in: what a thread shows, what is searched, who may ask"
    " and mark, limits, how long words are kept. Everybody there is told what changed."
)


def settings_part() -> list[Block]:
    """A menu of channels. It is there for everybody: who may change nothing is told so."""
    menu = {
        "type": "conversations_select",
        "action_id": SETTINGS_MENU,
        "placeholder": plain_text_object("Settings of a channel…"),
        "filter": {"include": ["public", "private"], "exclude_bot_users": True},
    }
    return [section(_WHAT), {"type": "actions", "block_id": "settings", "elements": [menu]}]


def refusal_page(why_not: str) -> dict[str, Any]:
    """A page that says why: a Home has no place to say it in."""
    return modal("home_refusal", "Settings", sections([why_not]), submit="")
