from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from retrieval.search.learned_ranking import (
    FEATURES,
    WEIGHTS,
    Candidates,
    features,
    score_candidates,
)
from retrieval.search.query_terms import is_keywords, name_words
from retrieval.stores.weaviate.document_figures import word_number
from retrieval.stores.weaviate.word_statistics import recover_word_statistics, weight_shares

QUERY = np.array([1, 0, 0, 0], np.float32)


def candidates(counts: list[list[float]], vectors: list[list[list[float]]]) -> Candidates:
    rows = np.array([vector for several in vectors for vector in several], np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    sizes = np.array([len(several) for several in vectors])
    return Candidates(
        counts=np.array(counts),
        weights=np.ones(len(counts)),
        names=np.zeros(len(counts)),
        keywords=False,
        idf=np.array([3.0, 1.0][: len(counts)]),
        lengths=np.full(len(vectors), 100.0),
        average=100.0,
        vectors=rows,
        starts=np.cumsum(sizes) - sizes,
    )


def test_what_leads_in_words_and_meaning_is_first() -> None:
    given = candidates(
        [[2, 0, 0], [1, 1, 0]],
        [[[1, 0.1, 0, 0]], [[0.5, 1, 0, 0]], [[0, 0, 1, 1]]],
    )
    scores = score_candidates(QUERY, given)
    assert scores[0] > scores[1] > scores[2]
    assert 0 <= scores.min() <= scores.max() <= 1


def test_a_rare_word_outweighs_a_frequent_one() -> None:
    same = [[[1, 1, 0, 0]]] * 2
    scores = score_candidates(QUERY, candidates([[1, 0], [0, 1]], same))
    assert scores[0] > scores[1]


def test_a_document_that_has_the_name_leads_one_that_only_means_alike() -> None:
    same, near = [[1, 0.8, 0, 0]], [[1, 0.5, 0, 0]]
    given = candidates([[1, 1, 1], [1, 0, 0]], [same, near, near])
    assert score_candidates(QUERY, given)[0] < score_candidates(QUERY, given)[1]
    named = replace(given, names=np.array([0.0, 1.0]))
    assert score_candidates(QUERY, named)[0] > score_candidates(QUERY, named)[1]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("treatment of NSCLC with EGFR p.L858R", {"nsclc", "egfr", "l858r"}),
        ("olaparib after 3 lines, 50% of patients", set()),
        ("HER2-positive, BRCA1/2", {"her2", "brca1"}),
        ("WHAT IS HER2", {"her2"}),
        ("trial NCT02000622", {"nct02000622"}),
    ],
)
def test_names_are_what_means_one_thing_only(text: str, names: set[str]) -> None:
    found = name_words(text)
    assert names <= found
    assert not found & {"treatment", "3", "50", "what", "trial", "line"}


def test_the_nearest_vector_and_the_mean_of_all_are_told_apart() -> None:
    given = candidates([[1, 1]], [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]], [[1, 1, 0, 0]]])
    found = dict(zip(FEATURES, features(QUERY, given), strict=True))
    assert found["nearest"][0] > found["nearest"][1]
    assert found["whole"][0] < found["whole"][1]


def test_of_keywords_all_of_the_words_count_and_nearness_less() -> None:
    """The first has the rare word and is nearer, the second has the two others."""
    nearer, near = [[1, 0.6, 0, 0]], [[1, 0.75, 0, 0]]
    given = replace(
        candidates([[1, 0, 0], [0, 1, 0], [0, 1, 0]], [nearer, near, [[0, 0, 1, 0]]]),
        idf=np.array([4.0, 2.0, 2.0]),
    )
    question = score_candidates(QUERY, given)
    searched = score_candidates(QUERY, replace(given, keywords=True))
    assert question[0] > question[1]
    assert searched[1] > searched[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("colon adenocarcinoma survival rates", True),
        ("(colon adenocarcinoma AND prognosis) OR FOLFOX", True),
        ("no response pembrolizumab", True),
        ("olaparib", True),
        ("colon cancer survival after FOLFOX", False),
        ("olaparib dose in renal impairment?", False),
        ("WHAT IS HER2", False),
        ("prognosis and survival", False),
    ],
)
def test_keywords_are_what_has_no_function_words(text: str, told: bool) -> None:
    assert is_keywords(text) is told


