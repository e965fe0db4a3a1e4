"""The processes of a soak, started as in production."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp

from evals.bench.slack.acknowledgement import WORKSPACE_READY
from evals.bench.slack.processes import STOP_SECONDS, NotReady, run_program
from evals.bench.soak.messages import Workspace

COMMANDS = {"bot": "listen", "first worker": "worker", "second worker": "worker"}
_READY_SECONDS = 120.0
"""For the bot's connection. Chosen by hand: seconds on a machine that does nothing else."""


class SoakedProcesses:
    """The bot and two workers. The bot and one of the workers are killed now and then."""

    killed = ("bot", "first worker")
    stopped = ("second worker",)

    def __init__(self, environment: Mapping[str, str], logs: Path) -> None:
        self._environment = dict(environment)
        self._logs = logs
        self._running: dict[str, asyncio.subprocess.Process] = {}

    def pid(self, name: str) -> int:
        return self._running[name].pid

    async def start(self, name: str) -> None:
        """Start what has this name."""
        with (self._logs / f"{name}.log").open("ab") as log:
            self._running[name] = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", COMMANDS[name],
                env=self._environment, stdout=log, stderr=log,
            )  # fmt: skip

    async def replace(self, name: str) -> None:
        process = self._running[name]
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await self.start(name)

    async def stop(self) -> None:
        """Ask all to end, and make them."""
        for process in self._running.values():
            with suppress(ProcessLookupError):
                process.terminate()
        for process in self._running.values():
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                process.kill()
                await process.wait()


@asynccontextmanager
async def run_processes(
    home: Path, environment: Mapping[str, str]
) -> AsyncIterator[tuple[Workspace, SoakedProcesses]]:
    """Filled silos, the local workspace, the bot and two workers. Raises :class:`NotReady`."""
    async with run_program(("bot", "ingest"), environment) as filling:
        await filling.drain()
        await filling.process.wait()
    delivering = ("workspace", "--limits", "off")
    async with run_program(delivering, environment) as program, aiohttp.ClientSession() as session:
        url = await program.wait_for_line(WORKSPACE_READY)
        reading = asyncio.create_task(program.drain())
        workspace = Workspace(session, url)
        processes = SoakedProcesses({**environment, "SLACK_API_URL": f"{url}/api/"}, home)
        try:
            for name in COMMANDS:
                await processes.start(name)
            await _wait_until_connected(workspace)
            yield workspace, processes
        finally:
            await processes.stop()
            reading.cancel()


async def _wait_until_connected(workspace: Workspace) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_READY_SECONDS):
            while not (await workspace.trouble("GET", "sockets"))["sockets"]:  # noqa: ASYNC110
                await asyncio.sleep(0.2)
            return
    raise NotReady("the bot did not connect")
