"""A file as an event describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.incoming.payloads.slack_text import unescape


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCard:
    """A file as an event describes it, before it is fetched."""

    id: str
    name: str
    mimetype: str
    size: int
    """Bytes, as Slack states them."""
    url: str
    mode: str = ""
    access: str = ""


def file_card(file: Mapping[str, Any]) -> FileCard:
    """A file object of Slack. Its names have entities, as texts have."""
    return FileCard(
        id=str(file.get("id", "")),
        name=unescape(str(file.get("name") or file.get("title") or "file")),
        mimetype=str(file.get("mimetype", "")),
        size=int(file.get("size") or 0),
        url=str(file.get("url_private_download") or file.get("url_private") or ""),
        mode=str(file.get("mode", "")),
        access=str(file.get("file_access", "")),
    )
