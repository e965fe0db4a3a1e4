"""An answer that is being written, as a message that Slack streams. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agents.endings.reviews import citation_number
from agents.turns import View
from bot.db.outbox import STREAM, Outgoing

_HEADING = (
    "**Answer**, being written: every sentence shown was checked. Reply `stop`, and it ends here."
)
_MARKS = re.compile(r"[\\`*_\[\]#|~!]")
_ENTITIES: Mapping[str, str] = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SIGNS = re.compile("[&<>]")


def with_stream(row: Outgoing, view: View) -> Outgoing:
    """The same message with its words as Markdown, if it grows where one person reads it: in a
    channel Slack shows a stream to one reader alone. What it says only gets longer."""
    address = row.address
    if not address.channel.startswith("D") or not address.thread_ts:
        return row
    body: dict[str, Any] = {**row.body, STREAM: _markdown(view)}
    return Outgoing(
        run_id=row.run_id,
        seq=row.seq,
        part=row.part,
        address=address,
        priority=row.priority,
        body=body,
    )


def _markdown(view: View) -> str:
    """The numbers are those of the citations; they are links when the answer is whole."""
    lines = [
        f"- {_literal(item.text)} {_literal(' '.join(map(citation_number, item.keys)))}".rstrip()
        for item in view.drafting
    ]
    return "\n".join([_HEADING, "", *lines])


def _literal(words: str) -> str:
    """Words of a document or a model: no link, mention or formatting comes of them."""
    plain = _SIGNS.sub(lambda found: _ENTITIES[found[0]], " ".join(words.split()))
    return _MARKS.sub(lambda found: f"\\{found[0]}", plain)