def test_what_resembles_the_best_is_lifted() -> None:
    alike, unlike = [[0.4, 0.1, 1, 0]], [[0.4, -1, 0, 0.33]]
    best = [[[1, 0.05, 0.5, 0]]] * 5
    given = candidates([[3] * 5 + [0, 0]], [*best, alike, unlike])
    feedback = features(QUERY, given)[FEATURES.index("feedback")]
    assert feedback[5] > feedback[6]


def test_equal_documents_tie_wherever_they_stand() -> None:
    chance = np.random.default_rng(0)
    block = chance.normal(size=(1, 4)).tolist()
    others = [chance.normal(size=(2, 4)).tolist() for _ in range(20)]
    given = candidates([[1.0] * 23], [block, *others, block, block])
    scores = score_candidates(QUERY, given)
    assert scores[0] == scores[21] == scores[22]


def test_a_query_without_known_words_ranks_by_meaning() -> None:
    given = candidates([[0, 0]], [[[1, 0, 0, 0]], [[0, 1, 0, 0]]])
    none = Candidates(
        counts=np.zeros((0, 2)),
        weights=np.zeros(0),
        names=np.zeros(0),
        keywords=False,
        idf=np.zeros(0),
        lengths=given.lengths,
        average=given.average,
        vectors=given.vectors,
        starts=given.starts,
    )
    scores = score_candidates(QUERY, none)
    assert scores[0] > scores[1]


def test_one_candidate_is_ranked() -> None:
    assert score_candidates(QUERY, candidates([[1]], [[[1, 0, 0, 0]]])).tolist() == [0.5]


def test_a_silos_statistics_are_worked_out_from_a_servers_scores() -> None:
    chance = np.random.default_rng(1)
    counts = chance.integers(0, 4, (4, 40)).astype(np.float64)
    lengths = chance.integers(50, 200, 40).astype(np.float64)
    idf, average = np.array([6.0, 0.2, 3.0, 1.5]), 1.3 * float(lengths.mean())
    scores = idf @ (counts * 2.2 / (counts + 1.2 * (0.25 + 0.75 * lengths / average)))
    found, near = recover_word_statistics(counts, lengths, scores)
    assert found == pytest.approx(idf, rel=0.01)
    assert near == pytest.approx(average, rel=0.01)
    # The average of an earlier search is taken where it fits, and only there.
    assert recover_word_statistics(counts, lengths, scores, near)[1] == near
    again, corrected = recover_word_statistics(counts, lengths, scores, 1.1 * average)
    assert again == pytest.approx(idf, rel=0.01)
    assert corrected == pytest.approx(average, rel=0.01)


def test_words_weigh_less_where_further_vectors_are_counted_as_documents() -> None:
    held = {word_number("common"): 0.8, word_number("rare"): 0.01}
    shares = weight_shares(["common", "rare", "unknown"], held, objects=3000, documents=1000)
    assert shares["common"] == pytest.approx(np.log(1001 / 800.5) / np.log(3001 / 800.5))
    assert shares["common"] < 0.2 < 0.7 < shares["rare"] < shares["unknown"] < 1


def test_the_shipped_weights_name_every_feature_and_what_they_were_trained_on() -> None:
    shipped = json.loads(WEIGHTS.read_text("utf-8"))
    assert set(shipped["weights"]) == set(FEATURES)
    assert all(weight > 0 for weight in shipped["weights"].values())
    assert len(shipped["trained_on"]) == len(shipped["ndcg_at_10"]) == 2
