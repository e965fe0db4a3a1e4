"""Whether a packet in JSON still agrees with the journal that it was made of. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class PackedRun:
    """A run as a packet in JSON has it, and what stands around it in the file."""

    run: Json
    strange: tuple[str, ...]
    """Keys beside the runs that no packet has."""
    more: int
    """Other runs in the file."""

    @property
    def rows(self) -> int:
        """How many rows the journal had when the packet was made."""
        rows: int = self.run["journal"]["rows"]
        return rows


def read_packet(text: bytes, run_id: str) -> PackedRun:
    """The run in a packet. Raises :class:`bot.failures.errors.NoPacket`."""
    try:
        packet = json.loads(text, object_pairs_hook=_without_doubles)
        (run,) = [each for each in packet["runs"] if each["run_id"] == run_id]
        is_sound = isinstance(run["journal"]["rows"], int) and isinstance(run["citations"], list)
        if not is_sound or not isinstance(run["journal"]["hash"], str):
            raise NoPacket
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoPacket from None
    strange = tuple(sorted(packet.keys() - _OF_PACKET))
    return PackedRun(run, strange, more=len(packet["runs"]) - 1)


def compare_packet(packed: PackedRun, then: Sequence[Event], view: View | None) -> list[str]:
    """What came of holding a packet against the rows of a journal as it was then, and the view of
    them (none without any), a line each; a line that has ``CHANGED`` in it tells of a
    difference."""
    rows, run = packed.rows, packed.run
    stands = bool(then) and (then[-1].seq, then[-1].hash) == (rows, run["journal"]["hash"])
    lines = [f"packet: made of the first {rows} rows: {'stands' if stands else 'CHANGED'}"]
    if redacted := redacted_rows(then):
        return [*lines, f"packet: {redacted} of these rows are redacted: words are not compared"]
    known: Json = {}
    if view is not None:
        known = _as_read(run_object(PacketRun(view=view, head=head_of(then))))
    return [*lines, *_quote_lines(run, known), *_other_lines(run, known), *_around(packed)]


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


def _around(packed: PackedRun) -> Iterator[str]:
    """What stands in the file around the run."""
    yield from (f"packet: {name}: CHANGED, no packet has it" for name in packed.strange)
    if packed.more:
        yield f"packet: {packed.more} more in this file: give the id of each to compare it, too"
    yield "packet: `made_at` and `checked` are in no journal and are not compared"


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that is given twice would show a reader one value and us the other."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise NoPacket
    return read


def _as_read(value: Any) -> Json:
    read: Json = json.loads(json.dumps(value))
    return read
