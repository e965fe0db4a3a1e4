"""What somebody wants forgotten, and how much of it there is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    Integer,
    Text,
    Update,
    and_,
    cast,
    delete,
    false,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import Select

from agents.journal.entry import ENDINGS
from agents.memory.redactions import forget_person, ids_with_forks, mark, with_forks
from agents.memory.tables import journal, runs, turns
from bot.db.keeping.redacting import SENT, empty_messages_of, redact_marked
from bot.db.schema.tables import homes, inbox, open_cases, outbox
from retrieval.sql import Database

_SOMEBODY = "somebody"
"""Who is named in place of a person who was forgotten before a message was sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is to be forgotten: what fits to all that is given."""

    run_id: str = ""
    channel: str = ""
    thread: str = ""
    """The ts of the first message of a thread, or of any question in it."""
    user: str = ""
    team: str = ""
    before: datetime | None = None
    """Runs that ended before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """How much would be taken."""

    runs: int
    going_on: int
    """Of the runs, those that have not ended: they are asked to stop, and go when they have."""
    rows: int
    """Rows of their journals."""
    turns: int
    messages: int
    """Our copies of messages in Slack."""
    said_elsewhere: int
    """Runs of others in which the person said something: only that goes."""
    events: int
    """Events that name the person: the name goes."""


async def amount_of(database: Database, what: Selection) -> Amount:
    """How much forgetting this would take. Changes nothing."""
    async with database.statements() as connection:
        chosen = with_forks(chosen_runs(what))
        kept = runs.c.run_id.in_(chosen) & runs.c.redacted_at.is_(None)

        async def count(query: Select[int]) -> int:
            return (await connection.scalars(query)).one()

        number = select(func.count())
        ids = select(runs.c.run_id).where(kept)
        words = (outbox.c.operation.in_(("post", "ephemeral"))) & (outbox.c.body != {})
        naming = or_(_messages_naming(what), _messages_naming(what, are_sent=False))
        said = or_(outbox.c.run_id.in_(ids), naming)
        return Amount(
            runs=await count(number.where(kept)),
            going_on=await count(number.where(kept, runs.c.state.not_in(ENDINGS))),
            rows=await count(number.where(journal.c.run_id.in_(ids))),
            turns=await count(number.where(turns.c.run_id.in_(ids))),
            messages=await count(number.where(said, words)),
            said_elsewhere=len(await _runs_of_others(connection, what)),
            events=await count(number.where(_events_naming(what))),
        )


async def forget(database: Database, what: Selection, by: str) -> int:
    """Take it; how many runs are without words now. Those that go on are asked to stop; a worker
    takes theirs when they have ended. *by* is who is named as having stopped them."""
    async with database.transaction() as connection:
        chosen = await ids_with_forks(connection, chosen_runs(what))
        await mark(connection, chosen, "forgotten")
        await connection.execute(
            update(runs)
            .where(runs.c.run_id.in_(chosen), runs.c.state.not_in(ENDINGS))
            .values(stop_requested_by=func.coalesce(runs.c.stop_requested_by, by))
        )
        elsewhere = await _runs_of_others(connection, what)
        await connection.execute(update(outbox).where(_messages_naming(what)).values(body={}))
        await connection.execute(update(inbox).where(_events_naming(what)).values(sender=""))
        await connection.execute(delete(homes).where(_homes_of(what)))
        await connection.execute(update(open_cases).where(_cases_by(what)).values(by=""))
        await connection.execute(_without_name(what))
    for run_id in elsewhere:
        async with database.transaction() as connection:
            await forget_person(connection, run_id, what.user)
            await empty_messages_of(connection, run_id)
    return await redact_marked(database)


def chosen_runs(what: Selection) -> Select[tuple[str]]:
    """The runs whose words go whole, by id."""
    asked_by = [runs.c.asker == what.user] if what.user else []
    fits = [*_filters(what), *asked_by]
    return select(runs.c.run_id).where(*(fits or [false()]))


def _filters(what: Selection) -> list[ColumnElement[bool]]:
    """What is asked of a run beside who asked it."""
    fits: list[ColumnElement[bool]] = []
    for column, wanted in (
        (runs.c.run_id, what.run_id),
        (runs.c.channel, what.channel),
        (runs.c.team, what.team),
    ):
        fits += [column == wanted] if wanted else []
    fits += [_is_in_thread(what)] if what.thread else []
    fits += [runs.c.ended_at < what.before] if what.before is not None else []
    return fits


