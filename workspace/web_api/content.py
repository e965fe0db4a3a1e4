"""What a message is to contain, read from the arguments and held against Slack's limits."""

from __future__ import annotations

import json
from dataclasses import dataclass

from workspace.block_kit import blocks as block_kit
from workspace.errors import refuse
from workspace.model.json_types import JsonObject
from workspace.web_api.arguments import Arguments

LONGEST_TEXT = 40_000
"""Characters; a longer text is cut, with a warning."""
LONGEST_MARKDOWN = 12_000
MOST_ATTACHMENTS = 100
LARGEST_METADATA = 8_000
"""Characters as JSON. Slack documents the error but not the size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Text, blocks and the rest; None for what was not given."""

    text: str | None = None
    blocks: tuple[JsonObject, ...] | None = None
    attachments: tuple[JsonObject, ...] | None = None
    metadata: JsonObject | None = None
    was_cut: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.blocks or self.attachments)

    @property
    def is_given(self) -> bool:
        return any(part is not None for part in (self.text, self.blocks, self.attachments))

    def warnings(self) -> JsonObject:
        if not self.was_cut:
            return {}
        names = ["message_truncated"]
        return {"warning": names[0], "response_metadata": {"warnings": names}}


def read_content(arguments: Arguments, longest: int | None = None) -> Content:
    """The content of a message; refuses what Slack refuses.

    `longest` is the number of characters from which the text is refused with `msg_too_long`.
    """
    text = arguments.text("text") if "text" in arguments else None
    if longest is not None and len(text or "") > longest:
        refuse("msg_too_long")
    blocks = arguments.objects("blocks", "invalid_blocks_format")
    markdown = arguments.text("markdown_text")
    if markdown:
        if text or blocks:
            refuse("markdown_text_conflict")
        if len(markdown) > LONGEST_MARKDOWN:
            refuse("msg_too_long")
        text, blocks = markdown, ({"type": "markdown", "text": markdown},)
    if blocks:
        _check(blocks)
    attachments = arguments.objects("attachments", "invalid_attachments")
    if attachments and len(attachments) > MOST_ATTACHMENTS:
        refuse("too_many_attachments")
    return Content(
        text=text[:LONGEST_TEXT] if text is not None else None,
        blocks=blocks,
        attachments=attachments,
        metadata=_metadata(arguments),
        was_cut=len(text or "") > LONGEST_TEXT,
    )


def _check(blocks: tuple[JsonObject, ...]) -> None:
    problem = block_kit.problem_of(blocks)
    if problem:
        refuse(problem.error, response_metadata={"messages": list(problem.messages)})


def _metadata(arguments: Arguments) -> JsonObject | None:
    value = arguments.structure("metadata", "invalid_metadata_format")
    if value is None:
        return None
    if not isinstance(value, dict):
        refuse("invalid_metadata_format")
    if not value:
        return {}
    if not isinstance(value.get("event_type"), str) or not value["event_type"]:
        refuse("invalid_metadata_format")
    if not isinstance(value.get("event_payload"), dict):
        refuse("invalid_metadata_schema")
    if len(json.dumps(value)) > LARGEST_METADATA:
        refuse("metadata_too_large")
    return value
