"""A re-ranker of others that is not told who a patient is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from retrieval.documents import Document
from retrieval.privacy.hiding import without_personal
from retrieval.reranking.contract import RerankedDocument, Reranker


class PrivateReranker:
    """Judges texts without what is personal; places in them stay where they were."""

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker

    @property
    def name(self) -> str:
        return self._reranker.name

    @property
    def depth(self) -> int:
        return self._reranker.depth

    async def rerank(
        self, query: str, documents: Sequence[Document]
    ) -> tuple[RerankedDocument, ...]:
        """As of the re-ranker inside."""
        shown = await asyncio.to_thread(lambda: [_without_personal(each) for each in documents])
        return await self._reranker.rerank(without_personal(query), shown)

    async def close(self) -> None:
        """Let the re-ranker inside go. Closing twice is fine."""
        await self._reranker.close()


def _without_personal(document: Document) -> Document:
    title, text = without_personal(document.title), without_personal(document.text)
    return replace(document, title=title, text=text)
