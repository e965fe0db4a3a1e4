"""A small library of synthetic documents, and a run of the core over it without storage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from agents.checking.answers import decide_ending
from agents.extractive.core import ExtractiveCore
from agents.facts.read_sheet import Message
from agents.run.tools.calling import Tools, find_declared_gap, with_citation_keys
from agents.turns import (
    Abstention,
    Answer,
    Ending,
    Question,
    Step,
    ThreadKey,
    Turn,
    View,
)
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document, DocumentRef, Facets
from retrieval.outcomes import Data, Empty, FoundDocument, Outcome, Unavailable
from retrieval.text.words import words


@dataclass(frozen=True)
class Card:
    name: str
    title: str
    use_when: str = "The question asks for this."
    not_when: str = "It does not."
    example: str = ""
    role: str = ""
    publishers: tuple[str, ...] = ()
    is_own: bool = False


@dataclass
class FakeLibrary:
    """Silos in memory: every document that shares a word with the query comes back."""

    documents: list[Document] = field(default_factory=list)
    down: set[str] = field(default_factory=set)
    cards: Sequence[Card] = tuple(
        Card(card.name, card.title, role=card.role, publishers=card.publishers)
        for card in read_cards()
    )

    async def search(self, silo: str, query: str) -> Outcome:
        if silo in self.down:
            return Unavailable("The silo did not answer.")
        asked = frozenset(words(query))
        hits = [
            d for d in self.documents if d.silo == silo and asked & set(words(d.title + d.text))
        ]
        if not hits:
            return Empty("Nothing here shares a word with the query.")
        return Data(
            tuple(FoundDocument(document=d, score=1.0, lexical=1.0, dense=0.0) for d in hits[:5])
        )

    async def open(self, ref: DocumentRef) -> Document:
        return next(document for document in self.documents if document.ref == ref)


@dataclass
class Conversation:
    """A thread with the core: each question is a whole run, the next one sees the earlier ones."""

    library: FakeLibrary
    views: list[View] = field(default_factory=list)

    async def ask(self, text: str) -> Ending:
        core = ExtractiveCore()
        view = View(
            run_id=f"run{len(self.views)}",
            question=Question(thread=ThreadKey("T", "C", "1"), asker="U", text=text),
            turns=tuple(map(turn_of, self.views)),
            earlier=tuple(
                replace(message, place="earlier question")
                for before in self.views
                for message in before.said
            ),
            said=(Message(text),),
            steps_left=8,
        )
        tools = Tools(library=self.library, core=core, earlier=self.earlier)
        while view.ending is None:
            view = await self.step(core, tools, view)
        self.views.append(view)
        return view.ending

    async def earlier(self) -> Sequence[View]:
        return list(reversed(self.views))

    async def step(self, core: ExtractiveCore, tools: Tools, view: View) -> View:
        number = len(view.steps) + 1
        thought = await core.think(view, tools.cards)
        view = replace(
            view,
            steps=(*view.steps, Step(number=number, seq=number, thought=thought)),
            steps_left=view.steps_left - 1,
        )
        if thought.reply is not None:
            return replace(view, ending=thought.reply)
        if gap := find_declared_gap(view):
            return replace(view, ending=Abstention(gap=gap, tried=tools.searched_titles(view)))
        for action in thought.actions:
            seen = with_citation_keys(await tools.act(action, view, 5.0), view)
            last = view.steps[-1]
            last = replace(last, observations=(*last.observations, seen))
            view = replace(view, steps=(*view.steps[:-1], last))
        if not thought.actions:
            return replace(view, ending=decide_ending(await core.answer(view, tools.cards), view))
        return view

    @property
    def searched(self) -> list[str]:
        return [seen.tool for step in self.views[-1].steps for seen in step.observations]


def turn_of(view: View) -> Turn:
    said = isinstance(view.ending, Answer)
    text = (
        " ".join(s.text for s in view.ending.sentences) if isinstance(view.ending, Answer) else ""
    )
    return Turn(
        run_id=view.run_id,
        question=view.question.text,
        answer=text,
        outcome="answer" if said else "gap",
    )


def document(silo: str, name: str, title: str, text: str, **facets: Sequence[str]) -> Document:
    values = {key: tuple(value) for key, value in facets.items()}
    return Document(
        silo=silo,
        id=name,
        version="1",
        title=title,
        text=text,
        facets=Facets(
            tumour_types=values.get("tumour_types", ()),
            genes=values.get("genes", ()),
            drugs=values.get("drugs", ()),
        ),
    )


LABEL = """# Abemaciclib label

