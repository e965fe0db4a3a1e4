"""The journal: append-only rows of one run. What the model sees is a fold of it.

Rows form a hash chain: ``hash`` covers the row's content and ``prev_hash``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from agents.turns import Usage

EntryKind = Literal[
    "question",
    "fact",
    "steering",
    "fork",
    "thought",
    "observation",
    "compaction",
    "answer",
    "reply",
    "gap",
    "stopped",
    "failed",
    "review",
    "blind_vote",
    "decision",
    "signature",
    "published",
    "file_use",
    "withdrawn",
    "redacted",
]
REDACTED = "redacted"
"""Key of a payload whose words were taken out; its value says which of them."""
ENDINGS: frozenset[str] = frozenset({"answer", "reply", "gap", "stopped", "failed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is to be written: the payload is the JSON form of one value of ``agents.turns``."""

    kind: EntryKind
    payload: Mapping[str, Any]
    call_id: str = ""
    """Unique within (run, kind) where given; writing it again is a no-op."""
    usage: Usage = Usage()
    prompt_sha: str = ""
    latency_ms: int = 0

    @property
    def is_redacted(self) -> bool:
        """Whether its words were taken out."""
        return REDACTED in self.payload


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One written row."""

    run_id: str
    seq: int
    entry: Entry
    at: datetime
    prev_hash: str
    hash: str


@dataclass(frozen=True, slots=True)
class LeaseState:
    """What the holder of a run's lease learns when it reads the lease."""

    stop_requested_by: str | None
    """Who asked for the run to be stopped."""


class Journal(Protocol):
    """One run's rows. One writer at a time: the holder of the run's lease. People may add facts
    and reviews meanwhile."""

    @property
    def last_seq(self) -> int:
        """The newest row that the holder has heard of, from a row of its own or from reading its
        lease: rows up to it may be new to whoever reads the journal."""
        ...

    async def load_after(self, seq: int) -> tuple[Event, ...]:
        """The rows after *seq*, in order; after 0, all of them."""
        ...

    async def append(self, entry: Entry) -> Event:
        """Write a row, durable on return. If the call id was already written for this kind,
        return that row. Raises :class:`agents.errors.LeaseLost`."""
        ...
