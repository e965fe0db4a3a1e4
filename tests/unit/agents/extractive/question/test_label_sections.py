"""A boxed warning, contraindications and food are asked for by name, in a list or a follow-up; a
neighbour (harm to the fetus, breastfeeding, another drug of the regimen) does not answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.sheet import FactSheet
from agents.matching.subject.aspects import speaks_of_aspects
from retrieval.statements.model import Statement
from tests.unit.agents.extractive.question.test_aspects import words_of_answer
from tests.unit.agents.extractive.question.test_follow_ups import follow_up
from tests.unit.agents.matching.judged import PlainContext


@pytest.mark.parametrize(
    ("question", "aspects"),
    [
        ("lapatinib: contraindications and boxed warning?", ["contraindications", "boxed"]),
        ("contraindications of capecitabine and its black box warning", None),
        ("imlunestrant dose, food and missed dose?", ["amount", "food", "missed"]),
        ("capivasertib: dose and food", ["amount", "food"]),
        ("is capecitabine contraindicated with CrCl 20?", [""]),
        ("peanut food allergy, osimertinib dose?", ["amount"]),
    ],
)
def test_sections_of_a_label_are_parts(question: str, aspects: list[str] | None) -> None:
    wanted = aspects or ["contraindications", "boxed"]
    assert ["".join(sorted(part.aspects)) for part in parse_text(question).parts] == wanted


async def test_harm_to_the_fetus_is_no_boxed_warning_and_no_contraindication(corpus: Path) -> None:
    said = await words_of_answer("contraindications of capecitabine and its boxed warning", corpus)
    assert "severe hypersensitivity" in said
    assert "The boxed warning of capecitabine" in said
    assert "fetus" not in said
    assert "contraception" not in said


@pytest.mark.parametrize("after", ["does food matter?", "food?", "and food?", "with meals or not?"])
def test_food_is_asked_of_the_drug_of_the_thread(after: str) -> None:
    (asked,) = follow_up("neratinib dose?", after).parts
    assert asked.kind == "dose"
    assert asked.drugs == {"neratinib"}
    assert asked.aspects == {"food"}


def test_how_a_partner_is_taken_says_nothing_of_the_drug_beside_it() -> None:
    (asked,) = parse_text("palbociclib: does food matter?").parts
    words = "Inavolisib is taken at 9 mg, with or without food, with palbociclib 125 mg."
    told = Statement(
        id="s", spans=((0, len(words)),), kind="dose", drugs=("inavolisib", "palbociclib")
    )
    of_partner = PlainContext(
        text=words, drugs=frozenset({"inavolisib"}), aspects=frozenset({"food"})
    )
    of_drug = PlainContext(
        text=words, drugs=frozenset({"palbociclib"}), aspects=frozenset({"food"})
    )
    assert speaks_of_aspects(told, of_partner, asked, FactSheet()) is False
    assert speaks_of_aspects(told, of_drug, asked, FactSheet()) is True


@pytest.mark.parametrize(
    ("before", "after", "kind", "aspects"),
    [
        ("abemaciclib adjuvant dose", "how long?", "dose", {"duration"}),
        ("abemaciclib dose", "for how long in early breast cancer?", "dose", {"duration"}),
        ("osimertinib adjuvant for EGFR L858R NSCLC stage II?", "how long?", "dose", {"duration"}),
        ("everolimus grade 3 stomatitis", "how long?", "adverse", {"duration"}),
    ],
)
def test_how_long_is_asked_of_the_drug_of_the_thread(
    before: str, after: str, kind: str, aspects: set[str]
) -> None:
    asked = follow_up(before, after).parts[0]
    assert asked.kind == kind
    assert asked.aspects == aspects
    assert asked.drugs == follow_up(before, "dose?").parts[0].drugs


def test_how_long_behind_a_trial_is_not_for_how_long_a_drug_is_given() -> None:
    (asked,) = follow_up("PFS in FLAURA with osimertinib?", "how long?").parts
    assert asked.kind != "dose"
