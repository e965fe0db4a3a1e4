"""A Slack thread as lines of text, for a terminal. Blocks are flattened, nothing is rendered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.incoming.payloads.slack_text import unescape

LINK = re.compile(r"<(https?://[^|<>]+)\|([^<>]*)>")
MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\((https?://[^)\[]+)\)")
BARE = re.compile(r"<(https?://[^>|]+)>")
STYLED = re.compile(r"(?<!\w)([*_~])(?=\S)([^*_~\n]+?)(?<=\S)\1(?!\w)")
MENTION = re.compile(r"<@([A-Z0-9]+)(?:\|[^<>]*)?>")


def lines(message: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, ...]:
    """What a reader of the message sees, line by line. ``names`` maps user ids to names."""
    blocks = message.get("blocks") or []
    texts = list(_texts(blocks)) or [str(message.get("text", ""))]
    return tuple(
        line.rstrip() for text in texts for line in _plain(text, names).splitlines() if line.strip()
    )


def fresh(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """The lines of ``after`` that an edited message did not have before."""
    seen = set(before)
    return tuple(line for line in after if line not in seen)


def _texts(blocks: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for block in blocks:
        text = block.get("text")
        if isinstance(text, Mapping):
            yield str(text.get("text", ""))
        elif isinstance(text, str):
            yield text
        for name in ("elements", "fields"):
            if block.get("type") in ("context", "section"):
                yield "  ".join(_elements(block.get(name, ())))
        for child in (*block.get("child_blocks", ()), *block.get("tasks", ())):
            yield from _texts([child])
        if block.get("type") == "task_card":
            yield f"{block.get('title', '')} ({block.get('status', '')})"


def _elements(elements: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for element in elements:
        if isinstance(element.get("text"), str):
            yield str(element["text"])


def _plain(text: str, names: Mapping[str, str]) -> str:
    text = LINK.sub(r"\2", text)
    text = MARKDOWN_LINK.sub(r"[\1]", text)
    text = BARE.sub(r"\1", text)
    text = MENTION.sub(lambda match: "@" + names.get(match[1], match[1]), text)
    text = STYLED.sub(r"\2", text.replace("**", "")).replace("[[", "[").replace("]]", "]")
    return unescape(text)
