"""What is read as a choice of treatment, and for which tumour an option is told."""

from __future__ import annotations

import pytest

from agents.extractive.answer.wording import missing_facts
from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from names.clinical.values import Tumour
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.agents.extractive.conftest import document as document_of
from tests.unit.agents.extractive.one_statement import document, sorted_out

KINDS = [
    ("Hx of pneumonitis gr 2 in 2022, HER2-low metastatic breast cancer. T-DXd?", "therapy"),
    ("HER2+ mBC 2L, radiation pneumonitis 3 years ago. T-DXd or tucatinib?", "therapy"),
    ("HER2+ mBC, grade 2 ILD now. T-DXd?", "adverse"),
    ("T-DXd for HER2+ mBC, had grade 1 ILD on T-DXd. T-DXd?", "adverse"),
    ("T-DXd, grade 2 ILD. continue?", "adverse"),
    ("HR+ mBC, AKT1 E17K, pd on letrozole. capivasertib + fulvestrant?", "therapy"),
    ("melanoma BRAF V600E. dabrafenib + trametinib?", "therapy"),
    ("HR+ mBC. ribociclib + tamoxifen?", "interaction"),
    ("HR+ HER2- mBC. ribociclib + tamoxifen?", "interaction"),
    ("gastric cancer, HER2 3+, CPS 0. pembrolizumab + trastuzumab?", "therapy"),
    ("gastric cancer. pembrolizumab plus trastuzumab chemo?", "therapy"),
    ("metastatic urothelial cancer, untreated. EV + pembrolizumab?", "therapy"),
    ("metastatic urothelial cancer, untreated, HbA1c 9. EV + pembrolizumab?", "therapy"),
    ("HR+ HER2- mBC, first line, QTc 462. Ribociclib + letrozole?", "therapy"),
    ("HR+ HER2- mBC, first line. Ribociclib + tamoxifen?", "interaction"),
    ("advanced RCC, first line. nivolumab + cabozantinib?", "therapy"),
    ("KRAS G12C CRC, refractory to oxaliplatin. What's the combo and the dose?", "therapy"),
    ("KRAS G12C CRC refractory to oxaliplatin: what is the best drug and its dose", "therapy"),
    ("HER2+ mBC on T-DXd: what is the dosing regimen?", "dose"),
    ("BRAF V600E melanoma. What's the dose of the dabrafenib/trametinib combo?", "dose"),
    ("metastatic RCC, on warfarin. axitinib + pembrolizumab: any interaction?", "interaction"),
]


@pytest.mark.parametrize(("question", "kind"), KINDS)
def test_an_event_of_long_ago_and_a_named_regimen_leave_a_choice(question: str, kind: str) -> None:
    assert parse_text(question).parts[-1].kind == kind


@pytest.mark.parametrize(
    "question",
    ["melanoma BRAF V600E. is dabrafenib safe?", "melanoma, BRAF V600E: dabrafenib, any issue?"],
)
def test_an_option_for_another_tumour_answers_no_question(question: str) -> None:
    text = "Dabrafenib is indicated for non-small cell lung cancer with BRAF V600E."
    assert not any(part.answers for part in sorted_out(question, document(text)))


def test_the_indication_for_the_tumour_comes_before_that_for_every_solid_tumour() -> None:
    text = (
        "Trastuzumab deruxtecan is indicated for HER2-positive solid tumours.\n\nTrastuzumab"
        " deruxtecan is indicated for HER2-positive breast cancer."
    )
    (selected,) = sorted_out("HER2-positive breast cancer, trastuzumab deruxtecan?", document(text))
    assert "breast cancer" in selected.answers[0].words


FLT3 = (
    "Quizartinib is indicated for newly diagnosed acute myeloid leukaemia with FLT3 ITD.\n\n"
    "Gilteritinib is indicated for relapsed or refractory acute myeloid leukaemia with an FLT3"
    " mutation."
)


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("AML with FLT3-ITD, which drug?", {"quizartinib"}),
        ("Relapsed AML with FLT3-ITD, which drug?", {"gilteritinib"}),
        ("AML with FLT3-ITD: gilteritinib?", {"gilteritinib"}),
    ],
)
def test_an_option_for_a_relapse_waits_until_one_is_told(question: str, options: set[str]) -> None:
    (selected,) = sorted_out(question, document(FLT3))
    assert {drug for each in selected.answers for drug in each.drugs} == options


