"""The elements that hold a value: menus, choices, pickers, text inputs. Pure tables.

The limits: docs.slack.dev/reference/block-kit/block-elements and …/composition-objects.
"""

from __future__ import annotations

from workspace.block_kit.shapes import (
    Check,
    ObjectShape,
    instance_of,
    list_of,
    one_of,
    string,
    text_object,
    url,
)

IDENT = string(255)
FLAG = instance_of(bool)
STYLE = one_of("primary", "danger")
CONFIRM = ObjectShape(
    {
        "title": text_object(100, plain=True),
        "text": text_object(300),
        "confirm": text_object(30, plain=True),
        "deny": text_object(30, plain=True),
    },
    {"style": STYLE},
)
OPTION = ObjectShape(
    {"text": text_object(75), "value": string(150)},
    {"description": text_object(75), "url": url()},
)
INTERACTIVE: dict[str, Check] = {"action_id": IDENT, "confirm": CONFIRM}
FOCUS: dict[str, Check] = {"focus_on_load": FLAG, "placeholder": text_object(150, plain=True)}
_PICKED: dict[str, Check] = {**INTERACTIVE, **FOCUS}
_COUNT = instance_of(int)
_MOST: dict[str, Check] = {"max_selected_items": _COUNT}
_OPTIONS: dict[str, Check] = {
    "options": list_of(OPTION, 100),
    "option_groups": list_of(
        ObjectShape({"label": text_object(75, plain=True), "options": list_of(OPTION, 100)}),
        100,
    ),
}
SUGGESTIONS = ObjectShape(
    {},
    {
        "options": list_of(OPTION, 100, min_items=0),
        "option_groups": list_of(
            ObjectShape(
                {
                    "label": text_object(75, plain=True),
                    "options": list_of(OPTION, 100, min_items=0),
                }
            ),
            100,
            min_items=0,
        ),
    },
)
"""What an app answers to `block_suggestion`."""
_SEVERAL = list_of(OPTION, 100)
_IDS = list_of(string(20), 100)
_EXTERNAL: dict[str, Check] = {**_PICKED, "min_query_length": _COUNT}
_CONVERSATIONS: dict[str, Check] = {
    "default_to_current_conversation": FLAG,
    "filter": instance_of(dict),
}
_RESPONDING: dict[str, Check] = {"response_url_enabled": FLAG}
_CHOICES = ObjectShape(
    {"options": list_of(OPTION, 10)},
    {**_PICKED, "initial_option": OPTION, "initial_options": list_of(OPTION, 10)},
)
_TYPED: dict[str, Check] = {
    "action_id": IDENT,
    **FOCUS,
    "initial_value": string(3000, min_length=0),
    "dispatch_action_config": instance_of(dict),
}

PICKERS: dict[str, Check] = {
    "static_select": ObjectShape(
        {}, {**_PICKED, **_OPTIONS, "initial_option": OPTION}, any_of=tuple(_OPTIONS)
    ),
    "multi_static_select": ObjectShape(
        {}, {**_PICKED, **_MOST, **_OPTIONS, "initial_options": _SEVERAL}, any_of=tuple(_OPTIONS)
    ),
    "external_select": ObjectShape({}, {**_EXTERNAL, "initial_option": OPTION}),
    "multi_external_select": ObjectShape({}, {**_EXTERNAL, **_MOST, "initial_options": _SEVERAL}),
    "users_select": ObjectShape({}, {**_PICKED, "initial_user": string(20)}),
    "multi_users_select": ObjectShape({}, {**_PICKED, **_MOST, "initial_users": _IDS}),
    "channels_select": ObjectShape({}, {**_PICKED, **_RESPONDING, "initial_channel": string(20)}),
    "multi_channels_select": ObjectShape({}, {**_PICKED, **_MOST, "initial_channels": _IDS}),
    "conversations_select": ObjectShape(
        {}, {**_PICKED, **_CONVERSATIONS, **_RESPONDING, "initial_conversation": string(20)}
    ),
    "multi_conversations_select": ObjectShape(
        {}, {**_PICKED, **_CONVERSATIONS, **_MOST, "initial_conversations": _IDS}
    ),
    "checkboxes": _CHOICES,
    "radio_buttons": _CHOICES,
    "datepicker": ObjectShape({}, {**_PICKED, "initial_date": string(10)}),
    "timepicker": ObjectShape({}, {**_PICKED, "initial_time": string(5), "timezone": string(100)}),
    "datetimepicker": ObjectShape(
        {}, {**INTERACTIVE, "focus_on_load": FLAG, "initial_date_time": _COUNT}
    ),
}
"""The elements that may stand in actions and input blocks, and beside a section."""

TEXT_INPUTS: dict[str, Check] = {
    "plain_text_input": ObjectShape(
        {}, {**_TYPED, "multiline": FLAG, "min_length": _COUNT, "max_length": _COUNT}
    ),
    "email_text_input": ObjectShape({}, _TYPED),
    "url_text_input": ObjectShape({}, _TYPED),
    "number_input": ObjectShape(
        {"is_decimal_allowed": FLAG},
        {**_TYPED, "min_value": string(50), "max_value": string(50)},
    ),
}
"""The elements that may stand in input blocks only."""
