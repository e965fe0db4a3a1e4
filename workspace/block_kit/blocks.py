"""Block Kit's limits: what Slack would refuse about the blocks of a message or view. Pure.

The limits: docs.slack.dev/reference/block-kit/blocks, if no other source is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from workspace.block_kit import elements
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
from workspace.json_types import JsonObject

Surface = Literal["message", "modal", "home"]

MAX_BLOCKS: dict[Surface, int] = {"message": 50, "modal": 100, "home": 100}
MAX_MARKDOWN = 12_000
"""Characters of all markdown blocks of a message together."""
MAX_MESSAGE = 13_200
"""Characters of all text in the blocks of a message. Not documented; measured by others
(github.com/metabase/metabase/issues/79908, github.com/slackapi/bolt-js/issues/2509)."""
MAX_TABLE = 10_000
"""Characters of all cells of a table together."""
_ONE_PER_MESSAGE = {"table": "only_one_table_allowed", "plan": "only_one_plan_allowed"}


@dataclass(frozen=True, slots=True)
class BlockError:
    """Slack's error name and the lines of `response_metadata.messages`."""

    error: str
    messages: tuple[str, ...] = ()


_ID: dict[str, Check] = {"block_id": string(255)}
_FLAG = instance_of(bool)

_TASK = ObjectShape(
    {"task_id": string(255), "title": string(256)},
    {
        **_ID,
        "status": one_of("pending", "in_progress", "complete", "error"),
        "details": by_type({"rich_text": elements.RICH_TEXT}),
        "output": by_type({"rich_text": elements.RICH_TEXT}),
        "sources": list_of(by_type({"url": elements.URL_SOURCE}), 50, min_items=0),
    },
)
_CARD = ObjectShape(
    {},
    {
        **_ID,
        "title": text_object(150),
        "subtitle": text_object(150),
        "body": text_object(200),
        "icon": instance_of(dict),
        "hero_image": instance_of(dict),
        "actions": list_of(by_type({"button": elements.BUTTON}), 2),
    },
    any_of=("title", "subtitle", "body", "hero_image"),
)
_CELL = by_type(
    {
        "raw_text": ObjectShape({"text": string(MAX_TABLE, min_length=0)}),
        "raw_number": ObjectShape({"value": instance_of(float, int)}, {"text": string(MAX_TABLE)}),
        "rich_text": elements.RICH_TEXT,
    }
)
_ROWS = list_of(list_of(_CELL, 20), 100)

_COMMON: dict[str, Check] = {
    "section": ObjectShape(
        {},
        {
            **_ID,
            "text": text_object(3000),
            "fields": list_of(text_object(2000), 10),
            "accessory": by_type(elements.ACCESSORIES),
            "expand": _FLAG,
        },
        any_of=("text", "fields"),
    ),
    "divider": ObjectShape({}, _ID),
    "header": ObjectShape(
        {"text": text_object(150, plain=True)}, {**_ID, "level": one_of(1, 2, 3, 4)}
    ),
    "image": ObjectShape(
        {"alt_text": string(2000)},
        {
            **_ID,
            "image_url": url(),
            "slack_file": elements.slack_file,
            "title": text_object(2000, plain=True),
        },
        any_of=("image_url", "slack_file"),
    ),
    "context": ObjectShape({"elements": list_of(by_type(elements.CONTEXT), 10)}, _ID),
    "actions": ObjectShape({"elements": list_of(by_type(elements.ACTIONS), 25)}, _ID),
    "rich_text": elements.RICH_TEXT,
    "video": ObjectShape(
        {
            "alt_text": string(2000),
            "title": text_object(199, plain=True),
            "thumbnail_url": url(),
            "video_url": url(),
        },
        {
            **_ID,
            "title_url": url(),
            "author_name": string(49),
            "provider_name": string(255),
            "provider_icon_url": url(),
            "description": text_object(199, plain=True),
        },
    ),
    "alert": ObjectShape(
        {"text": text_object(3000)},
        {**_ID, "level": one_of("default", "info", "warning", "error", "success")},
    ),
    "card": _CARD,
    "carousel": ObjectShape({"elements": list_of(by_type({"card": _CARD}), 10)}, _ID),
    "table": ObjectShape({"rows": _ROWS}, {**_ID, "column_settings": instance_of(list)}),
    "data_table": ObjectShape(
        {"rows": list_of(list_of(_CELL, 20), 101, min_items=2), "caption": string(3000)},
        {**_ID, "page_size": one_of(*range(1, 101)), "row_header_column_index": instance_of(int)},
    ),
    "data_visualization": instance_of(dict),
    "input": ObjectShape(
        {"label": text_object(2000, plain=True), "element": by_type(elements.INPUTS)},
        {
            **_ID,
            "hint": text_object(2000, plain=True),
            "optional": _FLAG,
            "dispatch_action": _FLAG,
        },
    ),
}
_IN_MESSAGES: dict[str, Check] = {
    "markdown": ObjectShape({"text": string(MAX_MARKDOWN)}, _ID),
    "context_actions": ObjectShape(
        {"elements": list_of(by_type(elements.CONTEXT_ACTIONS), 5)}, _ID
    ),
    "task_card": _TASK,
    "plan": ObjectShape(
        {"title": string(256)}, {**_ID, "tasks": list_of(by_type({"task_card": _TASK}), 50)}
    ),
    "file": ObjectShape({"external_id": string(255), "source": one_of("remote")}, _ID),
}
_CONTAINER = ObjectShape(
    {"child_blocks": list_of(by_type(_COMMON), 10)},
    {
        **_ID,
        "title": text_object(150, plain=True),
        "rich_text_title": instance_of(dict),
        "subtitle": text_object(150),
        "icon": instance_of(dict),
        "width": string(50),
        "is_collapsible": _FLAG,
        "default_collapsed": _FLAG,
        "has_header_divider": _FLAG,
    },
)
_MESSAGE = by_type({**_COMMON, **_IN_MESSAGES, "container": _CONTAINER})
_VIEW = by_type({**_COMMON, "container": _CONTAINER})


