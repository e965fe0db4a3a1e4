"""A packet as JSON. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from agents.endings.json_result import result_object
from agents.endings.reviews import review_object, vote_object
from agents.endings.sign_off import decision_object, sign_off_of
from bot.packets.contents import PacketRun

_VERSION = 1
_LEFT_OUT = ("steps", "usage", "seconds")
"""What ``ask --json`` tells of a run and a packet does not: ``curbside export`` has all of it."""


def write_json(runs: Sequence[PacketRun], made_at: datetime) -> str:
    """All runs, each as ``ask --json`` has it, with marks, decision and the head of its journal."""
    packet = {
        "packet": _VERSION,
        "made_at": made_at.isoformat(),
        "runs": [run_object(run) for run in runs],
    }
    return json.dumps(packet, ensure_ascii=False, indent=1) + "\n"


def run_object(run: PacketRun) -> dict[str, Any]:
    """One run as its packet has it."""
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