def _is_in_thread(what: Selection) -> ColumnElement[bool]:
    """Whether a run is of the thread that the ts is of: its first message, another one, or ours."""
    heard = select(inbox.c.thread_ts).where(
        inbox.c.channel == what.channel, inbox.c.message_ts == what.thread
    )
    said = select(outbox.c.thread_ts).where(
        outbox.c.channel == what.channel, outbox.c.slack_ts == what.thread
    )
    return or_(runs.c.thread == what.thread, runs.c.thread.in_(heard), runs.c.thread.in_(said))


async def _runs_of_others(connection: AsyncConnection, what: Selection) -> tuple[str, ...]:
    """Runs of others that have ended and in which the person said something."""
    if not what.user:
        return ()
    by = journal.c.payload["by"].astext == what.user
    said = journal.c.payload["discussion"]["said"].contains([{"by": what.user}])
    found = await connection.execute(
        select(runs.c.run_id)
        .join(journal, journal.c.run_id == runs.c.run_id)
        .where(runs.c.asker != what.user, runs.c.state.in_(ENDINGS), or_(by, said))
        .where(*_filters(what))
        .distinct()
    )
    return tuple(found.scalars())


def _events_naming(what: Selection) -> ColumnElement[bool]:
    """Events that name the person, wherever they asked or pressed, or anybody of a workspace."""
    if not (what.user or what.team) or what.run_id or what.thread or what.before is not None:
        return false()
    who = inbox.c.sender == what.user if what.user else inbox.c.sender != ""
    fits = [who, inbox.c.state == "routed"]
    fits += [inbox.c.team == what.team] if what.team else []
    fits += [inbox.c.channel == what.channel] if what.channel else []
    return and_(*fits)


def _cases_by(what: Selection) -> ColumnElement[bool]:
    """Cases that the person asked to follow: the name goes."""
    if not what.user or what.run_id or what.thread or what.before is not None:
        return false()
    fits = [open_cases.c.by == what.user]
    fits += [open_cases.c.team == what.team] if what.team else []
    fits += [open_cases.c.channel == what.channel] if what.channel else []
    return and_(*fits)


def _messages_naming(what: Selection, *, are_sent: bool = True) -> ColumnElement[bool]:
    """Our copies of messages that are of no run and name the person: digests of marks, and what was
    said when they asked for a case to be followed. Of those that are sent, also the answers to what
    the person typed as a slash command or pressed, which repeat it. Of a workspace all that are
    sent."""
    is_of_all = bool(what.team and are_sent and not what.user)
    if not (what.user or is_of_all) or what.run_id or what.thread or what.before is not None:
        return false()
    named = cast(outbox.c.body, Text).contains(_mention(what), autoescape=True)
    state = outbox.c.state.in_(SENT) if are_sent else outbox.c.state.not_in(SENT)
    events = select(inbox.c.event_id).where(inbox.c.sender == what.user)
    whose = or_(named, outbox.c.run_id.in_(events)) if are_sent else named
    whose = true() if is_of_all else whose
    fits = [whose, outbox.c.run_id.not_in(select(runs.c.run_id)), state]
    fits += [outbox.c.team == what.team] if what.team else []
    fits += [outbox.c.channel == what.channel] if what.channel else []
    return and_(*fits)


def _without_name(what: Selection) -> Update:
    """What is still to be said of those is said without the name."""
    body = func.replace(cast(outbox.c.body, Text), _mention(what), _SOMEBODY)
    naming = _messages_naming(what, are_sent=False)
    # One that is under way brings the name to Slack: a post is changed there when it has arrived.
    is_post = outbox.c.operation == "post"
    revision = outbox.c.revision + cast(is_post, Integer)
    return update(outbox).where(naming).values(body=cast(body, JSONB), revision=revision)


def _mention(what: Selection) -> str:
    return f"<@{what.user}>"


def _homes_of(what: Selection) -> ColumnElement[bool]:
    """Who has opened their Home, where all of a person or of a workspace is to be forgotten."""
    if what.run_id or what.thread or what.channel or what.before is not None:
        return false()
    fits = [homes.c.person == what.user] if what.user else []
    fits += [homes.c.team == what.team] if what.team else []
    return and_(*fits) if fits else false()
