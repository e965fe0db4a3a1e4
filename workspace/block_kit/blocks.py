"""Block Kit's limits: what Slack would refuse about the blocks of a message or view. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workspace.block_kit import elements as elements
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
from workspace.model.json_types import JsonObject

MOST_BLOCKS = {"message": 50, "modal": 100, "home": 100}
LONGEST_MARKDOWN = 12_000
"""Characters of all markdown blocks of a message together."""
LONGEST_MESSAGE = 13_200
"""Characters of all text in the blocks of a message; measured by others, not documented."""
LARGEST_TABLE = 10_000
"""Characters of all cells of a table together."""
_ONLY_ONE = {"table": "only_one_table_allowed", "plan": "only_one_plan_allowed"}


@dataclass(frozen=True, slots=True)
class Problem:
    """Slack's error name and the lines of `response_metadata.messages`."""

    error: str
    messages: tuple[str, ...] = ()


_ID: dict[str, Check] = {"block_id": string(255)}
_FLAG = kind_of(bool)

_TASK = Shape(
    {"task_id": string(255), "title": string(256)},
    {
        **_ID,
        "status": choice("pending", "in_progress", "complete", "error"),
        "details": by_type({"rich_text": elements.RICH_TEXT}),
        "output": by_type({"rich_text": elements.RICH_TEXT}),
        "sources": each(by_type({"url": elements.URL_SOURCE}), 50, least=0),
    },
)
_CARD = Shape(
    {},
    {
        **_ID,
        "title": text(150),
        "subtitle": text(150),
        "body": text(200),
        "icon": kind_of(dict),
        "hero_image": kind_of(dict),
        "actions": each(by_type({"button": elements.BUTTON}), 2),
    },
    any_of=("title", "subtitle", "body", "hero_image"),
)
_CELL = by_type(
    {
        "raw_text": Shape({"text": string(LARGEST_TABLE, least=0)}),
        "raw_number": Shape({"value": kind_of(float, int)}, {"text": string(LARGEST_TABLE)}),
        "rich_text": elements.RICH_TEXT,
    }
)
_ROWS = each(each(_CELL, 20), 100)

_COMMON: dict[str, Check] = {
    "section": Shape(
        {},
        {
            **_ID,
            "text": text(3000),
            "fields": each(text(2000), 10),
            "accessory": by_type(elements.ACCESSORIES),
            "expand": _FLAG,
        },
        any_of=("text", "fields"),
    ),
    "divider": Shape({}, _ID),
    "header": Shape({"text": text(150, plain=True)}, {**_ID, "level": choice(1, 2, 3, 4)}),
    "image": Shape(
        {"alt_text": string(2000)},
        {
            **_ID,
            "image_url": url(),
            "slack_file": kind_of(dict),
            "title": text(2000, plain=True),
        },
        any_of=("image_url", "slack_file"),
    ),
    "context": Shape({"elements": each(by_type(elements.CONTEXT), 10)}, _ID),
    "actions": Shape({"elements": each(by_type(elements.ACTIONS), 25)}, _ID),
    "rich_text": elements.RICH_TEXT,
    "video": kind_of(dict),
    "alert": Shape(
        {"text": text(3000)},
        {**_ID, "level": choice("default", "info", "warning", "error", "success")},
    ),
    "card": _CARD,
    "carousel": Shape({"elements": each(by_type({"card": _CARD}), 10)}, _ID),
    "table": Shape({"rows": _ROWS}, {**_ID, "column_settings": kind_of(list)}),
    "data_table": Shape(
        {"rows": each(each(_CELL, 20), 101, least=2), "caption": string(3000)},
        {**_ID, "page_size": choice(*range(1, 101)), "row_header_column_index": kind_of(int)},
    ),
    "data_visualization": kind_of(dict),
}
_IN_MESSAGES: dict[str, Check] = {
    "markdown": Shape({"text": string(LONGEST_MARKDOWN)}, _ID),
    "context_actions": Shape({"elements": each(by_type(elements.CONTEXT_ACTIONS), 5)}, _ID),
    "task_card": _TASK,
    "plan": Shape(
        {"title": string(256)}, {**_ID, "tasks": each(by_type({"task_card": _TASK}), 50)}
    ),
    "file": kind_of(dict),
}
_IN_VIEWS: dict[str, Check] = {
    "input": Shape(
        {"label": text(2000, plain=True), "element": by_type(elements.INPUTS)},
        {
            **_ID,
            "hint": text(2000, plain=True),
            "optional": _FLAG,
            "dispatch_action": _FLAG,
        },
    ),
}
_CONTAINER = Shape(
    {"child_blocks": each(by_type(_COMMON), 10)},
    {
        **_ID,
        "title": text(150, plain=True),
        "rich_text_title": kind_of(dict),
        "subtitle": text(150),
        "icon": kind_of(dict),
        "width": string(50),
        "is_collapsible": _FLAG,
        "default_collapsed": _FLAG,
        "has_header_divider": _FLAG,
    },
)
_MESSAGE = by_type({**_COMMON, **_IN_MESSAGES, "container": _CONTAINER})
_VIEW = by_type({**_COMMON, **_IN_VIEWS, "container": _CONTAINER})


