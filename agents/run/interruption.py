"""What may interrupt a run while it thinks or searches: a stop, a lost lease, a limit of time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

from agents.errors import AgentError, TimeLimitReached
from agents.journal.entry import LeaseState

POLL_SECONDS = 0.4
"""Between two looks for a stop. Chosen by hand: a stop is to work within two seconds, and one
small query in 0.4 s is no load."""
RENEW_SECONDS = 2.0
"""Between two renewals of the lease. Chosen by hand: a fifth of ``leases.LEASE_SECONDS``, so that
several renewals may fail before the lease is lost."""
CANCEL_SECONDS = 0.2
"""How long a cancelled piece of work may take to notice. Chosen by hand: what does not notice by
then is left alone, and the run ends without it."""

T = TypeVar("T")


class StopRequested(Exception):
    """Somebody asked for the run to be stopped."""

    def __init__(self, by: str) -> None:
        super().__init__("stop requested")
        self.by = by


class RenewableLease(Protocol):
    """A lease whose state can be read, and which is renewed by reading it."""

    @property
    def state(self) -> LeaseState:
        """As it was last read."""
        ...

    async def read_state(self, *, renew: bool) -> LeaseState:
        """Raises :class:`agents.errors.LeaseLost`."""
        ...


class RunGuard:
    """Guards the work of one run: it ends when it is done, interrupted or out of time, whichever
    comes first."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._interruption: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def seconds_left(self) -> float:
        return self._deadline - time.monotonic()

    def interrupt(self, error: Exception) -> None:
        """End whatever is being done with this error. Only the first interruption counts."""
        if not self._interruption.done():
            self._interruption.set_exception(error)
            # Taken note of here, so that asyncio does not report it as never retrieved.
            self._interruption.exception()

    def raise_if_interrupted(self) -> None:
        """Raise the error of the interruption, if there was one."""
        if self._interruption.done() and (error := self._interruption.exception()) is not None:
            raise error

    async def run(self, work: Coroutine[Any, Any, T], *, extra_seconds: float = 0.0) -> T:
        """The result of the work.

        ``extra_seconds`` may be used when the time of the run is over already. Raises what the
        work raises, and :class:`StopRequested`, :class:`agents.errors.LeaseLost` or
        :class:`agents.errors.TimeLimitReached` when the run is interrupted or out of time."""
        async for task in self.as_completed([work], extra_seconds=extra_seconds):
            return task.result()
        raise TimeLimitReached

    async def as_completed(
        self, works: Sequence[Coroutine[Any, Any, T]], *, extra_seconds: float = 0.0
    ) -> AsyncIterator[asyncio.Task[T]]:
        """Do all the work at the same time; yields each task as soon as it is done.

        Raises as :meth:`run` does. What is not done by then is cancelled."""
        waiting = [asyncio.ensure_future(work) for work in works]
        deadline = time.monotonic() + max(self.seconds_left, 0.0) + extra_seconds
        try:
            while waiting:
                self.raise_if_interrupted()
                seconds = deadline - time.monotonic()
                if seconds <= 0:
                    raise TimeLimitReached
                awaited: set[asyncio.Future[Any]] = {*waiting, self._interruption}
                done, _ = await asyncio.wait(
                    awaited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
                )
                completed = [task for task in waiting if task in done]
                waiting = [task for task in waiting if task not in done]
                for task in completed:
                    yield task
        finally:
            await _cancel(waiting)


@asynccontextmanager
async def supervise(lease: RenewableLease, seconds: float) -> AsyncIterator[RunGuard]:
    """A guard over a run that has so many seconds left. Until the block is left, the lease is
    renewed, and a stop or a lost lease interrupts the guard."""
    guard, over = RunGuard(seconds), asyncio.Event()
    _stop_if_asked(lease.state, guard)
    polling = asyncio.create_task(_keep_polling(lease, guard, over))
    try:
        yield guard
    finally:
        over.set()
        await polling


async def _keep_polling(lease: RenewableLease, guard: RunGuard, over: asyncio.Event) -> None:
    # What came before may have taken a while; the run begins meanwhile.
    await _poll(lease, guard, renew=True)
    renewed = time.monotonic()
    while not over.is_set():
        try:
            await asyncio.wait_for(over.wait(), POLL_SECONDS)
        except TimeoutError:
            renew = time.monotonic() - renewed > RENEW_SECONDS
            await _poll(lease, guard, renew=renew)
            renewed = time.monotonic() if renew else renewed


async def _poll(lease: RenewableLease, guard: RunGuard, *, renew: bool) -> None:
    try:
        state = await lease.read_state(renew=renew)
    except AgentError as error:
        guard.interrupt(error)
        return
    _stop_if_asked(state, guard)


def _stop_if_asked(state: LeaseState, guard: RunGuard) -> None:
    if state.stop_requested_by is not None:
        guard.interrupt(StopRequested(state.stop_requested_by))


async def _cancel(tasks: Sequence[asyncio.Task[T]]) -> None:
    for task in tasks:
        task.cancel()
    if not tasks:
        return
    done, unresponsive = await asyncio.wait(tasks, timeout=CANCEL_SECONDS)
    for task in done:
        _retrieve_error(task)
    for task in unresponsive:
        task.add_done_callback(_retrieve_error)


def _retrieve_error(task: asyncio.Task[T]) -> None:
    """Take note of how a cancelled task ended, so that asyncio does not report it later."""
    if not task.cancelled():
        task.exception()
