"""How often an adverse event is seen is answered by counts of just that event, for each drug and
event; what is done about it, and other figures of the trial, are none."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.sheet import FactSheet
from agents.matching.subject.aspects import speaks_of_aspects
from retrieval.statements.model import Statement, StatementKind
from tests.unit.agents.matching.judged import PlainContext


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "neutropenia rates and QT prolongation of palbociclib and ribociclib",
            {
                ("palbociclib", "neutropenia"),
                ("palbociclib", "QT prolongation"),
                ("ribociclib", "neutropenia"),
                ("ribociclib", "QT prolongation"),
            },
        ),
        (
            "rate of grade 3 diarrhoea with capivasertib vs alpelisib",
            {("capivasertib", "diarrhoea"), ("alpelisib", "diarrhoea")},
        ),
        ("how common is stomatitis on everolimus?", {("everolimus", "stomatitis")}),
        ("everolimus: how often grade 3 stomatitis?", {("everolimus", "stomatitis")}),
    ],
)
def test_each_drug_and_each_event_is_a_part(text: str, asked: set[tuple[str, str]]) -> None:
    parts = parse_text(text).parts
    assert all(part.kind == "rate" and part.aspects == {"frequency"} for part in parts)
    assert {(drug, word) for part in parts for drug in part.drugs for word in part.words} == asked


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("response rate of T-DXd in DESTINY-Breast04", "trial_result"),
        ("palbociclib grade 3 neutropenia, what now?", "adverse"),
        ("infusion rate of paclitaxel after a rash?", "dose"),
        ("palbociclib: how often are blood counts taken for neutropenia?", "monitoring"),
    ],
)
def test_other_rates_are_none_of_an_event(text: str, kind: str) -> None:
    assert parse_text(text).parts[0].kind == kind


@pytest.mark.parametrize(
    ("kind", "words", "names", "answers"),
    [
        ("result", "Stomatitis was seen in 8% of patients on everolimus.", {"stomatitis"}, True),
        ("warning", "Stomatitis is common on everolimus.", {"stomatitis"}, True),
        (
            "adjustment",
            "For grade 3 stomatitis everolimus is resumed at 50%.",
            {"stomatitis"},
            False,
        ),
        ("warning", "A mouthwash lowers the severity of stomatitis.", {"stomatitis"}, False),
        ("result", "26% of patients responded to everolimus.", set(), False),
    ],
)
def test_only_a_count_of_the_event_answers(
    kind: StatementKind, words: str, names: set[str], *, answers: bool
) -> None:
    (asked,) = parse_text("rate of stomatitis with everolimus?").parts
    told = Statement(id="s", spans=((0, len(words)),), kind=kind, drugs=("everolimus",))
    context = PlainContext(
        text=words,
        drugs=frozenset({"everolimus"}),
        names_inside=frozenset(names),
        aspects=frozenset({"frequency"} if "%" in words or "common" in words else ()),
    )
    assert speaks_of_aspects(told, context, asked, FactSheet()) is answers
