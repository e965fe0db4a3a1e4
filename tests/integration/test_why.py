"""``curbside why``: every kind of event about a message is found by the message's link."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.db import inbox, outbox
from bot.db.posting import delivery
from bot.db.server.own_postgres import running_server, stop
from bot.incoming.payloads.events import arrival, read
from bot.settings import environment_with
from retrieval.sql import open_database
from tests.forking import run_module

ROOT = Path(__file__).parents[2]
ASKED, REPLY, LATER = "1700000000.000100", "1700000005.000200", "1700000009.000300"
LINK = "https://example.slack.com/archives/C1/p1700000000000100"
REPLY_LINK = f"https://example.slack.com/archives/C1/p1700000005000200?thread_ts={ASKED}&cid=C1"


def event(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "type": "event_callback",
        "event_id": f"Ev{number}",
        "team_id": "T1",
        "event": {"channel": "C1", "user": "U1", **fields},
    }


def written(ts: str, text: str) -> dict[str, Any]:
    return {"type": "message", "user": "U1", "text": text, "ts": ts, "thread_ts": ASKED}


EVENTS = (
    (event(1, **written(ASKED, "<@U0BOT> the question"), channel_type="channel"), "ask", "run-1"),
    (event(2, type="reaction_added", reaction="eyes", item={"type": "message", "channel": "C1",
        "ts": ASKED}), "ignored: not a stop sign", None),
    (event(3, type="message", subtype="message_changed", ts=LATER, message=written(
        ASKED, "<@U0BOT> a secret"), previous_message=written(ASKED, "before")),
        "ignored: no change to a question", None),
    (event(4, type="agent_session_stopped", thread_ts=ASKED), "stop", None),
    ({"type": "block_actions", "team": {"id": "T1"}, "user": {"id": "U1"}, "channel": {"id": "C1"},
        "message": {"ts": REPLY, "thread_ts": ASKED},
        "actions": [{"action_id": "stop", "action_ts": LATER, "value": "run-1"}]}, "stop", None),
    (event(5, type="message", subtype="message_deleted", deleted_ts=LATER, previous_message=written(
        LATER, "another")), "ignored: nothing to stop", None),
)  # fmt: skip


def owed(seq: int, operation: outbox.Operation) -> outbox.Outgoing:
    where = outbox.SlackAddress(team="T1", channel="C1", thread_ts=ASKED)
    return outbox.Outgoing(
        run_id="run-1", seq=seq, part="words", address=where, body={"text": "…"},
        operation=operation,
    )  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose inbox holds the events, decided on."""
    folder = tmp_path_factory.mktemp("why") / "home"
    with running_server(folder, options=("fsync=off",)) as server:
        assert curbside(folder, "runs").returncode == 0, "the tables are there"
        asyncio.run(store(server.url))
        yield folder
    stop(folder)


async def store(url: str) -> None:
    async with open_database(url, connections=1) as database, database.transaction() as connection:
        for payload, decision, run_id in EVENTS:
            row = await inbox.store(connection, arrival(read(payload), payload))
            assert row is not None
            await inbox.mark_routed(connection, row, decision, run_id)
        for seq, operation in enumerate(("post", "post", "react")):
            await outbox.put(connection, [owed(seq, operation)])
        await delivery.fail(connection, owed(0, "post").key, "not_in_channel")


def curbside(home: Path, *words: str) -> Any:
    given = {"CURBSIDE_HOME": str(home), "DATABASE_URL": "", "COLUMNS": "200"}
    return run_module("bot", *words, env=environment_with(**given), cwd=home.parent)


def test_all_that_happened_to_a_message_is_told(home: Path) -> None:
    done = curbside(home, "why", LINK)
    assert done.returncode == 0, done.stderr
    asked, reaction, edit, stopped, *_ = done.stdout.splitlines()
    assert asked.endswith("the message by U1: ask: a run was opened; `curbside show run-1`")
    assert "a reaction by U1: ignored: not a stop sign (" in reaction
    assert "an edit by U1: ignored: no change to a question (" in edit
    assert "Slack's stop button, for the thread by U1: stop:" in stopped
    assert "secret" not in done.stdout


def test_what_slack_does_not_show_is_told_with_its_reason(home: Path) -> None:
    told = curbside(home, "why", LINK).stdout.splitlines()[4:]
    assert told == [
        "run run-1: 1 of its replies refused by Slack, not sent again: not_in_channel",
        "run run-1: 1 of its replies not in Slack yet",
        "run run-1: 1 of its reactions not in Slack yet",
    ]


def test_a_button_under_a_reply_is_found_and_the_stop_of_its_thread(home: Path) -> None:
    lines = curbside(home, "why", REPLY_LINK).stdout.splitlines()
    assert any("a button by U1: stop:" in line for line in lines)
    assert any("for the thread by U1" in line for line in lines)


def test_what_no_row_can_mean_is_said(home: Path) -> None:
    done = curbside(home, "why", "https://example.slack.com/archives/C1/p1600000000000100")
    assert done.returncode == 0
    assert "No event about this message is stored" in done.stdout
    assert "events_rate_limited" in done.stdout


def test_what_is_no_link_is_one_sentence(home: Path) -> None:
    done = curbside(home, "why", "1700000000.000100")
    assert done.returncode == 1
    assert done.stderr.startswith("This is no link of a message")


def page() -> str:
    """For admins; what it asks of the database is of this channel and thread."""
    return (ROOT / "docs" / "for-admins.md").read_text("utf-8").replace("C0123456789", "C1")


def rows(home: Path, query: str) -> list[Any]:
    async def ask(url: str) -> list[Any]:
        async with (
            open_database(url, connections=1) as database,
            database.statements() as connection,
        ):
            return list((await connection.execute(text(query))).all())

    with running_server(home) as server:
        return asyncio.run(ask(server.url))


def test_the_query_on_the_page_for_admins_finds_the_same(home: Path) -> None:
    (query,) = re.findall(r"^select received_at.*?;$", page(), re.MULTILINE | re.DOTALL)
    found = rows(home, query.rstrip(";"))
    kinds = [row.kind for row in found]
    assert kinds[:3] == ["message", "reaction", "edited"]
    assert "session_stopped" in kinds


def test_no_words_are_kept_of_what_is_routed(home: Path) -> None:
    kept = [row.payload for row in rows(home, "select payload from inbox")]
    assert all(set(one) <= {inbox.ABOUT} for one in kept)
    assert {one[inbox.ABOUT]["kind"] for one in kept if one} == {
        "reaction", "edited", "session_stopped", "action", "deleted",
    }  # fmt: skip
