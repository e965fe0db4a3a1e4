"""Statements told again by rules: what is kept, and what is turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.checking.claims import QuotedText
from evals.claims.restated.operators import registered
from evals.claims.restated.operators.lies_of_population import drug_to_class
from evals.claims.restated.operators.made import Source
from evals.claims.restated.rows import chosen_rows
from evals.claims.restated.rules import HONEST, LIES, honest_rows, lies, rules
from evals.claims.restated.statements import RecordQuote, half_of, read_statements

CITED = "other quote cited"
_DOSE = "In moderate renal impairment drug doses differ: olaparib is reduced to 200 mg twice daily."


def _told(text: str, *, title: str = "Olaparib") -> RecordQuote:
    quote = QuotedText(text=text, title=title, organisation="FDA", date="2023-11-06")
    return RecordQuote("olaparib/one", "drug_information", quote)


def _sentences(text: str, *, honest: bool, kind: str) -> list[str]:
    source = Source(_told(text), None)
    rows = honest_rows(source) if honest else lies(source)
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


def test_a_drug_of_two_classes_is_told_as_the_same_one_by_every_process() -> None:
    """It hung on the order of a set, which each process has for itself."""
    made = drug_to_class(Source(_told("Sunvozertinib is indicated for lung cancer."), None))
    assert made is not None
    assert made.sentence == "EGFR inhibitors are indicated for lung cancer."


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


@pytest.mark.parametrize(
    ("kind", "text", "lie"),
    [
        ("permitted", "Grapefruit is avoided during elacestrant.", "can be taken with elacestrant"),
        ("both genes", "It is for a BRCA1 or BRCA2 mutation.", "both BRCA1 and BRCA2"),
        ("any variant", "In KRAS G12C cancer it was found.", "any KRAS mutation"),
        (
            "whole cycle",
            "It is given on days 1 to 14 of each 21-day cycle.",
            "days 1 to 21 of each",
        ),
        (
            "single dose as daily",
            "Olaparib is given at 300 mg twice daily.",
            "amount of Olaparib is 300",
        ),
        (
            "exception turned",
            "It is given unless it is contraindicated.",
            "even if it is contraind",
        ),
        ("denied", "Olaparib is given with food.", "is not given"),
        ("other age", "It is for women 65 years or older.", "under 65 years"),
    ],
)
def test_an_operator_makes_a_lie(kind: str, text: str, lie: str) -> None:
    assert any(lie in each for each in _sentences(text, honest=False, kind=kind))


_ARMS = "Median overall survival was 29.9 months with capivasertib and 25.9 months with placebo."


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("difference", _ARMS, "4.0 months longer with capivasertib than with placebo"),
        ("one arm", _ARMS, "With placebo, median overall survival was 25.9 months."),
        ("months in years", "It was given for 24 months.", "for 2 years"),
        ("order to avoid", "Grapefruit is avoided during elacestrant.", "Avoid grapefruit during"),
        ("share of counts", "6 of 12 patients responded.", "50% of 12 patients"),
    ],
)
def test_an_operator_tells_it_honestly(kind: str, text: str, told: str) -> None:
    assert any(told in each for each in _sentences(text, honest=True, kind=kind))


@pytest.mark.parametrize(
    "text",
    [
        "With an ESR1 mutation, median overall survival was 9 months with olaparib and 6 months"
        " with placebo.",
        "Median overall survival was 9 months with olaparib and 6 months with placebo, a difference"
        " that was not significant.",
    ],
)
def test_no_condition_is_left_out_of_an_honest_sentence(text: str) -> None:
    for kind in ("one arm", "difference", "versus", "longer, values in brackets"):
        assert not _sentences(text, honest=True, kind=kind)


def test_a_lie_of_two_statements_cites_both_or_the_other() -> None:
    other = RecordQuote(
        "olaparib/two", "drug_information", QuotedText(text="Talazoparib: 1 mg a day.")
    )
    rows = {row.kind: row for row in lies(Source(_told("Olaparib is given at 300 mg."), other))}
    assert [quote.text for quote in rows["joined regimen"].quotes] == [
        "Olaparib is given at 300 mg.",
        "Talazoparib: 1 mg a day.",
    ]
    assert [quote.text for quote in rows["other quote cited"].quotes] == [other.quote.text]


def test_another_seed_chooses_other_rows() -> None:
    corpus = Path(__file__).parents[4] / "corpus"
    told = read_statements(corpus, "open")[:300]
    chosen = [[row.sentence for row in chosen_rows(told, 2, seed)] for seed in (0, 0, 7)]
    assert chosen[0] == chosen[1]
    assert chosen[0] != chosen[2]


def test_the_corpus_gives_rows_of_every_kind() -> None:
    corpus = Path(__file__).parents[4] / "corpus"
    halves = (*read_statements(corpus, "open"), *read_statements(corpus, "held"))
    rows = list(chosen_rows(halves, 5))
    kinds = {(row.is_honest, row.kind) for row in rows}
    tables = {(True, each.kind) for each in rules(HONEST)}
    tables |= {(False, each.kind) for each in rules(LIES)}
    assert kinds >= tables
    assert {kind for honest, kind in kinds if honest} >= set(registered.HONEST)
    assert {kind for honest, kind in kinds if not honest} >= set(registered.LIES)
    assert all(row.sentence != row.told.quote.text for row in rows if row.kind != CITED)
