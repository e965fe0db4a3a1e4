"""Several rows of the outbox as one message in Slack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from bot.db.outbox import RowToSend
from bot.db.posting import joined_posts
from bot.db.taking_over.leader_transactions import leaders_transaction
from bot.rendering.live.joined import how_many_fit, joined_body
from retrieval.sql import Database


class JoinedRows:
    """Joins rows, and tells what their message says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def join(self, keys: Sequence[str], generation: int) -> str:
        """Join as many of the rows as fit in one message, from the first; the key of the row to
        send. Raises :class:`bot.db.taking_over.leader_transactions.LeadershipLost`."""
        async with leaders_transaction(self._database, generation) as connection:
            bodies = await joined_posts.bodies_to_join(connection, keys)
            # None is left out between two others.
            alone = list(takewhile(bodies.__contains__, keys))
            fit = alone[: how_many_fit([bodies[key] for key in alone])]
            if len(fit) > 1:
                await joined_posts.join(connection, fit)
        return fit[-1] if fit else keys[0]

    async def whole(self, row: RowToSend, generation: int) -> RowToSend:
        """The row with all that its message says. Raises
        :class:`bot.db.taking_over.leader_transactions.LeadershipLost`."""
        if row.joined is None:
            return row
        async with leaders_transaction(self._database, generation) as connection:
            post = await joined_posts.read(connection, row.joined)
        if all(body.get("removed") for body in post.bodies):
            return replace(row, joined_mark=post.mark)
        return replace(row, body=joined_body(post.bodies), joined_mark=post.mark)
