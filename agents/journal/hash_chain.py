"""The hash chain over the rows of a journal: changing, dropping or adding a row breaks it. A row
whose words were taken out keeps its hash and needs a later row that notes what is left of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from agents.journal.codec import decode
from agents.journal.entry import Entry, Event
from agents.journal.redaction import hides_only
from agents.turns import Redacted, RedactedRow


@dataclass(frozen=True, slots=True)
class ChainBreak:
    """Where a journal does not hold together, and why."""

    seq: int
    reason: str


def canonical(value: object) -> str:
    """JSON of which there is one wording."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def row_hash(
    run_id: str, seq: int, entry: Entry, at: datetime, prev_hash: str, payload: str = ""
) -> str:
    """SHA-256 over everything that a row says and the hash before it. ``payload``: the canonical
    one of the entry, where it is at hand."""
    usage = entry.usage
    cost = [
        usage.model,
        usage.input_tokens,
        usage.output_tokens,
        usage.input_price_usd,
        usage.output_price_usd,
        # Older rows were hashed without, and hold none.
        *((usage.cached_tokens, usage.cached_price_usd) if usage.cached_tokens else ()),
    ]
    written_at = at.astimezone(UTC).isoformat(timespec="microseconds")
    first = canonical([run_id, seq, entry.kind, entry.call_id])
    last = canonical([cost, entry.prompt_sha, entry.latency_ms, written_at, prev_hash])
    # One list: the payload, the longest of it, need not be written twice for one row.
    text = f"{first[:-1]},{payload or canonical(entry.payload)},{last[1:]}"
    return hashlib.sha256(text.encode()).hexdigest()


def verify_chain(events: Sequence[Event]) -> ChainBreak | None:
    """The first row that does not fit, or None when the whole journal of a run holds together. A
    redacted row fits when a later row notes what is left of it, and adds nothing."""
    noted = _noted_redactions(events)
    prev_hash = ""
    for seq, event in enumerate(events, start=1):
        if event.seq != seq:
            return ChainBreak(seq, "a row is missing or out of place")
        if event.prev_hash != prev_hash:
            return ChainBreak(seq, "the row does not follow the one before it")
        if reason := _problem_with(event, noted):
            return ChainBreak(seq, reason)
        prev_hash = event.hash
    return None


def hash_as_it_stands(event: Event) -> str:
    """The hash of what a row says now; its own unless it was redacted or changed."""
    return row_hash(event.run_id, event.seq, event.entry, event.at, event.prev_hash)


def _problem_with(event: Event, noted: Mapping[int, tuple[int, str]]) -> str:
    """Why a row does not fit to its hash; empty if it does."""
    stands = hash_as_it_stands(event)
    if stands == event.hash:
        return ""
    if not event.entry.is_redacted:
        return "the row was changed after it was written"
    by, as_noted = noted.get(event.seq, (0, ""))
    if by <= event.seq:
        return "the row says that it was redacted, and no later row notes that"
    if as_noted != stands or not hides_only(event.entry):
        return "the row was changed after it was redacted"
    return ""


def _noted_redactions(events: Sequence[Event]) -> Mapping[int, tuple[int, str]]:
    """Of each redacted row the newest row that notes it, and the hash that this one gives it."""
    noted: dict[int, tuple[int, str]] = {}
    for event in events:
        if event.entry.kind == "redacted":
            value = decode("redacted", event.entry.payload)
            assert isinstance(value, Redacted)
            noted |= {row.seq: (event.seq, row.hash) for row in value.rows}
    return noted


def rows_to_note(events: Sequence[Event]) -> tuple[RedactedRow, ...]:
    """The redacted rows of a journal of which no row notes what is left of them now."""
    noted = _noted_redactions(events)
    return tuple(
        RedactedRow(seq=event.seq, hash=stands)
        for event in events
        if event.entry.is_redacted
        and (stands := hash_as_it_stands(event)) != noted.get(event.seq, (0, ""))[1]
    )


def redacted_rows(events: Sequence[Event]) -> int:
    """How many rows of a journal are without words or files that they had."""
    return sum(event.entry.is_redacted for event in events)
