"""What answers are worth is told from results, and wrong results are not taken for right ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from evals.questions.asking import batch_lines
from evals.questions.metrics import compute_metrics, incorrect
from evals.questions.report import report_lines, report_object
from evals.questions.samples import GAPS, Sample, SamplesInvalid, Target, read_samples
from evals.questions.scoring import (
    OutputsIncomplete,
    Score,
    parse_output,
    score_output,
    score_outputs,
)
from retrieval.records.genes.facts import SOURCE
from retrieval.records.genes.table import genes_named

CORPUS = Path(__file__).parents[4] / "corpus"
OLAPARIB = Target(documents=frozenset({"drugs/olaparib"}))
DOSE = Sample(id="dose", question="olaparib dose?", target=OLAPARIB)
MATCH = Sample(id="match", question="who won?", target=Target(gap="silo"))


def result(
    *cited: str, id: str = "dose", gap: str = "", verified: tuple[bool, ...] = (True,)
) -> dict[str, Any]:
    places = [document.split("/") for document in cited]
    return {
        "id": id,
        "run_id": f"run-{id}",
        "outcome": "gap" if gap else "answer",
        "citations": [{"silo": silo, "document_id": name} for silo, name in places],
        "sentences": [] if gap else [{"text": "…", "verified": one} for one in verified],
        "gap": {"missing": gap} if gap else None,
        "seconds": 0.5,
    }


def scored(sample: Sample, result: Mapping[str, Any]) -> Score:
    return score_output(sample, parse_output(result))


def values(*pairs: tuple[Sample, Mapping[str, Any]]) -> dict[str, float]:
    return {one.name: one.value for one in compute_metrics([scored(*pair) for pair in pairs])}


def test_an_answer_is_right_when_it_cites_an_expected_document_among_others() -> None:
    right = scored(DOSE, result("pubmed/other", "drugs/olaparib"))
    assert right.is_correct
    assert not right.cites_target_first
    assert scored(DOSE, result("drugs/olaparib", "pubmed/other")).cites_target_first


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(result("drugs/niraparib"), id="another document"),
        pytest.param(result("pubmed/olaparib"), id="the same name in another silo"),
        pytest.param(result(), id="no citation"),
        pytest.param(result(gap="silo"), id="a gap"),
        pytest.param({**result("drugs/olaparib"), "outcome": "failed"}, id="a failure"),
    ],
)
def test_an_answer_that_cites_something_else_is_a_miss(wrong: dict[str, Any]) -> None:
    assert incorrect([scored(DOSE, wrong)])
    assert (
        values((DOSE, wrong), (MATCH, result(id="match", gap="silo")))[
            "answers citing an expected document"
        ]
        == 0.0
    )


def test_an_answer_to_a_question_without_one_is_a_miss() -> None:
    every = [scored(MATCH, result("drugs/olaparib", id="match"))]
    assert incorrect(every) == tuple(every)
    assert incorrect([scored(MATCH, result(id="match", gap="silo"))]) == ()


def test_shares_tell_the_right_from_the_wrong() -> None:
    found = values(
        (DOSE, result("drugs/olaparib")),
        (DOSE, result(gap="silo")),
        (MATCH, result(id="match", gap="fact")),
        (MATCH, result("drugs/olaparib", id="match", verified=(True, False))),
    )
    assert found == {
        "answers citing an expected document": 0.5,
        "answers citing an expected document first": 0.5,
        "gaps declared": 0.5,
        "gaps of the right kind": 0.0,
        "false gaps": 0.5,
        "sentences verified": pytest.approx(2 / 3),
    }


def test_one_sentence_that_is_not_verified_misses_the_goal() -> None:
    good, bad = result("drugs/olaparib"), result("drugs/olaparib", verified=(True,) * 99 + (False,))
    gap = (MATCH, result(id="match", gap="silo"))
    assert all(
        one.is_met is not False for one in compute_metrics([scored(DOSE, good), scored(*gap)])
    )
    unmet = [
        one.name
        for one in compute_metrics([scored(DOSE, bad), scored(*gap)])
        if one.is_met is False
    ]
    assert unmet == ["sentences verified"]
    assert "- dose: not verified: …  [run-dose]" in report_lines([scored(DOSE, bad), scored(*gap)])


def test_results_must_fit_the_questions() -> None:
    samples = (DOSE, MATCH)
    results = [result("drugs/olaparib"), result(id="match", gap="silo")]
    outputs = [parse_output(each) for each in results]
    assert [one.sample for one in score_outputs(samples, outputs)] == list(samples)
    for wrong in (outputs[:1], outputs[::-1], [*outputs, outputs[0]]):
        with pytest.raises(OutputsIncomplete):
            score_outputs(samples, wrong)


def test_the_report_names_each_miss_with_what_was_cited_instead_and_its_run() -> None:
    every = [
        scored(DOSE, result("drugs/niraparib")),
        scored(MATCH, result(id="match", gap="silo")),
    ]
    lines = "\n".join(report_lines(every))
    assert "answers citing an expected document: 0.000 (0 of 1" in lines
    assert "goal 0.9: NOT MET" in lines
    assert "drugs/niraparib  [run-dose]" in lines
    assert "expected drugs/olaparib" in lines
    (miss,) = report_object(every)["misses"]
    assert miss["cited"] == ["drugs/niraparib"]


def test_every_evaluation_has_its_own_threads() -> None:
    silo = Target(gap="silo")
    samples = [
        Sample(id="one", question="A?", thread="t", target=silo),
        Sample(id="two", question="And B?", thread="t", target=silo),
        Sample(id="alone", question="C?", target=silo),
    ]
    first, second = ([json.loads(line) for line in batch_lines(samples)] for _ in range(2))
    assert first[0]["thread"] == first[1]["thread"] != second[0]["thread"]
    assert "thread" not in first[2]
    assert [row["question"] for row in first] == ["A?", "And B?", "C?"]


@pytest.mark.parametrize(
    "line",
    [
        "not JSON",
        '{"id": "x"}',
        '{"id": "x", "question": "A?"}',
        '{"id": "x", "question": "A?", "gap": "mood"}',
        '{"id": "x", "question": "A?", "gap": "silo", "documents": ["a/b"]}',
        '{"id": "x", "question": "A?", "gap": "silo", "more": 1}',
    ],
)
def test_a_line_that_makes_no_sense_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(f"{line}\n")
    with pytest.raises(SamplesInvalid, match="line 1"):
        read_samples(file)


def test_an_id_given_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": "x", "question": "A?", "gap": "silo"}\n' * 2)
    with pytest.raises(SamplesInvalid, match="twice: x"):
        read_samples(file)


def is_record_of_gene(document: str) -> bool:
    """Whether the shipped table of genes holds this record: ``gene_table/HGNC:3430``."""
    source, _, number = document.partition("/")
    return source == SOURCE and [each.id for each in genes_named(number)] == [number]


def test_the_shipped_questions_are_enough_and_expect_documents_that_exist() -> None:
    samples = read_samples()
    answerable = [one for one in samples if not one.target.gap]
    assert len(answerable) >= 70
    assert Counter(one.target.gap for one in samples).keys() >= GAPS
    assert len(samples) - len(answerable) >= 12
    threads = Counter(one.thread for one in samples if one.thread)
    assert sum(number >= 2 for number in threads.values()) >= 6
    missing = {
        document
        for one in answerable
        for document in one.target.documents
        if not any((CORPUS / f"{document}{end}").is_file() for end in (".yaml", ".md"))
        and not is_record_of_gene(document)
    }
    assert missing == set()


def test_no_question_gives_the_document_away_by_its_id() -> None:
    for one in read_samples():
        names = {document.split("/")[1] for document in one.target.documents if "-" in document}
        assert one.question.lower().replace(" ", "-") not in names
