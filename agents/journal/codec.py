"""The JSON form of what a journal row holds, and back.

A payload is ``{"v": 1, …fields}``. A later version reads the earlier ones in :func:`decode`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from agents.errors import PayloadUnreadable
from agents.journal.entry import Entry, EntryKind
from agents.turns import (
    Abstention,
    Answer,
    Attachment,
    BlindVote,
    BoardDecision,
    Draft,
    Ending,
    Failed,
    FileUse,
    Forked,
    Observation,
    Published,
    Question,
    Redacted,
    Reply,
    Review,
    Signature,
    Steering,
    Stopped,
    Thought,
    Usage,
    Withdrawn,
)

VERSION = 1
"""Version of the form of the rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """What a person added in the thread while the run went on, or after it ended. After
    a gap it lets the run go on."""

    text: str
    by: str
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """The first ``hidden`` steps are folded away; ``summary`` stands for them."""

    summary: str
    hidden: int
    usage: Usage = Usage()
    prompt_sha: str = ""


PayloadValue = (
    Question
    | Addition
    | Steering
    | Forked
    | Thought
    | Observation
    | Compaction
    | Ending
    | Review
    | BlindVote
    | BoardDecision
    | Signature
    | Published
    | FileUse
    | Withdrawn
    | Redacted
)

_KINDS: dict[EntryKind, type[Any]] = {
    "question": Question,
    "fact": Addition,
    "steering": Steering,
    "fork": Forked,
    "thought": Thought,
    "observation": Observation,
    "compaction": Compaction,
    "answer": Answer,
    "reply": Reply,
    "gap": Abstention,
    "stopped": Stopped,
    "failed": Failed,
    "review": Review,
    "blind_vote": BlindVote,
    "decision": BoardDecision,
    "signature": Signature,
    "published": Published,
    "file_use": FileUse,
    "withdrawn": Withdrawn,
    "redacted": Redacted,
}


def kind_of(value: PayloadValue) -> EntryKind:
    """Which kind of row holds such a value."""
    return next(kind for kind, of in _KINDS.items() if type(value) is of)


def encode(value: PayloadValue) -> dict[str, Any]:
    """The payload of a value. Characters that PostgreSQL cannot store become U+FFFD, one for one,
    so that spans keep their places."""
    adapter = _adapter(kind_of(value))
    try:
        written = adapter.dump_json(value)
    except PydanticSerializationError:
        written = b""  # Half a character (a lone surrogate) has no UTF-8.
    if not written or b"\\u0000" in written:
        return {"v": VERSION, **_clean(adapter.dump_python(value, mode="python"))}
    # As JSON and back: that costs a third of looking at each value.
    return {"v": VERSION, **json.loads(written)}


def decode(kind: EntryKind, payload: Mapping[str, Any]) -> PayloadValue:
    """The value of a row. Raises :class:`PayloadUnreadable` for a version that is not known."""
    fields = dict(payload)
    version = fields.pop("v", None)
    if version != VERSION:
        raise PayloadUnreadable(f"kind {kind}, version {version}")
    value: PayloadValue = _adapter(kind).validate_python(fields)
    return _small_talk_of(value, fields) or value


def _small_talk_of(value: PayloadValue, fields: Mapping[str, Any]) -> Reply | Thought | None:
    """Small talk as rows held it before there was :class:`Reply`: a gap with ``aside`` set."""
    gap = fields.get("gap")
    if not isinstance(gap, Mapping) or not gap.get("aside"):
        return None
    reply = Reply(text=gap["detail"])
    return replace(value, gap=None, reply=reply) if isinstance(value, Thought) else reply


def entry_of(
    value: PayloadValue, *, call_id: str = "", latency_ms: int = 0, made_of: Draft | None = None
) -> Entry:
    """The row that holds a value, with what its model calls cost: its own, or those of the draft
    that an ending was made of."""
    usage = getattr(made_of or value, "usage", Usage())
    prompt_sha = getattr(made_of or value, "prompt_sha", "")
    return Entry(
        kind=kind_of(value),
        payload=encode(value),
        call_id=call_id,
        usage=usage,
        prompt_sha=prompt_sha,
        latency_ms=latency_ms,
    )


@cache
def _adapter(kind: EntryKind) -> TypeAdapter[Any]:
    return TypeAdapter(_KINDS[kind])


def _clean(value: Any) -> Any:
    # By type, not by what it may be used as: of one row two hundred values are looked at.
    kind = type(value)
    if kind is str:
        return value if value.isascii() and "\x00" not in value else _clean_text(value)
    if kind is dict:
        return {_clean_text(key): _clean(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [_clean(item) for item in value]
    return value


def _clean_text(text: str) -> str:
    if "\x00" not in text and text.isascii():
        return text
    return "".join("\ufffd" if c == "\x00" or "\ud800" <= c <= "\udfff" else c for c in text)
