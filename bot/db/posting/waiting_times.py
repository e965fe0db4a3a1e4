"""How long people have waited: for an answer, and for words that are written and not sent."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.queue import QUEUE

# Reactions are no answers. A message that Slack shows, and that a newer revision waits for, has no
# time of its own; it is not counted.
_OLDEST = text(
    """
    select
        (select coalesce(extract(epoch from clock_timestamp() - min(waiting.at)), 0)
         from (
             select received_at as at from inbox where state = 'received'
             union all
             select (select min(at) from procrastinate_events where job_id = job.id)
             from procrastinate_jobs as job
             where job.queue_name = :queue and job.status in ('todo', 'doing')
         ) as waiting) as unanswered,
        (select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)
         from outbox
         where state in ('pending', 'sending', 'unsure') and slack_ts is null
           and operation in ('post', 'ephemeral')) as unsent
    """
)


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds; 0 when nothing waits."""

    unanswered: float
    """Of the oldest event that nobody decided on, or question without an ending."""
    unsent: float
    """Of the oldest message that Slack has not got."""


@dataclass(frozen=True, slots=True)
class LongestWaits:
    """Beyond which something is wrong."""

    unanswered: float
    unsent: float

    def exceeded_by(self, waits: Waits) -> tuple[str, ...]:
        """What has waited too long."""
        found = (
            ("unanswered", waits.unanswered > self.unanswered),
            ("unsent", waits.unsent > self.unsent),
        )
        return tuple(name for name, is_too_long in found if is_too_long)


async def oldest_waits(connection: AsyncConnection) -> Waits:
    """How old the oldest of each is."""
    row = (await connection.execute(_OLDEST, {"queue": QUEUE})).one()
    return Waits(unanswered=float(row.unanswered), unsent=float(row.unsent))
