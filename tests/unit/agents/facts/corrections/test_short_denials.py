"""Short denials and answers: what they reach, and what they do not."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> str:
    sheet = read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])
    return " | ".join(describe(fact.value) for fact in sheet.facts)


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("DLBCL? no MCL, R-CHOP next?", "mantle cell lymphoma", "B-cell"),
        ("NSCLC? No SCLC.", "small cell lung cancer", "non-small"),
        ("NSCLC KRAS G12C? no G12D", "KRAS G12D: present", "G12C: present"),
        ("NSCLC? no SCLC component", "non-small cell lung cancer", "| small cell"),
        ("MDS, no TP53, EPO 600", "TP53 alteration: absent", "EPO"),
        ("ovarian, no BRCA 1, BRCA 2", "BRCA2 alteration: absent", "BRCA2 alteration: present"),
        ("TB quant pending, colitis", "possibly tuberculosis", "| tuberculosis"),
        ("HCC with EHS in lung", "hepatocellular carcinoma", "lung cancer"),
        ("mCRC, new nodules in the left lung", "colorectal cancer", "lung cancer"),
        ("neuropathy remains absent, CRC", "colorectal cancer", "neuropathy"),
    ],
)
def test_what_a_short_denial_reaches(text: str, told: str, untold: str) -> None:
    facts = facts_of(text)
    assert told in facts
    assert untold not in facts


def test_an_organ_with_a_lesion_is_the_tumour_where_no_other_is_named() -> None:
    assert "lung cancer" in facts_of("mass in lung cancer patient")


@pytest.mark.parametrize(
    "later",
    ["neuropathy still none", "neuropathy none so far", "tinnitus now, neuropathy still none"],
)
def test_an_event_told_as_still_absent_is_none(later: str) -> None:
    assert "neuropathy" not in facts_of("cisplatin, bladder cancer", later)
    assert "neuropathy" not in facts_of("bladder cancer, neuropathy grade 1", later)


def test_an_event_that_has_come_takes_the_place_of_its_denial() -> None:
    facts = facts_of("SCLC, no ILD", "he gets G2 pneumonitis now")
    assert "interstitial lung disease grade 2" in facts
    assert "no interstitial lung disease" not in facts


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("HCC, child-pugh c? no B7", "Child-Pugh B", "Child-Pugh C"),
        ("HCC Child-Pugh C? B7.", "Child-Pugh B", "Child-Pugh C"),
        ("HCC child b? no A6", "Child-Pugh A", "age"),
        ("cisplatin, NSCLC, neuropathy remains nil", "non-small", "neuropathy"),
        ("HCC, Child-Pugh B?", "Child-Pugh B", "Child-Pugh A"),
        ("breast ca w/o spread to liver or brain, bones only", "no liver", "not metastatic"),
        ("breast ca, no mets in liver, bone only", "no liver", "not metastatic"),
        ("ALK+ (IHC 3+, FISH neg) NSCLC", "ALK", "HER2"),
        ("breast cancer, no metastases", "not metastatic", "| metastatic"),
        ("breast cancer (IHC 3+)", "HER2-positive", "HER2-low: present"),
    ],
)
def test_what_a_class_a_place_or_a_stain_is_of(text: str, told: str, untold: str) -> None:
    facts = facts_of(text)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    ("first", "later", "told", "untold"),
    [
        ("mCRC, bili 1.9×", "bili is 1.9 mg/dl sorry, not x ULN", "1.9 mg/dL", "×ULN"),
        ("HCC, ALT 5x ULN", "ALT is 60 U/L, not 5x ULN", "ALT 60", "×ULN"),
        ("neuroblastoma, ALK F1174L", "not ALK F1174L, R1275Q", "R1275Q: present", "F1174L: pres"),
        ("melanoma BRAF V600E", "sorry, not V600E, V600K", "V600K: present", "V600E: present"),
        ("TNBC gBRCA wt", "sis' variant is a VUS, pt's neg", "BRCA1 alteration: absent", "uncert"),
    ],
)
def test_a_later_value_takes_the_place(first: str, later: str, told: str, untold: str) -> None:
    facts = facts_of(first, later)
    assert told in facts
    assert untold not in facts
