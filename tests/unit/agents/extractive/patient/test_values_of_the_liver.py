"""A value of the liver: neither the rule for any adverse reaction nor half a rule is for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Abstention, Answer
from retrieval.ingestion.readers import read_documents
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ANY = "For a grade 3 adverse reaction capecitabine is withheld and resumed at 75% of the dose."
OTHER = "In severe hepatic impairment (Child-Pugh C) lapatinib is reduced (with capecitabine)."
JOINED = (
    "Tucatinib is discontinued when ALT or AST is above 3 times and bilirubin above 2 times the"
    " upper limit of normal."
)
GRADED = "For grade 3 bilirubin (above 3 to 10 times) tucatinib is held until grade 1 or less."
CLASSED = "In severe hepatic impairment (Child-Pugh C) tucatinib is reduced to 200 mg twice daily."


def label(drug: str, *statements: str) -> FakeLibrary:
    text = "## Dose\n\n" + "\n\n".join(statements) + "\n"
    return FakeLibrary([document("drug_information", drug, drug.title(), text, drugs=[drug])])


async def said(question: str, shelf: FakeLibrary) -> list[str]:
    ending = await Conversation(shelf).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    "question",
    [
        "capecitabine, bilirubin 4x ULN",
        "capecitabine ok? bilirubin 4x ULN",
        "Bilirubin 3.2x ULN from liver mets. Can I start capecitabine?",
        "capecitabine dose with AST 8x ULN",
        "capecitabine, total bilirubin 4.8 mg/dL, dose?",
    ],
)
async def test_the_rule_for_any_adverse_reaction_is_not_for_an_impaired_liver(
    question: str,
) -> None:
    ending = await Conversation(label("capecitabine", ANY)).ask(question)
    assert isinstance(ending, Abstention)
    value = question.split("AST ")[-1] if "AST" in question else "bilirubin"
    assert value.split("x")[0] in ending.gap.name


@pytest.mark.parametrize(
    "question",
    [
        "her bilirubin rose to 4x ULN on capecitabine, what now?",
        "grade 3 hyperbilirubinaemia on capecitabine",
        "capecitabine, ANC 0.7 on day 1",
        "capecitabine cycle 3, bili 3.4x ULN. Continue?",
    ],
)
async def test_what_came_under_the_drug_has_the_rule_for_any_adverse_reaction(
    question: str,
) -> None:
    assert ANY in await said(question, label("capecitabine", ANY))


STATED = f"""
id: lapatinib
title: Lapatinib
drugs: [lapatinib, capecitabine]
sections:
- heading: Hepatic impairment
  statements:
  - id: severe
    kind: adjustment
    text: {OTHER}
    drugs: [lapatinib]
    applies:
      organ: [{{organ: hepatic, grade: Child-Pugh C}}]
    record: https://example.org/label
"""


@pytest.mark.parametrize(
    "question", ["capecitabine ok? bilirubin 4x ULN", "capecitabine in Child-Pugh C, safe?"]
)
async def test_a_partner_named_in_the_rule_of_another_drug_has_no_rule_in_it(
    question: str,
) -> None:
    shelf = FakeLibrary(list(read_documents("drug_information", Path("l.yaml"), STATED.encode())))
    assert OTHER not in await said(question, shelf)
    assert OTHER in await said("lapatinib with capecitabine in Child-Pugh C, dose?", shelf)


async def test_one_of_two_joined_values_does_not_meet_the_rule() -> None:
    first, *_ = await said("tucatinib, bilirubin 4x ULN", label("tucatinib", JOINED, GRADED))
    assert first == GRADED
    both = await said("tucatinib, bilirubin 4x ULN, ALT 5x ULN", label("tucatinib", JOINED, GRADED))
    assert both[0] == JOINED
    low = "tucatinib, bilirubin 4x ULN, ALT 1.5x ULN, AST 1.4x ULN"
    assert JOINED not in await said(low, label("tucatinib", JOINED, GRADED))


GRADE_2 = "For grade 2 hyperbilirubinaemia tucatinib is held until grade 1 or less."


@pytest.mark.parametrize(
    "question", ["tucatinib dose? bilirubin 2.5x ULN", "tucatinib, bili 2x ULN"]
)
async def test_the_grade_of_the_number_is_told_first(question: str) -> None:
    first, *_ = await said(question, label("tucatinib", JOINED, GRADE_2))
    assert first == GRADE_2


async def test_a_class_that_does_not_follow_from_the_number_is_said_first() -> None:
    first, *_ = await said("tucatinib, bilirubin 4x ULN", label("tucatinib", CLASSED))
    assert first == f"Only with severe hepatic impairment or Child-Pugh C: {CLASSED}"
    assert await said("tucatinib in Child-Pugh C", label("tucatinib", CLASSED)) == [CLASSED]


HARMED = "Abemaciclib is suspended for grade 3 ALT until grade 1 or less."
MILD = "In mild or moderate hepatic impairment (Child-Pugh A or B) no dose of abemaciclib changes."
ABEMACICLIB = f"""
id: abemaciclib
title: Abemaciclib
drugs: [abemaciclib]
sections:
- heading: Liver
  statements:
  - id: harmed
    kind: adjustment
    text: {HARMED}
    drugs: [abemaciclib]
    applies: {{organ: [], toxicities: [grade 3 hepatotoxicity]}}
    record: https://example.org/label
  - id: mild
    kind: adjustment
    text: {MILD}
    drugs: [abemaciclib]
    applies: {{organ: [{{organ: hepatic, grade: Child-Pugh A}}]}}
    record: https://example.org/label
