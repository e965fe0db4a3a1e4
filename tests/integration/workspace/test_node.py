"""Slack's Node clients against the workspace: other encodings, other heartbeats than Python's."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import absent
from tests.integration.workspace.conftest import ANA, BOARD, BOT, Control, say, until
from tests.waiting import HANG_SECONDS
from workspace.http.server import RunningWorkspace
from workspace.model.interactions.presses import Press

pytestmark = [pytest.mark.node, pytest.mark.slow]

SOURCES = Path(__file__).parents[2] / "node"
INSTALLED = Path(__file__).parents[3] / ".cache" / "node"
INSTALL = ("install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")


@pytest.fixture(scope="session")
def node_bot() -> Path:
    """The conformance bot with its packages installed beside it, in a cache folder."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        absent("Node with npm")
    INSTALLED.mkdir(parents=True, exist_ok=True)
    wanted = (SOURCES / "package.json").read_text(encoding="utf-8")
    done = INSTALLED / "installed.json"
    if not done.exists() or done.read_text(encoding="utf-8") != wanted:
        shutil.copy(SOURCES / "package.json", INSTALLED)
        subprocess.run([str(npm), *INSTALL], cwd=INSTALLED, check=True, timeout=300)
        done.write_text(wanted, encoding="utf-8")
    shutil.copy(SOURCES / "bot.js", INSTALLED)
    return INSTALLED / "bot.js"


class NodeBot:
    """The running bot and its output."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def next_report(self, what: str) -> dict[str, Any]:
        """The next line of the bot's output, which must be about `what`."""
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), HANG_SECONDS)
        said = json.loads(line) if line else {"what": "the end"}
        assert said["what"] == what, said
        return dict(said)


@asynccontextmanager
async def run_bot(script: Path, mode: str, slack: RunningWorkspace) -> AsyncIterator[NodeBot]:
    process = await asyncio.create_subprocess_exec(
        "node", str(script), mode, slack.url, stdout=PIPE
    )
    try:
        yield NodeBot(process)
    finally:
        process.terminate()
        await asyncio.wait_for(process.communicate(), HANG_SECONDS)


async def converse(slack: RunningWorkspace, bot: NodeBot) -> None:
    """Mention, answer, button, update, file, private reply."""
    root = say(slack, f"<@{BOT}> what about BRAF V600E?")
    assert (await bot.next_report("mention"))["ts"] == root["ts"]
    answered = await bot.next_report("answered")
    assert answered["keys"] == [None, "run-1:1:0"]
    assert (slack.workspace.history.roots(BOARD))[0]["reactions"][0]["name"] == "eyes"

    changes = slack.workspace.changes.subscribe(ANA)
    press = Press(
        user=ANA, channel=BOARD, ts=answered["ts"], block_id="controls", action_id="show_steps"
    )
    assert await slack.workspace.interactions.press(press)
    await bot.next_report("updated")
    thread = slack.workspace.history.thread(BOARD, root["ts"])
    assert thread[1]["blocks"][0]["text"]["text"] == "Steps of run-1"
    assert slack.workspace.files.read(thread[2]["files"][0]["id"]) == b"trace of the run"
    while (change := await asyncio.wait_for(anext(changes), HANG_SECONDS))["type"] != "ephemeral":
        continue
    assert change["message"]["text"] == "Shown"


async def test_the_node_client_converses_by_socket_mode(
    slack: RunningWorkspace, node_bot: Path
) -> None:
    async with run_bot(node_bot, "socket", slack) as bot:
        assert (await bot.next_report("ready"))["user"] == BOT
        await until(lambda: len(slack.delivery.sockets.live) == 1)
        await converse(slack, bot)


async def test_the_node_client_reconnects(
    slack: RunningWorkspace, node_bot: Path, control: Control
) -> None:
    async with run_bot(node_bot, "socket", slack) as bot:
        await bot.next_report("ready")
        old = slack.delivery.sockets.live[0].socket_id
        await control.post("sockets/refresh")
        live = slack.delivery.sockets
        await until(lambda: [one for one in live.live if one.socket_id != old] != [], 20)
        await converse(slack, bot)


async def test_the_node_client_converses_over_http(
    slack: RunningWorkspace, node_bot: Path, control: Control
) -> None:
    async with run_bot(node_bot, "http", slack) as bot:
        port = (await bot.next_report("ready"))["port"]
        await control.post("request-url", url=f"http://127.0.0.1:{port}/slack/events")
        await converse(slack, bot)
