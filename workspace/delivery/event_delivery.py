"""Bringing events to the app: at once, then again on Slack's schedule until acknowledged.

The schedule: at once, at once again, a minute later, five minutes later, then the event is lost.
Events that nobody acknowledged yet are kept in the state, so they outlive the workspace.
Interactions are brought once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import asdict, dataclass
from typing import Any

from workspace.delivery import events
from workspace.delivery.events_api import RequestUrl
from workspace.delivery.socket_mode import Sockets
from workspace.model.clock import Clock
from workspace.model.json_types import JsonObject
from workspace.model.seed import App
from workspace.model.state import State

RETRY_AFTER_SECONDS = (0.0, 60.0, 300.0)


@dataclass(slots=True)
class Delivery:
    """One event on its way. The same event may be under way several times."""

    ident: str
    payload: JsonObject
    due: float
    attempt: int = 0
    """How often it was brought in vain."""
    reason: str = ""
    """Why the last attempt failed."""


@dataclass(slots=True)
class Disturbance:
    """What goes wrong on the way, on purpose. All zero: nothing."""

    copies: int = 0
    """Bring each of the next `copies_of` events so many times more."""
    copies_of: int = 0
    reorder: int = 0
    """Collect the next so many events, then bring them last first."""
    delay: float = 0.0
    """Seconds before each event is brought."""
    withhold: bool = False
    """Keep events back until this is false."""


class PostOffice:
    """All events that the app has not acknowledged."""

    def __init__(self, state: State, clock: Clock, app: App) -> None:
        self._state = state
        self._clock = clock
        self._app = app
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._held: list[Delivery] = []
        self.sockets = Sockets(clock, app)
        self.request_url = RequestUrl(clock, app)
        self.disturbance = Disturbance()
        self.at_reconnect = True
        """Bring what waits as soon as a socket connects, not only at its next due time."""
        self.pending: dict[str, Delivery] = {}
        self.delivered = 0
        self.lost: list[str] = []
        """Event ids that were given up."""

    def resume(self) -> None:
        """Take up what was under way when the workspace stopped."""
        for body in self._state.deliveries():
            self._start(Delivery(**body))

    def event(self, event: JsonObject) -> None:
        """Bring an event to the app under a new event id."""
        self.post(event, self._state.ident("Ev"))

    def post(self, event: JsonObject, event_id: str) -> None:
        """Bring an event under this event id, which may have been used before."""
        now = self._clock.now()
        payload = events.envelope(event, self._app, event_id, now)
        self._dispatch(Delivery(self._state.ident("delivery-"), payload, now))
        if self.disturbance.copies_of > 0:
            self.disturbance.copies_of -= 1
            for _ in range(self.disturbance.copies):
                ident = self._state.ident("delivery-")
                self._dispatch(Delivery(ident, payload, now, attempt=1, reason="timeout"))

    async def interaction(self, payload: JsonObject) -> bool:
        """Bring an interaction, once; True if the app acknowledged it in time."""
        reason, _ = await self._bring(payload, 0, "")
        return not reason

    def release(self) -> None:
        """Send out what was held back, in the order it is held."""
        held, self._held = self._held, []
        for delivery in held:
            self._start(delivery)

    def forget(self) -> None:
        """Give up everything that is under way, without counting it as lost."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self.pending.clear()
        self._held.clear()
        self.lost.clear()
        self.delivered = 0

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.sockets.close()
        await self.request_url.close()

    def _dispatch(self, delivery: Delivery) -> None:
        self.pending[delivery.ident] = delivery
        self._state.put_delivery(delivery.ident, asdict(delivery))
        if self.disturbance.withhold:
            self._held.append(delivery)
            return
        if self.disturbance.reorder > 0:
            self._held.insert(0, delivery)
            self.disturbance.reorder -= 1
            if self.disturbance.reorder == 0:
                self.release()
            return
        self._start(delivery)

    def _start(self, delivery: Delivery) -> None:
        self.pending[delivery.ident] = delivery
        task = asyncio.get_running_loop().create_task(self._carry(delivery))
        self._tasks[delivery.ident] = task
        task.add_done_callback(lambda _: self._tasks.pop(delivery.ident, None))

    async def _carry(self, delivery: Delivery) -> None:
        if self.disturbance.delay:
            await self._clock.sleep(self.disturbance.delay)
        while True:
            await self._wait(delivery)
            is_early = delivery.due > self._clock.now()
            reason, again = await self._bring(delivery.payload, delivery.attempt, delivery.reason)
            if not reason:
                self.delivered += 1
                break
            delivery.reason = reason
            if is_early:
                continue
            if not again or delivery.attempt == len(RETRY_AFTER_SECONDS):
                self.lost.append(delivery.payload["event_id"])
                break
            delivery.due = self._clock.now() + RETRY_AFTER_SECONDS[delivery.attempt]
            delivery.attempt += 1
            self._state.put_delivery(delivery.ident, asdict(delivery))
        self.pending.pop(delivery.ident, None)
        self._state.remove_delivery(delivery.ident)

    async def _wait(self, delivery: Delivery) -> None:
        due = self._clock.sleep_until(delivery.due)
        if self.at_reconnect and not self.request_url.url:
            await _first(due, self.sockets.arrival())
        else:
            await due

    async def _bring(self, payload: JsonObject, attempt: int, reason: str) -> tuple[str, bool]:
        """Why the attempt failed (empty if it did not) and whether another one is allowed."""
        if self.request_url.url:
            return await self.request_url.deliver(payload, attempt, reason)
        return await self.sockets.deliver(payload, attempt, reason) or "", True


async def _first(*waits: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
