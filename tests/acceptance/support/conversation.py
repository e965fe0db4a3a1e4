"""People who use the stack through its workspace, and what they find in the thread."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from agents.endings.standing import standing_of
from agents.journal.codec import decode
from agents.journal.entry import ENDINGS
from agents.turns import Ending
from bot.incoming.addressing import run_id_of
from bot.rendering.answer.signs import SIGNS
from tests.acceptance.support.records import Records, Row
from tests.acceptance.support.stack import Stack
from tests.integration.bot.slack import ANA, BOARD, BOT, Json, Slack, words
from tests.waiting import eventually

TEAM = "T0CURBSIDE"
LOOKUPS, REVIEW = "C0LOOKUPS", "C0REVIEW"
CHANNELS = (BOARD, LOOKUPS, REVIEW)
__all__ = ["ANA", "BOARD", "BOT", "CHANNELS", "LOOKUPS", "REVIEW", "Json", "Slack", "words"]


@asynccontextmanager
async def people(stack: Stack) -> AsyncIterator[Slack]:
    """People at the stack's workspace."""
    async with aiohttp.ClientSession() as session:
        yield Slack(stack.url, session)


def run_of(ts: str, channel: str = BOARD) -> str:
    return run_id_of(TEAM, channel, ts)


async def settled(records: Records, ts: str, channel: str = BOARD, *, signs: bool = True) -> Row:
    """The run of the question at ``ts``, once it has ended and Slack shows everything of it.
    Without ``signs`` the reactions, which Slack allows few of, may come later."""
    run_id = run_of(ts, channel)

    def over() -> bool:
        run, rows = records.run(run_id), records.outbox(run_id)
        # Written together with the last words, which a growing answer's first rows are not.
        told = any(row["part"] == "sign" for row in rows)
        owed = [row for row in rows if signs or row["operation"] == "post"]
        return (
            run is not None
            and run["state"] in ENDINGS
            and told
            and all(row["state"] in ("sent", "failed") for row in owed)
            and not records.jobs(run_id)
        )

    def now() -> str:
        told = [(row["key"][37:], row["state"], row["error"]) for row in records.outbox(run_id)]
        return f"{records.run(run_id)} {told} {records.jobs(run_id)}"

    try:
        await eventually(over, "the run is settled")
    except TimeoutError as error:
        raise TimeoutError(f"{error}: {now()}") from None
    run = records.run(run_id)
    assert run is not None
    return run


def cited(records: Records, run_id: str) -> set[str]:
    """``silo/document`` of everything that the answer cites."""
    (row,) = (row for row in records.journal(run_id) if row["kind"] in ENDINGS)
    refs = (one["ref"] for one in row["payload"].get("citations", ()))
    return {f"{ref['silo']}/{ref['id']}" for ref in refs}


async def bot_messages(slack: Slack, ts: str, channel: str = BOARD) -> list[Json]:
    """What the bot has said in the thread, in order."""
    return [one for one in (await slack.thread(ts, channel))[1:] if one.get("bot_id")]


def key_of(message: Json) -> str:
    """The deterministic key that a message of the bot carries."""
    return str(((message.get("metadata") or {}).get("event_payload") or {}).get("k", ""))


async def final_words(slack: Slack, ts: str, channel: str = BOARD, *, root: str = "") -> str:
    """The last words of the run of the question at ``ts``, all pages of them. ``root`` is the
    thread, if another message began it."""
    key = f"{run_of(ts, channel)}:0:answer"
    messages = await bot_messages(slack, root or ts, channel)
    return "\n".join(words(one) for one in messages if key_of(one).startswith(key))


def last_sign(row: Row) -> str:
    """The reaction that the ending in a row of the journal leaves on its question."""
    ending = decode(row["kind"], row["payload"])
    assert isinstance(ending, Ending)
    return SIGNS[standing_of(ending)].reaction


async def assert_told_once(
    slack: Slack, records: Records, ts: str, channel: str = BOARD, *, ending: str = "answer"
) -> None:
    """One ending, one reply for each step, no row and no post twice, and the right signs."""
    run_id = run_of(ts, channel)
    journal = records.journal(run_id)
    kinds = [row["kind"] for row in journal]
    assert [row["seq"] for row in journal] == list(range(1, len(journal) + 1))
    calls = [(row["kind"], row["call_id"]) for row in journal if row["call_id"]]
    assert len(calls) == len(set(calls)), "a journal row stands there twice"
    ended = [kind for kind in kinds if kind in ENDINGS]
    assert ended == [ending] == kinds[-1:], journal[-1]["payload"]

    thoughts = [row for row in journal if row["kind"] == "thought"]
    actions = [one["call_id"] for row in thoughts for one in row["payload"]["actions"]]
    observed = [row["call_id"] for row in journal if row["kind"] == "observation"]
    assert sorted(observed) == sorted(actions), "an action was not finished exactly once"

    keys = [key_of(one) for one in await bot_messages(slack, ts, channel)]
    steps = [f"{run_id}:{row['seq']}:step" for row in thoughts if row["payload"]["actions"]]
    assert sorted(keys) == sorted([*steps, f"{run_id}:0:answer"])
    assert await slack.signs(ts, channel) == {last_sign(journal[-1])}
    (row,) = records.inbox(ts)
    assert (row["state"], row["decision"], row["run_id"]) == ("routed", "ask", run_id)
    assert records.jobs(run_id) == []
