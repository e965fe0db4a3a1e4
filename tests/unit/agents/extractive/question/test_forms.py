"""The same question in other forms is the same question: one clause, two sentences, a list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.question.parsing import parse_text
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.drug_pairs import is_given_with_others
from agents.matching.subject.entities import judge_subject
from names.clinical.values import Exposure, OrganFunction, Toxicity
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.matching.judged import PlainContext

FORMS = [
    ("dose", "olaparib", "olaparib dose with CrCl 38 mL/min?"),
    ("dose", "olaparib", "Patient on olaparib. CrCl 38 mL/min. Dose?"),
    ("dose", "olaparib", "Olaparib, CrCl 38 mL/min, ovarian maintenance. What dose?"),
    ("interaction", "palbociclib", "On clarithromycin, starting palbociclib. Dose?"),
    ("interaction", "palbociclib", "Palbociclib dose with clarithromycin?"),
    ("adverse", "lapatinib", "Patient on lapatinib. LVEF 43 %, no symptoms. Hold?"),
    ("adverse", "lapatinib", "On lapatinib with LVEF 43 %: stop it?"),
    ("adverse", "ribociclib", "Ribociclib. ALT grade 3. Stop?"),
    ("adverse", "trastuzumab emtansine", "T-DM1 adjuvant. Platelets 20. Continue?"),
    ("adverse", "encorafenib", "Encorafenib planned. QTc 490 at baseline, any issue?"),
    ("adverse", "abemaciclib", "Abemaciclib, grade 3 diarrhoea since Monday. What now?"),
    ("therapy", "", "HER2-positive breast cancer. T-DXd stopped for grade 3 pneumonitis. Next?"),
    ("therapy", "", "Metastatic HR+ breast cancer, progressed on palbociclib. What next?"),
    ("adverse", "sacituzumab govitecan", "SG cycle 2, ANC 900, afebrile. Give?"),
    ("pharmacogenomics", "capecitabine", "Capecitabine planned. DPYD *1/*2A. Starting dose?"),
]


@pytest.mark.parametrize(("kind", "drug", "text"), FORMS, ids=[form[2] for form in FORMS])
def test_kind_and_drug_do_not_hang_on_the_form(kind: str, drug: str, text: str) -> None:
    (asked,) = parse_text(text).parts
    assert asked.kind == kind
    assert asked.drugs == ({drug} if drug else set())


def test_further_questions_are_on_the_drug_of_the_first() -> None:
    first, second = parse_text(
        "Abemaciclib with grade 3 diarrhoea: hold it? And restart when?"
    ).parts
    assert first.drugs == second.drugs == {"abemaciclib"}
    assert [v.event for v in second.about if isinstance(v, Toxicity)] == ["diarrhoea"]


def test_a_request_behind_a_question_is_a_part_of_its_own() -> None:
    first, second = parse_text(
        "Palbociclib in Child-Pugh B, change the dose? Same for ribociclib"
    ).parts
    assert (first.kind, first.drugs) == ("dose", {"palbociclib"})
    assert (second.kind, second.drugs, second.about) == ("dose", {"ribociclib"}, first.about)


@pytest.mark.parametrize(
    "more", ["also can someone book room 4 on Thursday", "any rule on flying?", "and the parking?"]
)
def test_what_only_its_own_words_ask_is_not_answered_by_the_subject(more: str) -> None:
    """On the same drug, but no statement that lacks the words of the question answers it."""
    _, second = parse_text(f"Starting dose of abemaciclib? {more}").parts
    assert (second.kind, second.drugs) == ("general", {"abemaciclib"})
    assert second.topics
    told = Statement(id="s", spans=((0, 1),), kind="dose", drugs=("abemaciclib",))
    context = PlainContext(names=frozenset({"abemaciclib"}), stems=frozenset({"start", "dose"}))
    verdicts = judge_subject(told, context, second, parse_text("Hold?").sheet)
    assert any(each.outcome == "silent" for each in verdicts)


def test_what_has_ended_is_the_subject_only_where_nothing_else_is_named() -> None:
    (asked,) = parse_text("T-DXd stopped for grade 2 pneumonitis. Rechallenge?").parts
    assert asked.drugs == {"trastuzumab deruxtecan"}
    (asked,) = parse_text(
        "Progressed on palbociclib, now on capivasertib. Glucose 290. Hold?"
    ).parts
    assert asked.drugs == {"capivasertib"}


def test_a_drug_that_only_interacts_is_no_subject() -> None:
    (asked,) = parse_text("On posaconazole. Starting venetoclax. Dose?").parts
    assert asked.drugs == {"venetoclax"}
    assert any(isinstance(value, Exposure) for value in asked.about)


def test_a_regimen_stands_for_its_drugs() -> None:
    (asked,) = parse_text("Adjuvant CAPOX planned. DPYD *1/*2A. Starting dose?").parts
    assert asked.drugs == {"capecitabine", "oxaliplatin"}


def test_each_organ_is_a_question_of_its_own() -> None:
    parts = parse_text("T-DM1 adjuvant. Platelets 38 and LVEF 43 %. What to do for each?").parts
    organs = [[v.organ for v in part.about if isinstance(v, OrganFunction)] for part in parts]
    assert organs == [["marrow"], ["cardiac"]]


@pytest.mark.parametrize("kind", ["dose", "adverse", "interaction"])
def test_the_rule_of_another_drug_is_no_answer(kind: str) -> None:
    """The safety net where reading fails: a question that lacks its drug hears only of drugs that
    the thread names."""
    asked = SubQuestion(
        text="Hold?", kind=kind, lacks_drug=True, mentioned=frozenset({"lapatinib"})
    )
    patient = parse_text("Hold?").sheet
    for drug, heard in (("lapatinib", True), ("talazoparib", False)):
        rule = Statement(id="s", spans=((0, 1),), kind="adjustment", drugs=(drug,))
        verdicts = judge_subject(rule, PlainContext(names=frozenset({drug})), asked, patient)
        assert all(each.outcome == "ok" for each in verdicts) is heard
    open_rule = Statement(id="s", spans=((0, 1),), kind="adjustment", applies=Applicability())
    verdicts = judge_subject(open_rule, PlainContext(), asked, patient)
    assert all(each.outcome == "ok" for each in verdicts)


def test_numbered_look_ups_keep_what_each_of_them_tells() -> None:
    """The liver of the third look-up must not make a gap of the first one's dose."""
    dose, interaction, reduced = parse_text(
        "1) alectinib dose 2) does ondansetron prolong QT with ribociclib? "
        "3) elacestrant dose in Child-Pugh B"
    ).parts
    assert dose.own_sheet is not None
    assert not dose.own_sheet.facts
    assert (interaction.drugs, reduced.drugs) == ({"ribociclib"}, {"elacestrant"})
    assert reduced.own_sheet is not None
    assert reduced.own_sheet.of(OrganFunction)


@pytest.mark.parametrize(
    "text",
    [
        "62F, CrCl 30. 1) olaparib dose? 2) talazoparib dose?",
        "1) olaparib dose with CrCl 30? 2) could she have talazoparib instead?",
        "1) capecitabine dose with CrCl 40 2) cisplatin dose with capecitabine",
    ],
)
def test_numbered_questions_on_one_patient_share_the_facts(text: str) -> None:
    parsed = parse_text(text)
    assert all(part.own_sheet is None for part in parsed.parts)
    assert parsed.sheet.of(OrganFunction)


def test_a_class_alone_is_not_the_class_with_a_partner() -> None:
    (asked,) = parse_text("HR+ mBC, can I give an aromatase inhibitor alone?").parts
    assert asked.alone
    assert asked.classes
    told = Statement(id="s", spans=((0, 1),), kind="indication")
    pair = replace(told, drugs=("abemaciclib",))
    partner = PlainContext(text="ESMO prefers an aromatase inhibitor as partner.")
    plain = PlainContext(text="It is indicated for women.")
    assert is_given_with_others(pair, plain, asked.classes)
    assert is_given_with_others(told, partner, asked.classes)
    assert not is_given_with_others(replace(told, drugs=("anastrozole",)), plain, asked.classes)