"""


def abemaciclib() -> FakeLibrary:
    own = read_documents("drug_information", Path("l.yaml"), ABEMACICLIB.encode())
    return FakeLibrary(list(own))


@pytest.mark.parametrize(
    "question",
    [
        "abemaciclib pt: ALT 7x ULN and total bilirubin 2.5x ULN, no cholestasis. restart?",
        "on abemaciclib AST 8 x ULN with bilirubin 3x ULN, what to do",
        "abemaciclib: ALT 6 x ULN, bilirubin 2.5 x ULN. continue?",
    ],
)
async def test_a_harmed_liver_is_no_class_of_an_impaired_one(question: str) -> None:
    told = await said(question, abemaciclib())
    assert HARMED in told
    assert not any(MILD in each for each in told)


@pytest.mark.parametrize(
    "question",
    [
        "abemaciclib dose in Child-Pugh A, ALT 4x ULN, bilirubin 2x ULN?",
        "abemaciclib, bilirubin 2.5x ULN",
    ],
)
async def test_the_class_is_told_where_it_is_known_or_all_that_is_told(question: str) -> None:
    assert any(MILD in each for each in await said(question, abemaciclib()))


CARRIERS = "Carriers of HLA-DRB1 *07:01 have a higher risk of hepatotoxicity on lapatinib."
STOPPED = "Lapatinib is discontinued and not restarted when liver tests change severely."


async def test_what_carriers_risk_is_no_rule_for_a_value_of_another() -> None:
    shelf = label("lapatinib", CARRIERS, STOPPED)
    told = await said("lapatinib dose? ALT 6x ULN and bilirubin 2.5x ULN", shelf)
    assert not any(CARRIERS in each for each in told)
    told = await said("HLA-DRB1 *07:01 positive, ALT 6x ULN on lapatinib, continue?", shelf)
    assert any(CARRIERS in each for each in told)


MODERATE = "In mild hepatic impairment (Child-Pugh A) no osimertinib dose is adjusted."
APPROVED = "Osimertinib is indicated for metastatic non-small cell lung cancer with EGFR L858R."


@pytest.mark.parametrize("value", ["ALT 6x ULN", "AST 9x ULN", "ALT 4x ULN"])
async def test_transaminases_are_not_weighed_by_a_class_of_child_pugh(value: str) -> None:
    shelf = label("osimertinib", APPROVED, MODERATE)
    asked = f"Metastatic EGFR L858R NSCLC, {value} at baseline. Start osimertinib?"
    ending = await Conversation(shelf).ask(asked)
    assert isinstance(ending, Answer)
    assert value.replace("x ", " ×") in " ".join(ending.unweighed)
    classed = await Conversation(shelf).ask(asked.replace("at base", "and Child-Pugh A at base"))
    assert isinstance(classed, Answer)
    assert MODERATE in [each.text for each in classed.sentences]
