"""The order of what happens in a thread: by Slack's clock, not by which row was written first."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from bot.incoming.payloads.events import Incoming


class ThreadOrder:
    """Which events of a thread are on their way to the database, and whose turn it is. Holds for
    one process and one event loop."""

    def __init__(self) -> None:
        self._arriving: defaultdict[str, dict[asyncio.Event, str]] = defaultdict(dict)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextmanager
    def hold_later(self, incoming: Incoming) -> Iterator[None]:
        """While the event is being stored, what happened later in its thread waits for it."""
        key, stored = thread_key(incoming), asyncio.Event()
        self._arriving[key][stored] = incoming.at
        try:
            yield
        finally:
            stored.set()
            del self._arriving[key][stored]
            if not self._arriving[key]:
                del self._arriving[key]

    async def wait_for_older(self, incoming: Incoming) -> None:
        """Until no older event of the thread is being stored."""
        arriving = self._arriving.get(thread_key(incoming), {})
        for stored in [stored for stored, at in arriving.items() if at < incoming.at]:
            await stored.wait()

    def turn(self, incoming: Incoming) -> asyncio.Lock:
        """Whoever holds it is the only one to decide on events of this thread."""
        return self._turns.setdefault(thread_key(incoming), asyncio.Lock())


def thread_key(incoming: Incoming) -> str:
    """The thread of an event. An event that does not tell its thread, such as a reaction, has that
    of its message alone."""
    return f"{incoming.team}:{incoming.channel}:{incoming.thread_ts or incoming.ts}"
