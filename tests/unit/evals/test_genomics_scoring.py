"""The scorer gives GeneGPT's published predictions their published scores."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict

import pytest

from evals.genomics.scoring import lenient, strict
from tests.conftest import DATA

PREDICTIONS = DATA / "geneturing/dev/genegpt_predictions_for_scorer_calibration.jsonl.gz"
SLIM = {
    "Gene alias": 0.84,
    "Gene disease association": 0.6613,
    "Gene location": 0.66,
    "Human genome DNA aligment": 0.44,
    "Multi-species DNA aligment": 0.88,
    "Gene name conversion": 1.0,
    "Protein-coding genes": 1.0,
    "Gene SNP association": 1.0,
    "SNP location": 0.98,
}
"""As published for GeneGPT-slim."""


@pytest.mark.skipif(not PREDICTIONS.is_file(), reason="CURBSIDE_DATA holds no predictions")
def test_published_predictions_get_their_published_scores() -> None:
    scores: dict[str, list[float]] = defaultdict(list)
    with gzip.open(PREDICTIONS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            given = strict(row["task"], row["prediction"], row["gold"])
            assert given == pytest.approx(row["score"], abs=1e-4), row["question"]
            if row["system"] == "GeneGPT-slim":
                scores[row["task"]].append(given)
    means = {task: round(sum(each) / len(each), 4) for task, each in scores.items()}
    assert means == SLIM
    assert round(sum(means.values()) / len(means), 3) == 0.829


@pytest.mark.parametrize(
    ("task", "answer", "gold", "score"),
    [
        ("SNP location", "Answer: chr13", "chr13", 1.0),
        ("SNP location", "It lies on 13", "chr13", 1.0),
        ("Gene location", "chr8.", "chr8", 0.0),
        ("Gene alias", "psmb10", "PSMB10", 0.0),
        ("Gene disease association", "A, C, D", "A, B", 0.5),
        ("Disease gene location", "17q21.31", ("17q21.31", "7q34"), 0.5),
        ("Protein-coding genes", "No", "NA", 1.0),
        ("Multi-species DNA aligment", "Danio rerio", "zebrafish", 1.0),
        ("Human genome DNA aligment", "chr15:1-2", "chr15:10-20", 0.5),
        ("Human genome DNA aligment", "chr1:10-20", "chr15:10-20", 0.0),
    ],
)
def test_the_strict_score(task: str, answer: str, gold: str, score: float) -> None:
    assert strict(task, answer, gold) == score


@pytest.mark.parametrize(
    ("task", "answer", "gold", "score"),
    [
        ("Gene location", "chr8.", "chr8", 1.0),
        ("Gene alias", "psmb10", "PSMB10", 1.0),
        ("Gene alias", "PSMB9", "PSMB10", 0.0),
        ("Human genome DNA aligment", "chr15:11-20", "chr15:11-30", 0.75),
        ("Human genome DNA aligment", "chr15:1-2", "chr15:10-20", 0.5),
        ("Human genome DNA aligment", "chr15", "chr15:10-20", 0.5),
    ],
)
def test_the_lenient_score_stands_beside_it(
    task: str, answer: str, gold: str, score: float
) -> None:
    assert lenient(task, answer, gold) == score
