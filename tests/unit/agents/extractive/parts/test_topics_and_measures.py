"""Topics listed behind a drug, an organ or a count that a follow-up only names, a pair of drugs:
what is told of the neighbour answers none of them."""

from __future__ import annotations

import pytest

from agents.extractive.question.splitting.independent.topics_of_drug import topics_of_drug
from agents.turns import Answer
from names.clinical.organs.named_alone import organ_or_count
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

STEPS = "With grade 4 neutropenia palbociclib is withheld until grade 2 or less."
LIVER = "In severe hepatic impairment (Child-Pugh C) palbociclib is given at 75 mg once daily."
FOOD = "Palbociclib is given at 125 mg once daily with food."
STRONG = (
    "Strong CYP3A inhibitors should be avoided with olaparib; if one cannot be avoided, olaparib is"
    " reduced to 100 mg twice daily."
)
MODERATE = (
    "Moderate CYP3A inhibitors should be avoided with olaparib; if one cannot be avoided, olaparib"
    " is reduced to 150 mg twice daily."
)


def label(drug: str, *statements: str) -> FakeLibrary:
    text = "## Label\n\n" + "\n\n".join(statements) + "\n"
    return FakeLibrary([document("drug_information", "d", drug.title(), text, drugs=[drug])])


async def test_a_count_that_is_only_named_is_not_told_the_rule_of_another() -> None:
    thread = Conversation(label("palbociclib", STEPS))
    first = await thread.ask("palbociclib, ANC 400. hold?")
    assert isinstance(first, Answer)
    assert not first.not_found
    again = await thread.ask("and platelets?")
    told = " ".join(again.not_found) if isinstance(again, Answer) else "a gap"
    assert told


async def test_an_organ_that_is_only_named_is_asked_of_the_drug() -> None:
    thread = Conversation(label("palbociclib", FOOD, LIVER))
    await thread.ask("palbociclib with food?")
    answer = await thread.ask("same for the liver?")
    assert isinstance(answer, Answer)
    assert [each.text for each in answer.sentences] == [LIVER]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("and the kidneys?", "renal"),
        ("if the liver is bad?", "hepatic"),
        ("and platelets?", "thrombocytopenia"),
        ("same for Hb?", "anaemia"),
        ("platelets 40?", ""),
        ("liver mets?", ""),
        ("and in Child-Pugh B?", ""),
        ("kidneys and olaparib?", ""),
    ],
)
def test_which_organ_or_count_is_named(text: str, named: str) -> None:
    value = organ_or_count(text)
    assert (getattr(value, "organ", "") or getattr(value, "event", "")) == named


async def test_the_rule_for_another_partner_is_told_of_that_one() -> None:
    answer = await Conversation(label("olaparib", STRONG, MODERATE)).ask(
        "olaparib and fluconazole? and with clarithromycin?"
    )
    assert isinstance(answer, Answer)
    told = [(each.part, each.text) for each in answer.sentences if each.text in (STRONG, MODERATE)]
    assert told == [(0, MODERATE), (1, STRONG)]


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("abemaciclib: diarrhoea, food, crushing", 3),
        ("olaparib - dose, food", 2),
        ("sotorasib: dose, Child-Pugh B", 0),
        ("olaparib: BRCA1 mutated, HRD", 0),
        ("lorlatinib: CNS effects, rifampicin", 0),
        ("enco + bini: dose, eyes, fever", 3),
        ("the lady is on olaparib: dose, food", 0),
    ],
)
def test_topics_listed_behind_a_drug(text: str, topics: int) -> None:
    assert len(topics_of_drug(text)) == topics
