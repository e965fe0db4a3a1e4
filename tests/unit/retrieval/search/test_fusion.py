from __future__ import annotations

import math

import pytest

from retrieval.search.fusion import cascade, dbsf, fuse, relative_score, rrf

LEXICAL = [("a", 9.0), ("b", 5.0), ("c", 1.0)]
DENSE = [("b", 0.8), ("d", 0.6), ("a", 0.4)]


def test_relative_score_stretches_each_leg_over_its_own_list() -> None:
    assert relative_score(LEXICAL, DENSE, 0.5) == pytest.approx(
        {"a": 0.5, "b": 0.75, "c": 0.0, "d": 0.25}
    )


@pytest.mark.parametrize(("alpha", "best"), [(0.0, "a"), (1.0, "b")])
def test_alpha_is_the_weight_of_the_dense_leg(alpha: float, best: str) -> None:
    fused = relative_score(LEXICAL, DENSE, alpha)
    assert max(fused, key=lambda key: fused[key]) == best


def test_a_leg_of_equal_scores_counts_in_full_for_all_its_documents() -> None:
    assert relative_score([("a", 2.0), ("b", 2.0)], [], 0.5) == {"a": 0.5, "b": 0.5}


def test_dbsf_measures_in_deviations_from_the_mean() -> None:
    spread = math.sqrt(((9 - 5) ** 2 + 0 + (1 - 5) ** 2) / 3)
    fused = dbsf(LEXICAL, [], 0.0)
    assert fused["b"] == pytest.approx(0.5)
    assert fused["a"] == pytest.approx((4 + 3 * spread) / (6 * spread))


def test_rrf_sums_reciprocal_ranks_so_that_first_in_both_is_one() -> None:
    fused = rrf(LEXICAL, DENSE, 60)
    assert fused["b"] == pytest.approx(0.5 * (61 / 62 + 61 / 61))
    assert fused["c"] == pytest.approx(0.5 * 61 / 63)
    assert rrf([("x", 1.0)], [("x", 0.1)]) == {"x": 1.0}


def test_the_cascade_keeps_the_nearest_of_the_lexical_best() -> None:
    lexical = [(name, 10.0 - place) for place, name in enumerate("abcdef")]
    dense = [("f", 0.9), ("c", 0.8), ("a", 0.7), ("b", 0.6), ("d", 0.5)]
    fused = cascade(lexical, dense, n=4, m=2, k=5)
    assert set(fused) == {"a", "c"}
    assert fused["a"] == pytest.approx(0.5 * (1 + 61 / 62))
    assert list(cascade(lexical, dense, n=4, m=3, k=1)) == ["a"]


@pytest.mark.parametrize("name", ["relative_score", "dbsf", "rrf"])
def test_two_empty_legs_fuse_to_nothing(name: str) -> None:
    assert fuse(name, [], [], 0.5) == {}


def test_an_unknown_fusion_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'magic'"):
        fuse("magic", [], [], 0.5)
