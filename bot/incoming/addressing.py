"""Where an event came from, and which run its message is the question of."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

from agents.turns import View
from bot.db.outbox import SlackAddress
from bot.incoming.payloads.events import Incoming


def run_id_of(team: str, channel: str, ts: str) -> str:
    """The run of the question in this message."""
    return str(uuid5(NAMESPACE_URL, f"curbside:{team}:{channel}:{ts}"))


def own_run_id(incoming: Incoming) -> str:
    """The run of the message of an event; what is said to the message is said under it."""
    return run_id_of(incoming.team, incoming.channel, incoming.ts)


def is_of_run(incoming: Incoming, view: View) -> bool:
    """Whether an event that names a run came from the channel of that run, and its words are there
    still."""
    thread = view.question.thread
    return view.redacted is None and (thread.team, thread.channel) == (
        incoming.team,
        incoming.channel,
    )


def address_of(incoming: Incoming) -> SlackAddress:
    """The thread that is answered in."""
    return SlackAddress(
        team=incoming.team,
        channel=incoming.channel,
        thread_ts=incoming.thread_ts or incoming.ts,
    )
