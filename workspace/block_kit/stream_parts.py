"""What a streamed message is made of: chunks come in, blocks come out. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from workspace.block_kit.blocks import MAX_MARKDOWN
from workspace.errors import refuse
from workspace.json_types import JsonObject

DisplayMode = Literal["timeline", "plan", "dense"]
MAX_STRING = 256
"""Characters of a string of a chunk other than `markdown_text` (docs.slack.dev; a probe of others
found longer ones taken, github.com/vercel/chat/issues/886)."""
MAX_TEXT = 40_000
"""Characters of all of a streamed message. Chosen by hand: what a posted text may have."""
_STATUSES = ("pending", "in_progress", "complete", "error")
_STRINGS = ("title", "details", "output")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamParts:
    """All that was streamed so far, in order."""

    parts: tuple[JsonObject, ...] = ()
    plan_title: str = ""

    @property
    def text(self) -> str:
        return "".join(part["text"] for part in self.parts if part["type"] == "markdown_text")

    def with_chunks(self, chunks: Sequence[JsonObject]) -> StreamParts:
        """With these chunks, which were checked: text continues text, a task replaces itself."""
        parts, title = list(self.parts), self.plan_title
        for chunk in chunks:
            kind = chunk["type"]
            if kind == "plan_update":
                title = chunk["title"]
            elif kind == "markdown_text" and parts and parts[-1]["type"] == kind:
                parts[-1] = {**parts[-1], "text": parts[-1]["text"] + chunk["text"]}
            elif (place := _place_of_task(parts, chunk)) is not None:
                parts[place] = {**parts[place], **chunk}
            else:
                parts.append(dict(chunk))
        return replace(self, parts=tuple(parts), plan_title=title)

    def blocks(self, mode: DisplayMode) -> list[JsonObject]:
        """As a message shows them: tasks where they came, or all in a plan where the first came."""
        shown: list[JsonObject] = []
        tasks = [_task_card(part) for part in self.parts if part["type"] == "task_update"]
        for part in self.parts:
            if part["type"] == "markdown_text":
                text = part["text"]
                starts = range(0, len(text), MAX_MARKDOWN)
                shown += [
                    {"type": "markdown", "text": text[at : at + MAX_MARKDOWN]} for at in starts
                ]
            elif part["type"] == "blocks":
                shown += part["blocks"]
            elif mode != "plan":
                shown.append(_task_card(part))
            elif tasks:
                title = self.plan_title or tasks[-1]["title"]
                shown.append({"type": "plan", "title": title, "tasks": tasks})
                tasks = []
        return shown


def check_chunks(chunks: Sequence[object]) -> tuple[JsonObject, ...]:
    """The chunks; refuses with `invalid_chunks` what Slack's four kinds do not allow."""
    return tuple(_check_chunk(chunk) for chunk in chunks)


def _check_chunk(chunk: object) -> JsonObject:
    if not isinstance(chunk, dict):
        refuse("invalid_chunks")
    is_sound = {
        "markdown_text": lambda: _is_text(chunk.get("text"), MAX_MARKDOWN),
        "plan_update": lambda: _is_text(chunk.get("title"), MAX_STRING),
        "task_update": lambda: _is_task(chunk),
        "blocks": lambda: isinstance(chunk.get("blocks"), list) and bool(chunk["blocks"]),
    }.get(str(chunk.get("type")))
    return chunk if is_sound is not None and is_sound() else refuse("invalid_chunks")


def _is_task(chunk: Mapping[str, object]) -> bool:
    strings = [chunk[name] for name in _STRINGS if chunk.get(name) is not None]
    return (
        _is_text(chunk.get("id"), MAX_STRING)
        and _is_text(chunk.get("title"), MAX_STRING)
        and all(isinstance(each, str) and len(each) <= MAX_STRING for each in strings)
        and chunk.get("status") in _STATUSES
    )


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= most


def _place_of_task(parts: Sequence[JsonObject], chunk: JsonObject) -> int | None:
    if chunk["type"] != "task_update":
        return None
    same = (at for at, part in enumerate(parts) if part.get("id") == chunk["id"])
    return next(same, None)


def _task_card(part: JsonObject) -> JsonObject:
    card: JsonObject = {"type": "task_card", "task_id": part["id"], "title": part["title"]}
    card["status"] = part["status"]
    for name in ("details", "output"):
        if part.get(name):
            card[name] = _rich_text(part[name])
    if part.get("sources"):
        card["sources"] = part["sources"]
    return card


def _rich_text(text: str) -> JsonObject:
    """The words as the block that a task card shows."""
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [section]}
