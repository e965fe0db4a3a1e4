"""What Slack would refuse about a view. Pure.

The limits: docs.slack.dev/reference/views.
"""

from __future__ import annotations

import json

from workspace.block_kit.blocks import BlockError, Surface, check_blocks
from workspace.block_kit.shapes import Check, ObjectShape, instance_of, one_of, string, text_object

MAX_VIEW = 250_000
"""Characters as JSON."""
_FLAG = instance_of(bool)
_COMMON: dict[str, Check] = {
    "private_metadata": string(3000, min_length=0),
    "callback_id": string(255, min_length=0),
    "external_id": string(255, min_length=0),
}
_TITLE = text_object(24, plain=True)
_SHAPES = {
    "modal": ObjectShape(
        {"type": one_of("modal"), "title": _TITLE, "blocks": instance_of(list)},
        {
            **_COMMON,
            "submit": _TITLE,
            "close": _TITLE,
            "clear_on_close": _FLAG,
            "notify_on_close": _FLAG,
            "submit_disabled": _FLAG,
        },
    ),
    "home": ObjectShape({"type": one_of("home"), "blocks": instance_of(list)}, _COMMON),
}


def check_view(view: object, surface: Surface) -> BlockError | None:
    """Why Slack would refuse this view on this surface, or None if it would take it."""
    if not isinstance(view, dict):
        return BlockError("invalid_arguments", ("[ERROR] missing required field: view",))
    if len(json.dumps(view)) > MAX_VIEW:
        return BlockError("view_too_large")
    given = {name: value for name, value in view.items() if value is not None}
    issues = [*_SHAPES[surface](given, "/view")]
    if issues:
        return BlockError("invalid_arguments", tuple(str(issue) for issue in issues))
    problem = check_blocks(view["blocks"], surface)
    if problem:
        return BlockError("invalid_arguments", problem.messages)
    has_input = any(block["type"] == "input" for block in view["blocks"])
    if surface == "modal" and has_input and not given.get("submit"):
        message = "[ERROR] missing required field: submit [json-pointer:/view]"
        return BlockError("invalid_arguments", (message,))
    return None
