"""Whether a packet in JSON still agrees with the journal that it was made of. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agents.journal.entry import Event
from agents.journal.hash_chain import redacted_rows
from agents.turns import View
from bot.failures.errors import NoPacket
from bot.packets.contents import PacketRun, head_of
from bot.packets.json_form import run_object

Json = Mapping[str, Any]

_NOT_IN_JOURNAL = ("checked", "journal")
"""What a packet tells that no row holds: how the quotes stood on that day, and the chain. Both are
looked at again by whoever compares; how far the journal was is compared by itself."""
_OF_PACKET = {"packet", "made_at", "runs"}


def packed_rows(text: bytes, run_id: str) -> int:
    """How many rows the journal had when the packet was made. Raises :class:`NoPacket`."""
    rows: int = _packed_run(text, run_id)["journal"]["rows"]
    return rows


def compare_packet(text: bytes, run_id: str, then: Sequence[Event], view: View | None) -> list[str]:
    """What came of holding a packet against the rows of a journal as it was then, and the view of
    them (none without any), a line each; a line that has ``CHANGED`` in it tells of a difference.
    Raises :class:`bot.failures.errors.NoPacket`."""
    packed = _packed_run(text, run_id)
    rows, digest = packed["journal"]["rows"], packed["journal"]["hash"]
    stands = bool(then) and (then[-1].seq, then[-1].hash) == (rows, digest)
    lines = [f"packet: made of the first {rows} rows: {'stands' if stands else 'CHANGED'}"]
    if redacted := redacted_rows(then):
        return [*lines, f"packet: {redacted} of these rows are redacted: words are not compared"]
    known: Json = {}
    if view is not None:
        known = _as_read(run_object(PacketRun(view=view, head=head_of(then))))
    return [*lines, *_quote_lines(packed, known), *_other_lines(packed, known), *_around(text)]


def _quote_lines(packed: Json, known: Json) -> Iterator[str]:
    """A line for each quote of the packet, and for each of the run that it leaves out."""
    cited = known.get("citations", [])
    for each in packed["citations"]:
        key = each.get("key", "") if isinstance(each, dict) else ""
        yield f"packet: {key}: {'stands' if each in cited else 'CHANGED'}"
    told = [each.get("key") for each in packed["citations"] if isinstance(each, dict)]
    yield from (
        f"packet: {each['key']}: CHANGED, it is left out"
        for each in cited
        if each["key"] not in told
    )


def _other_lines(packed: Json, known: Json) -> Iterator[str]:
    """A line for each key beside the quotes that says something else than the journal."""
    compared = [
        name
        for name in dict.fromkeys((*known, *packed))
        if name not in ("citations", *_NOT_IN_JOURNAL)
    ]
    changed = [
        name
        for name in compared
        if (name in packed) != (name in known) or packed.get(name) != known.get(name)
    ]
    yield from (f"packet: {name}: CHANGED" for name in changed)
    if not changed:
        yield f"packet: its {len(compared)} other keys, the answer among them: stands"


def _around(text: bytes) -> Iterator[str]:
    """What stands in the file around the run."""
    packet = json.loads(text)
    strange = sorted(packet.keys() - _OF_PACKET)
    yield from (f"packet: {name}: CHANGED, no packet has it" for name in strange)
    if more := len(packet["runs"]) - 1:
        yield f"packet: {more} more in this file: give the id of each to compare it, too"
    yield "packet: `made_at` and `checked` are in no journal and are not compared"


def _packed_run(text: bytes, run_id: str) -> Json:
    try:
        found = [
            run
            for run in json.loads(text, object_pairs_hook=_without_doubles)["runs"]
            if run["run_id"] == run_id
        ]
        (run,) = found
        is_sound = isinstance(run["journal"]["rows"], int) and isinstance(run["citations"], list)
        if not is_sound or not isinstance(run["journal"]["hash"], str):
            raise NoPacket
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoPacket from None
    sound: Json = run
    return sound


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that is given twice would show a reader one value and us the other."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise NoPacket
    return read


def _as_read(value: Any) -> Json:
    read: Json = json.loads(json.dumps(value))
    return read
