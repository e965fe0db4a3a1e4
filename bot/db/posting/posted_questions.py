"""A question that we post for somebody becomes an event of its own once Slack has the message: only
then is there a message to answer. Each function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db import inbox
from bot.db.inbox import ABOUT, POSTED, Arrival
from bot.db.outbox import RowToSend
from bot.db.posting import delivery
from bot.db.schema.tables import outbox as rows

OPENS = "opens"
"""Key of the body of a message that is somebody's question: who asks, and in which words."""
_PART = "asked"


def asked_by(asker: str, question: str) -> Mapping[str, Any]:
    """What the body of a message says that is this person's question."""
    return {OPENS: {"asker": asker, "question": question}}


async def mark_sent(
    connection: AsyncConnection, row: RowToSend, revision: int, ts: str, generation: int
) -> None:
    """Slack has the message, and its question waits to be routed."""
    await delivery.mark_sent(connection, row.key, revision, ts, generation)
    address, asked = row.address, row.body[OPENS]
    event_id, thread_ts = f"posted:{row.key}", address.thread_ts or ts
    payload = {
        "type": POSTED, "event_id": event_id, "team_id": address.team, "channel": address.channel,
        "ts": ts, "thread_ts": thread_ts, "user": asked["asker"], "question": asked["question"],
        "key": row.key, ABOUT: {"kind": "posted", "ts": ts},
    }  # fmt: skip
    arrival = Arrival(
        event_id=event_id,
        team=address.team,
        channel=address.channel,
        sender=asked["asker"],
        payload=payload,
        message_ts=ts,
        thread_ts=thread_ts,
    )
    await inbox.store(connection, arrival)


async def give_to_run(connection: AsyncConnection, key: str, run_id: str) -> None:
    """The message belongs to the run from now on, and goes when the run is forgotten or its
    question deleted."""
    await connection.execute(
        update(rows)
        .where(rows.c.key == key)
        .values(
            key=f"{run_id}:0:{_PART}",
            run_id=run_id,
            seq=0,
            part=_PART,
            body=rows.c.body.op("-")(OPENS),
        )
    )
