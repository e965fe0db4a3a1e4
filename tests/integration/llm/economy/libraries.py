"""The shipped corpus in memory, behind the shipped cards: what a search of it brings is as long as
what a real one brings, without strangers and near-copies. Its ranking is by shared words, rare ones
first; which document is the best does not matter for a count."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from evals.gaps.samples import read_documents
from retrieval.declaration.cards import SiloCard, read_cards
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown
from retrieval.outcomes import Data, Empty, FoundDocument, Outcome
from retrieval.search.deduplication import DEEPER, fold_copies, without_unrelated
from retrieval.text.words import words

CORPUS = Path(__file__).parents[4] / "corpus"


@cache
def corpus() -> tuple[Document, ...]:
    """All documents of the shipped corpus, with their statements."""
    return tuple(
        document
        for path in sorted(CORPUS.rglob("*.yaml"))
        for document in read_documents(path.parent.name, Path(path.name), path.read_bytes())
    )


def _words_of(document: Document) -> frozenset[str]:
    return frozenset(words(f"{document.title} {document.text}"))


@cache
def _held_by() -> Counter[str]:
    return Counter(word for document in corpus() for word in _words_of(document))


class CorpusLibrary:
    """Searches the corpus, and documents that are put beside it."""

    def __init__(self, more: Sequence[Document] = ()) -> None:
        self._documents = (*more, *corpus())
        self._cards = read_cards()

    @property
    def cards(self) -> tuple[SiloCard, ...]:
        return self._cards

    async def search(self, silo: str, query: str) -> Outcome:
        """As many documents as the card says, best first."""
        asked = frozenset(words(query))
        held, all_of_them = _held_by(), len(self._documents)

        def score(document: Document) -> float:
            shared = asked & _words_of(document)
            return sum(math.log(all_of_them / (1 + held[word])) for word in shared)

        there = [each for each in self._documents if each.silo == silo and score(each) > 0]
        if not there:
            return Empty("Nothing in it fits these words.")
        most = next(card.returns for card in self._cards if card.name == silo)
        ranked = sorted(there, key=score, reverse=True)[: most * DEEPER]
        found = [FoundDocument(document=e, score=1.0, lexical=1.0, dense=0.0) for e in ranked]
        near, named = without_unrelated(found, query)
        if not near:
            return Empty(f"Nothing close to this query names {named}.")
        kept = fold_copies(near, query).kept
        return Data(kept[:most], left=len(kept[most:]))

    async def open(self, ref: DocumentRef) -> Document:
        for document in self._documents:
            if document.ref == ref:
                return document
        raise DocumentUnknown
