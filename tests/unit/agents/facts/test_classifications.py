"""A variant that is classified anew: the newest class counts, the origin stays."""

from __future__ import annotations

import pytest

from agents.extractive.question.context.thread import asks_anew
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Marker, Tumour

OPEN = "Germline BRCA2 VUS, HER2-negative metastatic breast cancer. Olaparib?"
KNOWN = "gBRCA1 pathogenic variant, triple-negative breast cancer. Talazoparib?"
THREADS = [
    (OPEN, "update: the VUS was reclassified as likely pathogenic. now?", "present"),
    (OPEN, "lab says it's likely pathogenic after all", "present"),
    (OPEN, "addendum: BRCA2 VUS -> LP", "present"),
    (OPEN, "Final report: BRCA2 likely benign.", "absent"),
    (OPEN, "VUS reclassified to benign", "absent"),
    (OPEN, "Is it pathogenic?", "uncertain"),
    (KNOWN, "amended report: BRCA1 downgraded to VUS. Still?", "uncertain"),
    (KNOWN, "the variant was reclassified as benign", "absent"),
]


def markers(*texts: str) -> list[Marker]:
    messages = [Message(text=text, place="earlier question") for text in texts]
    return [m for m in read_fact_sheet(messages).of(Marker) if m.name.startswith(("BR", "KR"))]


@pytest.mark.parametrize(("first", "then", "polarity"), THREADS, ids=[t[1] for t in THREADS])
def test_the_newest_class_counts(first: str, then: str, polarity: str) -> None:
    (marker,) = markers(first, then)
    assert marker.polarity == polarity
    assert marker.origin == "germline" or polarity == "absent"


def test_both_classes_in_one_message() -> None:
    (marker,) = markers("BRCA2 VUS, reclassified as likely pathogenic. Olaparib?")
    assert marker.polarity == "present"


def test_a_corrected_report_replaces_the_variant() -> None:
    assert [m.state for m in markers("NSCLC, KRAS G12D", "corrected report: KRAS G12C")] == ["G12C"]
    assert len(markers("NSCLC, KRAS G12D", "also KRAS Q61H")) == 2


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("ESR1 wt. And now?", True),
        ("PALB2 is pathogenic, does that change anything?", True),
        ("corrected report: KRAS G12C. so?", True),
        ("What is known now?", False),
        ("and the dose?", False),
    ],
)
def test_what_only_tells_something_new_asks_the_same_again(text: str, again: bool) -> None:
    assert asks_anew(text) is again


@pytest.mark.parametrize(
    ("text", "tumours"),
    [
        ("ER-neg, HER2-neg tumour of the gallbladder", ["gallbladder cancer"]),
        ("HR+ HER2- gall bladder tumour", ["gallbladder cancer"]),
        ("ER-neg HER2-neg gallbladder, pembro?", ["gallbladder cancer"]),
        ("HER2+ ER- parotid. T-DXd?", ["salivary gland cancer"]),
        ("ER- HER2+ parotid. T-DXd?", ["salivary gland cancer"]),
        ("ER+ HER2- liver, CDK4/6?", ["breast cancer"]),
        ("ER-neg HER2-neg salivary gland ca", ["salivary gland cancer"]),
        ("ER-/HER2- parotid tumour", ["salivary gland cancer"]),
        ("ER+ HER2- adrenal tumour", ["adrenocortical carcinoma"]),
        ("bartholin gland ca ER+ HER2-", ["bartholin gland tumour"]),
        ("ER+ HER2- tumour of the lacrimal gland", ["lacrimal gland tumour"]),
        ("ER+ HER2- liver tumour", ["liver tumour"]),
        ("ER+ HER2- meningioma", ["meningioma"]),
        ("ER+ HER2- CUP", ["cancer of unknown primary"]),
        ("ER+ HER2- tumour of the left breast", ["breast cancer"]),
        ("ER+ HER2- liver met", ["", "breast cancer"]),
        ("ER+ HER2- tumour, 3 cm", ["breast cancer"]),
        ("history of skin cancer, now ER+ HER2- mets", ["breast cancer"]),
    ],
)
def test_receptors_tell_no_breast_cancer_where_another_place_is_named(
    text: str, tumours: list[str]
) -> None:
    found = read_fact_sheet([Message(text=text)]).of(Tumour)
    assert [each.name for each in found] == tumours


@pytest.mark.parametrize(
    "told",
    [
        "and if it had been only a VUS?",
        "what if it's just a VUS?",
        "turns out it is a VUS",
        "the lab has reclassified it as VUS",
        "sorry, that was only a VUS",
    ],
)
@pytest.mark.parametrize("first", [KNOWN, "BRCA1 pathogenic variant, breast cancer. Olaparib?"])
def test_it_is_a_variant_of_uncertain_significance_after_all(first: str, told: str) -> None:
    assert {marker.polarity for marker in markers(first, told)} == {"uncertain"}


@pytest.mark.parametrize(
    "told", ["is it a VUS?", "her brother's was a VUS", "her sister has a PALB2 VUS"]
)
def test_the_variant_of_a_relative_is_not_the_patients(told: str) -> None:
    assert {marker.polarity for marker in markers(KNOWN, told)} == {"present"}


def test_a_variant_of_the_sister_alone_is_none_of_the_patient() -> None:
    assert not markers("Metastatic breast cancer; her sister carries a BRCA1 VUS. Olaparib?")
