"""Blocks of every type that the page shows, with made-up content."""

from __future__ import annotations

from typing import Any

Block = dict[str, Any]


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": True}


def mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text}


def rich(*parts: Block) -> Block:
    section = {"type": "rich_text_section", "elements": list(parts)}
    return {"type": "rich_text", "elements": [section]}


def words(text: str, **style: bool) -> Block:
    return {"type": "text", "text": text} | ({"style": style} if style else {})


SECTION: Block = {
    "type": "section",
    "text": mrkdwn(
        "*Step 2* asks _two silos_ about `PIK3CA`: <https://example.org/a?b=1&amp;c=2|the page>,"
        " ~not this~ :mag: :eyes: <@U0BEN> in <#C0REVIEW>\n> quoted &lt;b&gt;words&lt;/b&gt;\n"
        "• first\n• second\n```\ncode &amp; more\n```"
    ),
    "fields": [mrkdwn("*Silo*\nPubMed"), mrkdwn("*Found*\n3 documents")],
    "accessory": {"type": "button", "action_id": "open", "text": plain("Open"), "value": "1"},
}

MARKDOWN: Block = {
    "type": "markdown",
    "text": (
        "## Answer\n\nA **bold** claim in *italics* with `code` [1](https://example.org/1)"
        "[[2]](https://example.org/2), see [the page](https://example.org/p).\n\n"
        "1. one\n2. two\n   - nested\n\n> quoted\n> twice\n\n"
        "| Drug | Response |\n|:--|--:|\n| A | 12 % |\n| B \\| C | 3 % |\n\n"
        "```\n<script>alert(1)</script>\n```\n\n---\n\n<img src=x onerror=alert(1)> stays words"
    ),
}

RICH_TEXT: Block = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_section",
            "elements": [
                words("bold", bold=True),
                words(" and "),
                words("struck", strike=True),
                words(" "),
                {"type": "link", "url": "https://example.org/r", "text": "linked"},
                words(" "),
                {"type": "user", "user_id": "U0ANA"},
                words(" "),
                {"type": "emoji", "name": "warning"},
            ],
        },
        {
            "type": "rich_text_list",
            "style": "ordered",
            "elements": [
                {"type": "rich_text_section", "elements": [words("item one")]},
                {"type": "rich_text_section", "elements": [words("item two")]},
            ],
        },
        {"type": "rich_text_quote", "elements": [words("a quote")]},
        {"type": "rich_text_preformatted", "elements": [words("fixed width")]},
    ],
}

TABLE: Block = {
    "type": "table",
    "rows": [
        [{"type": "raw_text", "text": "Gene"}, {"type": "raw_text", "text": "Variants"}],
        [{"type": "raw_text", "text": "ESR1"}, {"type": "raw_text", "text": "12"}],
        [rich(words("PIK3CA", bold=True)), {"type": "raw_text", "text": "7"}],
    ],
    "column_settings": [{"align": "left"}, {"align": "right"}],
}

TASK: Block = {
    "type": "task_card",
    "task_id": "t1",
    "title": "Search PubMed",
    "status": "complete",
    "details": rich(words("asked: elacestrant ESR1")),
    "output": rich(words("3 documents")),
    "sources": [{"type": "url", "url": "https://example.org/s", "text": "Source one"}],
}

PLAN: Block = {
    "type": "plan",
    "title": "Working on it",
    "tasks": [
        TASK,
        {"type": "task_card", "task_id": "t2", "title": "Search trials", "status": "in_progress"},
        {"type": "task_card", "task_id": "t3", "title": "Write", "status": "pending"},
        {"type": "task_card", "task_id": "t4", "title": "Search labels", "status": "error"},
    ],
}

ACTIONS: Block = {
    "type": "actions",
    "block_id": "choices",
    "elements": [
        {"type": "button", "action_id": "steps", "text": plain("Show steps"), "value": "v1"},
        {
            "type": "button",
            "action_id": "ask",
            "style": "primary",
            "text": plain("Ask a human"),
            "value": "v2",
        },
        {
            "type": "button",
            "action_id": "stop",
            "style": "danger",
            "text": plain("Stop"),
            "value": "v3",
            "confirm": {
                "title": plain("Stop the run?"),
                "text": plain("What was found so far is kept."),
                "confirm": plain("Stop it"),
                "deny": plain("Go on"),
                "style": "danger",
            },
        },
        {
            "type": "static_select",
            "action_id": "pick",
            "placeholder": plain("Pick a step"),
            "options": [
                {"text": plain("Step 1"), "value": "1"},
                {"text": plain("Step 2"), "value": "2"},
            ],
        },
    ],
}

FEEDBACK: Block = {
    "type": "context_actions",
    "block_id": "verdict",
    "elements": [
        {
            "type": "feedback_buttons",
            "action_id": "feedback",
            "positive_button": {"text": plain("Good answer"), "value": "good"},
            "negative_button": {"text": plain("Bad answer"), "value": "bad"},
        }
    ],
}

CONTAINER: Block = {
    "type": "container",
    "title": plain("Sources"),
    "is_collapsible": True,
    "default_collapsed": True,
    "child_blocks": [
        {"type": "section", "text": mrkdwn("[1] <https://example.org/1|A trial>")},
    ],
}


def alert(level: str) -> Block:
    return {"type": "alert", "level": level, "text": mrkdwn(f"An alert of level *{level}*")}


IMAGE: Block = {
    "type": "image",
    "image_url": "https://example.org/curve.png",
    "alt_text": "a survival curve",
    "title": plain("Figure 1"),
}

HEADER: Block = {"type": "header", "text": plain("Answer :white_check_mark:")}
CONTEXT: Block = {"type": "context", "elements": [mrkdwn(":books: 3 sources"), mrkdwn("12 s")]}
