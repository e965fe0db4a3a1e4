"""Takes the words out of runs that are marked for it, in the journal and in the outbox at once."""

from __future__ import annotations

from sqlalchemy import or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.redactions import RedactedRun, marked_runs, redact_run
from agents.memory.tables import runs
from bot.db import withdrawn_messages
from bot.db.schema.tables import outbox
from retrieval.sql import Database

_BATCH = 100
"""Runs that are looked at before the next look. Chosen by hand."""
_SAID = """
    with said as (
        select replace(ts, '.', '') as ts from (
            select slack_ts as ts from outbox where run_id = :run
            union select message_ts from inbox where run_id = :run
            union select :thread
        ) as all_said where ts is not null
    )
    """
_TELLS = """
    where starts_with(run_id, 'digest-' || :team || '-')
      and exists (
        select from said
        where position('/archives/' || :channel || '/p' || ts || '?' in outbox.body::text) > 0)
    """
_DIGESTS = text(
    f"{_SAID} update outbox set body = '{{}}' {_TELLS} and state in ('sent', 'failed')"  # noqa: S608 - ours
)
"""Those of marks with a link to a message of the run name what was recognised in its question."""
_LABEL = """
    '(/archives/' || :channel || '/p(?:' || (select string_agg(ts, '|') from said)
    || ')[?][^|>]*[|])[^>]*>'
    """
_COMING_DIGESTS = text(
    f"{_SAID} update outbox set body = regexp_replace(body::text, {_LABEL},"  # noqa: S608 - ours
    rf" '\1an answer>', 'g')::jsonb, revision = revision + 1"
    f" {_TELLS} and state not in ('sent', 'failed')"
)
"""Those that are still to be told name it no longer; one that is under way is changed in Slack."""
SENT = ("sent", "failed")
"""States of a message that is not sent again unless its words change."""
_AT_REST = text(
    """
    select not exists (select from procrastinate_jobs
                       where args->>'run_id' = :run and status in ('todo', 'doing'))
       and (:removes or not exists (select from outbox
                                    where run_id = :run and state not in ('sent', 'failed')))
    """
)


async def redact_marked(database: Database) -> int:
    """Redact every marked run that has ended, each in a transaction of its own; how many. One that
    has something to say to Slack yet waits until that is said."""
    done, tried = 0, frozenset[str]()
    while True:
        async with database.statements() as connection:
            found = await marked_runs(connection, _BATCH + len(tried))
        new = [run_id for run_id in found if run_id not in tried]
        if not new:
            return done
        for run_id in new:
            async with database.transaction() as connection:
                done += await _redact(connection, run_id)
        tried |= set(new)


async def _redact(connection: AsyncConnection, run_id: str) -> bool:
    why = (
        await connection.execute(select(runs.c.redact_for).where(runs.c.run_id == run_id))
    ).scalar_one()
    values = {"run": run_id, "removes": why == "deleted"}
    if not (await connection.execute(_AT_REST, values)).scalar_one():
        return False
    redacted = await redact_run(connection, run_id)
    if redacted is None:
        return False
    await _empty_messages(connection, redacted)
    return True


async def empty_messages_of(connection: AsyncConnection, run_id: str) -> None:
    """Take the words out of our copies of what was said of a run: it may repeat what somebody wrote
    of it. In Slack they stay."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.run_id == run_id, outbox.c.operation.in_(("post", "ephemeral")))
        .where(outbox.c.state.in_(SENT))
        .values(body={})
    )


async def _empty_messages(connection: AsyncConnection, run: RedactedRun) -> None:
    """Of a deleted question the replies go from Slack, too; else only our copy of them. With them
    go what was said in the thread under the ids of other messages, and the digests that list it.
    """
    if run.why == "deleted":
        await withdrawn_messages.remove(connection, [run.run_id], all_of_them=True)
    hints = outbox.c.run_id.not_in(select(runs.c.run_id))
    in_thread = (
        (outbox.c.team == run.thread.team)
        & (outbox.c.channel == run.thread.channel)
        & (outbox.c.thread_ts == run.thread.thread)
    )
    await connection.execute(
        update(outbox)
        .where(or_(outbox.c.run_id == run.run_id, in_thread & hints))
        .where(outbox.c.operation.in_(("post", "ephemeral")), outbox.c.state.in_(SENT))
        .values(body={})
    )
    thread = run.thread
    values = {"run": run.run_id, "team": thread.team, "channel": thread.channel}
    for digests in (_DIGESTS, _COMING_DIGESTS):
        await connection.execute(digests, {**values, "thread": thread.thread})
