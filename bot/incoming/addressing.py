"""Where an event came from, which run its message is the question of, and how only the person whose
event it is gets an answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import NAMESPACE_URL, uuid5

from agents.turns import ThreadKey, View
from bot.db.outbox import Outgoing, SlackAddress
from bot.incoming.payloads.events import Incoming
from bot.rendering.blocks import Block
from bot.rendering.private.ephemeral import ephemeral_messages


def run_id_of(team: str, channel: str, ts: str) -> str:
    """The run of the question in this message."""
    return str(uuid5(NAMESPACE_URL, f"curbside:{team}:{channel}:{ts}"))


def own_run_id(incoming: Incoming) -> str:
    """The run of the message of an event; what is said to the message is said under it."""
    return run_id_of(incoming.team, incoming.channel, incoming.ts)


def is_of_run(incoming: Incoming, view: View) -> bool:
    """Whether an event that names a run came from where its words are shown, and they are there
    still: its channel, the direct messages with the asker, or both."""
    question = view.question
    if view.redacted is not None or question.thread.team != incoming.team:
        return False
    if question.private_in and question.private_in == incoming.channel:
        return True
    return not view.is_private and question.thread.channel == incoming.channel


def as_in_channel(incoming: Incoming, view: View) -> Incoming:
    """What somebody did in their direct messages, as in the channel of the run: there they were
    asked to read its findings."""
    if not incoming.channel.startswith("D") or view.question.thread.channel.startswith("D"):
        return incoming
    return replace(incoming, channel=view.question.thread.channel, direct=False)


def address_of(incoming: Incoming) -> SlackAddress:
    """The thread that is answered in; none for what was pressed in direct messages, where answers
    that went to one person alone begin no threads."""
    is_pressed = incoming.kind in ("action", "form") and incoming.channel.startswith("D")
    is_flat = is_pressed and incoming.thread_ts == incoming.ts
    return SlackAddress(
        team=incoming.team,
        channel=incoming.channel,
        thread_ts="" if is_flat else incoming.thread_ts or incoming.ts,
    )


def below_message(incoming: Incoming, rows: Sequence[Outgoing]) -> list[Outgoing]:
    """What is said on an answer, in the thread of the message that asks for it: a direct message
    begins one of its own, though it be on the answer above it."""
    begins = incoming.kind == "message" and incoming.thread_ts in ("", incoming.ts)
    if not (incoming.direct and begins):
        return list(rows)
    return [replace(row, address=address_of(incoming)) for row in rows]


def thread_of(incoming: Incoming) -> ThreadKey:
    """The thread of an event; a message outside of any begins one."""
    return ThreadKey(incoming.team, incoming.channel, incoming.thread_ts or incoming.ts)


def messages_to_person(
    incoming: Incoming,
    run_id: str,
    blocks: Sequence[Block],
    address: SlackAddress | None = None,
) -> tuple[Outgoing, ...]:
    """What the person of a press or a form sees, and nobody else; in the thread of the event unless
    ``address`` is another place. Each press has messages of its own."""
    press = incoming.event_id.rsplit(":", 1)[-1]
    return ephemeral_messages(
        run_id, address or address_of(incoming), incoming.user, press, list(blocks)
    )
