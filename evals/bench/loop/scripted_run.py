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
from retrieval.documents import Document, DocumentRef
from retrieval.outcomes import Data, Found, Outcome

SILOS = ("first", "second")
SENTENCE = "In this made-up record the made-up drug was given to made-up patients."
FINDING_WORDS = " ".join([SENTENCE] * 4)


def step_query(step: int, silo: str) -> str:
    return f"words of step {step} for the {silo} silo"


@dataclass(frozen=True, slots=True)
class ScriptedCard:
    """The declaration of a silo that is not there."""

    name: str
    title: str
    use_when: str = "Always."
    not_when: str = ""
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

    async def search(self, silo: str, query: str) -> Outcome:
        return Data((Found(document=self.document(silo, query), score=1, lexical=1, dense=1),))

    async def open(self, ref: DocumentRef) -> Document:
        return self.document(ref.silo, ref.id)

    def document(self, silo: str, name: str) -> Document:
        text = f"{name}. " + SENTENCE * (1 + self.characters // len(SENTENCE))
        return Document(silo=silo, id=name, version="1", title=name, text=text[: self.characters])


@dataclass(frozen=True, slots=True)
class ScriptedCore:
    """Searches both silos in each of so many steps, then answers with the first quotes."""

    steps: int
    name: str = "scripted"

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
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
        start = documents[0].text.index(SENTENCE)
        end = start + len(SENTENCE)
        pointer = Pointer(ref=documents[0].ref, text=SENTENCE, start=start, end=end)
        return Reading(insights=(Insight(text=FINDING_WORDS, pointers=(pointer,)),))

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        keys = tuple(view.citations)[:3]
        return Draft(sentences=(DraftSentence(text=SENTENCE, keys=keys),))

    async def compress(self, view: View) -> StepSummary:
        return StepSummary(text="".join(f"[{key}]" for key in view.citations))
