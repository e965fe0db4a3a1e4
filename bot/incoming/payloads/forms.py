"""Forms that people submit, as Slack sends them. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from retrieval.text.invisible import readable

_STATE_VALUES = (
    "value",
    "selected_option",
    "selected_options",
    "selected_users",
    "selected_conversation",
)
"""Where Slack puts what was entered, by the kind of the element."""


def read_metadata(view: Mapping[str, Any]) -> dict[str, str]:
    """The ids that we gave the form when it was opened; empty if they are not ours."""
    try:
        found = json.loads(view.get("private_metadata") or "{}")
    except ValueError:
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def read_entries(view: Mapping[str, Any]) -> dict[str, str]:
    """What was entered, by the block of the form, cleaned as what is typed in a message; several
    choices with commas between them."""
    blocks = (view.get("state") or {}).get("values") or {}
    return {
        str(block): _entry(element)
        for block, elements in blocks.items()
        for element in elements.values()
    }


def _entry(element: Mapping[str, Any]) -> str:
    found = next((element[name] for name in _STATE_VALUES if element.get(name)), "")
    chosen = found if isinstance(found, list) else [found]
    words = ",".join(
        str(each.get("value", "")) if isinstance(each, Mapping) else str(each) for each in chosen
    )
    return readable(words)


def chosen_channel(view: Mapping[str, Any]) -> str:
    """The channel that was chosen in a form; empty if none could be."""
    blocks = (view.get("state") or {}).get("values") or {}
    chosen = (
        element.get("selected_conversation")
        for elements in blocks.values()
        for element in elements.values()
    )
    return next((str(each) for each in chosen if each), "")


def address_of_choice(payload: Mapping[str, Any]) -> str:
    """Where the chosen channel is answered in, also where we are no member."""
    urls = payload.get("response_urls") or [{}]
    return str(urls[0].get("response_url") or "")
