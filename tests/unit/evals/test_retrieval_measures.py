"""Judged sets are read strictly, and measures are those of the field, with honest intervals."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import numpy as np
import pytest

from evals.metrics.intervals import bootstrap_difference, bootstrap_mean
from evals.retrieval.command import common_name
from evals.retrieval.judged_sets import SetInvalid, read_set, sample_queries
from evals.retrieval.measures import measure_queries, scores_by_rank
from evals.retrieval.methods import list_methods, select_methods
from evals.retrieval.named_sets import read_named_set
from retrieval.declaration.cards import read_cards

CORPUS = [
    {"_id": "d1", "title": "Olaparib", "text": "A PARP inhibitor."},
    {"_id": "d2", "title": "", "text": "Alpelisib inhibits PI3K."},
    {"_id": "d3", "title": "Trastuzumab", "text": ""},
]
QUERIES = [{"_id": "q1", "text": "PARP"}, {"_id": "q2", "text": "PI3K"}, {"_id": "q3", "text": "x"}]
QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td2\t1\n"


def files(folder: Path, *, packed: bool = False, qrels: str = QRELS) -> tuple[Path, Path, Path]:
    folder.mkdir(exist_ok=True)
    paths = []
    for name, rows in (("corpus", CORPUS), ("queries", QUERIES)):
        content = "".join(json.dumps(row) + "\n" for row in rows).encode()
        path = folder / f"{name}.jsonl{'.gz' if packed else ''}"
        path.write_bytes(gzip.compress(content) if packed else content)
        paths.append(path)
    judgements = folder / "qrels.tsv"
    judgements.write_text(qrels)
    return paths[0], paths[1], judgements


@pytest.mark.parametrize("packed", [False, True])
def test_a_set_is_read_plain_or_packed(tmp_path: Path, packed: bool) -> None:
    judged = read_set("own", *files(tmp_path, packed=packed))
    assert [document.id for document in judged.documents] == ["d1", "d2", "d3"]
    assert judged.queries == {"q1": "PARP", "q2": "PI3K"}
    assert judged.gains == {"q1": {"d1": 2}, "q2": {"d2": 1}}


def test_judgements_come_without_a_head_and_in_trec_columns(tmp_path: Path) -> None:
    judged = read_set("own", *files(tmp_path, qrels="q1 0 d1 1\nq2 0 d2 1\n"))
    assert judged.gains == {"q1": {"d1": 1}, "q2": {"d2": 1}}


@pytest.mark.parametrize(
    ("qrels", "said"),
    [
        ("q1\td9\t1\n", "line 1 names an unknown document: d9"),
        ("q9\td1\t1\n", "line 1 names a query that is not there: q9"),
        ("query\tdocument\tgrade\nq1\td1\n", "line 2 is not query, document, grade"),
        ("q1\td1\t0\n", "no query has a relevant document"),
    ],
)
def test_what_is_wrong_with_judgements_is_said(tmp_path: Path, qrels: str, said: str) -> None:
    with pytest.raises(SetInvalid, match=said):
        read_set("own", *files(tmp_path, qrels=qrels))


def test_files_that_are_missing_or_broken_are_named(tmp_path: Path) -> None:
    corpus, queries, qrels = files(tmp_path)
    with pytest.raises(SetInvalid, match=r"There is no file .*none"):
        read_set("own", tmp_path / "none", queries, qrels)
    corpus.write_text("{}\n")
    with pytest.raises(SetInvalid, match="line 1 has neither title nor text"):
        read_set("own", corpus, queries, qrels)
    corpus.write_text("no json\n")
    with pytest.raises(SetInvalid, match="line 1 is not JSON"):
        read_set("own", corpus, queries, qrels)
    corpus.write_bytes(gzip.compress(b"{}")[:-6])
    with pytest.raises(SetInvalid, match="cannot be read"):
        read_set("own", corpus, queries, qrels)


def test_an_unknown_set_or_no_data_is_said(tmp_path: Path) -> None:
    with pytest.raises(SetInvalid, match="known are scifact_beir"):
        read_named_set("scifact", tmp_path)
    with pytest.raises(SetInvalid, match="CURBSIDE_DATA"):
        read_named_set("scifact_beir", None)


def test_a_sample_is_always_the_same_part(tmp_path: Path) -> None:
    judged = read_set("own", *files(tmp_path))
    assert list(sample_queries(judged, 1).queries) == ["q1"]
    assert sample_queries(judged, 9).queries == judged.queries


def test_measures_agree_with_their_definition() -> None:
    gains = {"q1": {"a": 1, "b": 1}, "q2": {"c": 1}, "q3": {"d": 1}}
    rankings = {
        "q1": scores_by_rank(["x", "a", "y", "b"]),
        "q2": scores_by_rank(["x", "y"]),
        "q3": scores_by_rank(["d"]),
    }
    values = measure_queries(gains, rankings)
    ideal = 1 + 1 / math.log2(3)
    expected = (1 / math.log2(3) + 1 / math.log2(5)) / ideal
    assert values["nDCG@10"] == pytest.approx([expected, 0, 1])
    assert values["Success@1"] == pytest.approx([0, 0, 1])
    assert values["R@5"] == pytest.approx([1, 0, 1])
    assert values["RR@10"] == pytest.approx([0.5, 0, 1])


def test_intervals_cover_the_true_mean_about_as_often_as_they_say() -> None:
    random = np.random.default_rng(7)
    covered = 0
    for _ in range(120):
        found = bootstrap_mean(random.beta(2, 5, 150))
        covered += found.low <= 2 / 7 <= found.high
    assert 105 <= covered <= 119


def test_values_of_one_group_are_drawn_together() -> None:
    random = np.random.default_rng(5)
    values, groups = np.repeat(random.uniform(0, 1, 40), 5), np.repeat(np.arange(40), 5)
    apart, together = bootstrap_mean(values), bootstrap_mean(values, groups)
    assert together.value == apart.value
    wider = (together.high - together.low) / (apart.high - apart.low)
    assert wider == pytest.approx(math.sqrt(5), rel=0.1)
    alone = bootstrap_mean(values, np.arange(len(values)))
    assert alone.as_list() == pytest.approx(apart.as_list(), abs=1e-9)


def test_a_set_from_files_is_called_by_the_folder_that_holds_them(tmp_path: Path) -> None:
    own = tmp_path / "scifact"
    beir = own / "corpus.jsonl", own / "queries.jsonl", own / "qrels" / "test.tsv"
    parted = own / "shared" / "corpus.jsonl.gz", own / "dev" / "q.jsonl", own / "dev" / "qrels.tsv"
    assert common_name(*beir) == common_name(*parted) == "scifact"
    assert common_name(Path("/a/corpus.jsonl"), Path("/b/q"), Path("/c/r")) == "corpus"


def recorded(data: Path, pmids: list[str]) -> Path:
    folder = data / "pubmed_oncology_abstracts" / "shared"
    folder.mkdir(parents=True)
    rows = {
        "abstracts": [{"_id": "1", "title": "Olaparib", "text": "x"}],
        "recorded_searches": [{"query": "olaparib AND survival", "pmids": pmids}],
    }
    for name, several in rows.items():
        packed = gzip.compress("\n".join(map(json.dumps, several)).encode())
        (folder / f"{name}.jsonl.gz").write_bytes(packed)
    return data


def test_recorded_searches_want_the_records_that_they_gave(tmp_path: Path) -> None:
    found = read_named_set("recorded_searches", recorded(tmp_path / "a", ["1"]))
    assert found.queries == {"q1": "olaparib AND survival"}
    assert found.gains == {"q1": {"1": 1}}
    with pytest.raises(SetInvalid, match="recorded search 1 names an unknown document: 2"):
        read_named_set("recorded_searches", recorded(tmp_path / "b", ["1", "2"]))


def test_a_difference_is_taken_on_the_same_queries() -> None:
    random = np.random.default_rng(3)
    hard = random.uniform(0, 1, 300)
    better = bootstrap_difference(hard + 0.02 + random.normal(0, 0.01, 300), hard)
    assert better.low > 0.01
    assert better.value == pytest.approx(0.02, abs=0.003)
    assert bootstrap_mean(hard).high - bootstrap_mean(hard).low > 0.05


def test_the_cascade_has_the_numbers_of_the_paper_and_the_default_those_of_the_card() -> None:
    card = read_cards()[0]
    by_name = {method.name: method for method in list_methods(card, reranker=False)}
    cascade = {"fusion": "cascade", "candidates": 10, "nearest": 7, "limit": 5}
    assert dict(by_name["cascade"].query_fields) == cascade
    assert by_name["default"].query_fields["fusion"] == card.fusion
    names = [method.name for method in select_methods(tuple(by_name.values()), ["bm25"])]
    assert names == ["bm25", "default"]
