"""``curbside demo``: PostgreSQL, corpus, local workspace, bot and worker, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
from rich.console import Console

from bot.db.server import own_postgres
from bot.demo.children import Children, StartProcess, children, end_orphans, start_python
from bot.demo.transcript import fresh, lines
from bot.demo.workspace_client import WorkspaceClient
from bot.failures.errors import BotError
from bot.processes.bootstrap import database_url_to_fill
from bot.processes.filling import fill_silos
from bot.rendering.answer.signs import LAST_REACTIONS
from bot.settings import Settings, environment_with

EXAMPLE = "What is the first-line treatment for PIK3CA-mutant HR+ HER2-negative breast cancer?"
ASKER = "U0ANA"
CHANNEL = "tumor-board"
LOOK_SECONDS = 0.25
"""Between two looks whether the processes are ready, and whether they still run. Chosen by hand."""
READY_SECONDS = 60.0
"""How long the demo waits for its processes. Chosen by hand: the first start on a slow machine also
makes the database."""
ANSWER_SECONDS = 120.0
"""Longest wait for the first answer. Chosen by hand: without a model it takes seconds."""
PAGE_PORT = 3535
"""The port of the page. Chosen by hand."""
MANIFEST = Path(__file__).parents[1] / "manifest.json"
"""Of the app, as it is installed in Slack."""
LOCAL_TOKENS = {
    "SLACK_BOT_TOKEN": "xoxb-local",
    "SLACK_APP_TOKEN": "xapp-local",
    "SLACK_SIGNING_SECRET": "local-signing-secret",
}
"""What the local workspace accepts; worth nothing anywhere else."""


class DemoRunning(BotError):
    """A demo is running already: stop it first, or set CURBSIDE_HOME to another folder."""


class DemoNotReady(BotError):
    """The demo did not come up in time."""


def demo(
    settings: Settings, ask: str, console: Console, start_process: StartProcess = start_python
) -> None:
    """Run everything until Ctrl-C. Asks one question itself: yours, or the first time an
    example. ``start_process`` starts workspace, bot and worker. Raises :class:`DemoRunning`,
    :class:`DemoNotReady`, :class:`bot.demo.children.ChildDied`."""
    began = time.monotonic()
    home = settings.home.resolve()
    first = not (home / "workspace.sqlite").exists()
    question = ask or (EXAMPLE if first else "")
    with _alone(home), _termination_as_interrupt():
        end_orphans(home)
        _run(settings, home, question, console, began, start_process)
    console.print("Stopped. `make demo` starts again with the same threads and memory.")


def _run(
    settings: Settings,
    home: Path,
    question: str,
    console: Console,
    began: float,
    start_process: StartProcess,
) -> None:
    with (
        database_url_to_fill(settings) as database_url,
        children(home, start_process) as started,
    ):
        try:
            asyncio.run(fill_silos(settings, database_url, console))
            url = _start_all(settings, home, database_url, started)
            database_home = None if settings.database_url else home
            asyncio.run(_live(url, question, started, console, began, database_home))
        except KeyboardInterrupt:
            console.print("\nStopping …")


def _start_all(settings: Settings, home: Path, database_url: str, started: Children) -> str:
    page, viewer = _ports(home)
    url = f"http://127.0.0.1:{page}"
    environment = environment_with(
        CURBSIDE_HOME=str(home),
        DATABASE_URL=database_url,
        SLACK_API_URL=f"{url}/api/",
        **LOCAL_TOKENS,
        CURBSIDE_PUBLIC_URL=settings.public_url or f"http://127.0.0.1:{viewer}",
        PORT=str(viewer),
        CURBSIDE_CORPUS=str(settings.corpus.resolve()),
    )
    state = str(home / "workspace.sqlite")
    workspace = (
        "-m", "workspace", "--port", str(page), "--state", state, "--limits", "real",
        "--manifest", str(MANIFEST),
    )  # fmt: skip
    started.start("workspace", workspace, environment)
    started.start("bot", ("-m", "bot", "listen"), environment)
    started.start("worker", ("-m", "bot", "worker"), environment)
    return url


async def _live(
    url: str,
    question: str,
    started: Children,
    console: Console,
    began: float,
    database_home: Path | None,
) -> None:
    async with aiohttp.ClientSession() as session:
        client = WorkspaceClient(url, session)
        await _wait_until_ready(client, started)
        seconds = time.monotonic() - began
        console.print(f"Curbside is ready after {seconds:.1f} s: {url} (Ctrl-C stops it)")
        console.print("Its corpus is a digest; `curbside ingest starter` fetches the originals.")
        if question:
            await show_thread(client, question, started, console)
            console.print(f"\nThe thread is in #{CHANNEL} at {url} (Ctrl-C stops the demo)")
        while True:
            started.check()
            if database_home is not None:
                await asyncio.to_thread(_revive, database_home, console)
            await asyncio.sleep(LOOK_SECONDS)


def _revive(home: Path, console: Console) -> None:
    """Start our PostgreSQL again if it was ended; the bot and the worker find it by themselves."""
    if own_postgres.server_process_id(own_postgres.locate(home).data) is None:
        console.print("PostgreSQL has ended; it is started again.")
        own_postgres.start(home)


async def _wait_until_ready(client: WorkspaceClient, started: Children) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        started.check()
        with contextlib.suppress(aiohttp.ClientError, KeyError):
            if await client.connections():
                return
        await asyncio.sleep(LOOK_SECONDS)
    raise DemoNotReady(f"See the logs in {started.log('bot').parent}.")


async def show_thread(
    client: WorkspaceClient, question: str, started: Children, console: Console
) -> None:
    """Ask as a person would and print the thread as it grows."""
    people = await client.people()
    bot = next(user for user, name in people.items() if name == "Curbside")
    channel = await client.channel(CHANNEL)
    ts = await client.post(ASKER, channel, f"<@{bot}> {question}")
    printed: dict[str, tuple[str, ...]] = {}
    async for thread in client.watch(channel, ts, ANSWER_SECONDS):
        started.check()
        for message in thread:
            now = lines(message, people)
            before = printed.get(message["ts"])
            new = now if before is None else fresh(before, now)
            if new:
                author = people.get(message.get("user", ""), "Curbside")
                console.rule(f"{author}" if before is None else f"{author} (updated)", align="left")
                for line in new:
                    console.print(line, markup=False, highlight=False, soft_wrap=True)
            printed[message["ts"]] = now
        reactions = {reaction["name"] for reaction in thread[0].get("reactions", ())}
        if reactions & LAST_REACTIONS:
            return
    console.print(f"No answer came within {ANSWER_SECONDS:.0f} seconds; see the logs.")


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[None]:
    """One demo per data folder. Raises :class:`DemoRunning`."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "demo.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DemoRunning(f"It uses {home}; its page is at {_address(home)}.") from None
        yield


def _address(home: Path) -> str:
    return f"http://127.0.0.1:{_ports(home, only_remembered=True)[0]}"


def _ports(home: Path, *, only_remembered: bool = False) -> tuple[int, int]:
    """Ports of the page and of the passages: those of the last time if they are free, since
    links in old threads point there."""
    file = home / "ports.json"
    try:
        page, viewer = json.loads(file.read_text())
    except (OSError, ValueError):
        page, viewer = PAGE_PORT, PAGE_PORT + 1
    if not only_remembered:
        page, viewer = _free_port(page), _free_port(viewer)
        file.write_text(json.dumps([page, viewer]))
    return page, viewer


def _free_port(wanted: int) -> int:
    """The wanted port, so that the page's address stays the same, or any free one."""
    for port in (wanted, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return int(probe.getsockname()[1])
    raise DemoNotReady("No port is free on this machine.")


@contextlib.contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """SIGTERM ends the demo as cleanly as Ctrl-C does. So does SIGINT where the shell had it
    ignored, as it is for a job in the background of a script."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = {each: signal.signal(each, interrupt) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
