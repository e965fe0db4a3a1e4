"""One scripted run, for our loop and for LangChain's ``create_agent``: the same steps, the same two
searches in each, the same observations, no time spent thinking or searching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.cores import (
    NO_HIGHLIGHTS,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.turns import (
    Action,
    Draft,
    DraftSentence,
    Insight,
    Pointer,
    Reading,
    Thought,
    View,
)
from retrieval.documents import Document, DocumentRef, Filters
from retrieval.outcomes import Data, FoundDocument, Outcome

SILOS = ("first", "second")
QUOTED = 4
"""Sentences that a search finds. Chosen by hand: about what a finding of the default core has."""


def step_query(step: int, silo: str) -> str:
    return f"words of step {step} for the {silo} silo"


def sentence_on(query: str) -> str:
    """What the document says that a query finds: of each something else, so that nothing that was
    read before serves again."""
    return f"In the made-up record for the {query} the made-up drug was given to made-up patients."


def finding_on(query: str) -> str:
    """What a search finds."""
    return " ".join([sentence_on(query)] * QUOTED)


@dataclass(frozen=True, slots=True)
class ScriptedCard:
    """The declaration of a silo that is not there."""

    name: str
    title: str
    use_when: str = "Always."
    not_when: str = ""
    example: str = ""
    role: str = ""
    publishers: tuple[str, ...] = ()
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class ScriptedSilos:
    """Two silos that always return one document, at once."""

    characters: int
    """Length of a document."""

    @property
    def cards(self) -> Sequence[ScriptedCard]:
        return tuple(ScriptedCard(name, name) for name in SILOS)

    async def search(
        self,
        silo: str,
        query: str,
        *,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        """Always one document, whatever is asked."""
        return Data(
            (FoundDocument(document=self.document(silo, query), score=1, lexical=1, dense=1),)
        )

    async def open(self, ref: DocumentRef) -> Document:
        return self.document(ref.silo, ref.id)

    def document(self, silo: str, name: str) -> Document:
        sentence = sentence_on(name)
        text = " ".join([sentence] * (1 + self.characters // len(sentence)))
        return Document(silo=silo, id=name, version="1", title=name, text=text[: self.characters])


@dataclass(frozen=True, slots=True)
class ScriptedCore:
    """Searches both silos in each of so many steps, then answers with the first quotes."""

    steps: int
    own_words: bool = False
    """Whether its findings are in other words than their quotes, which are then compared."""
    name: str = "scripted"

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """A search of both silos with words of the step; no action after the last step."""
        number = len(view.steps) + 1
        if number > self.steps:
            return Thought(text="That is enough.")
        return Thought(
            text=f"Step {number}.",
            actions=tuple(
                Action(
                    call_id="", tool=f"search_{silo}", arguments={"query": step_query(number, silo)}
                )
                for silo in SILOS
            ),
        )

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        """The first sentences of the first document."""
        quote = finding_on(query)
        pointer = Pointer(ref=documents[0].ref, text=quote, start=0, end=len(quote))
        words = f"As it stands there: {sentence_on(query)}" if self.own_words else quote
        return Reading(insights=(Insight(text=words, pointers=(pointer,)),))

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        key, citation = next(iter(view.citations.items()))
        return Draft(sentences=(DraftSentence(text=citation.quote, keys=(key,)),))

    async def compress(self, view: View) -> StepSummary:
        return StepSummary(text="".join(f"[{key}]" for key in view.citations))
