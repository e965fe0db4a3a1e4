"""One evaluation: every method over every set, with intervals, and the default against each."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evals.metrics.intervals import Interval, Values, bootstrap_difference, bootstrap_mean
from evals.ranking.fitting import group_queries
from evals.retrieval.judged_sets import SILO, JudgedSet
from evals.retrieval.measures import MEASURES, measure_queries
from evals.retrieval.methods import RankingMethod, list_methods, select_methods
from evals.retrieval.search_runner import Progress, SearchRunner
from evals.sandbox import SearchComponents
from retrieval.declaration.cards import read_cards
from retrieval.stores.contract import IngestStore
from retrieval.stores.embedded import EmbeddedStore

DEFAULT = "default"
RIVALS = ("bm25", "dense", "cascade")
"""What the default has to beat on every set."""


@dataclass(frozen=True, slots=True)
class MethodScores:
    """What one method is worth on one set."""

    method: RankingMethod
    measures: Mapping[str, Interval]
    default_better_by: Interval
    """How much better the default is in nDCG@10, on the same queries."""


@dataclass(frozen=True, slots=True)
class SetScores:
    """All methods on one set."""

    name: str
    documents: int
    queries: int
    groups: int
    """Of queries that a judged document connects; intervals draw whole groups."""
    methods: tuple[MethodScores, ...]

    @property
    def default_beats(self) -> Mapping[str, bool]:
        """By rival, whether the whole interval of the difference speaks for the default."""
        return {
            one.method.name: one.default_better_by.low > 0
            for one in self.methods
            if one.method.name in RIVALS
        }

    def as_object(self) -> dict[str, Any]:
        """The scores of one set as JSON, by method."""
        return {
            "set": self.name,
            "documents": self.documents,
            "queries": self.queries,
            "groups": self.groups,
            "methods": [
                {
                    "method": one.method.name,
                    **{name: one.measures[name].as_list() for name in MEASURES},
                    "default_better_by": one.default_better_by.as_list(),
                }
                for one in self.methods
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
    wanted = select_methods(list_methods(card, reranker=reranker is not None), names)
    found = []
    for judged in sets:
        with tempfile.TemporaryDirectory() as folder:
            opened = _open_store(store, components, Path(folder))
            runner = SearchRunner(
                opened,
                components.embedder,
                card,
                reranker,
                components.cache,
                progress,
                components.weights.values,
            )
            try:
                await runner.fill(judged)
                found.append(await _score_set(runner, judged, wanted))
            finally:
                await opened.reset_if_embedder_changed(SILO)
                await opened.delete(SILO, [document.id for document in judged.documents])
                await opened.close()
    return tuple(found)


async def _score_set(
    runner: SearchRunner, judged: JudgedSet, wanted: Sequence[RankingMethod]
) -> SetScores:
    values: dict[str, dict[str, Values]] = {}
    for method in wanted:
        values[method.name] = measure_queries(judged.gains, await runner.rankings(judged, method))
    best = values[DEFAULT]["nDCG@10"]
    groups = group_queries(list(judged.gains.values()))
    methods = tuple(
        MethodScores(
            method,
            {name: bootstrap_mean(values[method.name][name], groups) for name in MEASURES},
            bootstrap_difference(best, values[method.name]["nDCG@10"], groups),
        )
        for method in wanted
    )
    return SetScores(
        judged.name, len(judged.documents), len(judged.queries), len(np.unique(groups)), methods
    )


def _open_store(store: str, components: SearchComponents, folder: Path) -> IngestStore:
    if store == "weaviate":
        return components.weaviate(components.embedder.name)
    return EmbeddedStore(folder / "silos.sqlite", embedder=components.embedder.name)


def no_progress(what: str, done: int, total: int) -> None:
    """Shows nothing."""
