"""Our own programs as processes of a benchmark: started, waited for, ended."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

from evals.running.errors import MeasurementFailed

READY_SECONDS = 300.0
"""The first start embeds the corpus."""
STOP_SECONDS = 30.0
"""Before a process is killed. Chosen by hand: a worker lets its runs go on for a while first."""


class NotReady(MeasurementFailed):
    """A program did not say in time that it is ready, or ended before."""


class Program:
    """A running program whose output is read all the time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._last: deque[str] = deque(maxlen=5)

    async def wait_for_line(
        self, pattern: re.Pattern[str], *, end: re.Pattern[str] | None = None
    ) -> str:
        """The first group of the pattern, in a line of the output; with ``end``, once a line like
        that has been seen, too. Raises :class:`NotReady`."""
        found = ""
        assert self.process.stdout is not None, "it is a pipe"
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                async for raw in self.process.stdout:
                    line = raw.decode(errors="replace").rstrip()
                    self._last.append(line)
                    match = pattern.search(line)
                    found = match[1] if match else found
                    if found and (end is None or end.search(line)):
                        return found
        raise NotReady(" / ".join(self._last) or "it said nothing")

    async def drain(self) -> None:
        """Read on, so that the program is never held up by a full pipe."""
        assert self.process.stdout is not None, "it is a pipe"
        async for _ in self.process.stdout:
            pass


@asynccontextmanager
async def run_program(
    arguments: Sequence[str], environment: Mapping[str, str]
) -> AsyncIterator[Program]:
    """``python -m …`` until the block is left; then it is asked to end, and made to."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *arguments,
        env=dict(environment),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    program = Program(process)
    try:
        yield program
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        draining = asyncio.create_task(program.drain())
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
        draining.cancel()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
