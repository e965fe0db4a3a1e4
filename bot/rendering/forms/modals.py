"""The window of a form, which Slack calls a modal. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.rendering.blocks import Block
from bot.rendering.forms.inputs import plain_text_object


def modal(
    callback_id: str,
    title: str,
    blocks: Sequence[Block],
    at: Mapping[str, str] | None = None,
    *,
    submit: str = "Save",
) -> dict[str, Any]:
    """A form, or with an empty ``submit`` a page to read. ``at`` are the ids that come back with
    it, never words of a message."""
    close = "Cancel" if submit else "Close"
    return {
        "type": "modal",
        "callback_id": callback_id,
        **({} if at is None else {"private_metadata": json.dumps(dict(at))}),
        "title": plain_text_object(title),
        **({"submit": plain_text_object(submit)} if submit else {}),
        "close": plain_text_object(close),
        "blocks": list(blocks),
    }