def problem_of(blocks: Sequence[JsonObject], surface: str = "message") -> Problem | None:
    """Why Slack would refuse these blocks on a `message`, `modal` or `home`, or None."""
    is_message = surface == "message"
    check = each(_MESSAGE if is_message else _VIEW, MOST_BLOCKS[surface], least=0)
    issues = [*check(list(blocks), "/blocks")]
    if not issues:
        issues = [*_repeated_ids(blocks), *_too_many(blocks), *_large_tables(blocks)]
    if issues:
        return Problem("invalid_blocks", tuple(str(issue) for issue in issues))
    if is_message and _is_too_long(blocks):
        return Problem("msg_blocks_too_long")
    return None


def _repeated_ids(blocks: Sequence[JsonObject]) -> Iterator[Issue]:
    counted = Counter(block["block_id"] for block in blocks if block.get("block_id"))
    for ident in (ident for ident, count in counted.items() if count > 1):
        yield Issue("/blocks", f"`block_id` {ident} is used more than once")
    for place, block in enumerate(blocks):
        actions = Counter(
            str(one["action_id"]) for one in block.get("elements", []) if one.get("action_id")
        )
        for ident in (ident for ident, count in actions.items() if count > 1):
            pointer = f"/blocks/{place}/elements"
            yield Issue(pointer, f"`action_id` {ident} is used more than once")


def _too_many(blocks: Sequence[JsonObject]) -> Iterator[Issue]:
    counted = Counter(block["type"] for block in blocks)
    for kind, message in _ONLY_ONE.items():
        if counted[kind] > 1:
            yield Issue("/blocks", message)
    if counted["data_visualization"] > 2:
        yield Issue("/blocks", "no more than 2 data_visualization blocks allowed")


def _large_tables(blocks: Sequence[JsonObject]) -> Iterator[Issue]:
    for place, block in enumerate(blocks):
        if block["type"] == "table" and _length(block["rows"]) > LARGEST_TABLE:
            message = f"cells must be less than {LARGEST_TABLE + 1} characters together"
            yield Issue(f"/blocks/{place}/rows", message)


def _is_too_long(blocks: Sequence[JsonObject]) -> bool:
    markdown = [block for block in blocks if block["type"] == "markdown"]
    return _length(list(blocks)) > LONGEST_MESSAGE or _length(markdown) > LONGEST_MARKDOWN


def _length(value: Any) -> int:
    """Characters of all strings under a key `text`, however deep."""
    if isinstance(value, list):
        return sum(_length(one) for one in value)
    if not isinstance(value, dict):
        return 0
    own = value.get("text")
    length = len(own) if isinstance(own, str) else 0
    return length + sum(_length(one) for one in value.values())