def test_what_a_relapse_would_open_is_named() -> None:
    (selected,) = sorted_out("AML with FLT3-ITD, which drug?", document(FLT3))
    (fact,) = [each for each in missing_facts(selected) if "gilteritinib" in each.options]
    assert fact.name == "relapsed or refractory disease"


def test_an_option_for_a_relapse_is_told_where_there_is_no_other() -> None:
    text = "Gilteritinib is indicated for relapsed acute myeloid leukaemia with an FLT3 mutation."
    (selected,) = sorted_out("AML with FLT3-ITD, which drug?", document(text))
    assert selected.answers


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "BRCA2 metastatic castration-resistant prostate cancer, what to give?",
            "Olaparib plus abiraterone plus prednisone or prednisolone is indicated for"
            " BRCA-mutated metastatic castration-resistant prostate cancer.\n\nOlaparib plus"
            " abiraterone plus prednisone is indicated for BRCA-mutated metastatic"
            " castration-resistant prostate cancer.",
            1,
        ),
        (
            "HER2-positive biliary tract cancer, what to give?",
            "Zanidatamab is indicated for HER2-positive biliary tract cancer.\n\nTrastuzumab"
            " deruxtecan is indicated for HER2-positive solid tumours.",
            1,
        ),
    ],
)
def test_what_another_option_tells_more_precisely_is_not_told_again(
    question: str, text: str, said: int
) -> None:
    (selected,) = sorted_out(question, document(text))
    assert len(selected.answers) == said


@pytest.mark.parametrize(
    ("text", "tumours"),
    [
        (
            "Ductal carcinoma, HR positive, HER2 negative, PIK3CA H1047R. Therapy?",
            {"breast cancer"},
        ),
        ("Gastric cancer, ER positive, HER2 positive. Therapy?", {"gastric cancer"}),
        ("HER2 negative. Therapy?", set()),
    ],
)
def test_receptors_told_together_without_a_tumour_are_of_breast_cancer(
    text: str, tumours: set[str]
) -> None:
    assert {each.name for each in parse_text(text).sheet.of(Tumour)} == tumours


LATER_LINE = """## Indications

Alpelisib with fulvestrant is indicated for HR-positive, HER2-negative, PIK3CA-mutated metastatic
breast cancer after progression on endocrine therapy.

## Results

In PIK3CA-mutated HR-positive breast cancer the response rate was 26.6% with alpelisib plus
fulvestrant and 12.8% with placebo plus fulvestrant.
"""


async def test_an_option_for_a_later_line_carries_its_condition() -> None:
    shelf = FakeLibrary(
        [document_of("drug_information", "a", "Alpelisib", LATER_LINE, drugs=["alpelisib"])]
    )
    asked = "HR+ HER2- metastatic breast cancer, PIK3CA mutation, first line?"
    ending = await Conversation(shelf).ask(asked)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("Only with prior endocrine therapy: Alpelisib")


async def test_the_dose_for_a_tumour_of_no_indication_says_so() -> None:
    text = """## Indication

Palbociclib is indicated for HR-positive metastatic breast cancer.

## Dose

Palbociclib is given at 125 mg once daily.
"""
    shelf = FakeLibrary(
        [document_of("drug_information", "a", "Palbociclib", text, drugs=["palbociclib"])]
    )
    ending = await Conversation(shelf).ask("palbociclib dose for melanoma?")
    assert isinstance(ending, Answer)
    assert ending.unweighed == ("melanoma (no indication of palbociclib at hand is for it)",)


@pytest.mark.parametrize(
    ("question", "classes"),
    [
        ("gBRCA2 pancreatic cancer, stable after FOLFIRINOX, no progression. What now?", set()),
        ("gBRCA2 pancreatic cancer after FOLFIRINOX: more chemotherapy?", {"Chemotherapy"}),
    ],
)
def test_a_regimen_that_was_had_is_no_class_asked_about(question: str, classes: set[str]) -> None:
    assert parse_text(question).parts[0].classes == classes
