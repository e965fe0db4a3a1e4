"""How old what is stored may become, and what is older than that.

Each kind has its own age; what has none is kept until somebody has it forgotten. Rows of runs are
not deleted but redacted, so that what is left of a journal still verifies; what is left goes by an
age of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import TextClause, delete, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.redactions import forget_files, mark
from agents.memory.tables import journal, runs, turns
from bot.db.keeping.redacting import redact_marked
from bot.db.schema.tables import inbox, outbox, run_files
from retrieval.sql import Database

KeptData = Literal["journals", "files", "turns", "messages", "events", "traces"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ages:
    """Days for which each kind is kept; None means without end."""

    journals: int | None = None
    """The words of runs, after their end."""
    files: int | None = None
    """The texts of attached files, after they came."""
    turns: int | None = None
    """Question and answer for follow-ups, after the answer."""
    messages: int | None = None
    """Our copies of messages, after Slack had them."""
    events: int | None = None
    """What is known of events that were decided on: ids, times, decisions."""
    traces: int | None = None
    """What is left of runs without words, after these went."""

    def of(self, kind: KeptData) -> int | None:
        """The age of one kind."""
        days: int | None = getattr(self, kind)
        return days


KINDS: tuple[KeptData, ...] = get_args(KeptData)
_JOURNALS = text(
    """
    select run_id from runs left join channel_settings using (team, channel)
    where state <> 'open' and redacted_at is null and ended_at < clock_timestamp()
        - make_interval(days => least(cast(:days as int), cast(chosen->>'keep_days' as int)))
    """
)
_FILES = text(
    """
    select distinct run_id from journal where kind in ('question', 'fact')
    and payload->'attachments' <> '[]'::jsonb and not payload ? 'redacted'
    and jsonb_path_exists(payload, '$.attachments[*].text ? (@ <> "")')
    and at < clock_timestamp() - make_interval(days => :days)
    """
)
_TRACES = text(
    """
    select run_id from runs where redacted_at < clock_timestamp() - make_interval(days => :days)
    and not exists (select from runs as fork where fork.forked_from = runs.run_id)
    """
)
_FOUND: Mapping[KeptData, TextClause] = {
    "journals": _JOURNALS,
    "files": _FILES,
    "traces": _TRACES,
    "turns": text(
        """
        select run_id from turns where at < clock_timestamp() - make_interval(days => :days)
        """
    ),
    "messages": text(
        """
        select key from outbox where operation in ('post', 'ephemeral')
        and state in ('sent', 'failed') and body <> '{}'
        and coalesce(sent_at, created_at) < clock_timestamp() - make_interval(days => :days)
        """
    ),
    # Those of a run are kept as long as its words: an edit or a deletion is told by them.
    "events": text(
        """
        select id from inbox where state = 'routed'
        and routed_at < clock_timestamp() - make_interval(days => :days)
        and not exists (select from runs
                        where runs.run_id = inbox.run_id and runs.redacted_at is null)
        """
    ),
}
"""What of each kind is older than its age."""
_LEFT_OF_MESSAGES = text(
    """
    delete from outbox where state in ('sent', 'failed')
    and coalesce(sent_at, created_at) < clock_timestamp() - make_interval(days => :days)
    and not exists (select from runs
                    where runs.run_id = outbox.run_id and runs.redacted_at is null)
    """
)
_EPHEMERAL_MINUTES = 60
"""After which our copy of what one person was shown is emptied: Slack cannot change it, so nothing
is ever made of it again. Chosen by hand."""
_SHOWN = text(
    """
    update outbox set body = '{}'
    where operation in ('ephemeral', 'home') and state in ('sent', 'failed')
    and body <> '{}' and created_at < clock_timestamp() - make_interval(mins => :minutes)
    """
)


async def older_than(database: Database, ages: Ages) -> Mapping[KeptData, int]:
    """How much of each kind that has an age is older. Changes nothing."""
    async with database.statements() as connection:
        return {
            kind: len(await _find(connection, kind, days))
            for kind in KINDS
            if (days := ages.of(kind)) is not None or kind == "journals"
        }


async def take_old(database: Database, ages: Ages) -> Mapping[KeptData, int]:
    """Take what is older, and what is marked to be forgotten; how much of each kind was due."""
    due: dict[KeptData, int] = {}
    for kind in KINDS:
        if (days := ages.of(kind)) is not None or kind == "journals":
            due[kind] = await _take(database, kind, days)
    async with database.statements() as connection:
        await connection.execute(_SHOWN, {"minutes": _EPHEMERAL_MINUTES})
    await redact_marked(database)
    return due


async def _take(database: Database, kind: KeptData, days: int | None) -> int:
    async with database.statements() as connection:
        found = await _find(connection, kind, days)
    # Nearly always nothing is due, which takes one round trip then.
    if found:
        async with database.transaction() as connection:
            await _take_found(connection, kind, found)
    if kind == "events":
        async with database.statements() as connection:
            await connection.execute(_LEFT_OF_MESSAGES, {"days": days})
    if kind == "files":
        await _forget_files(database, found)
    return len(found)


async def _take_found(connection: AsyncConnection, kind: KeptData, found: Sequence[Any]) -> None:
    match kind:
        case "journals":
            await mark(connection, found, "age")
        case "turns":
            await connection.execute(delete(turns).where(turns.c.run_id.in_(found)))
        case "messages":
            await connection.execute(update(outbox).where(outbox.c.key.in_(found)).values(body={}))
        case "events":
            await connection.execute(delete(inbox).where(inbox.c.id.in_(found)))
        case "traces":
            await _delete_runs(connection, found)


async def _find(connection: AsyncConnection, kind: KeptData, days: int | None) -> Sequence[Any]:
    return (await connection.execute(_FOUND[kind], {"days": days})).scalars().all()


async def _delete_runs(connection: AsyncConnection, run_ids: Sequence[str]) -> None:
    for table in (inbox, outbox, run_files, journal, runs):
        await connection.execute(delete(table).where(table.c.run_id.in_(run_ids)))


async def _forget_files(database: Database, run_ids: Sequence[str]) -> None:
    for run_id in run_ids:
        async with database.transaction() as connection:
            await forget_files(connection, run_id)
