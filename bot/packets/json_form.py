"""A packet as JSON, and whether one still agrees with the journal that it was made of. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from agents.endings.json_result import result_object
from agents.endings.reviews import review_object, vote_object
from agents.endings.sign_off import decision_object, sign_off_of
from agents.journal.entry import Event
from agents.journal.folding import fold
from bot.failures.errors import NoPacket
from bot.packets.contents import PacketRun

_VERSION = 1
_LEFT_OUT = ("steps", "usage", "seconds")
"""What ``ask --json`` tells of a run and a packet does not: ``curbside export`` has all of it."""


def write_json(runs: Sequence[PacketRun], made_at: datetime) -> str:
    """All runs, each as ``ask --json`` has it, with marks, decision and the head of its journal."""
    packet = {
        "packet": _VERSION,
        "made_at": made_at.isoformat(),
        "runs": [_run_object(run) for run in runs],
    }
    return json.dumps(packet, ensure_ascii=False, indent=1) + "\n"


def compare_packet(text: bytes, run_id: str, events: Sequence[Event]) -> list[str]:
    """What came of holding a packet against the journal of a run as it was then, a line each; a
    line that has ``CHANGED`` in it tells of a difference. Raises
    :class:`bot.failures.errors.NoPacket`."""
    packed = _packed_run(text, run_id)
    rows, digest = packed["journal"]["rows"], packed["journal"]["hash"]
    then = [event for event in events if event.seq <= rows]
    stands = bool(then) and (then[-1].seq, then[-1].hash) == (rows, digest)
    lines = [f"packet: made of the first {rows} rows: {'stands' if stands else 'CHANGED'}"]
    known = result_object(fold(then), 0)["citations"] if then else []
    for each in packed["citations"]:
        key = each.get("key", "") if isinstance(each, dict) else ""
        lines.append(f"packet: {key}: {'stands' if each in known else 'CHANGED'}")
    return lines


def _packed_run(text: bytes, run_id: str) -> Mapping[str, Any]:
    try:
        runs = {run["run_id"]: run for run in json.loads(text)["runs"]}
        run: Mapping[str, Any] = runs[run_id]
        is_sound = isinstance(run["journal"]["rows"], int) and isinstance(run["citations"], list)
        if not is_sound or not isinstance(run["journal"]["hash"], str):
            raise NoPacket
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NoPacket from None
    return run


def _run_object(run: PacketRun) -> dict[str, Any]:
    view = run.view
    told = result_object(view, view.seconds)
    return {
        **{name: value for name, value in told.items() if name not in _LEFT_OUT},
        "asked_by": view.question.asker,
        "asked_at": next((each.said_at for each in view.said if each.said_at), ""),
        "added": list(view.additions),
        "checked": dict(run.checked),
        "reviews": [review_object(each, view) for each in view.reviews],
        "blind_votes": [vote_object(each) for each in view.votes],
        "sign_off": sign_off_of(view.reviews, view.decided),
        "decision": decision_object(view),
        "journal": {
            "rows": run.head.rows,
            "hash": run.head.hash,
            "chain": run.head.problem or "intact",
        },
    }
