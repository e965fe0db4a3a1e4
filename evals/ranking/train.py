"""Find the weights of the learned fusion.

    python -m evals.ranking.train --data FOLDER [--vectors FOLDER] [--write]
    python -m evals.ranking.train --data FOLDER --embedder local:/MODELS/NAME [--into FILE]

``FOLDER`` holds the sets named in :data:`SETS`, of which only the dev judgements are read. Printed:
nDCG@10 in cross-validation (folds never share a judged document) and when trained on the other
set alone. With ``--write`` the weights go to ``retrieval/search/learned_ranking.json``, those of
another embedder with ``--into`` to a file that ``CURBSIDE_FUSION_WEIGHTS`` names.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evals.ranking.fitting import CandidateList, Floats, assign_folds, fit_weights, group_queries
from evals.ranking.judged_queries import JudgedQuery, ndcg, read_judged_queries
from retrieval.embedding import open_embedder
from retrieval.embedding.contract import IngestEmbedder
from retrieval.providers.hosting import is_hosted
from retrieval.search.fusion_weights import with_weights
from retrieval.search.learned_ranking import FEATURES, WEIGHTS, features

SETS = {"scifact_beir": "SciFact (BEIR train)", "bioasq_retrieval": "BioASQ 7-11 (dev part)"}
USUAL = "minilm"
"""The embedder of the weights that ship."""
FOLDS = 5
"""Of the cross-validation: the usual number. Chosen by hand."""
DIGITS = 4
"""Of a weight in the file. Chosen by hand: finer than the folds differ."""

LEARNED = 4
"""So many of the features get learned weights, the first ones."""
NAMES_WORTH = 0.5
"""The weight of the last feature is set by hand: general questions teach little of exact names, on
which drug indications hang. ``docs/ranking.md`` has what it gives and takes on every set."""

Table = list[tuple[JudgedQuery, Floats]]


def build_table(judged: Sequence[JudgedQuery]) -> Table:
    """Each query with the features of its candidates."""
    return [(each, np.stack(features(each.vector, each.candidates), axis=1)) for each in judged]


def learn_weights(*tables: Table) -> Floats:
    """Weights from several sets, of which each counts as much as the smallest."""
    fewest = min(map(len, tables))
    rows = [row for one in tables for row in one[:: max(1, len(one) // fewest)]]
    lists = [
        _candidate_list(*row) for row in rows if any(name in row[0].gains for name in row[0].ids)
    ]
    return np.append(fit_weights(lists), NAMES_WORTH)


def ndcg_per_query(judged: Table, weights: Floats) -> Floats:
    """nDCG@10 of each query."""
    return np.array([_ndcg(*row, weights) for row in judged])


def cross_validate(own: Table, others: Sequence[Table]) -> Floats:
    """nDCG@10 of each query by weights that never saw a document judged for it."""
    fold = assign_folds(group_queries([each.gains for each, _ in own]), FOLDS)
    result = np.zeros(len(own))
    for number in range(FOLDS):
        taught = [row for row, of in zip(own, fold, strict=True) if of != number]
        tested = [row for row, of in zip(own, fold, strict=True) if of == number]
        result[fold == number] = ndcg_per_query(tested, learn_weights(taught, *others))
    return result


def _candidate_list(judged: JudgedQuery, columns: Floats) -> CandidateList:
    gains = np.array([judged.gains.get(name, 0) for name in judged.ids], np.float64)
    return CandidateList(columns[:, :LEARNED], gains / gains.sum())


def _ndcg(judged: JudgedQuery, columns: Floats, weights: Floats) -> float:
    scores = columns @ weights
    order = sorted(range(len(scores)), key=lambda n: (-scores[n], judged.ids[n]))
    return ndcg([judged.ids[n] for n in order[:10]], judged.gains)


def train_weights(
    data: Path, embedder: IngestEmbedder, kept: Path | None, sets: Mapping[str, str] = SETS
) -> dict[str, Any]:
    """The weights for an embedder, with their figures. Embeds whole corpora: minutes."""
    tables = {name: build_table(read_judged_queries(data / name, embedder, kept)) for name in sets}
    figures: dict[str, dict[str, float]] = {}
    for name, own in tables.items():
        others = [each for other, each in tables.items() if other != name]
        figures[name] = {"validated": _mean(cross_validate(own, others))}
        if others:
            figures[name]["transferred"] = _mean(ndcg_per_query(own, learn_weights(*others)))
    weights = learn_weights(*tables.values())
    return {
        "trained_on": list(sets.values()),
        "ndcg_at_10": figures,
        "weights": {
            name: round(float(weight), DIGITS)
            for name, weight in zip(FEATURES, weights, strict=True)
        },
    }


def _mean(figures: Floats) -> float:
    return round(float(figures.mean()), DIGITS)


def main(arguments: Sequence[str]) -> None:
    """Fit the weights, print their figures, and write them when asked to."""
    parser = argparse.ArgumentParser("python -m evals.ranking.train")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--vectors", type=Path, help="keep the vectors here, for another run")
    parser.add_argument("--embedder", default=USUAL, help="one that runs on this machine")
    parser.add_argument("--models", type=Path, help="folder of the models of local: and fastembed:")
    parser.add_argument("--write", action="store_true", help="the weights that ship")
    parser.add_argument("--into", type=Path, help="a file with weights by embedder")
    options = parser.parse_args(arguments)
    if is_hosted(options.embedder):
        parser.error("only embedders that run on this machine: minilm, local:…, fastembed:…")
    if options.write and options.embedder != USUAL:
        parser.error("--write writes the weights that ship; those of another embedder go --into")
    embedder = open_embedder(options.embedder, models_folder=options.models)
    try:
        document = train_weights(options.data, embedder, options.vectors)
        text = json.dumps({"embedder": embedder.name, **document}, indent=1) + "\n"
        sys.stdout.write(text)
        if options.into:
            options.into.write_text(with_weights(options.into, embedder.name, document), "utf-8")
        if options.write:
            WEIGHTS.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    finally:
        embedder.close()


if __name__ == "__main__":
    main(sys.argv[1:])
