"""The content of a message, read from the arguments of a call and checked against Slack's limits.

The limits of text and attachments: docs.slack.dev/reference/methods/chat.postMessage.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from workspace.block_kit.blocks import MAX_MARKDOWN, check_blocks
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.messages import pictures_in
from workspace.web_api.arguments import Arguments
from workspace.web_api.call import ApiCall

MAX_TEXT = 40_000
"""Characters; a longer text is cut, with a warning."""
MAX_ATTACHMENTS = 100
MAX_METADATA = 8_000
"""Characters as JSON. Slack documents the error but not the size; chosen by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Text, blocks and the rest; None for what was not given."""

    text: str | None = None
    blocks: tuple[JsonObject, ...] | None = None
    attachments: tuple[JsonObject, ...] | None = None
    metadata: JsonObject | None = None
    is_truncated: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.blocks or self.attachments)

    @property
    def has_any_part(self) -> bool:
        return any(part is not None for part in (self.text, self.blocks, self.attachments))

    def warnings(self) -> JsonObject:
        if not self.is_truncated:
            return {}
        names = ["message_truncated"]
        return {"warning": names[0], "response_metadata": {"warnings": names}}


def read_content(call: ApiCall, max_text: int | None = None) -> Content:
    """The content of a message; refuses what Slack refuses.

    `max_text`: refuse a text of more characters with `msg_too_long`; None cuts it at `MAX_TEXT`.
    """
    arguments = call.arguments
    text = arguments.text("text") if "text" in arguments else None
    if max_text is not None and len(text or "") > max_text:
        refuse("msg_too_long")
    blocks = arguments.objects("blocks", "invalid_blocks_format")
    markdown = arguments.text("markdown_text")
    if markdown:
        if text or blocks:
            refuse("markdown_text_conflict")
        if len(markdown) > MAX_MARKDOWN:
            refuse("msg_too_long")
        text, blocks = markdown, ({"type": "markdown", "text": markdown},)
    if blocks:
        require_valid_blocks(blocks)
        _require_pictures(call, blocks)
    attachments = arguments.objects("attachments", "invalid_attachments")
    if attachments and len(attachments) > MAX_ATTACHMENTS:
        refuse("too_many_attachments")
    return Content(
        text=text[:MAX_TEXT] if text is not None else None,
        blocks=blocks,
        attachments=attachments,
        metadata=read_metadata(arguments),
        is_truncated=len(text or "") > MAX_TEXT,
    )


def require_valid_blocks(blocks: tuple[JsonObject, ...]) -> None:
    """Refuse what Slack would refuse about the blocks of a message."""
    problem = check_blocks(blocks)
    if problem:
        refuse(problem.error, response_metadata={"messages": list(problem.messages)})


def _require_pictures(call: ApiCall, blocks: tuple[JsonObject, ...]) -> None:
    """Every file that the blocks show is a picture that the app may see, and complete."""
    files = call.workspace.files
    for pointer, file_id in pictures_in(list(blocks)):
        if not files.can_be_pictured(file_id, call.app.user):
            line = f"[ERROR] invalid slack file [json-pointer:{pointer}]"
            refuse("invalid_blocks", response_metadata={"messages": [line]})


def read_metadata(arguments: Arguments) -> JsonObject | None:
    """The metadata that is given; None for none."""
    value = arguments.json_value("metadata", "invalid_metadata_format")
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
    if len(json.dumps(value)) > MAX_METADATA:
        refuse("metadata_too_large")
    return value
