"""The hash chain over the rows of a journal: changing, dropping or adding a row breaks it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from agents.journal.entry import Entry, Event


@dataclass(frozen=True, slots=True)
class ChainBreak:
    """Where a journal does not hold together, and why."""

    seq: int
    reason: str


def row_hash(run_id: str, seq: int, entry: Entry, at: datetime, prev_hash: str) -> str:
    """SHA-256 over everything that a row says and the hash before it."""
    usage = entry.usage
    content = [
        run_id,
        seq,
        entry.kind,
        entry.call_id,
        entry.payload,
        [
            usage.model,
            usage.input_tokens,
            usage.output_tokens,
            usage.input_price_usd,
            usage.output_price_usd,
            # Older rows were hashed without, and hold none.
            *((usage.cached_tokens, usage.cached_price_usd) if usage.cached_tokens else ()),
        ],
        entry.prompt_sha,
        entry.latency_ms,
        at.astimezone(UTC).isoformat(timespec="microseconds"),
        prev_hash,
    ]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def verify_chain(events: Sequence[Event]) -> ChainBreak | None:
    """The first row that does not fit, or None when the whole journal of a run holds together."""
    prev_hash = ""
    for seq, event in enumerate(events, start=1):
        if event.seq != seq:
            return ChainBreak(seq, "a row is missing or out of place")
        if event.prev_hash != prev_hash:
            return ChainBreak(seq, "the row does not follow the one before it")
        if event.hash != row_hash(event.run_id, seq, event.entry, event.at, prev_hash):
            return ChainBreak(seq, "the row was changed after it was written")
        prev_hash = event.hash
    return None
