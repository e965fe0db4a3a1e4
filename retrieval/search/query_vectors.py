"""The vectors of queries: each is made once, however many silos are asked the same."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from retrieval.embedding.contract import Embedder, Vectors
from retrieval.errors import EmbedderUnavailable

KEPT = 256
"""Queries whose vectors are remembered; one question asks a few dozen. Chosen by hand."""


@runtime_checkable
class EmbedsTogether(Protocol):
    """An embedder for which several queries cost less together than one by one."""

    def embed_queries(self, texts: list[str]) -> Vectors:
        """One unit vector per text, each as :meth:`Embedder.embed_query` makes it. Blocking."""
        ...


class QueryVectors:
    """Embeds in a thread. Searches that ask the same at the same time share one embedding, and
    those that begin at the same time, as those of one step do, are embedded together where that
    costs less."""

    def __init__(self, embedder: Embedder, kept: int = KEPT) -> None:
        self._embedder = embedder
        self._kept = kept
        self._known: dict[str, asyncio.Future[Vectors]] = {}
        """The one used longest ago first."""
        self._waiting: dict[str, asyncio.Future[Vectors]] = {}
        """Those that nobody embeds yet."""
        self._embedding: set[asyncio.Task[None]] = set()

    async def vector(self, query: str) -> Vectors:
        """Shape (dimensions,). Raises :class:`retrieval.errors.EmbedderUnavailable`; the next
        one who asks then tries anew."""
        found = self._known.pop(query, None)
        if found is None or (found.done() and (found.cancelled() or found.exception())):
            found = self._ask_for(query)
        self._known[query] = found
        if len(self._known) > self._kept:
            del self._known[next(iter(self._known))]
        # One search that runs out of time must not take the vector from the others.
        return await asyncio.shield(found)

    def _ask_for(self, query: str) -> asyncio.Future[Vectors]:
        loop = asyncio.get_running_loop()
        if not self._waiting:
            # Not at once: the other searches of the step begin before the loop comes round.
            loop.call_soon(self._embed_waiting)
        asked = self._waiting[query] = loop.create_future()
        asked.add_done_callback(_note_failure)
        return asked

    def _embed_waiting(self) -> None:
        waiting, self._waiting = self._waiting, {}
        if isinstance(self._embedder, EmbedsTogether):
            parts = [waiting]
        else:
            parts = [{query: asked} for query, asked in waiting.items()]
        for part in parts:
            task = asyncio.create_task(self._embed(part))
            self._embedding.add(task)
            task.add_done_callback(self._embedding.discard)

    async def _embed(self, asked: Mapping[str, asyncio.Future[Vectors]]) -> None:
        try:
            vectors = await asyncio.to_thread(self._vectors, list(asked))
        except BaseException as error:
            for future in asked.values():
                if not future.done():
                    future.set_exception(_as_failure(error))
            if not isinstance(error, Exception):
                raise
            return
        for future, vector in zip(asked.values(), vectors, strict=True):
            if not future.done():
                future.set_result(vector)

    def _vectors(self, queries: list[str]) -> list[Vectors]:
        if len(queries) > 1 and isinstance(self._embedder, EmbedsTogether):
            return list(self._embedder.embed_queries(queries))
        return [self._embedder.embed_query(query) for query in queries]


def _as_failure(error: BaseException) -> Exception:
    """What those who wait are told; a process that stops takes their vector away."""
    return error if isinstance(error, Exception) else EmbedderUnavailable("It was stopped.")


def _note_failure(asked: asyncio.Future[Vectors]) -> None:
    """Take note of a failure that nobody waited for."""
    if not asked.cancelled():
        asked.exception()
