"""The people who look at the workspace: each has a queue of what happens before their eyes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from workspace.model.json_types import JsonObject


class Watch(AsyncIterator[JsonObject]):
    """What one person sees from now on. Close it when nobody looks any more."""

    def __init__(self, watchers: Watchers, user: str) -> None:
        self.user = user
        self._watchers = watchers
        self._seen: asyncio.Queue[JsonObject | None] = asyncio.Queue()

    def show(self, happening: JsonObject | None) -> None:
        """Queue a happening; None ends the watch."""
        self._seen.put_nowait(happening)

    async def __anext__(self) -> JsonObject:
        happening = await self._seen.get()
        if happening is None:
            raise StopAsyncIteration
        return happening

    def close(self) -> None:
        self._watchers.forget(self)
        self.show(None)

    async def aclose(self) -> None:
        self.close()


class Watchers:
    """All who look."""

    def __init__(self) -> None:
        self._watches: list[Watch] = []

    def watch(self, user: str) -> Watch:
        watch = Watch(self, user)
        self._watches.append(watch)
        return watch

    def forget(self, watch: Watch) -> None:
        if watch in self._watches:
            self._watches.remove(watch)

    def show(self, happening: JsonObject, to: list[str]) -> None:
        """Show a happening to these users."""
        for watch in self._watches:
            if watch.user in to:
                watch.show(happening)

    def close(self) -> None:
        for watch in list(self._watches):
            watch.close()
