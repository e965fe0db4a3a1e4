"""`curbside eval retrieval` from files to figures, and the default on real judgements."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.main import app
from evals.retrieval.judged_sets import JudgedSet, sample_queries
from evals.retrieval.named_sets import SETS
from tests.conftest import DATA

TOPICS = {
    "olaparib": "an inhibitor of PARP for tumours with a BRCA variant",
    "alpelisib": "an inhibitor of PI3K for tumours with a PIK3CA mutation",
    "osimertinib": "an inhibitor of EGFR for lung cancer with T790M",
    "trastuzumab": "an antibody against HER2 for breast cancer",
    "capecitabine": "a fluoropyrimidine that DPYD breaks down",
}


def write_set(folder: Path, judged: JudgedSet) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    corpus = [{"_id": d.id, "title": d.title, "text": d.text} for d in judged.documents]
    queries = [{"_id": name, "text": text} for name, text in judged.queries.items()]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines)
    judgements = "".join(
        f"{query}\t{name}\t{grade}\n"
        for query, graded in judged.gains.items()
        for name, grade in graded.items()
    )
    (folder / "qrels.tsv").write_text(judgements)
    return [
        *("--corpus", str(folder / "corpus.jsonl")),
        *("--queries", str(folder / "queries.jsonl")),
        *("--qrels", str(folder / "qrels.tsv")),
    ]


def evaluated(home: Path, *arguments: str) -> tuple[int, str]:
    environment = {"CURBSIDE_HOME": str(home), "CURBSIDE_EMBEDDER": "minilm"}
    done = CliRunner().invoke(app, ["eval", "retrieval", *arguments], env=environment)
    said = str(done.exception) if isinstance(done.exception, SystemExit) else ""
    return done.exit_code, done.output + said


def own_set() -> JudgedSet:
    from evals.retrieval.judged_sets import make_document, make_judged_set

    documents = tuple(
        make_document(name, name.capitalize(), f"{name.capitalize()} is {what}.")
        for name, what in TOPICS.items()
    )
    queries = {name: what for name, what in TOPICS.items()}  # noqa: C416
    return make_judged_set("own", documents, queries, {name: {name: 1} for name in TOPICS})


def test_a_set_in_files_is_evaluated(tmp_path: Path) -> None:
    arguments = write_set(tmp_path / "set", own_set())
    picture = tmp_path / "picture.svg"
    status, said = evaluated(tmp_path, *arguments, "--json", "--picture", str(picture))
    assert status == 0, said
    (scores,) = json.loads(said)
    by_name = {one["method"]: one for one in scores["methods"]}
    assert scores["queries"] == scores["documents"] == 5
    assert by_name["default"]["nDCG@10"][0] == 1.0
    assert {"bm25", "dense", "rrf", "cascade", "default + synonyms"} <= by_name.keys()
    assert picture.read_text().startswith("<?xml")
    status, said = evaluated(tmp_path, *arguments, "--method", "bm25")
    assert "beats bm25" in said or "does NOT beat" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "nothing"], "No set is called nothing"),
        ([], "Name a set"),
        (["--corpus", "a.jsonl"], "together"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    status, told = evaluated(tmp_path, *arguments)
    assert status == 1
    assert said in told


@pytest.mark.slow
@pytest.mark.skipif(not (DATA / "scifact_beir").is_dir(), reason="the data sets are not here")
def test_the_default_leads_on_a_sample_of_real_judgements(tmp_path: Path) -> None:
    whole = SETS["scifact_beir"](DATA)
    part = sample_queries(whole, 80)
    relevant = {name for graded in part.gains.values() for name in graded}
    others = [document for document in whole.documents if document.id not in relevant][::50]
    asked_for = [document for document in whole.documents if document.id in relevant]
    # How each begins: whole abstracts take three times as long to embed.
    documents = tuple(replace(each, text=each.text[:400]) for each in (*asked_for, *others))
    kept = JudgedSet("sample", documents, part.queries, part.gains)
    status, said = evaluated(tmp_path, *write_set(tmp_path / "set", kept), "--json")
    assert status == 0, said
    (scores,) = json.loads(said)
    value = {one["method"]: one["nDCG@10"][0] for one in scores["methods"]}
    assert value["default"] > max(value["bm25"], value["dense"], value["cascade"])
