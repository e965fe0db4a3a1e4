"""The messages in which waiting questions say their place: each goes when its run begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory import runs
from agents.turns import ThreadKey
from bot.db.outbox import Outgoing, SlackAddress, put
from bot.db.schema.tables import outbox
from bot.db.withdrawn_messages import REMOVED

PART = "waiting"
LABEL = "of"
"""In the body of such a message: which question waits."""
WAIT_SECONDS = 3.0
"""How long a question waits before it says so. Chosen by hand: without a model most answers before
it are there by then."""

WaitingBody = Callable[[str, int], Mapping[str, Any]]
"""The body of a message for a question, by its label and how many are answered before it."""


async def say_place(
    connection: AsyncConnection, thread: ThreadKey, run_id: str, label: str, body: WaitingBody
) -> None:
    """Say how many questions of the thread are answered before a run that was just queued; nothing
    if it is the next."""
    before = [each for each in await runs.live_runs(connection, thread) if each != run_id]
    if before:
        await put(connection, [_message(thread, run_id, body(label, len(before)))])


async def renew_places(
    connection: AsyncConnection, thread: ThreadKey, run_id: str, body: WaitingBody
) -> None:
    """A run has begun: its message goes, and those that still wait say their new place."""
    live = await runs.live_runs(connection, thread)
    places = {each: place for place, each in enumerate(live)}
    keys = [f"{each}:0:{PART}" for each in dict.fromkeys((run_id, *live))]
    found = await connection.execute(
        select(outbox.c.run_id, outbox.c.body).where(outbox.c.key.in_(keys))
    )
    changed = []
    for row in found:
        if LABEL not in row.body:
            continue
        before = 0 if row.run_id == run_id else places.get(row.run_id, 0)
        if before:
            changed.append(_message(thread, row.run_id, body(row.body[LABEL], before)))
        elif not await _never_posted(connection, f"{row.run_id}:0:{PART}"):
            changed.append(_message(thread, row.run_id, REMOVED))
    await put(connection, changed)


async def _never_posted(connection: AsyncConnection, key: str) -> bool:
    """Whether a message was still held back; then it is done without a call to Slack."""
    done = await connection.execute(
        update(outbox)
        .where(outbox.c.key == key, outbox.c.state == "pending", outbox.c.slack_ts.is_(None))
        .values(body=REMOVED, state="sent", sent_revision=outbox.c.revision)
    )
    return bool(done.rowcount)


def _message(thread: ThreadKey, run_id: str, body: Mapping[str, Any]) -> Outgoing:
    return Outgoing(
        run_id=run_id,
        seq=0,
        part=PART,
        address=SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread),
        body=body,
        delay=WAIT_SECONDS,
    )
