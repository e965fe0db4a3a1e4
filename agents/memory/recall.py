"""Conversational memory: the earlier questions of a thread and how they ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.facts.read_sheet import Message
from agents.journal.codec import decode, entry_of
from agents.journal.copies import RunCopy, TurnCopy
from agents.journal.entry import ENDINGS
from agents.journal.messages_of_run import messages_of
from agents.journal.run_progress import TURNS_LOOKED_AT, TURNS_SHOWN, with_last_question
from agents.journal.thread_files import FileOff, ThreadFile, files_of, files_off, without_files
from agents.memory.forks import line_of
from agents.memory.journal.rows import append_row, events_of
from agents.memory.tables import journal, runs, turns
from agents.memory.withdrawals import stands
from agents.turns import NO_DISCUSSION, Discussion, FileUse, Question, ThreadKey, Turn

MESSAGES_READ = 200
"""Questions and facts of a thread from which the fact sheet is read, newest ones. Chosen by hand:
more than a tumor board says in a thread, and it bounds the work."""
CONVERSATION_LASTS = timedelta(hours=1)
"""Since the last question of direct messages, in which the next may go on with it. Chosen by hand:
later, another case is more likely."""
MOST_COURTESIES = 5
"""Greetings and thanks between two messages of a conversation that are looked past. Chosen by hand:
nobody says more of them."""
MOST_THREADS = 6
"""Threads of direct messages that a question goes on with. Chosen by hand."""
WITHHELD = "This answer had a file of the thread that is no longer used, so it is not repeated."
"""What stands for the answer of an earlier turn that may rest on a file which was switched off."""


async def turn_of(connection: AsyncConnection, run_id: str) -> TurnCopy | None:
    """The turn of a run as it is stored."""
    row = (await connection.execute(select(turns).where(turns.c.run_id == run_id))).one_or_none()
    if row is None:
        return None
    return TurnCopy(
        question=row.question, answer=row.answer, outcome=row.outcome, place=_place_of(row)
    )


def copy_of(run: Row[Any]) -> RunCopy:
    """What the row of a run says that its journal says, too."""
    return RunCopy(
        question=run.question,
        asker=run.asker,
        place=_place_of(run),
        state=run.state,
        ended_at=run.ended_at,
    )


def _place_of(row: Row[Any]) -> dict[str, str]:
    return {"team": row.team, "channel": row.channel, "thread": row.thread}


async def thread_before(
    connection: AsyncConnection, thread: ThreadKey, run_id: str
) -> tuple[tuple[Turn, ...], tuple[Message, ...]]:
    """The turns of a thread before a run of it, and what people had said by then, oldest first."""
    said = await said_before(connection, thread, run_id)
    return await recall(connection, thread, run_id, TURNS_SHOWN, said.off), said.messages


async def recall(
    connection: AsyncConnection,
    thread: ThreadKey,
    before_run: str | None,
    limit: int,
    off: Sequence[FileOff] = (),
) -> tuple[Turn, ...]:
    """The last *limit* turns of a thread, oldest first, with the question that they mean; only
    those asked before *before_run*, and not the one it was forked from, which it goes on in its
    place. None whose question was changed or deleted since, and none that somebody else alone has
    seen. Of one that had a file which is *off* now, the question alone."""
    query = _TURNS if before_run is None else _TURNS_BEFORE
    values = {**asdict(thread), "before_run": before_run, "most": max(limit, TURNS_LOOKED_AT)}
    rows = (await connection.execute(query, values)).all()
    found = tuple(
        Turn(
            run_id=row.run_id,
            question=row.question,
            answer=WITHHELD if _had_file(row, off) else row.answer,
            outcome=row.outcome,
        )
        for row in reversed(rows)
    )
    return with_last_question(found, limit)


def _had_file(row: Row[Any], off: Sequence[FileOff]) -> bool:
    """Whether a turn may rest on a file that is no longer used."""
    return any(file.since <= row.at and row.opened_at <= file.until for file in off)


async def runs_at(connection: AsyncConnection, channel: str, thread: str) -> tuple[str, ...]:
    """The runs of the thread with this root, oldest first, but for those whose question was changed
    or deleted, or whose words are gone."""
    query = (
        select(runs.c.run_id)
        .where(runs.c.channel == channel, runs.c.thread == thread)
        .where(runs.c.redact_for.is_(None), stands())
        .order_by(runs.c.number)
    )
    return tuple((await connection.execute(query)).scalars())


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """What people said in a thread by a question, and the files of it that are not used."""

    messages: tuple[Message, ...]
    off: tuple[FileOff, ...]


async def said_before(
    connection: AsyncConnection, thread: ThreadKey, before_run: str
) -> SaidBefore:
    """What people said in a thread before a run was asked for, oldest first: questions, their
    files, and facts that were added. All of them count, whatever became of their runs, but for a
    question that was changed or deleted since, and files that were switched off before it ended."""
    values = {**asdict(thread), "before_run": before_run}
    found = await connection.execute(_SAID_BEFORE, values)
    events = events_of(found.all()[::-1])
    off = files_off(events)
    said = [each for each in events if each.entry.kind != "file_use"]
    messages = messages_of(said, "earlier question")
    return SaidBefore(without_files(messages, (each.id for each in off)), off)


async def files_in(connection: AsyncConnection, thread: ThreadKey) -> tuple[ThreadFile, ...]:
    """The files that came with what was said to us in a thread, as they are used now."""
    is_said = or_(
        journal.c.kind.in_(("fact", "file_use")), and_(journal.c.kind == "question", stands())
    )
    query = (
        select(journal)
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(*_in_thread(thread), runs.c.redact_for.is_(None), is_said)
        .order_by(journal.c.at.desc())
        .limit(MESSAGES_READ)
    )
    return files_of(events_of((await connection.execute(query)).all()[::-1]))


async def switch_file(connection: AsyncConnection, run_ids: Sequence[str], what: FileUse) -> None:
    """Note in these runs, which the file came with, that it is switched off, or on again."""
    for run_id in run_ids:
        await append_row(connection, run_id, entry_of(what))


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a new direct message of a person may go on with."""

    threads: tuple[str, ...] = ()
    """The thread of the run, and those that it went on with, oldest first."""
    run_id: str = ""
    """The newest run, if it has ended; empty otherwise."""


