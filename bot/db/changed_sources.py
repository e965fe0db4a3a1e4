"""Finds the answers that cite a document which changed since, and notes what a thread was told.
Each function works on the caller's connection."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.checking.documents.later_sources import ChangedSource
from agents.turns import ThreadKey
from bot.db.schema.tables import told_sources
from retrieval.ingestion.staging.later_versions import ChangedDocument

_DAYS = 180
"""How long after an answer its thread is told. Chosen by hand: as long as a case may come back to
a board."""
_CITING = text(
    """
    select distinct runs.number, runs.run_id
    from runs
    join journal on journal.run_id = runs.run_id and journal.kind = 'answer'
    cross join lateral jsonb_array_elements(journal.payload->'citations') as cited
    join unnest(cast(:silos as text[]), cast(:ids as text[]), cast(:moments as timestamptz[]))
      as changed (silo, id, at)
      on changed.silo = cited->'ref'->>'silo' and changed.id = cited->'ref'->>'id'
    where runs.state = 'answer' and runs.redacted_at is null and runs.redact_for is null
      and exists (select from inbox where inbox.run_id = runs.run_id)
      and runs.ended_at < changed.at
      and runs.ended_at > clock_timestamp() - make_interval(days => :days)
    order by runs.number desc
    """
)
_FORGET = text(
    "delete from told_sources where at < clock_timestamp() - make_interval(days => :days)"
)


async def runs_citing(
    connection: AsyncConnection, changed: Sequence[ChangedDocument]
) -> tuple[str, ...]:
    """The runs of threads whose answer was given before one of its documents changed, newest
    first: of several answers in a thread the last is the one at hand."""
    values = {
        "silos": [each.silo for each in changed],
        "ids": [each.id for each in changed],
        "moments": [each.at for each in changed],
        "days": _DAYS,
    }
    return tuple(row.run_id for row in await connection.execute(_CITING, values))


async def note_told(
    connection: AsyncConnection, thread: ThreadKey, changes: Sequence[ChangedSource]
) -> tuple[ChangedSource, ...]:
    """Note that the thread is told of these; those of which it was not told before."""
    rows = [
        {
            "team": thread.team,
            "channel": thread.channel,
            "thread": thread.thread,
            "silo": each.citation.ref.silo,
            "document": each.citation.ref.id,
            "change": each.change,
        }
        for each in changes
    ]
    if not rows:
        return ()
    noted = await connection.execute(
        insert(told_sources)
        .values(rows)
        .on_conflict_do_nothing()
        .returning(told_sources.c.silo, told_sources.c.document)
    )
    new = {(row.silo, row.document) for row in noted}
    return tuple(each for each in changes if (each.citation.ref.silo, each.citation.ref.id) in new)


async def forget_old(connection: AsyncConnection) -> None:
    """Take what no thread is told of any more."""
    await connection.execute(_FORGET, {"days": 2 * _DAYS})
