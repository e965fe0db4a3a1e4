"""What goes wrong in a soak: calls, deliveries and connections all the time, and every so many
seconds a process that is killed or stopped. Which of it when is told by a seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from evals.bench.soak.messages import Workspace

WAVE_SECONDS = 4.0
"""Between two plans of broken calls and deliveries. Chosen by hand: some hit each question."""
POSTS = ("chat.postMessage",)
WRITES = ("chat.postMessage", "chat.update", "reactions.add", "reactions.remove")
CALLS: tuple[Mapping[str, Any], ...] = (
    {"kind": "drop", "methods": POSTS},
    {"kind": "drop", "methods": WRITES},
    {"kind": "drop_before", "methods": WRITES},
    {"kind": "server_error", "methods": WRITES},
    {"kind": "server_error", "methods": ("conversations.replies",)},
    {"kind": "rate_limited", "methods": WRITES, "retry_after": 1},
    {"kind": "delay", "methods": POSTS, "seconds": 3.0},
    {"kind": "delay", "methods": POSTS, "seconds": 12.0},
    {"kind": "error", "methods": WRITES, "error": "internal_error"},
)
"""Broken calls, as the workspace plans them."""
DELIVERIES: tuple[Mapping[str, Any], ...] = (
    {"copies": 2, "copies_of": 4},
    {"lose_acks": 2},
    {"reorder": 3},
    {"delay": 0.5},
    {},
)
"""Broken deliveries of events; each takes the place of the one before."""


class Processes(Protocol):
    """The processes of the bot, by name. The last ones named are stopped and never killed, so that
    their memory tells of the whole soak."""

    @property
    def killed(self) -> Sequence[str]: ...

    @property
    def stopped(self) -> Sequence[str]: ...

    def pid(self, name: str) -> int:
        """Of the process that runs under this name now."""
        ...

    async def replace(self, name: str) -> None:
        """Kill it as ``kill -9`` does and start it again."""
        ...


class Troubles:
    """Makes trouble and counts it."""

    def __init__(
        self, workspace: Workspace, processes: Processes, seed: int, stopped: float
    ) -> None:
        """``stopped``: seconds for which a stopped process stands still."""
        self._workspace = workspace
        self._processes = processes
        self._stopped = stopped
        self._random = random.Random(seed)  # noqa: S311 - an order, no secret
        self.made: Counter[str] = Counter()

    async def break_calls(self) -> None:
        """For ever: now these calls and deliveries, then others."""
        while True:
            # What struck nothing does not pile up: the trouble stays the same to the end.
            await self._workspace.trouble("DELETE", "faults")
            for fault in self._random.sample(CALLS, 2):
                await self._workspace.trouble("POST", "faults", fault)
                self.made[f"call: {fault['kind']}"] += 1
            # What waits for more events to be told in another order has waited enough.
            await self._workspace.trouble("POST", "deliveries/release")
            delivery = self._random.choice(DELIVERIES)
            await self._workspace.trouble("POST", "deliveries", delivery)
            self.made[f"delivery: {next(iter(delivery), 'none')}"] += 1
            await asyncio.sleep(WAVE_SECONDS)

    async def break_processes(self, every: float) -> None:
        """For ever: one after the other is killed or stopped, or all sockets are cut, each once in
        an order of its own before any comes again."""
        killed, stopped = self._processes.killed, self._processes.stopped
        ways = [(self._kill, name) for name in killed]
        ways += [(self._stop, name) for name in (*killed, *stopped)]
        ways += [(self._cut, "sockets")]
        while True:
            for way, name in self._random.sample(ways, len(ways)):
                await asyncio.sleep(every)
                await way(name)

    async def end(self) -> None:
        """Plan nothing more."""
        await self._workspace.trouble("DELETE", "faults")
        await self._workspace.trouble("POST", "deliveries", {})
        await self._workspace.trouble("POST", "deliveries/release")

    async def _kill(self, name: str) -> None:
        self.made[f"killed: {name}"] += 1
        await self._processes.replace(name)

    async def _cut(self, name: str) -> None:
        self.made[f"cut: {name}"] += 1
        await self._workspace.trouble("POST", "sockets/kill")

    async def _stop(self, name: str) -> None:
        self.made[f"stopped: {name}"] += 1
        pid = self._processes.pid(name)
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(self._stopped)
        finally:
            os.kill(pid, signal.SIGCONT)