async def conversation_before(
    connection: AsyncConnection, team: str, channel: str, asker: str
) -> Conversation:
    """What this person's next direct message may go on with: the newest question of theirs. A
    greeting and thanks between are none, where something else was asked."""
    query = (
        select(runs.c.run_id, runs.c.thread, runs.c.question, runs.c.state)
        .where(runs.c.team == team, runs.c.channel == channel, runs.c.asker == asker)
        .where(runs.c.redact_for.is_(None), stands())
        .where(runs.c.opened_at > func.now() - CONVERSATION_LASTS)
        .order_by(runs.c.number.desc())
        .limit(MOST_COURTESIES + 1)
    )
    rows = (await connection.execute(query)).all()
    asked = (each for each in rows if not _is_talk(each.state, each.question))
    newest = next(asked, rows[0] if rows else None)
    if newest is None:
        return Conversation()
    threads = tuple(dict.fromkeys([*newest.question.get("continues", ()), newest.thread]))
    ended = newest.run_id if newest.state in ENDINGS else ""
    return Conversation(threads[-MOST_THREADS:], ended)


def _is_talk(state: str, question: Mapping[str, Any]) -> bool:
    """Whether a run is small talk: told without a source, of no file, and of nothing before."""
    return state == "reply" and not question.get("continues") and not question.get("attachments")


def _in_thread(thread: ThreadKey) -> tuple[ColumnElement[bool], ...]:
    return (
        runs.c.team == thread.team,
        runs.c.channel == thread.channel,
        runs.c.thread == thread.thread,
    )


async def last_discussion(connection: AsyncConnection, thread: ThreadKey) -> Discussion:
    """What was read of a thread for its newest question."""
    query = (
        select(runs.c.question).where(*_in_thread(thread)).order_by(runs.c.number.desc()).limit(1)
    )
    payload = (await connection.execute(query)).scalar_one_or_none()
    question = decode("question", payload) if payload else None
    return question.discussion if isinstance(question, Question) else NO_DISCUSSION


def _in_conversation() -> tuple[ColumnElement[bool], ...]:
    """Of a row of ``runs``: whether it is of this thread, or of those with which a run goes on."""
    own = runs.alias("going_on")
    before = select(own.c.question["continues"]).where(own.c.run_id == _BEFORE).scalar_subquery()
    is_before = type_coerce(before, JSONB).has_key(runs.c.thread)
    team, channel = runs.c.team == bindparam("team"), runs.c.channel == bindparam("channel")
    return team, channel, or_(runs.c.thread == bindparam("thread"), is_before)


def _is_seen() -> ColumnElement[bool]:
    """Of a row of ``runs``: whether who asked this run may know what it said."""
    noted, own = journal.alias("noted"), runs.alias("own")
    is_open = func.coalesce(runs.c.question["private_in"].astext, "") == ""
    published = exists().where(noted.c.run_id == runs.c.run_id, noted.c.kind == "published")
    asker = select(own.c.asker).where(own.c.run_id == _BEFORE).scalar_subquery()
    return or_(is_open, published, runs.c.asker == asker)


def _turns() -> Select[Any]:
    return (
        select(turns, runs.c.opened_at)
        .join(runs, runs.c.run_id == turns.c.run_id)
        .where(*_in_conversation(), stands(), _is_seen())
        .order_by(turns.c.number.desc())
        .limit(bindparam("most"))
    )


def _said_before() -> Select[Any]:
    own = select(runs.c.number, runs.c.ended_at).where(runs.c.run_id == _BEFORE).subquery()
    number, ended = select(own.c.number).scalar_subquery(), select(own.c.ended_at).scalar_subquery()
    is_earlier = and_(
        runs.c.number < number,
        runs.c.run_id.not_in(line_of(_BEFORE)),
        or_(journal.c.kind == "fact", and_(journal.c.kind == "question", stands())),
    )
    is_switch = and_(journal.c.kind == "file_use", or_(ended.is_(None), journal.c.at <= ended))
    return (
        select(journal)
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(*_in_conversation(), or_(is_earlier, is_switch))
        .order_by(journal.c.at.desc())
        .limit(MESSAGES_READ)
    )


# Built once: building one takes 3 ms of the processor, asking it 1.
_BEFORE = bindparam("before_run", type_=Text)
_NUMBER = select(runs.c.number).where(runs.c.run_id == _BEFORE).scalar_subquery()
_TURNS = _turns()
_TURNS_BEFORE = _TURNS.where(turns.c.number < _NUMBER, turns.c.run_id.not_in(line_of(_BEFORE)))
_SAID_BEFORE = _said_before()