def check_blocks(blocks: Sequence[JsonObject], surface: Surface = "message") -> BlockError | None:
    """Why Slack would refuse these blocks, or None if it would take them."""
    is_message = surface == "message"
    check = list_of(_MESSAGE if is_message else _VIEW, MAX_BLOCKS[surface], min_items=0)
    issues = [*check(list(blocks), "/blocks")]
    if not issues:
        issues = [*_find_repeated_ids(blocks), *_find_too_many(blocks), *_find_large_tables(blocks)]
    if issues:
        return BlockError("invalid_blocks", tuple(str(issue) for issue in issues))
    if is_message and _is_too_long(blocks):
        return BlockError("msg_blocks_too_long")
    return None


def _find_repeated_ids(blocks: Sequence[JsonObject]) -> Iterator[Issue]:
    counted = Counter(block["block_id"] for block in blocks if block.get("block_id"))
    for ident in (ident for ident, count in counted.items() if count > 1):
        yield Issue("/blocks", f"`block_id` {ident} is used more than once")
    for index, block in enumerate(blocks):
        actions = Counter(
            str(one["action_id"]) for one in block.get("elements", []) if one.get("action_id")
        )
        for ident in (ident for ident, count in actions.items() if count > 1):
            pointer = f"/blocks/{index}/elements"
            yield Issue(pointer, f"`action_id` {ident} is used more than once")


def _find_too_many(blocks: Sequence[JsonObject]) -> Iterator[Issue]:
    counted = Counter(block["type"] for block in blocks)
    for kind, message in _ONE_PER_MESSAGE.items():
        if counted[kind] > 1:
            yield Issue("/blocks", message)
    if counted["data_visualization"] > 2:
        yield Issue("/blocks", "no more than 2 data_visualization blocks allowed")


def _find_large_tables(blocks: Sequence[JsonObject]) -> Iterator[Issue]:
    for index, block in enumerate(blocks):
        if block["type"] == "table" and _text_length(block["rows"]) > MAX_TABLE:
            message = f"cells must be less than {MAX_TABLE + 1} characters together"
            yield Issue(f"/blocks/{index}/rows", message)


def _is_too_long(blocks: Sequence[JsonObject]) -> bool:
    markdown = [block for block in blocks if block["type"] == "markdown"]
    return _text_length(list(blocks)) > MAX_MESSAGE or _text_length(markdown) > MAX_MARKDOWN


def _text_length(value: Any) -> int:
    """Characters of all strings under a key `text`, however deep."""
    if isinstance(value, list):
        return sum(_text_length(one) for one in value)
    if not isinstance(value, dict):
        return 0
    own = value.get("text")
    length = len(own) if isinstance(own, str) else 0
    return length + sum(_text_length(one) for one in value.values())