## Dosage

The recommended dose of abemaciclib with an aromatase inhibitor is 150 mg twice daily.
Abemaciclib tablets are stored at room temperature in the closed bottle.

## Hepatic impairment

In severe hepatic impairment (Child-Pugh C) the abemaciclib dose is taken once daily instead.

## Interactions

Avoid concomitant use of ketoconazole with abemaciclib. With other strong CYP3A inhibitors, \
the abemaciclib dose is reduced to 100 mg twice daily.

## Warnings

Diarrhea occurred in most patients on abemaciclib and is treated with loperamide at first signs.
It is withheld until the event has improved to grade 1 or less.
"""
OTHER_LABEL = """# Olaparib label

## Dosage

The recommended dose of olaparib is 300 mg twice daily.

## Hepatic impairment

No dose adjustment of olaparib is needed in mild or moderate hepatic impairment.

## Indications

Olaparib is indicated for germline BRCA-mutated, HER2-negative metastatic breast cancer.
"""
MELANOMA = """## Evidence

Dabrafenib plus trametinib gave responses in metastatic melanoma with BRAF V600E.
Vemurafenib treatment improved survival of BRAF V600K melanoma in a randomised trial.
"""
HER2 = """## Evidence

Trastuzumab is indicated for HER2-positive metastatic breast cancer.
Trastuzumab deruxtecan is indicated for HER2-low metastatic breast cancer.
"""
TRIAL = """## Results

In EXAMPLE-9, median progression-free survival was 12.1 months with abemaciclib and 6.0 months \
with placebo, a hazard ratio of 0.55. Overall survival in EXAMPLE-9 did not differ.

## Patients

EXAMPLE-9 enrolled adults with HR-positive, HER2-negative metastatic breast cancer.
"""
GENE = """## What it does

BRCA2 encodes a protein that repairs double-strand breaks of DNA by homologous recombination.
"""
PGX = """## Recommendation

For DPYD poor metabolizers, avoid capecitabine and other fluoropyrimidines.
For DPYD intermediate metabolizers, start capecitabine at half of the dose.
"""
GUIDELINE = """## Adjuvant

For high-risk early HR-positive breast cancer, adjuvant abemaciclib for two years is recommended.

## Metastatic

First-line treatment of metastatic HR-positive, HER2-negative breast cancer is a CDK4/6 inhibitor \
with an aromatase inhibitor.
"""


@pytest.fixture
def library() -> FakeLibrary:
    return FakeLibrary(
        [
            document(
                "drug_information", "abe", "Abemaciclib (Verzenio)", LABEL, drugs=["abemaciclib"]
            ),
            document(
                "drug_information", "ola", "Olaparib (Lynparza)", OTHER_LABEL, drugs=["olaparib"]
            ),
            document("variant_evidence", "braf", "BRAF in melanoma", MELANOMA, genes=["BRAF"]),
            document("variant_evidence", "her2", "ERBB2 in breast cancer", HER2, genes=["ERBB2"]),
            document("landmark_trials", "ex9", "EXAMPLE-9: abemaciclib in breast cancer", TRIAL),
            document("genes", "brca2", "BRCA2", GENE, genes=["BRCA2"]),
            document("pharmgkb", "dpyd", "DPYD and fluoropyrimidines", PGX, genes=["DPYD"]),
            document("nccn_guidelines", "breast", "Breast cancer: systemic therapy", GUIDELINE),
        ]
    )


@pytest.fixture
def thread(library: FakeLibrary) -> Conversation:
    return Conversation(library)


async def ending_of(question: str, *sentences: str) -> Answer | Abstention:
    """What a question comes to, over one page of indications with these sentences."""
    page = document("indications", "p", "Indications", "## Approved\n\n" + "\n".join(sentences))
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


async def said_to(question: str, *sentences: str) -> list[str]:
    """The sentences of the answer; none if it is a gap."""
    ending = await ending_of(question, *sentences)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
