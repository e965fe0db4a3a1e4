"""Which channels want a digest of marks, up to when each was told, and what was marked since. Each
function works on the caller's connection."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.entry import REDACTED
from agents.memory.tables import journal, runs
from bot.db.channels.choices import HowOften
from bot.db.outbox import SlackAddress
from bot.db.schema.tables import digests, inbox, outbox

_WANTED = """
    select team, channel, chosen->>'digest' as how_often from channel_settings
    where chosen->>'digest' is not null
    """
_CHOSEN = """
    select max(at) from channel_setting_changes as each
    where (each.team, each.channel) = (wanted.team, wanted.channel)
    and setting = 'digest' and coalesce(before, 'null') = 'null'
    """
_BEGIN = text(
    "insert into digests (team, channel, told_until)"  # noqa: S608 - ours
    f" select team, channel, coalesce(({_CHOSEN}), now()) from ({_WANTED}) as wanted"
    " on conflict do nothing"
)
_END = text(
    f"delete from digests where (team, channel) not in (select team, channel from ({_WANTED}) as w)"  # noqa: S608 - ours
)
_FIND = text(
    f"select wanted.*, told_until from ({_WANTED}) as wanted join digests using (team, channel)"  # noqa: S608 - ours
)
_MOST_MARKED = 500
"""Marked answers that one digest looks at. Chosen by hand: more than a team marks in a week."""
_ANSWER = "^answer(-r[0-9]+)?$"
"""Parts of the first messages of an answer; a run that went on says another one below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedDigest:
    """A channel that wants a digest."""

    team: str
    channel: str
    how_often: HowOften
    told_until: datetime
    """What was marked before has been told."""


@dataclass(frozen=True, slots=True)
class MarkedRun:
    """A run that somebody marked, and where its answer stands."""

    run_id: str
    address: SlackAddress
    ts: str
    """Of the message with the answer; of its question if that is not in Slack."""


async def wanted_digests(connection: AsyncConnection) -> tuple[WantedDigest, ...]:
    """The channels that want one now. Who has just chosen it is told of what was marked from that
    choice on."""
    await connection.execute(_END)
    await connection.execute(_BEGIN)
    rows = await connection.execute(_FIND)
    return tuple(
        WantedDigest(
            team=row.team,
            channel=row.channel,
            how_often=cast("HowOften", row.how_often),
            told_until=row.told_until,
        )
        for row in rows
    )


async def marked_channels(
    connection: AsyncConnection, digest: WantedDigest, until: datetime
) -> frozenset[str]:
    """The channels of the workspace in which anything was marked since the last digest and before
    this moment."""
    found = await connection.scalars(
        select(runs.c.channel).where(*_are_marked(digest, until)).distinct()
    )
    return frozenset(found)


async def marked_runs(
    connection: AsyncConnection, digest: WantedDigest, until: datetime, channels: Collection[str]
) -> tuple[MarkedRun, ...]:
    """The runs in these channels of which anything was marked since the last digest and before
    this moment, in the order of their channels and questions."""
    answer = (
        select(outbox.c.slack_ts)
        .where(outbox.c.run_id == runs.c.run_id, outbox.c.channel == runs.c.channel)
        .where(outbox.c.part.regexp_match(_ANSWER), outbox.c.slack_ts.is_not(None))
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    asked = (
        select(inbox.c.message_ts)
        .where(inbox.c.run_id == runs.c.run_id, inbox.c.message_ts.is_not(None))
        .order_by(inbox.c.id)
        .limit(1)
    )
    ts = func.coalesce(answer.scalar_subquery(), asked.scalar_subquery(), runs.c.thread)
    found = await connection.execute(
        select(runs.c.run_id, runs.c.team, runs.c.channel, runs.c.thread, ts.label("ts"))
        .where(*_are_marked(digest, until), runs.c.channel.in_(channels))
        .order_by(runs.c.channel, runs.c.number)
        .limit(_MOST_MARKED)
    )
    return tuple(
        MarkedRun(
            row.run_id,
            SlackAddress(team=row.team, channel=row.channel, thread_ts=row.thread),
            row.ts,
        )
        for row in found
    )


def _are_marked(digest: WantedDigest, until: datetime) -> tuple[Any, ...]:
    marked = (
        select(journal.c.run_id)
        .where(journal.c.kind == "review", ~journal.c.payload.has_key(REDACTED))
        .where(journal.c.at > digest.told_until, journal.c.at <= until)
    )
    return (
        runs.c.team == digest.team,
        runs.c.run_id.in_(marked),
        runs.c.redacted_at.is_(None),
        runs.c.redact_for.is_(None),
    )


async def note_told(connection: AsyncConnection, digest: WantedDigest, until: datetime) -> bool:
    """Note that the channel is told up to this moment; False if another process has done so."""
    noted = await connection.execute(
        update(digests)
        .where(digests.c.team == digest.team, digests.c.channel == digest.channel)
        .where(digests.c.told_until == digest.told_until)
        .values(told_until=until)
    )
    return noted.rowcount == 1
