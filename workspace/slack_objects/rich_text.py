"""The `rich_text` block that Slack adds to messages that have only a text. Pure.

The composer turns marks, mentions and links into elements before the message is stored, so that
their texts stand there as typed: without marks, and without entities. The texts of an app have
entities, which are turned back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from workspace.json_types import JsonObject

_PREFORMATTED = re.compile(r"```\n?(.*?)\n?```", re.S)
_ITEM = re.compile(r"\s*(?:(?P<bullet>[•\-])|\d{1,3}[.)])\s+(?P<words>.*)")
_QUOTE = re.compile(r">\s+(?P<words>.*)")
_STYLES = ("bold", "italic", "strike")
_INLINE = re.compile(
    r"<!date\^(?P<seconds>\d+)\^(?P<form>[^<>|^]+)(?:\^(?P<target>[^<>|]+))?\|(?P<fallback>[^<>]*)>"
    r"|<(?P<sign>[@#!])(?P<ident>[A-Za-z0-9_^.\-]+)(?:\|(?P<label>[^<>]*))?>"
    r"|<(?P<url>(?:https?|mailto):[^<>|\s]+)(?:\|(?P<words>[^<>]*))?>"
    r"|`(?P<code>[^`\n]+)`"
    r"|(?<![\w:/]):(?P<emoji>[+-]1|(?=[0-9_+'-]{0,9}[a-z])[a-z0-9_+'-]{1,60}):(?![\w:])"
    # A mark opens before a word and closes after one, so that "*2/*3" and "5_FU" are words.
    r"|(?<![\w*])\*(?=\S)(?P<bold>[^*\n]+)(?<=\S)\*(?![\w*])"
    r"|(?<!\w)_(?=\S)(?P<italic>[^_\n]+)(?<=\S)_(?!\w)"
    r"|(?<![\w~])~(?=\S)(?P<strike>[^~\n]+)(?<=\S)~(?![\w~])"
)


def rich_text_blocks(text: str, seed: str) -> list[JsonObject]:
    """The block of a typed text, as a list; empty for an empty text. `seed` gives its block id."""
    elements = rich_text_elements(text)
    if not elements:
        return []
    block_id = uuid5(NAMESPACE_URL, f"{seed}:rich_text").hex[:5]
    return [{"type": "rich_text", "block_id": block_id, "elements": elements}]


def rich_text_elements(text: str) -> list[JsonObject]:
    """What the block of a typed text holds; empty for an empty text."""
    return list(_elements(text))


def app_text_blocks(text: str, seed: str) -> list[JsonObject]:
    """The block of a text that the app posted without blocks; empty for an empty text."""
    blocks: list[JsonObject] = _with_signs(rich_text_blocks(text, seed))
    return blocks


def _with_signs(part: Any) -> Any:
    """The same with `&`, `<` and `>` in place of their entities."""
    if isinstance(part, list):
        return [_with_signs(one) for one in part]
    if isinstance(part, dict):
        return {name: _with_signs(one) for name, one in part.items()}
    if not isinstance(part, str):
        return part
    return part.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _elements(text: str) -> Iterator[JsonObject]:
    for number, part in enumerate(_PREFORMATTED.split(text)):
        if number % 2:
            yield {"type": "rich_text_preformatted", "elements": [_text(part, {})]}
        elif part.strip():
            yield from _paragraphs(part.removeprefix("\n").removesuffix("\n"))


def _paragraphs(text: str) -> Iterator[JsonObject]:
    for line_type, group in groupby(text.split("\n"), key=_line_type):
        lines = list(group)
        if line_type in ("bullet", "ordered"):
            items = [_section(match["words"]) for line in lines if (match := _ITEM.match(line))]
            yield {"type": "rich_text_list", "style": line_type, "indent": 0, "elements": items}
        elif line_type == "quote":
            words = "\n".join(match["words"] for line in lines if (match := _QUOTE.match(line)))
            yield {"type": "rich_text_quote", "elements": list(_inline(words, {}))}
        else:
            yield _section("\n".join(lines))


def _line_type(line: str) -> str:
    if _QUOTE.match(line):
        return "quote"
    item = _ITEM.match(line)
    if item is None:
        return "section"
    return "bullet" if item["bullet"] else "ordered"


def _section(words: str) -> JsonObject:
    return {"type": "rich_text_section", "elements": list(_inline(words, {}))}


def _inline(text: str, style: JsonObject) -> Iterator[JsonObject]:
    end = 0
    for match in _INLINE.finditer(text):
        if match.start() > end:
            yield _text(text[end : match.start()], style)
        yield from _markup_elements(match, style)
        end = match.end()
    if end < len(text):
        yield _text(text[end:], style)


def _markup_elements(match: re.Match[str], style: JsonObject) -> Iterator[JsonObject]:
    mark = next((name for name in _STYLES if match[name]), "")
    if mark:
        yield from _inline(match[mark], {**style, mark: True})
    elif match["seconds"]:
        yield _date(match)
    elif match["emoji"]:
        yield {"type": "emoji", "name": match["emoji"]}
    elif match["code"]:
        yield _text(match["code"], {**style, "code": True})
    elif match["url"]:
        label = {"text": match["words"]} if match["words"] else {}
        yield {"type": "link", "url": match["url"], **label}
    else:
        yield _mention(match)


def _mention(match: re.Match[str]) -> JsonObject:
    sign, ident = match["sign"], match["ident"]
    if sign == "@":
        return {"type": "user", "user_id": ident}
    if sign == "#":
        return {"type": "channel", "channel_id": ident}
    if ident.startswith("subteam^"):
        return {"type": "usergroup", "usergroup_id": ident.removeprefix("subteam^")}
    return {"type": "broadcast", "range": ident}


def _date(match: re.Match[str]) -> JsonObject:
    leads_to = {"url": match["target"]} if match["target"] else {}
    when = {"timestamp": int(match["seconds"]), "format": match["form"]}
    return {"type": "date", **when, **leads_to, "fallback": match["fallback"]}


def _text(text: str, style: JsonObject) -> JsonObject:
    return {"type": "text", "text": text, **({"style": style} if style else {})}
