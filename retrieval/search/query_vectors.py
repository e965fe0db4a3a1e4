"""The vectors of queries: each is made once, however many silos are asked the same."""

from __future__ import annotations

import asyncio

from retrieval.embedding.contract import Embedder, Vectors

KEPT = 256
"""Queries whose vectors are remembered; one question asks a few dozen. Chosen by hand."""


class QueryVectors:
    """Embeds in a thread. Searches that ask the same at the same time share one embedding."""

    def __init__(self, embedder: Embedder, kept: int = KEPT) -> None:
        self._embedder = embedder
        self._kept = kept
        self._known: dict[str, asyncio.Task[Vectors]] = {}
        """The one used longest ago first."""

    async def vector(self, query: str) -> Vectors:
        """Shape (dimensions,). Raises :class:`retrieval.errors.EmbedderUnavailable`; the next
        one who asks then tries anew."""
        task = self._known.pop(query, None)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(asyncio.to_thread(self._embedder.embed_query, query))
            task.add_done_callback(_heard)
        self._known[query] = task
        if len(self._known) > self._kept:
            del self._known[next(iter(self._known))]
        # One search that runs out of time must not take the vector from the others.
        return await asyncio.shield(task)


def _heard(task: asyncio.Task[Vectors]) -> None:
    """Take note of a failure that nobody waited for."""
    if not task.cancelled():
        task.exception()
