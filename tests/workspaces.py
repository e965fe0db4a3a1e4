"""The local workspace in a process of its own."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.forking import Child, start_module
from tests.waiting import eventually

READY = "workspace ready at "


async def start_workspace(*options: str) -> tuple[Child, str]:
    """The process of ``python -m workspace`` with these options, and its address."""
    with tempfile.NamedTemporaryFile("wb") as log:
        process = start_module("workspace", *options, stdout=log, stderr=log)

        def said() -> str:
            return Path(log.name).read_text(encoding="utf-8")

        await eventually(lambda: _is_ready(said()) or process.poll() is not None)
        line = (said().splitlines() or [""])[-1]
        assert line.startswith(READY), f"the workspace did not start: {line!r}"
        return process, line.removeprefix(READY)


def _is_ready(said: str) -> bool:
    """Whether the last line is there: those before it name further teams and apps."""
    return said.endswith("\n") and READY in said


async def stop(process: Child) -> None:
    """Ask it to stop and wait until it has."""
    process.terminate()
    await asyncio.to_thread(process.wait)
