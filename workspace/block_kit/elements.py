"""What may stand inside blocks: buttons, menus, pictures, rich text. Pure tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workspace.block_kit.shapes import (
    Check,
    Issue,
    Shape,
    by_type,
    choice,
    each,
    kind_of,
    string,
    text,
    url,
)

IDENT = string(255)
_FLAG = kind_of(bool)
_STYLE = choice("primary", "danger")

CONFIRM = Shape(
    {
        "title": text(100, plain=True),
        "text": text(300),
        "confirm": text(30, plain=True),
        "deny": text(30, plain=True),
    },
    {"style": _STYLE},
)
_OPTION = Shape(
    {"text": text(75), "value": string(150)},
    {"description": text(75), "url": url()},
)
_INTERACTIVE: dict[str, Check] = {"action_id": IDENT, "confirm": CONFIRM}
_FOCUS: dict[str, Check] = {"focus_on_load": _FLAG, "placeholder": text(150, plain=True)}

BUTTON = Shape(
    {"text": text(75, plain=True)},
    {
        **_INTERACTIVE,
        "value": string(2000, least=0),
        "url": url(),
        "style": _STYLE,
        "accessibility_label": string(75),
        "agent_prompt": string(3000),
        "agent_prompt_display": string(3000),
        "visible_to_user_ids": each(string(20), 100),
    },
)
_OVERFLOW = Shape({"options": each(_OPTION, 5)}, _INTERACTIVE)
_SELECT = Shape(
    {},
    {
        **_INTERACTIVE,
        **_FOCUS,
        "options": each(_OPTION, 100),
        "option_groups": each(
            Shape({"label": text(75, plain=True), "options": each(_OPTION, 100)}), 100
        ),
        "initial_option": _OPTION,
    },
    any_of=("options", "option_groups"),
)
_CHOICES = Shape(
    {"options": each(_OPTION, 10)},
    {
        **_INTERACTIVE,
        **_FOCUS,
        "initial_option": _OPTION,
        "initial_options": each(_OPTION, 10),
    },
)
IMAGE = Shape(
    {"alt_text": string(2000)},
    {"image_url": url(), "slack_file": kind_of(dict)},
    any_of=("image_url", "slack_file"),
)
_FEEDBACK_BUTTON = Shape(
    {"text": text(75, plain=True), "value": string(2000)}, {"accessibility_label": string(75)}
)
FEEDBACK = Shape(
    {"positive_button": _FEEDBACK_BUTTON, "negative_button": _FEEDBACK_BUTTON}, _INTERACTIVE
)
ICON_BUTTON = Shape(
    {"icon": choice("trash"), "text": text(75, plain=True)},
    {
        **_INTERACTIVE,
        "value": string(2000),
        "accessibility_label": string(75),
        "visible_to_user_ids": each(string(20), 100),
    },
)
URL_SOURCE = Shape({"url": url(), "text": string(256)})


def _unlimited(value: Any, pointer: str) -> Iterator[Issue]:
    """An element whose own limits are not checked here: it must only have an action id."""
    if "action_id" in value:
        yield from IDENT(value["action_id"], f"{pointer}/action_id")


_PICKERS = (
    *("users_select", "channels_select", "conversations_select", "external_select"),
    *("multi_static_select", "multi_users_select", "multi_channels_select"),
    *("multi_conversations_select", "multi_external_select"),
    *("datepicker", "timepicker", "datetimepicker", "workflow_button"),
)
_INPUTS = (
    *("plain_text_input", "email_text_input", "url_text_input", "number_input"),
    *("rich_text_input", "file_input"),
)

ACTIONS: dict[str, Check] = {
    **dict.fromkeys(_PICKERS, _unlimited),
    "button": BUTTON,
    "overflow": _OVERFLOW,
    "static_select": _SELECT,
    "checkboxes": _CHOICES,
    "radio_buttons": _CHOICES,
}
"""What may stand in an actions block."""

ACCESSORIES: dict[str, Check] = {**ACTIONS, "image": IMAGE}
INPUTS: dict[str, Check] = {**ACTIONS, **dict.fromkeys(_INPUTS, _unlimited)}
CONTEXT: dict[str, Check] = {
    "image": IMAGE,
    "plain_text": Shape({"text": string(3000)}, {"emoji": _FLAG}),
    "mrkdwn": Shape({"text": string(3000)}, {"verbatim": _FLAG, "emoji": _FLAG}),
}
CONTEXT_ACTIONS: dict[str, Check] = {"feedback_buttons": FEEDBACK, "icon_button": ICON_BUTTON}

_STYLED: dict[str, Check] = {"style": kind_of(dict)}
_SPANS: dict[str, Check] = {
    "text": Shape({"text": string(40_000)}, _STYLED),
    "link": Shape({"url": string(3000)}, {**_STYLED, "text": string(3000), "unsafe": _FLAG}),
    "user": Shape({"user_id": string(20)}, _STYLED),
    "usergroup": Shape({"usergroup_id": string(20)}, _STYLED),
    "channel": Shape({"channel_id": string(20)}, _STYLED),
    "team": Shape({"team_id": string(20)}, _STYLED),
    "emoji": Shape(
        {"name": string(100)}, {**_STYLED, "unicode": string(100), "skin_tone": kind_of(int)}
    ),
    "broadcast": Shape({"range": choice("here", "channel", "everyone")}, _STYLED),
    "color": Shape({"value": string(9)}, _STYLED),
    "date": Shape(
        {"timestamp": kind_of(int), "format": string(200)},
        {**_STYLED, "url": url(), "fallback": string(200)},
    ),
}
_LINE = each(by_type(_SPANS), 1000, least=0)
_SECTION = Shape({"elements": _LINE})
_BORDER = choice(0, 1)
RICH_TEXT = Shape(
    {
        "elements": each(
            by_type(
                {
                    "rich_text_section": _SECTION,
                    "rich_text_quote": Shape({"elements": _LINE}, {"border": _BORDER}),
                    "rich_text_preformatted": Shape(
                        {"elements": _LINE}, {"border": _BORDER, "language": string(100)}
                    ),
                    "rich_text_list": Shape(
                        {
                            "style": choice("bullet", "ordered"),
                            "elements": each(by_type({"rich_text_section": _SECTION}), 1000),
                        },
                        {"indent": kind_of(int), "offset": kind_of(int), "border": _BORDER},
                    ),
                }
            ),
            1000,
            least=0,
        )
    },
    {"block_id": IDENT},
)
