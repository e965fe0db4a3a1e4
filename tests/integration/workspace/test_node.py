"""Slack's Node clients against the workspace: other encodings, other heartbeats than Python's."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import absent
from tests.integration.workspace.conftest import (
    ANA,
    BOARD,
    BOT,
    Control,
    StoppedClock,
    say,
    until,
)
from tests.waiting import HANG_SECONDS
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.interactions.presses import Press
from workspace.slack_objects.app import app_from_manifest

pytestmark = [pytest.mark.node, pytest.mark.slow]

SOURCES = Path(__file__).parents[2] / "node"
INSTALLED = Path(__file__).parents[3] / ".cache" / "node"
INSTALL = ("install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace whose app has a command and a shortcut; no time passes by itself."""
    command = {"command": "/gene", "description": "Look a gene up"}
    shortcut = {"name": "Ask", "type": "message", "callback_id": "ask", "description": "Ask"}
    app = replace(app_from_manifest(), commands=(command,), shortcuts=(shortcut,))
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as workspace:
        yield workspace


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


async def use_all(slack: RunningWorkspace, bot: NodeBot) -> None:
    """A command, a shortcut that opens a form with an external menu, and the Home tab."""
    parts = slack.workspace
    changes = parts.changes.subscribe(ANA)
    assert await parts.commands.run(ANA, BOARD, "/gene BRAF")
    assert (await bot.next_report("command"))["text"] == "BRAF"
    while (change := await asyncio.wait_for(anext(changes), HANG_SECONDS))["type"] != "ephemeral":
        continue
    assert change["message"]["text"] == "BRAF is a gene"

    message = say(slack, "a case")
    assert await parts.shortcuts.run_on(ANA, "ask", BOARD, message["ts"])
    used = await bot.next_report("shortcut")
    assert (used["type"], used["about"]) == ("message_action", "a case")
    view_id = parts.modals.stack(ANA)[-1]["id"]
    assert used["view"] == view_id
    menu = {"view_id": view_id, "block_id": "gene", "action_id": "gene"}
    for typed in ("again", "braf"):
        suggested = await parts.suggestions.suggest(Press(user=ANA, value=typed, **menu))
        (option,) = suggested.options
        entries = {"gene": {"gene": option}}
        submitted = await parts.forms.submit(ANA, view_id, entries)
        assert (await bot.next_report("submitted"))["chosen"] == typed
        assert submitted.errors == ({"gene": "Not this one."} if typed == "again" else {})
    assert parts.modals.stack(ANA) == []

    parts.homes.open(ANA, "home")
    assert (await bot.next_report("home"))["tab"] == "home"
    assert "Welcome" in str(parts.homes.get(ANA))


@pytest.mark.parametrize("mode", ["socket", "http"])
async def test_the_node_client_has_commands_shortcuts_forms_and_a_home(
    slack: RunningWorkspace, node_bot: Path, control: Control, mode: str
) -> None:
    async with run_bot(node_bot, mode, slack) as bot:
        port = (await bot.next_report("ready"))["port"]
        if mode == "http":
            await control.post("request-url", url=f"http://127.0.0.1:{port}/slack/events")
        else:
            await until(lambda: len(slack.delivery.sockets.live) == 1)
        await use_all(slack, bot)


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
