"""Courses of treatments, their short forms, and drugs that are taken for another disease."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said

TOLD = {
    "ovarian cancer, carbo/pac x6 then olaparib maintenance, progressed": (
        "progressed on olaparib (maintenance)"
    ),
    "NSCLC, carboplatin/pemetrexed x4, then pem maint, now PD": (
        "progressed on pemetrexed (maintenance)"
    ),
    "mRCC, pazopanib 8 mo then nivolumab, PD on both. cabozantinib?": "progressed on pazopanib",
    "thyroid cancer, sorafenib → lenvatinib, PD on last. next?": "progressed on lenvatinib",
    "MTC, vandetanib → cabozantinib → selpercatinib, PD on the last": "had cabozantinib",
    "cervical cancer, cis/pac x6, PD": "progressed on cisplatin + paclitaxel",
    "NSCLC, cis/vin x4 adjuvant": "had cisplatin + vinorelbine",
    "mCRC, FOLFOX+cetux, PD": ("progressed on leucovorin + fluorouracil + oxaliplatin + cetuximab"),
    "CLL after FCR": "had fludarabine + cyclophosphamide + rituximab",
    "mCRC, previously: capecitabine/oxaliplatin, no bevacizumab": (
        "had capecitabine + oxaliplatin"
    ),
    "essential thrombocythemia, CALR mut, HU intolerant": "did not tolerate hydroxyurea",
}


def _facts(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(("text", "fact"), TOLD.items())
def test_a_course_is_told_with_its_end(text: str, fact: str) -> None:
    assert fact in _facts(text)


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("pancreatic cancer, gBRCA2. mFOLFIRINOX then olaparib?", "olaparib"),
        ("ovarian cancer stage III, carbo/taxol x6 then niraparib?", "niraparib"),
    ],
)
def test_a_sequence_that_is_asked_about_was_not_had(text: str, drug: str) -> None:
    assert not [each for each in _facts(text) if drug in each]


def test_cycles_before_a_question_were_had() -> None:
    assert "had carboplatin + paclitaxel" in _facts("ovarian ca, carbo/taxol x6 then niraparib?")


@pytest.mark.parametrize(
    ("text", "gone", "taken"),
    [
        ("AML, vori→posa, on midostaurin", "had voriconazole", "posaconazole"),
        ("mCRPC on enza, rivaroxaban -> enoxaparin", "had rivaroxaban", "enoxaparin"),
    ],
)
def test_an_arrow_between_drugs_beside_the_tumour_is_a_switch(
    text: str, gone: str, taken: str
) -> None:
    facts = _facts(text)
    assert gone in facts
    assert [each for each in facts if taken in each and not each.startswith("had")]


@pytest.mark.parametrize(
    "text",
    [
        "62F melanoma stage IV untreated, psoriatic arthritis on methotrexate 10 mg weekly",
        "70M NSCLC, untreated, lupus treated with cyclophosphamide",
    ],
)
def test_a_drug_for_another_disease_treats_no_tumour(text: str) -> None:
    facts = _facts(text)
    assert [each for each in facts if each.endswith("(for an autoimmune disease)")]
    assert "line 1" in facts


def test_a_drug_of_the_tumour_stays_one_beside_an_autoimmune_disease() -> None:
    facts = _facts("osteosarcoma on methotrexate, rheumatoid arthritis")
    assert "on methotrexate" in facts


def test_what_is_taken_weekly_goes_on_with_the_list() -> None:
    facts = _facts("RA on methotrexate 20 mg weekly and prednisone 5 mg, NSCLC")
    assert "on prednisone" in facts


def test_a_premedication_is_part_of_the_list() -> None:
    facts = _facts("mCRC, takes ondansetron 8 mg, dexa 12 mg premed, loperamide prn")
    assert {"on dexamethasone", "on loperamide"} <= set(facts)


def test_a_tumour_of_two_letters_that_nothing_reads_is_named() -> None:
    assert unread_phrases("WM, MYD88 L265P, zanubrutinib?") == ("WM",)


def test_a_colitis_is_told_as_such() -> None:
    sheet = read_fact_sheet([said("melanoma on nivolumab, colitis grade 3, ECOG 1")])
    assert "colitis grade 3" in sheet_line(sheet)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("TNBC, bad dry eyes, sacituzumab or dato-DXd?", "eye disease"),
        ("TNBC, dry eye: none", "no eye disease"),
        ("melanoma, no autoimmune or lung disease", "no autoimmune disease"),
        ("melanoma, no autoimmune hx", "no autoimmune disease"),
    ],
)
def test_diseases_beside_the_tumour_are_read_with_polarity(text: str, fact: str) -> None:
    assert fact in _facts(text)


def test_a_disease_beside_the_tumour_that_is_untreated_tells_no_line() -> None:
    assert "line 1" not in _facts("HCC, PD on sorafenib, hepatitis C untreated. cabozantinib?")
    assert "line 1" in _facts("HCC untreated, hepatitis C")


def test_short_forms_of_kinase_inhibitors_are_read() -> None:
    assert "progressed on sunitinib" in _facts("GIST, KIT exon 9 mutation, PD on suni")
