"""Parts of one message on different tumours, drugs and findings: none binds another."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.values import Line, Marker, Setting, Tumour
from tests.unit.agents.extractive.one_statement import document, sorted_out

PEMBRO = "pembrolizumab"
NOT_GASTRIC = document(
    "Trastuzumab deruxtecan is reduced from 5.4 mg/kg to 4.4 mg/kg; not in gastric cancer.",
    "Dose reductions",
    "Trastuzumab deruxtecan",
)


def test_a_limit_of_the_tumour_of_another_part_does_not_count() -> None:
    text = "T-DXd dose in gastric vs breast - same? and 1st dose reduction level for breast"
    *_, breast = sorted_out(text, NOT_GASTRIC)
    assert breast.answers
    (gastric,) = sorted_out("T-DXd 1st dose reduction level in gastric cancer?", NOT_GASTRIC)
    assert not gastric.answers


@pytest.mark.parametrize(
    ("text", "kind", "first", "second"),
    [
        ("Dose in HER2+ gastric cancer? and in HER2-low breast cancer?", Marker, "positive", "low"),
        (
            "ribociclib in metastatic breast ca? and adjuvant?",
            Setting,
            "metastatic",
            "adjuvant",
        ),
        ("Pembro in PD-L1 60% NSCLC? and what dose in adjuvant melanoma?", Marker, "positive", ""),
        ("Pembro 1L in NSCLC? and its dose in adjuvant melanoma?", Line, "1", ""),
        ("Pembro in NSCLC? and its dose in melanoma?", Tumour, "non-small", "melanoma"),
    ],
)
def test_each_part_has_the_facts_that_it_tells_otherwise(
    text: str, kind: type, first: str, second: str
) -> None:
    parsed = parse_text(text)
    one, other = parsed.parts
    for part, told, untold in ((one, first, second), (other, second, first)):
        sheet = parsed.sheet if part.own_sheet is None else part.own_sheet
        held = " ".join(str(value) for value in sheet.of(kind) if "absent" not in str(value))
        assert told in held
        assert not untold or untold not in held


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "olaparib: 1) dose 2) first reduction 3) strong CYP3A inhibitor",
            "dose dose interaction",
        ),
        ("For ribociclib: a) dose b) QTc monitoring c) renal impairment", "dose monitoring dose"),
        ("tucatinib 1. dose? 2. with food? 3. hepatic impairment", "dose dose dose"),
        ("niraparib:\n- starting dose\n- diarrhoea", "dose adverse"),
        ("neutropenia (grade 3) and rash (grade 1) on palbociclib. what dose?", "dose dose"),
    ],
)
def test_the_items_of_a_list_are_parts_with_the_drug_before_it(text: str, kinds: str) -> None:
    parts = parse_text(text).parts
    assert " ".join(part.kind for part in parts) == kinds
    assert len({part.drugs for part in parts}) == 1
    assert all(part.drugs for part in parts)


@pytest.mark.parametrize(
    ("case", "kind"),
    [
        ("ipi/nivo stopped for gr 4 hepatitis. A colleague wants nivo-rela. your take?", "therapy"),
        ("had ipi/nivo, grade 3 colitis. Colleague proposes pembrolizumab. Thoughts?", "therapy"),
        ("neuropathy gr 2 from dacarbazine. nivolumab next, ok?", "therapy"),
        ("The patient asks for nivolumab. BRAF wt. would you?", "therapy"),
        ("on pembrolizumab, diarrhoea gr 3. thoughts?", "adverse"),
        ("pembro stopped for colitis gr 3. Rechallenge, would you?", "adverse"),
    ],
)
def test_an_opinion_on_a_drug_not_yet_given_asks_whether_it_is_an_option(
    case: str, kind: str
) -> None:
    assert {part.kind for part in parse_text(f"Stage IV melanoma, {case}").parts} == {kind}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "ovarian cancer, CR after carbo/pac + bev, HRD negative. olaparib + bevacizumab?",
            "therapy",
        ),
        ("HGSOC, HRD neg, CR to carbo/tax + bev. add olaparib to the bev like PAOLA?", "therapy"),
        ("olaparib + bevacizumab together, any interaction?", "interaction"),
        ("was the PFS of osimertinib like in FLAURA2?", "trial_result"),
        ("olaparib as in OlympiAD?", "trial_result"),
    ],
)
def test_a_regimen_for_a_tested_tumour_is_a_choice(text: str, kind: str) -> None:
    assert {part.kind for part in parse_text(text).parts} == {kind}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("What did BREAKWATER show - ORR. And was the label from it accelerated?", 2),
        ("KEYNOTE-522 - OS at 5 yrs, and pCR numbers pls", 2),
        ("FLAURA: OS, PFS and ORR?", 1),
    ],
)
def test_each_question_on_a_trial_is_on_that_trial(text: str, parts: int) -> None:
    found = parse_text(text).parts
    assert len(found) == parts
    assert len({part.trials for part in found}) == 1
    assert all(part.trials for part in found)


@pytest.mark.parametrize(
    "text",
    [
        "Takes omeprazole. We start dacomitinib vs afatinib.. and what about erlotinib? which of "
        "them has trouble with PPI",
        "On omeprazole. Dacomitinib vs afatinib vs erlotinib: which has a problem with it?",
        "omeprazole daily. which of them is ok with it: dacomitinib, afatinib, erlotinib?",
    ],
)
def test_drugs_compared_by_a_partner_are_each_asked_with_it(text: str) -> None:
    parts = parse_text(text).parts
    drugs = {drug for part in parts for drug in part.drugs}
    assert drugs == {"dacomitinib", "afatinib", "erlotinib"}
    assert {(part.kind, part.partners) for part in parts} == {
        ("interaction", frozenset({"omeprazole"}))
    }


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("pembro, diarrhoea, CT colitis. What now - steroids dose, when infliximab?", PEMBRO),
        ("on pembrolizumab, pneumonitis gr 2. prednisone dose?", PEMBRO),
        ("docetaxel, febrile neutropenia. filgrastim next cycle?", "docetaxel"),
    ],
)
def test_a_remedy_of_an_event_is_no_partner_and_no_subject(text: str, drug: str) -> None:
    (part,) = parse_text(text).parts
    assert (part.kind, part.drugs, part.partners) == ("adverse", {drug}, frozenset())
    assert part.about


def test_each_finding_has_its_own_part_and_rules() -> None:
    text = "Neutropenia gr 3 on ribociclib. + separate: QTcF 492. what for each"
    source = document(
        "With QT prolongation of grade 2 (QTcF above 480 ms) ribociclib is interrupted. "
        "With grade 3 neutropenia ribociclib is interrupted until grade 2 or less.",
        "Dose modifications: QT prolongation, neutropenia",
        "Ribociclib",
    )
    first, second = sorted_out(text, source)
    assert ["neutropenia" in each.words for each in first.answers] == [True]
    assert ["QTcF" in each.words for each in second.answers] == [True]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("MET exon 14 skipping NSCLC 1L, which TKI, dose, main tox?", ["dose", "side effects"] * 2),
        ("RET fusion NSCLC 1L: which drug and at what dose?", ["dose"] * 4),
        (
            "Which treatment do guidelines recommend for RET fusion NSCLC, and its dose?",
            ["dose"] * 4,
        ),
        ("What is recommended for HER2-positive MBC 2L, and how is it given?", ["dose"] * 4),
        ("KRAS G12C NSCLC 2L: what does NCCN recommend, dosage?", ["dose"] * 4),
        ("which PARP inhibitor for gBRCA1 HER2-negative MBC, and the dose?", ["dose"] * 4),
        ("BRCA1 ovarian cancer maintenance: preferred agent and schedule?", ["dose"] * 4),
        ("RET fusion NSCLC. Which TKI? Which dose? Side effects?", ["dose", "side effects"] * 2),
        ("RET fusion NSCLC 1L: which TKI?", []),
        ("RET fusion NSCLC: selpercatinib, which dose?", []),
    ],
)
def test_what_is_asked_of_a_drug_still_to_be_chosen_has_a_place(
    text: str, kinds: list[str]
) -> None:
    parsed = parse_text(text)
    assert [part.text for part in parsed.follow_ups if part.option] == kinds
    assert len(parsed.parts) == 1


def test_a_dose_of_no_drug_and_no_choice_asks_for_no_option() -> None:
    parsed = parse_text("What is the recommended dose in HER2-positive breast cancer?")
    assert [part.kind for part in parsed.parts] == ["dose"]
    assert parsed.follow_ups == ()
