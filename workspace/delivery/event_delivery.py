"""Delivers events to the app: at once, then on Slack's schedule until it acknowledges them.

The schedule: at once, at once again, a minute later, five minutes later; then the event is lost.
Events without an acknowledgement are stored, so they outlive the workspace. Interactions are
delivered once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import asdict, dataclass
from typing import Any

from workspace.clock import Clock
from workspace.delivery.events_api import RequestUrl
from workspace.delivery.socket_mode import Sockets
from workspace.json_types import JsonObject
from workspace.model.app_events import AppAnswer
from workspace.slack_objects.app import App
from workspace.slack_objects.events import event_callback
from workspace.storage.delivery_table import DeliveryTable
from workspace.storage.notes import Ids

RETRY_AFTER_SECONDS = (0.0, 60.0, 300.0)
"""Slack retries at once, after a minute and after five (docs.slack.dev/apis/events-api)."""


@dataclass(slots=True)
class Delivery:
    """One event on its way; the same event may be on its way several times.

    It is stored as JSON under the names of its fields.
    """

    ident: str
    payload: JsonObject
    due: float
    attempt: int = 0
    """How many attempts failed."""
    reason: str = ""
    """Why the last attempt failed."""


@dataclass(slots=True)
class DeliveryFaults:
    """What goes wrong with deliveries, on purpose. All zero: nothing."""

    copies: int = 0
    """Deliver each of the next `copies_of` events so many times more."""
    copies_of: int = 0
    reorder: int = 0
    """Collect so many of the next events, then deliver them last first."""
    delay: float = 0.0
    """Seconds to wait before each event is delivered."""
    hold: bool = False
    """Keep new events back until `release_held`."""


_ATTEMPTS_KEPT = 2_000
"""Chosen by hand: what somebody may look through."""


class EventDelivery:
    """All events that the app has not acknowledged; an `EventTransport` of the model."""

    def __init__(
        self,
        table: DeliveryTable,
        ids: Ids,
        clock: Clock,
        app: App,
        of_first_team: EventDelivery | None = None,
    ) -> None:
        """`of_first_team`: whose ways to the app are used, which has one connection for all its
        teams."""
        self._table = table
        self._ids = ids
        self._clock = clock
        self._app = app
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._held: list[Delivery] = []
        self.sockets: Sockets = of_first_team.sockets if of_first_team else Sockets(clock, app)
        self.request_url: RequestUrl = (
            of_first_team.request_url if of_first_team else RequestUrl(clock, app)
        )
        self.faults = DeliveryFaults()
        self.at_reconnect = True
        """Deliver what waits as soon as a socket connects, not only when it is due."""
        self.pending: dict[str, Delivery] = {}
        self.delivered = 0
        self.lost: list[str] = []
        """Ids of the events that all attempts failed to deliver."""
        self.attempts: list[JsonObject] = []
        """What was sent to the app, and what became of it, oldest first."""

    def resume(self) -> None:
        """Go on with the deliveries that were under way when the workspace stopped."""
        for body in self._table.all():
            if body["payload"]["api_app_id"] == self._app.app_id:
                self._start(Delivery(**body))

    def send_event(self, event: JsonObject, *, is_ext_shared: bool = False) -> None:
        """Deliver an event under a new event id."""
        self.send_event_as(self._ids.new("Ev"), event, is_ext_shared=is_ext_shared)

    def send_event_as(
        self, event_id: str, event: JsonObject, *, is_ext_shared: bool = False
    ) -> None:
        """Deliver an event under this event id, which may have been used before."""
        now = self._clock.now()
        payload = event_callback(event, self._app, event_id, now)
        payload["is_ext_shared_channel"] = is_ext_shared
        self._dispatch(Delivery(self._ids.new("delivery-"), payload, now))
        if self.faults.copies_of > 0:
            self.faults.copies_of -= 1
            for _ in range(self.faults.copies):
                delivery_id = self._ids.new("delivery-")
                self._dispatch(Delivery(delivery_id, payload, now, attempt=1, reason="timeout"))

    async def send_interaction(self, payload: JsonObject) -> AppAnswer:
        """Deliver an interaction once."""
        return await self._attempt(payload, 0, "")

    def release_held(self, shuffled_by: random.Random | None = None) -> None:
        """Start the deliveries that were held back, in the order in which they are held."""
        deliveries, self._held = self._held, []
        if shuffled_by is not None:
            shuffled_by.shuffle(deliveries)
        for delivery in deliveries:
            self._start(delivery)

    def discard_all(self) -> None:
        """Stop all deliveries, without counting them as lost, and set the counts to zero."""
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
        self._table.put(delivery.ident, asdict(delivery))
        if self.faults.hold:
            self._held.append(delivery)
            return
        if self.faults.reorder > 0:
            self._held.insert(0, delivery)
            self.faults.reorder -= 1
            if self.faults.reorder == 0:
                self.release_held()
            return
        self._start(delivery)

    def _start(self, delivery: Delivery) -> None:
        self.pending[delivery.ident] = delivery
        task = asyncio.get_running_loop().create_task(self._deliver(delivery))
        self._tasks[delivery.ident] = task
        task.add_done_callback(lambda _: self._tasks.pop(delivery.ident, None))

    async def _deliver(self, delivery: Delivery) -> None:
        if self.faults.delay:
            await self._clock.sleep(self.faults.delay)
        while True:
            await self._wait_until_due(delivery)
            is_early = delivery.due > self._clock.now()
            answer = await self._attempt(delivery.payload, delivery.attempt, delivery.reason)
            if not answer.problem:
                self.delivered += 1
                break
            delivery.reason = answer.problem
            if is_early:
                continue
            if not answer.may_retry or delivery.attempt == len(RETRY_AFTER_SECONDS):
                self.lost.append(delivery.payload["event_id"])
                break
            delivery.due = self._clock.now() + RETRY_AFTER_SECONDS[delivery.attempt]
            delivery.attempt += 1
            self._table.put(delivery.ident, asdict(delivery))
        self.pending.pop(delivery.ident, None)
        self._table.remove(delivery.ident)

    async def _wait_until_due(self, delivery: Delivery) -> None:
        due = self._clock.sleep_until(delivery.due)
        if self.at_reconnect and not self.request_url.url:
            await _wait_for_first(due, self.sockets.wait_for_connection())
        else:
            await due

    async def _attempt(self, payload: JsonObject, attempt: int, reason: str) -> AppAnswer:
        transport = self.request_url if self.request_url.url else self.sockets
        answer = await transport.deliver(payload, attempt, reason)
        told = {"at": self._clock.now(), "attempt": attempt, "problem": answer.problem}
        self.attempts.append({**told, "payload": payload})
        del self.attempts[:-_ATTEMPTS_KEPT]
        return answer


async def _wait_for_first(*waits: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
