"""What is forgotten, by whom it was said or how old it is, and what that would take first."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.event import listen, remove

from agents.memory.database import Memory
from agents.turns import Attachment, Question, Review, ThreadKey
from bot.db import event_transactions, inbox, outbox
from bot.db.channels.choices import ChannelChoices
from bot.db.channels.settings import change
from bot.db.event_transactions import NewRun
from bot.db.inbox import Arrival
from bot.db.keeping.ages import Ages, older_than, take_old
from bot.db.keeping.forgetting import Selection, amount_of, forget
from bot.db.keeping.redacting import redact_marked
from bot.db.outbox import Outgoing, SlackAddress
from bot.incoming.payloads import events
from retrieval.sql import Database, open_database
from tests.integration.agents.conftest import mark
from tests.integration.agents.test_forks import answer

SECRET = "Huber"
FILE = Attachment(name="report.txt", text=f"Report on {SECRET}")
REVIEW = Review(verdict="wrong", by="U0BEN", comment=SECRET)
NOW = "1700000000.000100"


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with open_database(database_url, connections=8) as opened:
        yield opened


@pytest.fixture
def memory(database: Database) -> Memory:
    return Memory(database)


async def ask(database: Database, name: str, *, asker: str = "U0ANA", thread: str = NOW) -> str:
    """A question of the thread, stored as an event and answered; what was said to it is sent."""
    arrival = Arrival(
        event_id=name, team="T1", channel="C1", sender=asker, payload={"event": {}},
        message_ts=f"{name}.1", thread_ts=thread,
    )  # fmt: skip
    async with database.transaction() as connection:
        row = await inbox.store(connection, arrival)
    assert row is not None
    key = ThreadKey("T1", "C1", thread)
    question = Question(thread=key, asker=asker, text=f"{SECRET} {name}", attachments=(FILE,))
    said = say(name, "answer", thread)
    await event_transactions.ask(
        database, row, NewRun(run_id=name, question=question, message_ts=f"{name}.1"), [said]
    )
    await answer(Memory(database), name)
    await at_rest(database)
    return name


def say(run_id: str, part: str, thread: str = NOW) -> Outgoing:
    address = SlackAddress(team="T1", channel="C1", thread_ts=thread)
    return Outgoing(run_id=run_id, seq=0, part=part, address=address, body={"text": SECRET})


async def at_rest(database: Database) -> None:
    """Everything is sent, and no job waits."""
    async with database.transaction() as connection:
        await connection.execute(
            text("update outbox set state = 'sent', slack_ts = '9.9', sent_at = clock_timestamp()")
        )
        await connection.execute(text("delete from procrastinate_jobs"))


async def grow_old(database: Database, days: int, run_id: str) -> None:
    values = {"days": days, "run": run_id}
    async with database.transaction() as connection:
        for statement in (
            "update runs set ended_at = ended_at - make_interval(days => :days)"
            " where run_id = :run",
            "update turns set at = at - make_interval(days => :days) where run_id = :run",
            "update outbox set sent_at = sent_at - make_interval(days => :days)"
            " where run_id = :run",
            "update inbox set routed_at = routed_at - make_interval(days => :days)"
            " where run_id = :run",
        ):
            await connection.execute(text(statement), values)


async def stored(database: Database) -> str:
    return "\n".join([str(await table(database, name)) for name in TABLES])


TABLES = ("runs", "journal", "turns", "outbox", "inbox")


async def table(database: Database, name: str) -> list[Any]:
    async with database.statements() as connection:
        return list(await connection.execute(text(f"select * from {name}")))


async def test_a_thread_is_forgotten_and_others_stay(database: Database, memory: Memory) -> None:
    await ask(database, "one")
    await ask(database, "two")
    await ask(database, "other", thread="1600000000.000100")
    thread = Selection(channel="C1", thread="two.1")
    amount = await amount_of(database, thread)
    assert (amount.runs, amount.going_on, amount.turns, amount.messages) == (2, 0, 2, 2)
    assert amount.rows == len(await memory.events("one")) * 2
    assert SECRET in str(await table(database, "turns")), "counting changes nothing"
    assert await forget(database, thread, "admin") == 2
    assert (await memory.view("other")).question.text == f"{SECRET} other"
    assert SECRET in await stored(database)
    assert await forget(database, Selection(run_id="other"), "admin") == 1
    assert SECRET not in await stored(database)
    for run_id in ("one", "two", "other"):
        assert await memory.verify(run_id) is None


async def test_what_a_person_asked_and_said_is_forgotten(
    database: Database, memory: Memory
) -> None:
    await ask(database, "mine")
    await ask(database, "bens", asker="U0BEN")
    await mark(memory, "mine", REVIEW)
    person = Selection(user="U0BEN")
    amount = await amount_of(database, person)
    assert (amount.runs, amount.said_elsewhere, amount.events) == (1, 1, 1)
    assert await forget(database, person, "admin") == 1
    assert "U0BEN" not in await stored(database)
    assert (await memory.view("mine")).question.text == f"{SECRET} mine"
    assert await memory.verify("mine") is None
    assert await memory.verify("bens") is None


async def test_what_a_person_typed_as_a_command_is_forgotten(database: Database) -> None:
    for typed_by in ("U0ANA", "U0BEN"):
        payload = {"user_id": typed_by, "channel_id": "C1", "team_id": "T1", "command": "/drug"}
        payload |= {"text": SECRET, "trigger_id": "1.2"}
        event = events.read(payload)
        async with database.transaction() as connection:
            await inbox.store(connection, events.arrival(event, payload))
            await outbox.put(connection, [say(event.event_id, "response")])
            await connection.execute(text("update inbox set state = 'routed', payload = '{}'"))
    await at_rest(database)
    person = Selection(user="U0ANA")
    assert (await amount_of(database, person)).messages == 1
    await forget(database, person, "admin")
    assert (await stored(database)).count(SECRET) == 1, "the other person's stays"
    assert "U0ANA" not in await stored(database)
    await forget(database, Selection(team="T2"), "admin")
    assert (await stored(database)).count(SECRET) == 1, "and all of another workspace"
    await forget(database, Selection(team="T1"), "admin")
    assert not {SECRET, "U0BEN"}.intersection(re.findall(r"\w+", await stored(database)))


async def test_nothing_is_chosen_by_nothing(database: Database) -> None:
    await ask(database, "one")
    assert (await amount_of(database, Selection())).runs == 0
    assert await forget(database, Selection(), "admin") == 0
    past = Selection(before=datetime.now(UTC) - timedelta(days=1))
    assert (await amount_of(database, past)).runs == 0


async def test_what_slack_is_still_owed_is_said_first(database: Database) -> None:
    await ask(database, "one")
    async with database.transaction() as connection:
        await outbox.put(connection, [say("one", "late")])
    assert await forget(database, Selection(run_id="one"), "admin") == 0
    await at_rest(database)
    assert await redact_marked(database) == 1
    assert SECRET not in await stored(database)


async def test_each_kind_goes_at_its_own_age(database: Database, memory: Memory) -> None:
    await ask(database, "old")
    await ask(database, "new")
    await grow_old(database, 10, "old")
    ages = Ages(turns=9, messages=9, events=9)
    assert await older_than(database, ages) == {
        "journals": 0, "turns": 1, "messages": 1, "events": 0,
    }  # fmt: skip
    await take_old(database, ages)
    assert [row.run_id for row in await table(database, "turns")] == ["new"]
    bodies = {row.run_id: row.body for row in await table(database, "outbox")}
    assert bodies == {"old": {}, "new": {"text": SECRET}}
    assert len(await table(database, "inbox")) == 2, "a deletion in Slack is told by it"
    assert (await memory.view("old")).redacted is None
    assert await take_old(database, replace(ages, journals=9)) == {
        "journals": 1, "turns": 0, "messages": 0, "events": 0,
    }  # fmt: skip
    view = await memory.view("old")
    assert view.redacted is not None
    assert view.redacted.why == "age"
    await take_old(database, ages)
    assert [row.run_id for row in await table(database, "inbox")] == ["new"]
    assert [row.run_id for row in await table(database, "outbox")] == ["new"]


async def test_where_nothing_is_old_nothing_is_written(database: Database) -> None:
    """Each worker looks when it begins, and every hour."""
    await ask(database, "new")
    written: list[str] = []
    levels: set[object] = set()

    def note_level(connection: Connection) -> None:
        levels.add(connection.get_execution_options().get("isolation_level"))

    listen(Engine, "before_cursor_execute", note := _noting(written))
    listen(Engine, "begin", note_level)
    try:
        every = Ages(journals=9, files=9, turns=9, messages=9, events=9, traces=9)
        assert not any((await take_old(database, every)).values())
    finally:
        remove(Engine, "before_cursor_execute", note)
        remove(Engine, "begin", note_level)
    assert levels == {"AUTOCOMMIT"}, "one round trip a look, without a transaction around it"
    # These find and take in one statement.
    assert {each.split()[0] for each in written if "outbox" in each} == {
        "select",
        "delete",
        "update",
    }
    assert not [each for each in written if each.startswith(("DELETE", "UPDATE", "WITH RECURSIVE"))]


def _noting(written: list[str]) -> Callable[..., None]:
    def note(connection: Any, cursor: Any, statement: str, *rest: object) -> None:
        written.append(statement.strip())

    return note


async def test_files_go_before_the_rest(database: Database, memory: Memory) -> None:
    await ask(database, "one")
    assert await older_than(database, Ages(files=1)) == {"journals": 0, "files": 0}
    assert await take_old(database, Ages(files=0)) == {"journals": 0, "files": 1}
    view = await memory.view("one")
    assert [(each.name, each.text) for each in view.question.attachments] == [("", "")]
    assert (view.redacted, view.question.text) == (None, f"{SECRET} one")
    assert await memory.verify("one") is None
    assert await take_old(database, Ages(files=0)) == {"journals": 0, "files": 0}
    assert FILE.text not in await stored(database)


async def test_what_is_left_goes_at_last(database: Database) -> None:
    await ask(database, "one")
    await ask(database, "kept")
    await forget(database, Selection(run_id="one"), "admin")
    assert await take_old(database, Ages(traces=1)) == {"journals": 0, "traces": 0}
    assert await take_old(database, Ages(traces=0)) == {"journals": 0, "traces": 1}
    for name in ("runs", "journal", "outbox", "inbox"):
        assert {row.run_id for row in await table(database, name)} == {"kept"}


async def test_a_channel_may_keep_its_words_for_fewer_days(
    database: Database, memory: Memory
) -> None:
    await ask(database, "old")
    await grow_old(database, 10, "old")
    assert await older_than(database, Ages(journals=30)) == {"journals": 0}
    async with database.transaction() as connection:
        await change(connection, "T1", "C1", "U0ANA", ChannelChoices(keep_days=9))
    assert await older_than(database, Ages()) == {"journals": 1}
    assert await take_old(database, Ages(journals=30)) == {"journals": 1}
    assert (await memory.view("old")).redacted is not None
