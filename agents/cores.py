"""A core is what thinks. One protocol, few implementations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from agents.turns import Draft, Reading, Thought, Usage, View
from retrieval.documents import Document, DocumentRef

OPEN_DOCUMENT = "open_document"
DECLARE_GAP = "declare_gap"
"""The tools that every run has beside those that search a silo; a third opens an earlier step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One argument of a tool."""

    name: str
    type: str
    """A JSON Schema type: string, integer, number or boolean."""
    description: str
    required: bool = True
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCard:
    """A tool as shown to the core, written for the model."""

    name: str
    title: str
    use_when: str
    not_when: str = ""
    parameters: tuple[Parameter, ...] = ()
    example: str = ""
    silo: str = ""
    """The silo it searches; empty for the other tools."""
    role: str = ""
    """What kind of knowledge that silo holds."""
    publishers: tuple[str, ...] = ()
    """Under which names people ask for it."""
    is_own: bool = False
    """Whether it is a silo of the hospital's own, not a shipped one."""
    shows_results: bool = False
    """Whether a model of others may be told what code printed that it wrote."""
    rounds: int = 0
    """How often code may be run, reviewed and written again; 0 for other tools."""
    records: frozenset[str] = frozenset()
    """The sources of records that the run may ask, whichever silo this card is of: what they hold
    is asked of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSummary:
    """A compaction: what stands for the folded steps. It keeps every citation key it uses."""

    text: str
    usage: Usage = Usage()
    prompt_sha: str = ""


WITHOUT_MODEL = "extractive"
"""Name of the core that no language model is part of."""
Highlights = Mapping[DocumentRef, tuple[tuple[int, int], ...]]
"""Per document, the spans in which the search found the query, in code points of its text."""
NO_HIGHLIGHTS: Highlights = MappingProxyType({})

DraftListener = Callable[[Draft], Awaitable[None]]
"""Is called with the answer as it grows; its sentences are complete, but not checked yet."""


async def ignore_draft(draft: Draft) -> None:
    """The listener of those who do not show a growing answer."""


class Core(Protocol):
    """Thinks, reads, answers and compresses. It never touches a database, a silo or Slack.

    All methods may raise :class:`agents.errors.ModelError`."""

    @property
    def name(self) -> str: ...

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """The next thought. No actions and no gap mean: ready to answer."""
        ...

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        """What the documents say about the query, with verbatim quotes. Of two sentences that
        serve as well, the one in a highlight is the better quote. The view holds the question
        and what is known of the patient."""
        ...

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        """The answer, drafted from observations only. A core that writes sentence by sentence
        tells *on_draft* of each whole sentence."""
        ...

    async def compress(self, view: View) -> StepSummary:
        """A summary of the steps that will be folded away."""
        ...
