"""Which blocks Slack would refuse, and what it says about them."""

from __future__ import annotations

from typing import Any

import pytest

from workspace.block_kit.blocks import check_blocks


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


def button(text: str = "Go", **more: Any) -> dict[str, Any]:
    return {"type": "button", "text": plain(text), "action_id": "go", **more}


def rich(text: str) -> dict[str, Any]:
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [section]}


def task(**more: Any) -> dict[str, Any]:
    return {"type": "task_card", "task_id": "1", "title": "Search", **more}


def feedback() -> dict[str, Any]:
    return {
        "type": "feedback_buttons",
        "action_id": "feedback",
        "positive_button": {"text": plain("Good"), "value": "good"},
        "negative_button": {"text": plain("Bad"), "value": "bad"},
    }


def table(rows: int, columns: int = 1, text: str = "x") -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": text}] * columns] * rows}


GOOD: dict[str, dict[str, Any]] = {
    "section with text": {"type": "section", "text": mrkdwn("x" * 3000)},
    "section with fields": {"type": "section", "fields": [mrkdwn("x")] * 10},
    "section with a button": {"type": "section", "text": mrkdwn("x"), "accessory": button()},
    "header": {"type": "header", "text": plain("x" * 150)},
    "divider": {"type": "divider"},
    "context": {"type": "context", "elements": [mrkdwn("x")] * 10},
    "image": {"type": "image", "alt_text": "x", "image_url": "https://example.org/a.png"},
    "actions": {
        "type": "actions",
        "elements": [button(url="https://example.org", style="primary")],
    },
    "markdown": {"type": "markdown", "text": "x" * 12_000},
    "rich text": rich("x"),
    "feedback": {"type": "context_actions", "elements": [feedback()]},
    "task card": task(
        status="complete",
        details=rich("x"),
        sources=[{"type": "url", "url": "https://example.org", "text": "Label"}],
    ),
    "plan": {"type": "plan", "title": "Steps", "tasks": [task()]},
    "table": table(100, 20, ""),
    "alert": {"type": "alert", "level": "warning", "text": mrkdwn("x")},
    "container": {"type": "container", "child_blocks": [{"type": "divider"}], "title": plain("x")},
}

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no type": ({}, "missing required field: type [json-pointer:/blocks/0]"),
    "unknown type": (
        {"type": "hologram"},
        "unsupported type: hologram [json-pointer:/blocks/0/type]",
    ),
    "unknown field": (
        {"type": "divider", "colour": "red"},
        "invalid additional property: colour [json-pointer:/blocks/0]",
    ),
    "section without content": (
        {"type": "section"},
        "missing required field: text or fields [json-pointer:/blocks/0]",
    ),
    "section too long": (
        {"type": "section", "text": mrkdwn("x" * 3001)},
        "must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
    ),
    "section empty": (
        {"type": "section", "text": mrkdwn("")},
        "must be more than 0 characters [json-pointer:/blocks/0/text/text]",
    ),
    "too many fields": (
        {"type": "section", "fields": [mrkdwn("x")] * 11},
        "no more than 10 items allowed [json-pointer:/blocks/0/fields]",
    ),
    "mrkdwn in a header": (
        {"type": "header", "text": mrkdwn("x")},
        "unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]",
    ),
    "too many context elements": (
        {"type": "context", "elements": [mrkdwn("x")] * 11},
        "no more than 10 items allowed [json-pointer:/blocks/0/elements]",
    ),
    "button text too long": (
        {"type": "actions", "elements": [button("x" * 76)]},
        "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]",
    ),
    "button value too long": (
        {"type": "actions", "elements": [button(value="x" * 2001)]},
        "must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]",
    ),
    "button in a context": (
        {"type": "context", "elements": [button()]},
        "unsupported type: button [json-pointer:/blocks/0/elements/0/type]",
    ),
    "address without a scheme": (
        {"type": "actions", "elements": [button(url="example.org")]},
        "invalid url [json-pointer:/blocks/0/elements/0/url]",
    ),
    "same action twice": (
        {"type": "actions", "elements": [button(), button()]},
        "`action_id` go is used more than once [json-pointer:/blocks/0/elements]",
    ),
    "markdown too long": (
        {"type": "markdown", "text": "x" * 12_001},
        "must be less than 12001 characters [json-pointer:/blocks/0/text]",
    ),
    "task details as a string": (
        task(details="x"),
        "missing required field: type [json-pointer:/blocks/0/details]",
    ),
    "table with too many rows": (
        table(101),
        "no more than 100 items allowed [json-pointer:/blocks/0/rows]",
    ),
    "table with too much text": (
        table(11, 1, "x" * 1_000),
        "cells must be less than 10001 characters together [json-pointer:/blocks/0/rows]",
    ),
    "button as an input": (
        {"type": "input", "label": plain("x"), "element": {"type": "button"}},
        "unsupported type: button [json-pointer:/blocks/0/element/type]",
    ),
    "number input that does not say whether it takes decimals": (
        {"type": "input", "label": plain("x"), "element": {"type": "number_input"}},
        "missing required field: is_decimal_allowed [json-pointer:/blocks/0/element]",
    ),
    "markdown in a container": (
        {"type": "container", "child_blocks": [{"type": "markdown", "text": "x"}]},
        "unsupported type: markdown [json-pointer:/blocks/0/child_blocks/0/type]",
    ),
}


@pytest.mark.parametrize("block", GOOD.values(), ids=GOOD)
def test_a_block_within_the_limits_is_accepted(block: dict[str, Any]) -> None:
    assert check_blocks([block]) is None


@pytest.mark.parametrize(("block", "message"), BAD.values(), ids=BAD)
def test_a_block_beyond_the_limits_is_refused_with_its_place(
    block: dict[str, Any], message: str
) -> None:
    problem = check_blocks([block])
    assert problem is not None
    assert problem.error == "invalid_blocks"
    assert problem.messages == (f"[ERROR] {message}",)


def test_a_message_has_fifty_blocks_and_a_view_a_hundred() -> None:
    divider = {"type": "divider"}
    assert check_blocks([divider] * 50) is None
    assert check_blocks([divider] * 51) is not None
    assert check_blocks([divider] * 100, surface="modal") is None
    assert check_blocks([divider] * 101, surface="home") is not None


def test_block_ids_are_unique() -> None:
    problem = check_blocks([{"type": "divider", "block_id": "a"}] * 2)
    assert problem is not None
    assert "used more than once" in problem.messages[0]


def test_a_message_has_one_table_and_one_plan() -> None:
    plan = {"type": "plan", "title": "Steps", "tasks": [task()]}
    assert check_blocks([table(1), plan]) is None
    assert check_blocks([table(1), table(1)]) is not None
    assert check_blocks([plan, plan]) is not None


def test_the_text_of_all_blocks_together_is_limited() -> None:
    section = {"type": "section", "text": mrkdwn("x" * 2_640)}
    assert check_blocks([section] * 5) is None
    problem = check_blocks([section] * 6)
    assert problem is not None
    assert problem.error == "msg_blocks_too_long"


def test_markdown_is_limited_over_all_blocks() -> None:
    half = {"type": "markdown", "text": "x" * 6_001}
    problem = check_blocks([half, half])
    assert problem is not None
    assert problem.error == "msg_blocks_too_long"
