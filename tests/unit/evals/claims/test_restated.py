"""Statements told again by rules: what is kept, and what is turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.checking.claims import QuotedText
from evals.claims.restated.rows import chosen_rows
from evals.claims.restated.rules import HONEST, LIES, honest_rows, lies, rules
from evals.claims.restated.statements import Told, half_of, read_statements

_DOSE = "In moderate renal impairment drug doses differ: olaparib is reduced to 200 mg twice daily."


def _told(text: str, *, title: str = "Olaparib") -> Told:
    quote = QuotedText(text=text, title=title, organisation="FDA", date="2023-11-06")
    return Told("olaparib/one", "drug_information", quote)


def _sentences(text: str, *, honest: bool, kind: str) -> list[str]:
    rows = honest_rows(_told(text)) if honest else lies(_told(text))
    return [row.sentence for row in rows if row.kind == kind]


def test_an_honest_rule_keeps_the_dose_in_other_words() -> None:
    assert any("200 mg BID" in each for each in _sentences(_DOSE, honest=True, kind="frequency"))


@pytest.mark.parametrize(
    ("kind", "text", "lie"),
    [
        ("polarity", "Fulvestrant is not recommended.", "Fulvestrant is recommended."),
        ("class strength", "Olaparib with CYP2C9 poor metabolizers.", "rapid metabolizers"),
        ("unit", "It is given for 12 weeks.", "12 days"),
        ("evidence", "CIViC evidence of level B supports a response.", "level A"),
    ],
)
def test_a_lie_changes_one_thing(kind: str, text: str, lie: str) -> None:
    rule = next(each for each in rules(LIES) if each.kind == kind and each.pattern.search(text))
    assert rule.kind == kind
    assert any(lie in each for each in _sentences(text, honest=False, kind=kind))


def test_what_the_statement_says_as_well_is_no_lie() -> None:
    text = "One trial was a phase 3 trial, the other a phase 2 trial."
    assert not _sentences(text, honest=False, kind="evidence")


def test_a_document_is_in_one_half(tmp_path: Path) -> None:
    folder = tmp_path / "silo"
    folder.mkdir()
    for name in ("one", "two", "three", "four"):
        (folder / f"{name}.yaml").write_text(
            f"title: {name}\nsections:\n- statements:\n"
            f"  - {{id: a, kind: dose, text: Drug {name} is given once daily.}}\n"
            f"  - {{id: b, kind: definition, text: A drug is a drug.}}\n"
        )
    halves = {
        told.id: half for half in ("open", "held") for told in read_statements(tmp_path, half)
    }
    assert {f"{name}/a" for name in ("one", "two", "three", "four")} == set(halves)
    assert all(half_of(name.partition("/")[0]) == half for name, half in halves.items())


def test_the_corpus_gives_rows_of_every_kind() -> None:
    corpus = Path(__file__).parents[4] / "corpus"
    rows = list(chosen_rows(corpus, "open", 5))
    kinds = {(row.is_honest, row.kind) for row in rows}
    assert {kind for honest, kind in kinds if honest} >= {each.kind for each in rules(HONEST)}
    assert {kind for honest, kind in kinds if not honest} >= {each.kind for each in rules(LIES)}
    assert all(row.sentence != row.told.quote.text for row in rows)
