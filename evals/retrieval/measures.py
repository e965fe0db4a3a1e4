"""What rankings are worth: the measures of ir_measures, for every query of a judged set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evals.metrics.intervals import Values

MEASURES = ("nDCG@10", "Success@1", "R@5", "R@10", "R@100", "RR@10")

Ranking = Mapping[str, float]
"""Score by document."""


def measure_queries(
    gains: Mapping[str, Mapping[str, int]], rankings: Mapping[str, Ranking]
) -> dict[str, Values]:
    """By measure, the value of every query in the order of ``gains``. Queries for which nothing
    was found count 0."""
    import ir_measures

    wanted = [ir_measures.parse_measure(name) for name in MEASURES]
    place = {query: number for number, query in enumerate(gains)}
    values = {name: np.zeros(len(gains)) for name in MEASURES}
    judgements = [
        ir_measures.Qrel(query, name, grade)
        for query, graded in gains.items()
        for name, grade in graded.items()
    ]
    scored = [
        ir_measures.ScoredDoc(query, name, score)
        for query, ranking in rankings.items()
        for name, score in ranking.items()
    ]
    for metric in ir_measures.iter_calc(wanted, judgements, scored):
        values[str(metric.measure)][place[metric.query_id]] = metric.value
    return values


def scores_by_rank(ids: Sequence[str]) -> dict[str, float]:
    """Scores that keep an order, since measures sort by score and break ties by name."""
    return {name: float(len(ids) - place) for place, name in enumerate(ids)}
