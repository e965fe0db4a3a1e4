"""Scorers of the regimens that an answer names, against values made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from evals.answers.baseline import majority
from evals.answers.report import answer_metrics, name_mistake, report_lines, rows_of
from evals.answers.run import folder_of, spread
from evals.answers.samples import Sample, SamplesInvalid, read_samples
from evals.answers.scoring import Score, offered_regimens, score
from evals.answers.settings import label_document
from evals.questions.kept_results import ask_and_keep
from evals.running.terminal import Terminal

USAGE = {"input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0}


def sample(*regimens: tuple[str, ...], name: str = "s1") -> Sample:
    target = frozenset(map(frozenset, regimens))
    return Sample(id=name, question="?", set_name="synthetic", approved=target, used=target)


def result(*sentences: str) -> dict[str, Any]:
    outcome = "answer" if sentences else "gap"
    texts = [{"text": text} for text in sentences]
    return {
        "id": "s1",
        "run_id": "r",
        "outcome": outcome,
        "sentences": texts,
        "seconds": 1.0,
        "usage": USAGE,
    }


def scored(target: Sample, *sentences: str) -> Score:
    return score(target, result(*sentences))


FULVESTRANT = ("capivasertib", "fulvestrant")


@pytest.mark.parametrize(
    ("sentence", "regimens"),
    [
        ("Olaparib or talazoparib is indicated in breast cancer.", [{"olaparib"}, {"talazoparib"}]),
        ("Capivasertib plus fulvestrant is indicated in breast cancer.", [set(FULVESTRANT)]),
        ("Rucaparib is indicated for prostate cancer after enzalutamide.", [{"rucaparib"}]),
        ("Fulvestrant is indicated in breast cancer. It was tried with palbociclib.",
         [{"fulvestrant"}]),
        ("PALB2 carriers had a raised risk of breast cancer.", []),
    ],
)  # fmt: skip
def test_what_a_sentence_offers(sentence: str, regimens: list[set[str]]) -> None:
    assert offered_regimens(sentence) == frozenset(map(frozenset, regimens))


def test_a_regimen_is_full_when_one_sentence_names_all_of_it() -> None:
    target = sample(FULVESTRANT)
    assert scored(
        target, "Capivasertib plus fulvestrant is indicated in breast cancer."
    ).names_a_full_regimen
    apart = scored(target, "Capivasertib is indicated.", "Fulvestrant is indicated.")
    assert not apart.names_a_full_regimen
    assert name_mistake(apart) == "no full regimen"


def test_exact_means_no_regimen_more_and_none_less() -> None:
    target = sample(("olaparib",), ("talazoparib",))
    both = "Olaparib or talazoparib is indicated in breast cancer."
    assert scored(target, both).is_exact
    more = scored(target, both, "Niraparib is indicated in breast cancer.")
    assert (more.is_exact, more.names_every_regimen, name_mistake(more)) == (
        False,
        True,
        "more offered",
    )
    less = scored(target, "Olaparib is indicated in breast cancer.")
    assert (less.is_exact, name_mistake(less)) == (False, "regimens left out")


def test_metrics_of_gaps_and_abstentions() -> None:
    answerable = sample(("olaparib",))
    scores = [
        scored(answerable, "Olaparib is indicated in breast cancer."),
        scored(answerable),
        scored(sample(name="s2")),
        scored(sample(name="s3"), "Olaparib is indicated in breast cancer."),
    ]
    metrics = {m.name: (m.hits, m.total) for m in answer_metrics(scores, with_goals=True)}
    assert metrics == {
        "full regimen": (1, 2),
        "full regimen, approved": (1, 2),
        "every regimen, approved": (1, 2),
        "exact set": (1, 2),
        "false gap": (1, 2),
        "abstention": (1, 2),
    }
    lines = list(report_lines(scores, with_goals=True))
    assert any("s1 (false gap)" in line for line in lines)
    assert any("s3 (no abstention)" in line for line in lines)


def test_samples_of_both_sets_and_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SamplesInvalid, match="synthetic_queries"):
        read_samples(tmp_path)
    with pytest.raises(SamplesInvalid, match="CURBSIDE_DATA"):
        folder_of(None, None)
    (tmp_path / "synthetic_queries.jsonl").write_text(
        json.dumps({"_id": "a", "text": "?", "gold_therapies": [["Abiraterone acetate"]]}) + "\n"
    )
    (tmp_path / "realworld_queries_x.jsonl").write_text(
        json.dumps(
            {"_id": "b", "text": "?", "gold_fda_therapies": [], "gold_any_therapies": [["x"]]}
        )
    )
    made, real = read_samples(tmp_path)
    assert made.approved == {frozenset(("abiraterone",))}
    assert (real.approved, real.used) == (frozenset(), {frozenset("x")})
    assert [each.id for each in spread((made, real), 1)] == ["a"]
    (tmp_path / "synthetic_queries.jsonl").write_text("{}\n")
    with pytest.raises(SamplesInvalid, match="line 1"):
        read_samples(tmp_path)


def test_results_that_are_kept_are_not_asked_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    rows = [{"id": name, "n": 1} for name in ("a", "b")]
    kept.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"id": "c", "cut')
    samples = [sample(name=name) for name in ("b", "a")]
    found = ask_and_keep(samples, kept, environment={}, terminal=Terminal(Console()))
    assert [(each.id, result["id"]) for each, result in found] == [("b", "b"), ("a", "a")]


def test_a_label_text_becomes_a_document_with_a_line_for_each_point() -> None:
    made = label_document({"_id": "l-1", "text": "zorbix is indicated: • for x. select y • for z"})
    assert made["title"] == "Zorbix: indications of the FDA label"
    assert made["text"].endswith("Zorbix is indicated:\n- For x. Select y\n- For z")


def test_a_majority_names_the_commonest_regimen_always() -> None:
    samples = [sample(("olaparib",), name="a"), sample(("olaparib",), FULVESTRANT, name="b")]
    scores = majority(samples)
    assert [each.is_exact for each in scores] == [True, False]
    assert [each.names_a_full_regimen for each in scores] == [True, True]
    assert [each.names_every_regimen for each in scores] == [True, False]
    rows = {row.metric: row.interval.value for row in rows_of("majority", scores)}
    assert rows["synthetic: exact set"] == 0.5
