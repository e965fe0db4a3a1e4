"""One evaluation: every method over every set, with intervals, and the default against each."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.retrieval.methods import Method, chosen, methods
from evals.retrieval.scoring import MEASURES, Interval, Values, difference, interval, per_query
from evals.retrieval.searching import Bench, Progress
from evals.retrieval.sets import SILO, JudgedSet
from evals.sandbox import SearchComponents
from retrieval.declaration.cards import read_cards
from retrieval.stores.contract import IngestStore
from retrieval.stores.embedded import EmbeddedStore

DEFAULT = "default"
RIVALS = ("bm25", "dense", "cascade")
"""What the default has to beat on every set."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What one method is worth on one set."""

    method: Method
    measures: Mapping[str, Interval]
    behind: Interval
    """How much better the default is in nDCG@10, on the same queries."""


@dataclass(frozen=True, slots=True)
class SetScores:
    """All methods on one set."""

    name: str
    documents: int
    queries: int
    scored: tuple[Scored, ...]

    @property
    def beaten(self) -> Mapping[str, bool]:
        """By rival, whether the whole interval of the difference speaks for the default."""
        return {
            one.method.name: one.behind.low > 0 for one in self.scored if one.method.name in RIVALS
        }

    def as_object(self) -> dict[str, Any]:
        return {
            "set": self.name,
            "documents": self.documents,
            "queries": self.queries,
            "methods": [
                {
                    "method": one.method.name,
                    **{name: one.measures[name].as_list() for name in MEASURES},
                    "default_better_by": one.behind.as_list(),
                }
                for one in self.scored
            ],
        }


async def evaluate_sets(
    sets: Sequence[JudgedSet],
    components: SearchComponents,
    *,
    store: str,
    names: Sequence[str],
    progress: Progress,
) -> tuple[SetScores, ...]:
    """Every method on every set. The stores are made for it and gone afterwards."""
    (card,) = [card for card in read_cards() if card.name == SILO]
    reranker = components.reranker
    wanted = chosen(methods(card, reranker=reranker is not None), names)
    found = []
    for judged in sets:
        with tempfile.TemporaryDirectory() as folder:
            opened = _opened(store, components, Path(folder))
            bench = Bench(opened, components.embedder, card, reranker, components.cache, progress)
            try:
                await bench.fill(judged)
                found.append(await _scores(bench, judged, wanted))
            finally:
                await opened.prepare(SILO)
                await opened.delete(SILO, [document.id for document in judged.documents])
                await opened.close()
    return tuple(found)


async def _scores(bench: Bench, judged: JudgedSet, wanted: Sequence[Method]) -> SetScores:
    values: dict[str, dict[str, Values]] = {}
    for method in wanted:
        values[method.name] = per_query(judged.gains, await bench.rankings(judged, method))
    best = values[DEFAULT]["nDCG@10"]
    scored = tuple(
        Scored(
            method,
            {name: interval(values[method.name][name]) for name in MEASURES},
            difference(best, values[method.name]["nDCG@10"]),
        )
        for method in wanted
    )
    return SetScores(judged.name, len(judged.documents), len(judged.queries), scored)


def _opened(store: str, components: SearchComponents, folder: Path) -> IngestStore:
    if store == "weaviate":
        return components.weaviate(components.embedder.name)
    return EmbeddedStore(folder / "silos.sqlite", embedder=components.embedder.name)


def quiet(what: str, done: int, total: int) -> None:
    """Shows nothing."""


def counter(write: Callable[[str], None]) -> Progress:
    """A line that is written over, for a terminal."""

    def show(what: str, done: int, total: int) -> None:
        write(f"\r{what}: {done} of {total}" + " " * 12 + ("\n" if done == total else ""))

    return show
