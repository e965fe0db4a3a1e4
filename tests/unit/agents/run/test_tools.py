from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.extractive.core import ExtractiveCore
from agents.run.tools.calling import Tools
from agents.turns import Action, View
from retrieval.documents import Document, DocumentRef
from retrieval.outcomes import Data, FoundDocument
from tests.fakes import Card
from tests.sample_documents import question

REMARK = "The re-ranker did not answer."
LEFT = "Olaparib is given at 300 mg twice daily in adults."
RIGHT = "Olaparib is given at 250 mg twice daily in adults."
DOCUMENT = Document(
    silo="drugs", id="olaparib", version="1", title="Olaparib", text=f"{LEFT}\n\n{RIGHT}"
)


@dataclass(frozen=True)
class OneSilo:
    """Finds one document, with what the search says of it."""

    spans: tuple[tuple[int, int], ...] = ()
    remark: str = ""
    cards: tuple[Card, ...] = (Card(name="drugs", title="Drugs"),)

    async def search(self, silo: str, query: str) -> Data:
        found = FoundDocument(document=DOCUMENT, score=1, lexical=1, dense=0, spans=self.spans)
        return Data((found,), self.remark)

    async def open(self, ref: DocumentRef) -> Document:
        return DOCUMENT


async def nothing_earlier() -> Sequence[View]:
    return ()


async def first_quote(silo: OneSilo) -> str:
    observation = await Tools(library=silo, core=ExtractiveCore(), earlier=nothing_earlier).act(
        Action(call_id="1", tool="search_drugs", arguments={"query": "dose of olaparib"}),
        View(run_id="run", question=question("What is the dose of olaparib?")),
        5,
    )
    assert observation.outcome == "data"
    assert observation.detail.endswith(silo.remark)
    assert observation.detail.startswith("Read 1 document: ")
    return observation.findings[0].citations[0].quote


async def test_of_two_sentences_alike_the_one_that_the_search_points_at_is_quoted_first() -> None:
    second = DOCUMENT.text.index(RIGHT)
    assert await first_quote(OneSilo()) == LEFT
    assert await first_quote(OneSilo(spans=((second, second + 8),))) == RIGHT
    assert await first_quote(OneSilo(spans=((0, 8),))) == LEFT


async def test_what_is_less_good_about_a_search_stands_in_the_observation() -> None:
    assert await first_quote(OneSilo(remark=REMARK)) == LEFT
