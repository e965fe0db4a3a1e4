"""A workspace running in its own process, as `python -m workspace` starts it."""

from __future__ import annotations

from pathlib import Path

from tests.forking import Child
from tests.workspaces import start_workspace


class WorkspaceProcess:
    """Start, stop and restart it; the state survives in `state`, the port stays the same."""

    def __init__(self, state: Path, *options: str) -> None:
        self._state = state
        self._options = options
        self._process: Child | None = None
        self.url = ""

    async def start(self) -> None:
        port = self.url.rpartition(":")[2] or "0"
        self._process, self.url = await start_workspace(
            "--port", port, "--state", str(self._state), "--limits", "off", *self._options
        )

    async def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
