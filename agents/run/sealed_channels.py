"""Channels whose questions no service of others may see, and what answers there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.cores import (
    NO_HIGHLIGHTS,
    Core,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.run.tools.analyses import CodeTools
from agents.turns import Draft, Reading, Thought, View
from retrieval.documents import Document
from retrieval.search.contract import Library

SEALED = "No language model that others run may be asked from this channel; sources were quoted."


@dataclass(frozen=True, slots=True)
class SealedParts:
    """Who answers in them, from silos that ask no service of others."""

    core: Core
    silos: Library
    code: CodeTools | None = None
    """What a model of the hospital's own computes with; nothing where none answers."""


class SealedCore:
    """A core that says that it answers in the place of a hosted model."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def name(self) -> str:
        return self._core.name

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """As of the core inside; a gap says who did not look for it."""
        thought = await self._core.think(view, cards)
        if thought.gap is None:
            return thought
        gap = replace(thought.gap, detail=f"{thought.gap.detail} {SEALED}".strip())
        return replace(thought, gap=gap)

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        """As of the core inside."""
        return await self._core.read(query, documents, card, highlights, view=view)

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        """As of the core inside, and who answered, and why."""
        draft = await self._core.answer(view, cards, on_draft)
        if not draft.sentences:
            return replace(draft, not_found=(*draft.not_found, SEALED))
        return replace(draft, note=f"{draft.note} {SEALED}".strip())

    async def compress(self, view: View) -> StepSummary:
        return await self._core.compress(view)
