"""The elements inside blocks: buttons, menus, pictures, rich text. Pure tables.

The limits: docs.slack.dev/reference/block-kit/block-elements and …/composition-objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from workspace.block_kit.inputs import (
    FLAG,
    FOCUS,
    IDENT,
    INTERACTIVE,
    OPTION,
    PICKERS,
    STYLE,
    TEXT_INPUTS,
)
from workspace.block_kit.shapes import (
    Check,
    Issue,
    ObjectShape,
    by_type,
    instance_of,
    list_of,
    one_of,
    string,
    text_object,
    url,
)

BUTTON = ObjectShape(
    {"text": text_object(75, plain=True)},
    {
        **INTERACTIVE,
        "value": string(2000, min_length=0),
        "url": url(),
        "style": STYLE,
        "accessibility_label": string(75),
        "agent_prompt": string(3000),
        "agent_prompt_display": string(3000),
        "visible_to_user_ids": list_of(string(20), 100),
    },
)
_OVERFLOW = ObjectShape({"options": list_of(OPTION, 5)}, INTERACTIVE)
_FILE_ID = re.compile(r"F[A-Z0-9]{8,}")


def slack_file(value: Any, pointer: str) -> Iterator[Issue]:
    """A file of the workspace, by its id or by its address, and not by both
    (docs.slack.dev/reference/block-kit/composition-objects/slack-file-object)."""
    if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= {"id", "url"}:
        yield Issue(pointer, "must have either `id` or `url`")
    elif "url" in value:
        yield from url()(value["url"], f"{pointer}/url")
    elif not _FILE_ID.fullmatch(str(value["id"])):
        yield Issue(f"{pointer}/id", "input must match regex pattern: ^[F][A-Z0-9]{8,}$")


IMAGE = ObjectShape(
    {"alt_text": string(2000)},
    {"image_url": url(), "slack_file": slack_file},
    any_of=("image_url", "slack_file"),
)
_FEEDBACK_BUTTON = ObjectShape(
    {"text": text_object(75, plain=True), "value": string(2000)},
    {"accessibility_label": string(75)},
)
FEEDBACK = ObjectShape(
    {"positive_button": _FEEDBACK_BUTTON, "negative_button": _FEEDBACK_BUTTON}, INTERACTIVE
)
ICON_BUTTON = ObjectShape(
    {"icon": one_of("trash"), "text": text_object(75, plain=True)},
    {
        **INTERACTIVE,
        "value": string(2000),
        "accessibility_label": string(75),
        "visible_to_user_ids": list_of(string(20), 100),
    },
)
URL_SOURCE = ObjectShape({"url": url(), "text": string(256)})


_WORKFLOW_BUTTON = ObjectShape(
    {
        "text": text_object(75, plain=True),
        "workflow": ObjectShape(
            {
                "trigger": ObjectShape(
                    {"url": url()}, {"customizable_input_parameters": instance_of(list)}
                )
            }
        ),
    },
    {**INTERACTIVE, "style": STYLE, "accessibility_label": string(75)},
)

ACTIONS: dict[str, Check] = {
    **PICKERS,
    "workflow_button": _WORKFLOW_BUTTON,
    "button": BUTTON,
    "overflow": _OVERFLOW,
}
"""The elements that an actions block may hold."""

ACCESSORIES: dict[str, Check] = {**ACTIONS, "image": IMAGE}
CONTEXT: dict[str, Check] = {
    "image": IMAGE,
    "plain_text": ObjectShape({"text": string(3000)}, {"emoji": FLAG}),
    "mrkdwn": ObjectShape({"text": string(3000)}, {"verbatim": FLAG, "emoji": FLAG}),
}
CONTEXT_ACTIONS: dict[str, Check] = {"feedback_buttons": FEEDBACK, "icon_button": ICON_BUTTON}

_STYLED: dict[str, Check] = {"style": instance_of(dict)}
_SPANS: dict[str, Check] = {
    "text": ObjectShape({"text": string(40_000)}, _STYLED),
    "link": ObjectShape({"url": string(3000)}, {**_STYLED, "text": string(3000), "unsafe": FLAG}),
    "user": ObjectShape({"user_id": string(20)}, _STYLED),
    "usergroup": ObjectShape({"usergroup_id": string(20)}, _STYLED),
    "channel": ObjectShape({"channel_id": string(20)}, _STYLED),
    "team": ObjectShape({"team_id": string(20)}, _STYLED),
    "emoji": ObjectShape(
        {"name": string(100)}, {**_STYLED, "unicode": string(100), "skin_tone": instance_of(int)}
    ),
    "broadcast": ObjectShape({"range": one_of("here", "channel", "everyone")}, _STYLED),
    "color": ObjectShape({"value": string(9)}, _STYLED),
    "date": ObjectShape(
        {"timestamp": instance_of(int), "format": string(200)},
        {**_STYLED, "url": url(), "fallback": string(200)},
    ),
}
_LINE = list_of(by_type(_SPANS), 1000, min_items=0)
_SECTION = ObjectShape({"elements": _LINE})
_BORDER = one_of(0, 1)
RICH_TEXT = ObjectShape(
    {
        "elements": list_of(
            by_type(
                {
                    "rich_text_section": _SECTION,
                    "rich_text_quote": ObjectShape({"elements": _LINE}, {"border": _BORDER}),
                    "rich_text_preformatted": ObjectShape(
                        {"elements": _LINE}, {"border": _BORDER, "language": string(100)}
                    ),
                    "rich_text_list": ObjectShape(
                        {
                            "style": one_of("bullet", "ordered"),
                            "elements": list_of(by_type({"rich_text_section": _SECTION}), 1000),
                        },
                        {"indent": instance_of(int), "offset": instance_of(int), "border": _BORDER},
                    ),
                }
            ),
            1000,
            min_items=0,
        )
    },
    {"block_id": IDENT},
)
INPUTS: dict[str, Check] = {
    **PICKERS,
    **TEXT_INPUTS,
    "rich_text_input": ObjectShape(
        {},
        {
            "action_id": IDENT,
            **FOCUS,
            "dispatch_action_config": instance_of(dict),
            "initial_value": by_type({"rich_text": RICH_TEXT}),
            "min_lines": one_of(*range(1, 101)),
            "max_lines": one_of(*range(1, 101)),
        },
    ),
    "file_input": ObjectShape(
        {},
        {
            "action_id": IDENT,
            "filetypes": list_of(string(20), 100),
            "max_files": one_of(*range(1, 11)),
        },
    ),
}
"""The elements that an input block may hold."""
