"""The fit of statements' weights, and that the shipped weights are what it gives."""

from __future__ import annotations

import json
from typing import get_args

import numpy as np
import pytest

from agents.matching.scoring import FEATURES, WeightSet, fitted_weights
from evals.statements.fitting import (
    area_under_curve,
    assign_folds,
    cross_validate,
    first_is_right,
    fit_logistic,
    log_loss,
    probabilities,
)
from evals.statements.judged_pairs import (
    CORPUS,
    JUDGED,
    PairTable,
    build_table,
    pairs_of,
    read_judged,
    statements_by_name,
)
from evals.statements.train import WEIGHTS, shipped_figures


def _drawn(rows: int = 400) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(0)
    features = chance.uniform(size=(rows, 3))
    total = 4 * features[:, 0] - 3 * features[:, 1] - 0.5
    return features, (chance.uniform(size=rows) < 1 / (1 + np.exp(-total))).astype(float)


def test_the_fit_finds_what_speaks_for_an_answer_and_keeps_to_the_least_weights() -> None:
    features, answers = _drawn()
    open_fit = fit_logistic(features, answers, [-np.inf] * 3)
    assert open_fit[0] > 2
    assert open_fit[1] < -1
    bound = fit_logistic(features, answers, [0.0, 0.0, 0.3])
    assert bound[1] == 0.0
    assert bound[2] >= 0.3
    assert fit_logistic(features, answers, [0.0, 0.0, 0.3]).tolist() == bound.tolist()


def test_the_mean_probability_is_the_share_that_answers() -> None:
    features, answers = _drawn()
    weights = fit_logistic(features, answers, [-np.inf] * 3)
    assert abs(probabilities(features, weights).mean() - answers.mean()) < 1e-6


def test_rows_of_one_question_are_never_in_two_folds() -> None:
    questions = [f"q{number % 7}" for number in range(50)]
    fold = assign_folds(questions, 3)
    for name in set(questions):
        assert len({int(f) for f, q in zip(fold, questions, strict=True) if q == name}) == 1
    assert len(set(fold.tolist())) == 3


def test_cross_validation_tells_noise_from_a_feature() -> None:
    features, answers = _drawn()
    fold = assign_folds([str(number) for number in range(len(answers))], 5)
    told = cross_validate(features, answers, fold, [-np.inf] * 3)
    noise = cross_validate(features[:, 2:], answers, fold, [-np.inf])
    assert log_loss(told, answers) < log_loss(noise, answers)
    assert area_under_curve(told, answers) > 0.7


def test_measures_on_a_case_by_hand() -> None:
    found, answers = np.array([0.9, 0.2, 0.6, 0.7]), np.array([1.0, 0.0, 1.0, 0.0])
    assert area_under_curve(found, answers) == 0.75
    assert first_is_right(found, answers, ["a", "a", "b", "b"]) == [True, False]
    assert first_is_right(found, answers, ["a", "b", "c", "d"]) == []


def test_judged_pairs_are_ids_and_own_questions_only() -> None:
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert set(row) == {"id", "question", "part", "judged"}
        assert row["judged"]
        assert set(row["judged"].values()) <= {0, 1}
        assert all("/" in name.split("#")[0] for name in row["judged"])


@pytest.mark.parametrize("name", get_args(WeightSet))
def test_shipped_weights_are_of_today_s_features_and_speak_against_nothing(name: WeightSet) -> None:
    weights = dict(fitted_weights()[name])
    bias = weights.pop("bias")
    assert set(weights) == set(FEATURES)
    assert bias < 0 <= min(weights.values())
    assert "pairs" in json.loads(WEIGHTS.read_text(encoding="utf-8"))["fitted_on"][name]


@pytest.fixture(scope="module")
def judged_table() -> PairTable:
    """All judged pairs, built once: every statement is judged for every question."""
    return build_table(read_judged())


@pytest.mark.parametrize("name", get_args(WeightSet))
def test_shipped_weights_hold_on_the_judged_pairs(name: WeightSet, judged_table: PairTable) -> None:
    table = pairs_of(judged_table, name)
    told = shipped_figures(table, name)
    assert len(table.answers) > 500
    assert told["log loss"] < 0.45
    assert told["area under the curve"] > 0.82


def test_judged_statements_are_read_with_what_is_derived_of_them() -> None:
    """A statement of the corpus states little; what it is for is derived at ingestion."""
    document = "drug_information/lapatinib"
    statement, _ = statements_by_name(CORPUS, frozenset((document,)))[f"{document}#diarrhoea-4"]
    assert statement.drugs == ("lapatinib",)
    assert statement.applies.toxicities
