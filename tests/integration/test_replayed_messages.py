"""``curbside replay`` compares the messages of a run with its journal."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from agents.journal.codec import entry_of
from agents.memory.database import Memory
from agents.turns import Reply
from bot.settings import environment_with
from retrieval.sql import open_database
from tests.forking import run_module
from tests.sample_documents import QUESTION

KEPT = """
    insert into outbox (key, run_id, seq, part, team, channel, thread_ts, operation, body, priority,
                        state, next_attempt_at)
    values ('run-1:2:answer', 'run-1', 2, 'answer', 'T', 'C', '1.2', 'post',
            cast(:body as jsonb), 1, 'sent', now())
    """
MESSAGE = (
    '{"text": "Give 75 mg of olaparib.", "blocks": [{"type": "section", "text": {"type": "mrkdwn",'
    ' "text": "*Give* <http://127.0.0.1:8000/passages/9|75 mg> of olaparib."},'
    ' "block_id": "b 17", "elements": [{"type": "button", "value": "99 mg"}]}]}'
)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (MESSAGE, ""),
        ("{}", ""),
        (MESSAGE.replace("75 mg>", "750 mg>"), "run-1:2:answer says what no row says: 750"),
        (MESSAGE.replace('olaparib."}', 'niraparib."}'), "says what no row says: niraparib"),
    ],
)
async def test_a_message_that_says_what_no_row_says_is_told(
    database_url: str, tmp_path: Path, body: str, told: str
) -> None:
    async with open_database(database_url, connections=5) as database:
        memory = Memory(database)
        await memory.open_run("run-1", QUESTION)
        async with memory.lease("run-1") as lease:
            await lease.load_after(0)
            await lease.append(entry_of(Reply(text="Give 75 mg of olaparib.")))
        async with database.transaction() as connection:
            await connection.execute(text(KEPT), {"body": body})
    given = {"CURBSIDE_HOME": str(tmp_path), "DATABASE_URL": database_url, "COLUMNS": "200"}
    done = run_module("bot", "replay", "run-1", env=environment_with(**given), cwd=tmp_path)
    assert done.returncode == (1 if told else 0), done.stdout
    assert ("CHANGED" in done.stdout) is bool(told)
    assert told in done.stdout
