"""What may interrupt a run while it thinks or searches: a stop, a lost lease, a limit of time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

from agents.errors import AgentError, TimeLimitReached

POLL_SECONDS = 0.4
RENEW_SECONDS = 4.0
CANCEL_SECONDS = 0.2
"""How long a cancelled piece of work may take to notice."""

T = TypeVar("T")


class StopRequested(Exception):
    """Somebody asked for the run to be stopped."""

    def __init__(self, by: str) -> None:
        super().__init__("stop requested")
        self.by = by


class Standing(Protocol):
    """How a run stands for its holder."""

    @property
    def stop_requested_by(self) -> str | None: ...


class Held(Protocol):
    """A lease that can be looked at."""

    async def look(self, *, renew: bool) -> Standing:
        """Raises :class:`agents.errors.LeaseLost`."""
        ...


class Watch:
    """Guards pieces of work: the first of *done*, *interrupted* and *out of time* wins."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def seconds_left(self) -> float:
        return self._deadline - time.monotonic()

    def raise_alarm(self, error: Exception) -> None:
        """Interrupt whatever is being done. The first alarm counts."""
        if not self._alarm.done():
            self._alarm.set_exception(error)
            self._alarm.exception()

    def check(self) -> None:
        """Raise the alarm's error, if there is one."""
        if self._alarm.done() and (error := self._alarm.exception()) is not None:
            raise error

    async def guard(self, work: Coroutine[Any, Any, T], *, extra_seconds: float = 0.0) -> T:
        """Do the work. Raises :class:`StopRequested`, :class:`TimeLimitReached`, LeaseLost."""
        async for task in self.landing([work], extra_seconds=extra_seconds):
            return task.result()
        raise TimeLimitReached

    async def landing(
        self, works: Sequence[Coroutine[Any, Any, T]], *, extra_seconds: float = 0.0
    ) -> AsyncIterator[asyncio.Task[T]]:
        """Do all the work side by side; yields each task as it is done."""
        waiting = [asyncio.ensure_future(work) for work in works]
        deadline = time.monotonic() + max(self.seconds_left, 0.0) + extra_seconds
        try:
            while waiting:
                self.check()
                seconds = deadline - time.monotonic()
                if seconds <= 0:
                    raise TimeLimitReached
                awaited: set[asyncio.Future[Any]] = {*waiting, self._alarm}
                done, _ = await asyncio.wait(
                    awaited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
                )
                landed = [task for task in waiting if task in done]
                waiting = [task for task in waiting if task not in done]
                for task in landed:
                    yield task
        finally:
            await _cancel(waiting)


@asynccontextmanager
async def watching(held: Held, seconds: float) -> AsyncIterator[Watch]:
    """A watch over a run that has so many seconds left; looks for a stop until left."""
    watch, over = Watch(seconds), asyncio.Event()
    await _look(held, watch, renew=True)
    looking = asyncio.create_task(_keep_looking(held, watch, over))
    try:
        yield watch
    finally:
        over.set()
        await looking


async def _keep_looking(held: Held, watch: Watch, over: asyncio.Event) -> None:
    renewed = time.monotonic()
    while not over.is_set():
        try:
            await asyncio.wait_for(over.wait(), POLL_SECONDS)
        except TimeoutError:
            renew = time.monotonic() - renewed > RENEW_SECONDS
            await _look(held, watch, renew=renew)
            renewed = time.monotonic() if renew else renewed


async def _look(held: Held, watch: Watch, *, renew: bool) -> None:
    try:
        standing = await held.look(renew=renew)
    except AgentError as error:
        watch.raise_alarm(error)
        return
    if standing.stop_requested_by is not None:
        watch.raise_alarm(StopRequested(standing.stop_requested_by))


async def _cancel(tasks: Sequence[asyncio.Task[T]]) -> None:
    for task in tasks:
        task.cancel()
    if not tasks:
        return
    done, deaf = await asyncio.wait(tasks, timeout=CANCEL_SECONDS)
    for task in done:
        _forget(task)
    for task in deaf:
        task.add_done_callback(_forget)


def _forget(task: asyncio.Task[T]) -> None:
    """Take note of how a cancelled task ended, so that nothing is reported later."""
    if not task.cancelled():
        task.exception()
