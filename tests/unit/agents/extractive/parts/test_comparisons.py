"""Treatments held against each other: each is told by the same, and none is called the better."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ALPELISIB = """## Indications

Alpelisib with fulvestrant is indicated for HR-positive, HER2-negative, PIK3CA-mutated metastatic \
breast cancer.

## Interactions

Strong CYP3A inducers should be avoided with alpelisib.

## Warnings

The boxed warning of alpelisib names severe hyperglycaemia.
"""
CAPIVASERTIB = """## Indications

Capivasertib with fulvestrant is indicated for HR-positive, HER2-negative, PIK3CA-mutated \
metastatic breast cancer.

## Warnings

Warnings of capivasertib include diarrhoea and cutaneous adverse reactions.
"""
RESULTS = """## Results

In EXAMPLE-1, grade 3 hyperglycaemia occurred in 2.3% with capivasertib and 36.6% with alpelisib.

In EXAMPLE-2, overall survival was 39.3 months with alpelisib and 31.4 months with placebo.
"""


def labels() -> FakeLibrary:
    return FakeLibrary(
        [
            document("drug_information", "alp", "Alpelisib", ALPELISIB, drugs=["alpelisib"]),
            document(
                "drug_information", "cap", "Capivasertib", CAPIVASERTIB, drugs=["capivasertib"]
            ),
            document("landmark_trials", "ex", "EXAMPLE-1 and EXAMPLE-2", RESULTS),
        ]
    )


def said(ending: Ending) -> dict[int, str]:
    assert isinstance(ending, Answer), ending
    found: dict[int, str] = {}
    for each in ending.sentences:
        assert each.verified, each.text
        found[each.part] = f"{found.get(each.part, '')} {each.text}"
    return found


@pytest.mark.parametrize(
    "question",
    [
        "compare alpelisib and capivasertib",
        "alpelisib vs capivasertib?",
        "What are the differences between capivasertib and alpelisib?",
        "Which is better, alpelisib or capivasertib?",
    ],
)
async def test_each_drug_is_told_by_the_same_aspects(question: str) -> None:
    parts = said(await Conversation(labels()).ask(question))
    assert "2.3% with capivasertib and 36.6% with alpelisib" in parts[0]
    assert "with placebo" not in parts[0]
    for place, drug in ((1, "Alpelisib"), (2, "Capivasertib")):
        assert f"{drug} with fulvestrant is indicated" in parts[place]
    assert "boxed warning of alpelisib" in parts[3]
    assert "Warnings of capivasertib" in parts[4]
    assert "better" not in " ".join(parts.values())


@pytest.mark.parametrize("joined", ["or", "vs"])
async def test_what_the_patient_takes_is_held_against_each(joined: str) -> None:
    case = "PIK3CA-mutated HR+ HER2- metastatic breast cancer, on rifampicin"
    ending = await Conversation(labels()).ask(f"alpelisib {joined} capivasertib for {case}?")
    assert isinstance(ending, Answer)
    assert [part.gap is None for part in ending.parts] == [True, True, False]
    text = " ".join(each.text for each in ending.sentences)
    assert "Strong CYP3A inducers should be avoided with alpelisib" in text
    assert "speaks of rifampin with capivasertib" in text


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("sotorasib vs adagrasib, patient on omeprazole", ["interaction", "interaction"]),
        ("Can I combine ribociclib with tamoxifen, which is better?", ["interaction"]),
        ("osimertinib vs erlotinib: which has better OS?", ["trial_result"]),
        ("olaparib vs talazoparib for gBRCA2 HER2- MBC, CrCl 40?", ["therapy", "dose", "dose"]),
        ("olaparib vs talazoparib for gBRCA2 HER2- MBC?", ["therapy"]),
    ],
)
def test_what_is_asked_of_the_drugs_keeps_its_kind(question: str, kinds: list[str]) -> None:
    parts = parse_text(question).parts
    assert [part.kind for part in parts] == kinds
    if kinds[0] == "interaction" and len(kinds) > 1:
        assert {drug for part in parts for drug in part.drugs} == {"sotorasib", "adagrasib"}
        assert all(len(part.drugs) == 1 for part in parts)


async def test_an_indication_is_told_to_who_describes_no_patient() -> None:
    label = f"{CAPIVASERTIB}\n## Label\n\nThe label of capivasertib changed its indications.\n"
    source = document("drug_information", "cap", "Capivasertib", label, drugs=["capivasertib"])
    parts = said(
        await Conversation(FakeLibrary([source])).ask("What is capivasertib indicated for?")
    )
    assert "is indicated for HR-positive" in parts[0]


CHOSEN = ["therapy", "dose", "dose"]


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("CML on dasatinib, T315I found. ponatinib or asciminib, dose?", CHOSEN),
        ("CML T315I. ponatinib or asciminib - which dose?", CHOSEN),
        ("CML, T315I. ponatinib or asciminib, how much?", CHOSEN),
        ("NSCLC ALK+ metastatic, alectinib or lorlatinib, what dose?", CHOSEN),
        ("HR+ mBC 1L: ribociclib or palbociclib, starting dose?", CHOSEN),
        ("AML FLT3-ITD relapsed: gilteritinib vs quizartinib; doses?", CHOSEN),
        ("dose of olaparib or niraparib in ovarian cancer?", ["dose", "dose"]),
        ("ponatinib or asciminib, dose?", ["dose", "dose"]),
        ("CML T315I, asciminib, dose?", ["dose"]),
        ("melanoma: dabrafenib and trametinib, dose?", ["dose", "dose"]),
    ],
)
def test_a_choice_comes_before_the_doses_that_are_asked_behind_it(
    question: str, kinds: list[str]
) -> None:
    assert [part.kind for part in parse_text(question).parts] == kinds


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("metastatic MTC, RET M918T, QTc 478. selpercatinib or vandetanib?", "therapy"),
        ("HCC, Child-Pugh A. lenvatinib or sorafenib?", "therapy"),
        ("ALK+ NSCLC, heart rate 48. alectinib or lorlatinib?", "therapy"),
        ("HCC Child-Pugh A. atezo/bev or lenvatinib?", "therapy"),
        ("HER2+ mBC, LVEF 45%. T-DXd or tucatinib + trastuzumab + capecitabine?", "therapy"),
        ("melanoma BRAF V600E, AST 80. dab/tram or ipi/nivo?", "therapy"),
        ("AML unfit 78, IDH1 R132C, LVEF 35%. ven/aza or ivo/aza?", "therapy"),
        ("AML unfit, IDH1 R132C, QTc 500. venetoclax/azacitidine vs ivo/aza?", "therapy"),
        ("QTc 478. selpercatinib or vandetanib?", "adverse"),
    ],
)
def test_drugs_that_are_compared_for_a_patient_with_a_finding_are_a_choice(
    question: str, kind: str
) -> None:
    assert {part.kind for part in parse_text(question).parts} == {kind}


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ("Pembrolizumab or tisotumab?", {"pembrolizumab", "tisotumab"}),
        ("Zanzolintinib vs cabozantinib?", {"zanzolintinib", "cabozantinib"}),
    ],
)
def test_a_drug_that_no_table_has_is_an_option_beside_or(asked: str, options: set[str]) -> None:
    part = parse_text(f"Metastatic kidney cancer after nivolumab. {asked}").parts[0]
    assert (part.kind, part.drugs, part.partners) == ("therapy", options, frozenset())


def test_options_are_compared_though_one_of_their_drugs_failed() -> None:
    asked = (
        "mCRPC, BRCA2 mutation, progressed on abiraterone, platelets 70. Olaparib plus abiraterone,"
        " talazoparib/enzalutamide, or lutetium?"
    )
    assert parse_text(asked).parts[0].kind == "therapy"


def test_a_drug_that_is_taken_is_asked_about_for_the_finding_under_it() -> None:
    asked = "HR+ metastatic breast cancer on ribociclib, QTc 490. Ribociclib or palbociclib?"
    assert parse_text(asked).parts[0].kind == "adverse"


def test_with_or_without_is_a_choice_before_the_doses() -> None:
    asked = "HER2+ gastric cancer. Trastuzumab with or without pembrolizumab, and what doses?"
    choice, *doses = parse_text(asked).parts
    assert (choice.kind, choice.compared) == ("therapy", True)
    assert choice.drugs == {"trastuzumab", "pembrolizumab"}
    assert {part.kind for part in doses} == {"dose"}
