"""Several drugs, several questions, requests for what is no look-up: each part by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.question.context.thread import take_over
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.capabilities import CAPABILITY, missing_capability
from agents.extractive.question.splitting.segments import split_question
from names.clinical.values import Marker, OrganFunction, Population, Toxicity
from tests.unit.agents.extractive.one_statement import document, sorted_out


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Please interpret the attached MRI image of the liver.", "reading images"),
        ("Can you look at this CT and tell me if she progressed?", "reading images"),
        ("What does this slide show?", "reading images"),
        ("Book a follow-up appointment for Mrs Smith next week.", "scheduling and reminders"),
        ("Remind me tomorrow to check LFTs.", "scheduling and reminders"),
        ("Write a letter to the GP about starting letrozole.", "writing and sending letters"),
        ("Email this answer to Dr Jones.", "writing and sending letters"),
        ("Order a sequencing panel for this patient.", "prescribing and ordering"),
        ("Prescribe tamoxifen 20 mg for her.", "prescribing and ordering"),
        ("How many of our patients with PIK3CA mutations had alpelisib?", "own records"),
        ("Draw a Kaplan-Meier curve of our cohort.", "own records"),
        ("Summarise the tumour board of yesterday.", "own records"),
        ("What is the survival in your cohort of TNBC?", "own records"),
        ("Median PFS of our own patients on palbociclib?", "own records"),
    ],
)
def test_what_is_no_look_up_is_a_gap_of_that_ability(text: str, name: str) -> None:
    missing = missing_capability(text)
    assert missing is not None
    assert name in missing.name
    assert {asked.kind for asked in parse_text(text).parts} == {CAPABILITY}


@pytest.mark.parametrize(
    "text",
    [
        "How often is an MRI of the breast done in BRCA carriers?",
        "How many patients were in OlympiA?",
        "What survival in OlympiAD for my patient with a BRCA variant?",
        "What schedule of paclitaxel is used?",
        "In which order are trastuzumab and pertuzumab given?",
        "Does the letter of the FDA restrict idelalisib?",
        "Which report describes resistance to osimertinib?",
        "Can you review the evidence for olaparib?",
        "What did the tumour response look like in DESTINY-Breast04?",
        "In our clinic, over how many minutes is zoledronic acid infused?",
    ],
)
def test_a_clinical_question_that_holds_such_a_word_is_none(text: str) -> None:
    assert missing_capability(text) is None


def test_each_drug_of_a_list_is_a_question_of_its_own() -> None:
    parts = parse_text("What is the dose of olaparib, talazoparib and niraparib?").parts
    assert [sorted(part.drugs) for part in parts] == [["olaparib"], ["talazoparib"], ["niraparib"]]
    assert parts[1].text == "What is the dose of talazoparib?"


def test_a_regimen_is_one_question() -> None:
    (part,) = parse_text("What is the dose of palbociclib with letrozole?").parts
    assert part.drugs == {"palbociclib", "letrozole"}


def test_a_request_behind_a_question_and_a_numbered_one_are_parts() -> None:
    kinds = [p.kind for p in parse_text("Dose of olaparib, and write a letter to her GP.").parts]
    assert kinds == ["dose", CAPABILITY]
    case = "1) What is the dose of olaparib? 2) Please schedule a PET-CT."
    assert [p.kind for p in parse_text(case).parts] == ["dose", CAPABILITY]


def test_what_is_taken_for_granted_is_a_question_of_its_own() -> None:
    text = "Since olaparib is approved for HER2-positive breast cancer, what dose?"
    claim, dose = parse_text(text).parts
    assert (claim.kind, claim.drugs) == ("therapy", {"olaparib"})
    assert (dose.kind, dose.drugs) == ("dose", {"olaparib"})


def test_a_marker_that_a_dose_does_not_depend_on_is_relaxed() -> None:
    parsed = parse_text("What is the abemaciclib dose in HER2-low disease?")
    ((place, wider),) = parsed.relaxed
    assert place == 0
    assert (wider.drugs, wider.statuses) == ({"abemaciclib"}, frozenset())
    assert parse_text("Abemaciclib for HER2-low breast cancer?").relaxed == ()


INTO_MUSCLE = "Fulvestrant 500 mg is given into the muscle as two 5 mL injections on Day 1."


def test_a_route_that_the_source_contradicts_is_said_and_the_dose_given() -> None:
    (chosen,) = sorted_out(
        "What is the dose of oral fulvestrant tablets?", document(INTO_MUSCLE, title="Fulvestrant")
    )
    (found,) = chosen.other_route
    assert found.judgement.reason == "is given into a muscle, not by mouth"
    (chosen,) = sorted_out(
        "What is the dose of fulvestrant injections?", document(INTO_MUSCLE, title="Fulvestrant")
    )
    assert chosen.other_route == ()


LOW = (
    "Trastuzumab deruxtecan is indicated for unresectable or metastatic HER2-low breast cancer"
    " after chemotherapy."
)
FIRST = (
    "Trastuzumab deruxtecan with pertuzumab is indicated for first-line treatment of metastatic"
    " HER2-positive breast cancer."
)


def test_a_combination_for_another_line_does_not_shut_out_the_drug_alone() -> None:
    (chosen,) = sorted_out(
        "T-DXd for HER2-low metastatic breast cancer after chemotherapy?",
        document(f"{LOW}\n\n{FIRST}", title="Trastuzumab deruxtecan"),
    )
    assert [found.words for found in chosen.answers] == [LOW]


def test_a_dose_for_an_event_that_nobody_has_is_no_starting_dose() -> None:
    text = "For grade 3 pneumonitis pembrolizumab is withheld and the dose is not reduced."
    (chosen,) = sorted_out("Dose of pembrolizumab?", document(text, title="Pembrolizumab"))
    assert chosen.answers == ()


def test_a_man_is_not_the_one_who_breastfeeds() -> None:
    parsed = parse_text("A man on niraparib, contraception? And breastfeeding on olaparib?")
    sexes = [
        {each.sex for each in (part.own_sheet or parsed.sheet).of(Population)}
        for part in parsed.parts
    ]
    assert "male" in sexes[0]
    assert "male" not in sexes[-1]


@pytest.mark.parametrize(
    ("value", "is_subject"),
    [
        ("plt 190", False),
        ("plt 95", True),
        ("plt 120", True),
        ("CrCl 38", True),
        ("CrCl 95", False),
    ],
)
def test_a_normal_value_need_not_be_spoken_of(value: str, is_subject: bool) -> None:
    parsed = parse_text(f"niraparib, {value}. Which starting dose?")
    about = [each for part in parsed.parts for each in part.about]
    assert any(isinstance(each, OrganFunction) for each in about) is is_subject


@pytest.mark.parametrize(
    "text",
    [
        "Alectinib in ALK+ NSCLC; what if G1202R develops?",
        "Dose of alectinib in ALK+ NSCLC and what if G1202R develops?",
        "Alectinib dose in ALK+ NSCLC, and what if G1202R develops?",
    ],
)
def test_what_is_only_supposed_is_a_question_of_its_own(text: str) -> None:
    first, second = parse_text(text).parts
    assert first.own_sheet is not None
    assert "G1202R" not in {each.state for each in first.own_sheet.of(Marker)}
    assert second.drugs == first.drugs == {"alectinib"}
    assert second.variants == {"G1202R"}


def test_a_case_before_what_is_supposed_asks_nothing() -> None:
    assert len(parse_text("ALK+ NSCLC on alectinib, what if G1202R develops?").parts) == 1


def test_another_drug_is_asked_about_with_the_event_of_the_question_before() -> None:
    before = parse_text("Dose reduction of capecitabine for diarrhoea?").parts[0]
    own = parse_text("abemaciclib").parts[0]
    asked, _ = take_over(replace(own, kind="dose", text="and abemaciclib?"), before, "")
    assert any(isinstance(value, Toxicity) for value in asked.about)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Capivasertib: indication and dose reduction?", ["therapy", "dose"]),
        ("Indication and side effects of elacestrant?", ["therapy", "adverse"]),
        ("Alpelisib: indicated? And hyperglycaemia?", ["therapy", "adverse"]),
        ("olaparib: dose + toxicities?", ["dose", "adverse"]),
        ("HR+ HER2- mBC: is abemaciclib indicated and at what dose?", ["therapy", "dose"]),
    ],
)
def test_what_a_drug_is_for_is_asked_beside_other_things(text: str, asked: list[str]) -> None:
    parts = parse_text(text).parts
    assert [part.kind for part in parts] == asked
    assert len({part.drugs for part in parts}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Is olaparib indicated for BRCA and PALB2?",
        "Is T-DXd approved for HER2-low and HER2-ultralow?",
        "HER2- mBC + liver mets + ESR1: options?",
        "palbociclib + fulvestrant in ESR1-mutated mBC?",
    ],
)
def test_a_list_of_markers_or_partners_is_one_question(text: str) -> None:
    assert len(parse_text(text).parts) == 1


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Dose of olaparib, and what is the capital of France?",
            ["Dose of olaparib?", "what is the capital of France?"],
        ),
        (
            "Dose of olaparib and who won the match yesterday?",
            ["Dose of olaparib?", "who won the match yesterday?"],
        ),
        (
            "Which drug for PIK3CA mutated breast cancer and what about her hair dye?",
            ["Which drug for PIK3CA mutated breast cancer?", "what about her hair dye?"],
        ),
        ("Olaparib dose and how is it taken?", ["Olaparib dose and how is it taken?"]),
        (
            "Osimertinib in EGFR exon 19, and what is the median PFS?",
            ["Osimertinib in EGFR exon 19, and what is the median PFS?"],
        ),
    ],
)
def test_a_second_question_on_something_else_is_a_part(text: str, parts: list[str]) -> None:
    assert [segment.text for segment in split_question(text)] == parts


@pytest.mark.parametrize(
    "other", ["what is the capital of France", "who won the match yesterday", "where do I park"]
)
def test_what_is_on_something_else_asks_for_no_treatment_in_a_case(other: str) -> None:
    case = "62F, gBRCA1 HER2-negative metastatic breast cancer, progressed on palbociclib."
    asked = parse_text(f"{case} Dose of olaparib, and {other}?").parts
    assert [part.kind for part in asked][:1] == ["dose"]
    assert "therapy" not in [part.kind for part in asked]


@pytest.mark.parametrize("asked", ["Any precautions?", "What would you advise?", "Options?"])
def test_a_question_on_the_case_in_common_words_is_on_the_case(asked: str) -> None:
    case = "62F, gBRCA1 HER2-negative metastatic breast cancer, progressed on palbociclib."
    assert "therapy" in [part.kind for part in parse_text(f"{case} {asked}").parts]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("what is the HbA1c in the report?", "reading a file out"),
        ("What was the Ki-67 in the pathology report?", "reading a file out"),
        ("Summarise the attached letter please", "reading a file out"),
        ("summarise this thread", "reading the discussion of a thread"),
        ("what did Ben suggest?", "reading the discussion of a thread"),
        ("who disagrees?", "reading the discussion of a thread"),
        ("what are the options for the variant in the report?", ""),
        ("Which drug for the mutation in this report?", ""),
        ("what is the significance of the VUS in the report", ""),
        ("what does ASCO recommend?", ""),
        ("what did the trial say?", ""),
        ("58 y, ER+ HER2- metastatic. What would you suggest?", ""),
    ],
)
def test_what_stands_in_files_and_threads_is_not_looked_up_in_sources(text: str, name: str) -> None:
    found = missing_capability(text)
    assert (found.name if found else "") == name


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Sotorasib dose, and can she take a PPI?", ["dose", "interaction"]),
        ("What is the dose of sotorasib and what about PPIs?", ["dose", "interaction"]),
        ("What is the dose of palbociclib with strong CYP3A inhibitors?", ["interaction"]),
        ("Dose of palbociclib and what is the dose with strong CYP3A inhibitors?", None),
    ],
)
def test_a_dose_and_what_is_taken_beside_it(question: str, kinds: list[str] | None) -> None:
    asked = [part.kind for part in parse_text(question).parts]
    assert asked == kinds if kinds else "dose" not in asked[1:]


def test_a_pair_that_two_questions_name_is_one_part() -> None:
    text = "Is ondansetron ok with ribociclib? and what about escitalopram?"
    partners = [part.partners for part in parse_text(text).parts]
    assert partners == [frozenset({"ondansetron"}), frozenset({"escitalopram"})]
