"""What is kept of a run's messages in Slack, compared with its journal. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agents.journal.copies import told_facts
from agents.journal.entry import Event

COMPARED = ("step", "answer")
"""The parts whose words are all of the journal; a part may have a number behind its name."""
_LINK = re.compile(r"<https?://[^|>]{0,2000}\|?")
_BOLD = re.compile(r"[*_]")
_NOT_READ = frozenset({"metadata", "value", "action_id", "block_id", "url", "image_url"})
"""Fields of a message that nobody reads."""
_NAMED = 3
"""Numbers and names of a message that are told. Chosen by hand."""


def changed_messages(
    events: Sequence[Event], bodies: Mapping[str, Mapping[str, Any]]
) -> tuple[str, ...]:
    """What the messages, by key, say in numbers and names that no row of the journal says, a
    sentence each. Words between them differ from version to version."""
    payloads = [json.dumps(each.entry.payload, ensure_ascii=False) for each in events]
    written = told_facts("\n".join(payloads))
    changes = []
    for key, body in bodies.items():
        text = _LINK.sub(" ", "\n".join(_texts(body)))
        others = sorted(told_facts(_BOLD.sub(" ", text)) - written)
        if others:
            named = ", ".join(others[:_NAMED])
            changes.append(f"the message {key} says what no row says: {named}")
    return tuple(changes)


def _texts(part: Any) -> Iterator[str]:
    """The texts of a message that are read."""
    if isinstance(part, Mapping):
        for name, value in part.items():
            if isinstance(value, str) and name in ("text", "title"):
                yield value
            elif name not in _NOT_READ:
                yield from _texts(value)
    elif isinstance(part, list):
        for each in part:
            yield from _texts(each)
