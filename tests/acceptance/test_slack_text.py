"""The same words get the same answer in Slack as on the command line: question, searches, stored
ending and what is shown. People type in the workspace's page, which sends what Slack sends."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.incoming.payloads.slack_text import parse_mrkdwn
from tests.acceptance.support.conversation import (
    ANA,
    BOARD,
    BOT,
    CHANNELS,
    final_words,
    people,
    run_of,
    settled,
    words,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack
from tests.forking import run_module
from tests.integration.bot.slack import BEN, Slack
from tests.waiting import eventually

Json = dict[str, Any]
TYPED: tuple[tuple[str, str], ...] = (
    # What a person types in Slack, and the same on the command line where it differs.
    ("olaparib with creatinine clearance <40 mL/min", ""),
    ("olaparib dose with creatinine clearance > 50 mL/min & stable?", ""),
    ("Xeloda dose, CrCl <30 ml/min?", ""),
    ("capecitabine dose for CrCl 30-50 mL/min & age >70?", ""),
    ("tamoxifen in a CYP2D6 *4/*4 poor metabolizer", ""),
    ("CYP2D6*4 and tamoxifen", ""),
    ("irinotecan with UGT1A1 *28/*28 (or *6)?", ""),
    ("capecitabine in DPYD c.1905+1G>A carriers?", ""),
    ("capecitabine in DPYD *2A and *13 carriers?", ""),
    ("is 5_FU allowed with DPYD p.(=)?", ""),
    ("HER2 <1+> breast cancer: is trastuzumab indicated?", ""),
    ("HER2+ & HR+ metastatic breast cancer, first line?", ""),
    ("what does ERBB2 amplification >10 copies mean?", ""),
    ("osimertinib dose ~80 mg in EGFR T790M?", ""),
    ("the words &lt; and &amp; about olaparib", ""),
    ("what is the dose of *olaparib*?", "what is the dose of olaparib?"),
    ("what is the _starting_ dose of ~olaparib~ *tucatinib*?",
     "what is the starting dose of olaparib tucatinib?"),
    ("dose of `abemaciclib` with *<2* neutrophils?", "dose of abemaciclib with <2 neutrophils?"),
    ("```\nalpelisib dose & CrCl <30\n```", "alpelisib dose & CrCl <30"),
    ("he wrote:\n> PIK3CA mutation\nwhich drug?", "he wrote:\nPIK3CA mutation\nwhich drug?"),
    ("dose of neratinib?\n- age >70\n- CrCl <60", ""),
    ("see <https://example.org/a_b|the label>: dose of ribociclib?",
     "see the label: dose of ribociclib?"),
    ("does <@U0BEN> give olaparib at CrCl <40?", "does @Ben Okafor give olaparib at CrCl <40?"),
    ("<!here> what is the dose of pertuzumab?", "@here what is the dose of pertuzumab?"),
    ("hello & thanks!", ""),
)  # fmt: skip


@pytest.fixture(scope="module")
def from_command_line(patient_stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> list[Json]:
    """What ``curbside ask`` says to each of the texts."""
    batch: Path = tmp_path_factory.mktemp("ask") / "batch.jsonl"
    lines = [json.dumps({"question": plain or typed}) for typed, plain in TYPED]
    batch.write_text("\n".join(lines), encoding="utf-8")
    environment = patient_stack.environment()
    done = run_module("bot", "ask", "--json", "--batch", str(batch), env=environment)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def from_slack(patient_stack: Stack) -> list[tuple[str, str]]:
    """For each of the texts, typed after a mention: the run, and its last words as shown."""
    records = Records(patient_stack.database_url)
    async with people(patient_stack) as slack:
        posted = [
            (await slack.post(f"<@{BOT}> {typed}", channel=channel), channel)
            for number, (typed, _) in enumerate(TYPED)
            for channel in [CHANNELS[number % len(CHANNELS)]]
        ]
        await asyncio.gather(
            *(settled(records, ts, channel, signs=False) for ts, channel in posted)
        )
        return [
            (run_of(ts, channel), await final_words(slack, ts, channel)) for ts, channel in posted
        ]


@pytest.mark.parametrize("number", range(len(TYPED)))
@pytest.mark.asyncio(loop_scope="module")
async def test_slack_and_the_command_line_agree(
    patient_stack: Stack,
    from_command_line: list[Json],
    from_slack: list[tuple[str, str]],
    number: int,
) -> None:
    records = Records(patient_stack.database_url)
    told = from_command_line[number]
    run_id, shown = from_slack[number]
    ours, theirs = records.run(run_id), records.run(told["run_id"])
    assert ours is not None
    assert theirs is not None
    typed, plain = TYPED[number]
    assert ours["question"]["text"] == theirs["question"]["text"] == (plain or typed)
    assert ours["state"] == theirs["state"]
    assert searches(records, run_id) == searches(records, told["run_id"])
    assert ending(records, run_id) == ending(records, told["run_id"])
    seen = str(parse_mrkdwn(shown)).replace("\u200b", "")
    behind_more = re.search(r"(\d+) further point", seen)
    hidden = [said for said in sentences(told) if said not in seen]
    assert len(hidden) == (int(behind_more[1]) if behind_more else 0), hidden


def searches(records: Records, run_id: str) -> list[Json]:
    """What was asked of which tool."""
    thoughts = (row["payload"] for row in records.journal(run_id) if row["kind"] == "thought")
    return [action for thought in thoughts for action in thought["actions"]]


def ending(records: Records, run_id: str) -> Json:
    """How the run ended. Searches of one step run side by side, and the first to come back gets the
    first citation keys: the keys are left out, and what stands beside each other is sorted."""
    payload = dict(records.journal(run_id)[-1]["payload"])
    for name in ("sentences", "citations", "excluded"):
        bare = ({**one, "key": "", "keys": ()} for one in payload.get(name, ()))
        payload[name] = sorted(bare, key=str)
    # Who said a fact, and when, is all in which the two may differ.
    facts = payload.get("facts", ())
    payload["facts"] = [{**fact, "said_by": "", "said_at": ""} for fact in facts]
    return payload


def sentences(told: Json) -> list[str]:
    """What a reader must find: the sentences of the answer, or why there is none."""
    said = [one["text"] for one in told["sentences"]]
    return said or [told["gap"]["detail"]]


@dataclass
class Seen:
    """What appears to one person, as their page is told."""

    new: list[Json] = field(default_factory=list)

    async def next(self) -> Json:
        await eventually(lambda: bool(self.new))
        return self.new.pop(0)


@asynccontextmanager
async def seen_by(slack: Slack, user: str) -> AsyncIterator[Seen]:
    """The messages of the bot that come while the block lasts."""
    seen = Seen()
    ready = asyncio.Event()

    async def read() -> None:
        async with slack.session.get(f"{slack.url}/page/api/stream?user={user}") as stream:
            ready.set()
            async for line in stream.content:
                change = json.loads(line.removeprefix(b"data: ")) if line[:6] == b"data: " else {}
                message = change.get("message") or {}
                if change.get("type") in ("ephemeral", "message") and message.get("bot_id"):
                    seen.new.append(message)

    reading = asyncio.create_task(read())
    try:
        await ready.wait()
        yield seen
    finally:
        reading.cancel()


@pytest.mark.asyncio
async def test_commands_are_answered_to_the_asker_and_shared_on_request(
    patient_stack: Stack,
) -> None:
    async with (
        people(patient_stack) as slack,
        seen_by(slack, ANA) as ana,
        seen_by(slack, BEN) as ben,
    ):

        async def typed(text: str) -> Json:
            body = {"user": ANA, "channel": BOARD, "text": text}
            taken = await slack.call("POST", "/page/api/commands", body)
            assert taken == {"taken": True}
            answer = await ana.next()
            assert answer["is_ephemeral"]
            assert answer["text"] == "Answer to your command"
            return answer

        card = await typed("/variant BRAF V600E")
        assert "*BRAF V600E*" in words(card)
        assert "Curbside digest" in words(card)
        assert "T790M" not in words(card)
        assert "called “ZZZ9”" in words(await typed("/gene ZZZ9"))
        drug = words(await typed("/drug Lynparza"))
        assert drug.split("\n")[:2] == ["*olaparib* (asked for as Lynparza)", "*Drug information*"]
        assert "of this channel is waiting" in words(await typed("/curbside status"))
        assert "• Drug information" in words(await typed("/curbside silos"))
        assert ben.new == []
        press = {"user": ANA, "channel": BOARD, "ts": card["ts"], "block_id": "look_up"}
        press |= {"action_id": "share_look_up"}
        await slack.call("POST", "/page/api/actions", press)
        shared = words(await ben.next())
        assert f"<@{ANA}> shares" in shared
        assert "BRAF V600E" in shared
    decided = Records(patient_stack.database_url).rows(
        "select decision, payload from inbox where event_id like 'command:%%'"
    )
    assert {row["decision"] for row in decided} == {"look-up", "command"}
    assert "respond_to" not in json.dumps([row["payload"] for row in decided])


async def press_in_card(slack: Slack, asked: str, action: str) -> None:
    """Ben types a look-up and presses a button of his card."""
    async with seen_by(slack, BEN) as ben:
        body = {"user": BEN, "channel": BOARD, "text": asked}
        await slack.call("POST", "/page/api/commands", body)
        card = await ben.next()
    press = {"user": BEN, "channel": BOARD, "ts": card["ts"], "block_id": "look_up"}
    await slack.call("POST", "/page/api/actions", {**press, "action_id": action})


async def ask_about(slack: Slack, ts: str, question: str) -> None:
    """Ana uses the shortcut on a message and sends its form."""
    shortcut = {"user": ANA, "channel": BOARD, "callback_id": "ask_about_message", "ts": ts}
    await slack.call("POST", "/page/api/shortcuts", shortcut)

    async def forms() -> list[Json]:
        return list((await slack.call("GET", f"/page/api/bootstrap?user={ANA}"))["modals"])

    await eventually(forms)
    entries = {"question": {"question": question}}
    form = {"user": ANA, "view_id": (await forms())[-1]["id"], "entries": entries}
    told = await slack.call("POST", "/page/api/views/submit", form)
    assert told == {"errors": {}, "trouble": ""}


@pytest.mark.asyncio
async def test_a_press_and_a_shortcut_ask_in_a_thread_for_all_to_see(patient_stack: Stack) -> None:
    records = Records(patient_stack.database_url)
    question = "And its dose, Mrs Maria Huber, CrCl 35?"
    async with people(patient_stack) as slack:

        async def root() -> str:
            path = f"/page/api/channels/{BOARD}/messages?user={BEN}"
            found = (await slack.call("GET", path))["messages"]
            begun = f"<@{BEN}> asks about *olaparib*"
            return next((one["ts"] for one in found if words(one).startswith(begun)), "")

        await press_in_card(slack, "/drug Lynparza", "ask_look_up")
        await eventually(root)
        ts = await root()
        await slack.finished(ts)
        await ask_about(slack, ts, question)
        query = f"select asker, question->>'text' as text, state from runs where thread = '{ts}'"

        async def are_answered() -> bool:
            found = records.rows(query)
            return len(found) == 2 and all(row["state"] != "open" for row in found)

        await eventually(are_answered)
        posted = [words(one) for one in await slack.thread(ts)]
    assert [(row["asker"], row["text"]) for row in records.rows(f"{query} order by number")] == [
        (BEN, "What do the sources say about olaparib?"),
        (ANA, question),
    ]
    assert any(one.startswith(f"<@{ANA}> asks about <http") for one in posted)
    assert not any("Huber" in one for one in posted)
    rows = records.rows(
        "select body ? 'opens' as opens, run_id in (select run_id from runs) as is_of_run"
        " from outbox where part = 'asked'"
    )
    assert [(row["opens"], row["is_of_run"]) for row in rows] == [(False, True)] * 2
