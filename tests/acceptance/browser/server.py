"""A workspace running in its own process, as `python -m workspace` starts it."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

READY = "workspace ready at "
SECONDS = 30.0


class WorkspaceProcess:
    """Start, stop and restart it; the state survives in `state`, the port stays the same."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._process: Process | None = None
        self.url = ""

    async def start(self) -> None:
        port = self.url.rpartition(":")[2] or "0"
        command = (
            "-m",
            "workspace",
            "--port",
            port,
            "--state",
            str(self._state),
            "--limits",
            "off",
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=PIPE, stderr=DEVNULL
        )
        self._process = process
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), SECONDS)).decode().strip()
        assert line.startswith(READY), f"the workspace did not start: {line!r}"
        self.url = line.removeprefix(READY)

    async def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.kill()
        await self._process.communicate()
        self._process = None
