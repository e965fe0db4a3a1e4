"""The command that checks what rules make of the corpus: kept verdicts, and what is shown."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from rich.console import Console

from agents.checking.claims import QuotedText
from evals.claims.mutations import Log, add_arguments, checked_mutations, mutation_lines
from evals.claims.restated.operators.made import Source
from evals.claims.restated.rows import problem_with_row
from evals.claims.restated.rules import RestatedSentence, lies
from evals.claims.restated.statements import RecordQuote, half_of, read_quotes
from evals.claims.samples import CheckedClaim, ClaimsInvalid
from evals.running.terminal import Terminal


def _row() -> RestatedSentence:
    quote = QuotedText(text="Olaparib is given at 300 mg twice daily.", title="Olaparib")
    source = Source(RecordQuote("olaparib/dose", "drug_information", quote), None)
    return next(row for row in lies(source) if row.kind == "dose")


def _claim(*, passed: bool) -> CheckedClaim:
    return CheckedClaim(
        id="a", kind="dose", text="A lie.", is_quote=False, is_honest=False,
        problem="" if passed else "600 mg does not stand in the cited quotes.",
    )  # fmt: skip


def test_a_verdict_is_kept_and_gone_on_from(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    row = _row()
    assert Log(path).problem(row) == problem_with_row(row) != ""
    kept = json.loads(path.read_text())
    path.write_text(json.dumps({**kept, "problem": "as it was kept"}) + "\n{")
    assert Log(path).problem(row) == "as it was kept"


def test_a_verdict_of_another_check_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    row = _row()
    Log(path).problem(row)
    kept = json.loads(path.read_text())
    path.write_text(json.dumps({**kept, "code": "another", "problem": "kept"}) + "\n")
    assert Log(path).problem(row) == problem_with_row(row)


def test_the_worst_kind_stands_first_and_rows_only_where_asked_for() -> None:
    checked = [_claim(passed=True), _claim(passed=False)]
    lines = list(mutation_lines(checked, show=False))
    assert lines[1] == "lie, dose: 1 wrong of 2"
    assert len(lines) == 2
    shown = list(mutation_lines(checked, show=True))
    assert shown[2] == "! dose (a): A lie.  [verified]"


def test_one_kind_of_a_small_corpus_is_checked(tmp_path: Path) -> None:
    name = next(name for name in ("one", "two", "three") if half_of(name) == "open")
    folder = tmp_path / "silo"
    folder.mkdir()
    (folder / f"{name}.yaml").write_text(
        "title: Olaparib\nsections:\n- statements:\n"
        "  - {id: a, kind: dose, text: Olaparib is given at 300 mg twice daily.}\n"
    )
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    add_arguments(parser)
    options = parser.parse_args(["--mutations", "--corpus", str(tmp_path), "--kind", "dose"])
    checked = checked_mutations(options, Terminal(Console(stderr=True)))
    assert {row.kind for row in checked} == {"dose"}
    assert all(row.is_right for row in checked)


def test_the_quotes_of_judged_claims_are_told_again_too(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    quote = {"text": "Olaparib is given.", "title": "Olaparib"}
    path.write_text(json.dumps({"quotes": {"c1": quote}}) + "\n" + json.dumps({"quote": "x"}))
    assert [told.quote.text for told in read_quotes(path, half_of("Olaparib"))] == [quote["text"]]
    path.write_text("no row")
    with pytest.raises(ClaimsInvalid):
        read_quotes(path, "open")
