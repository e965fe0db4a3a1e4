from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from evals.ranking.fitting import CandidateList, assign_folds, fit_weights, group_queries
from evals.ranking.judged_queries import ndcg, read_judged_queries
from evals.ranking.train import (
    SETS,
    build_table,
    cross_validate,
    learn_weights,
    main,
    ndcg_per_query,
)
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.search.fusion_weights import read_fusion_weights
from retrieval.search.learned_ranking import FEATURES, WEIGHTS
from tests.conftest import DATA
from tests.unit.retrieval.embedding.test_local import write_model
from tests.unit.retrieval.fakes import WordEmbedder

SAMPLE_CHARACTERS = 400
"""Of each abstract: two or three sentences, embedded in a quarter of the time."""
SAMPLE_FIGURE = 0.8262
"""nDCG@10; ``docs/ranking.md``."""


def test_the_fit_finds_the_feature_that_tells_and_not_the_noise() -> None:
    chance = np.random.default_rng(0)
    lists = []
    for _ in range(80):
        features = chance.normal(size=(30, 3))
        right = int(np.argmax(features[:, 1] + 0.3 * chance.normal(size=30)))
        lists.append(CandidateList(features, np.eye(30)[right]))
    weights = fit_weights(lists)
    assert weights[1] > 5 * np.abs(weights[[0, 2]]).max()
    assert fit_weights(lists).tolist() == weights.tolist()


def test_queries_that_share_a_judged_document_are_never_in_two_folds() -> None:
    gains = [{"a": 1}, {"b": 1}, {"a": 1, "c": 1}, {"c": 2}, {"d": 1}]
    group = group_queries(gains)
    assert group[0] == group[2] == group[3]
    assert len(set(group.tolist())) == 3
    fold = assign_folds(group, 2)
    assert fold[0] == fold[2] == fold[3]


def test_ndcg_counts_gains_and_what_was_not_found() -> None:
    assert ndcg(["a", "b"], {"a": 1, "b": 1}) == 1.0
    assert ndcg(["x", "a"], {"a": 1}) == pytest.approx(1 / np.log2(3))
    assert ndcg(["a"], {"a": 1, "b": 3}) == pytest.approx(1 / (7 + 1 / np.log2(3)))


def test_weights_of_another_embedder_go_to_a_file_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in SETS:
        judged_set(tmp_path / name)
    model = write_model(tmp_path / "models" / "small")
    weights, kept = tmp_path / "weights.json", tmp_path / "kept"
    shipped = WEIGHTS.read_bytes()
    arguments = ["--data", str(tmp_path), "--vectors", str(kept), "--into", str(weights)]
    main([*arguments, "--embedder", f"local:{model}"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["embedder"].startswith("small:16:")
    used = read_fusion_weights(weights, printed["embedder"])
    assert used.values == tuple(printed["weights"][name] for name in FEATURES)
    assert read_fusion_weights(weights, "another").values == ()
    assert WEIGHTS.read_bytes() == shipped
    assert len(list(kept.iterdir())) == len(SETS)
    for spec, told in (("cohere:embed-v4.0", []), (f"local:{model}", ["--write"])):
        with pytest.raises(SystemExit):
            main(["--data", str(tmp_path), "--embedder", spec, *told])
    assert WEIGHTS.read_bytes() == shipped


def test_a_set_in_a_folder_is_read_and_learned_from(tmp_path: Path) -> None:
    folder = judged_set(tmp_path / "tiny")
    embedder = WordEmbedder()
    first = build_table(read_judged_queries(folder, embedder, tmp_path / "kept"))
    embedded = embedder.embedded
    again = build_table(read_judged_queries(folder, embedder, tmp_path / "kept"))
    assert embedder.embedded == embedded, "kept vectors are used"
    weights = learn_weights(first)
    assert weights.tolist() == learn_weights(again).tolist()
    assert ndcg_per_query(first, weights).mean() > 0.9
    assert len(cross_validate(first, [])) == len(first) == 20


def test_the_shipped_weights_give_the_figure_of_the_documentation(tmp_path: Path) -> None:
    """On a sample that is embedded in seconds: 50 claims, the beginnings of 150 documents."""
    source = DATA / "scifact_beir"
    if not source.exists():
        pytest.skip("the judged sets are not on this machine")
    sample(source, tmp_path / "sample")
    judged = build_table(read_judged_queries(tmp_path / "sample", MiniLM(), None))
    told = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    shipped = np.array([told[name] for name in FEATURES])
    assert len(judged) == 50
    assert ndcg_per_query(judged, shipped).mean() == pytest.approx(SAMPLE_FIGURE, abs=0.003)


def sample(source: Path, folder: Path) -> None:
    (folder / "shared").mkdir(parents=True)
    (folder / "dev").mkdir()
    head, *judged = (source / "dev" / "qrels.tsv").read_text().splitlines()
    asked = sorted({line.split("\t")[0] for line in judged}, key=int)[:50]
    judged = [line for line in judged if line.split("\t")[0] in asked]
    wanted = {line.split("\t")[1] for line in judged}
    (folder / "dev" / "qrels.tsv").write_text("\n".join([head, *judged]))
    (folder / "dev" / "queries.jsonl").write_bytes((source / "dev/queries.jsonl").read_bytes())
    lines = gzip.decompress((source / "shared/corpus.jsonl.gz").read_bytes()).decode().splitlines()
    kept = [json.loads(line) for n, line in enumerate(lines) if n < 100 or _id_of(line) in wanted]
    shortened = [json.dumps({**row, "text": row["text"][:SAMPLE_CHARACTERS]}) for row in kept]
    (folder / "shared" / "corpus.jsonl").write_text("\n".join(shortened))


def _id_of(line: str) -> str:
    name: str = json.loads(line)["_id"]
    return name


def judged_set(folder: Path) -> Path:
    """Twenty topics of a rare word each; frequent words only distract."""
    (folder / "shared").mkdir(parents=True)
    (folder / "dev").mkdir()
    rows = [
        {
            "_id": f"d{n}",
            "title": f"Topic{n % 20}" if n < 20 else "Other",
            "text": "common words " * 3,
        }
        for n in range(60)
    ]
    packed = gzip.compress("\n".join(map(json.dumps, rows)).encode())
    (folder / "shared" / "corpus.jsonl.gz").write_bytes(packed)
    asked = [{"_id": f"q{n}", "text": f"common topic{n}"} for n in range(20)]
    (folder / "dev" / "queries.jsonl").write_text("\n".join(map(json.dumps, asked)))
    lines = [f"q{n}\td{n}\t1" for n in range(20)]
    (folder / "dev" / "qrels.tsv").write_text("\n".join(["query-id\tcorpus-id\tscore", *lines]))
    return folder
