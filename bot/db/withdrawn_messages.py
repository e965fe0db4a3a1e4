"""Messages of ours that are to go from Slack, since their question was deleted or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.outbox import Outgoing, SlackAddress, put
from bot.db.schema.tables import outbox

REST = "more"
"""What the parts of replies begin with that say the rest of an answer."""
REMOVED: Mapping[str, Any] = {
    "text": "The question was deleted.",
    "blocks": [],
    "plain": "The question was deleted, and what was said to it is taken back.",
    "removed": True,
}
"""The body of a message that is to be deleted; its words are shown where Slack does not delete it.
"""


async def remove(connection: AsyncConnection, run_ids: Sequence[str], *, all_of_them: bool) -> None:
    """Take messages of these runs away, or only those that said the rest of an answer. Their words
    go from the rows, too."""
    wanted = outbox.c.run_id.in_(run_ids) & (outbox.c.operation == "post")
    if not all_of_them:
        wanted &= outbox.c.part.startswith(REST)
    rows = await connection.execute(
        select(outbox.c.key, outbox.c.run_id, outbox.c.seq, outbox.c.part, outbox.c.priority,
               outbox.c.team, outbox.c.channel, outbox.c.thread_ts).where(wanted)
    )  # fmt: skip
    gone = [
        Outgoing(
            run_id=row.run_id,
            seq=row.seq,
            part=row.part,
            address=SlackAddress(team=row.team, channel=row.channel, thread_ts=row.thread_ts),
            body=REMOVED,
            priority=row.priority,
        )
        for row in rows
    ]
    await put(connection, gone)
