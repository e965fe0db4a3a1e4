"""Findings that are told in lists, under heads, with their partners or by several methods."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said

TOLD = {
    "CLL with neither 11q deletion nor TP53 mutation": {
        "11q deletion: absent",
        "TP53 alteration: absent",
    },
    "MCL, FISH negative for del(17p) and TP53 mutation": {
        "17p deletion: absent",
        "TP53 alteration: absent",
    },
    "CLL, no 13q deletion, 17p deletion or NOTCH1 mutation": {
        "13q deletion: absent",
        "17p deletion: absent",
        "NOTCH1 alteration: absent",
    },
    "CLL no del(17p), NOTCH1 mutated": {"17p deletion: absent", "NOTCH1 alteration: present"},
    "CLL no del(11q) and TP53 mutated": {"11q deletion: absent", "TP53 alteration: present"},
    "melanoma, BRAF: no mutation, NRAS Q61R": {
        "BRAF alteration: absent",
        "NRAS Q61R: present",
    },
    "lung adeno, EGFR no variants found, KRAS G12D": {
        "EGFR alteration: absent",
        "KRAS G12D: present",
    },
    "mCRC NRAS mut and BRAF neg": {"NRAS alteration: present", "BRAF alteration: absent"},
    "cholangio, FGFR2 fusion (BICC1), BRAF wt": {
        "FGFR2 fusion: present",
        "BRAF alteration: absent",
    },
    "sarcoma, NTRK fusion (NTRK3), ALK neg": {
        "NTRK3 fusion: present",
        "ALK alteration: absent",
    },
    "TNBC, gBRCA neither 1 nor 2": {
        "germline BRCA1 alteration: absent",
        "germline BRCA2 alteration: absent",
    },
    "ovarian cancer, germline panel came back: BRCA1 negative, PALB2 pathogenic": {
        "germline BRCA1 alteration: absent",
        "germline PALB2 alteration: present",
    },
    "mCRPC germline testing: BRCA1 neg, somatic: BRCA1 loss": {
        "germline BRCA1 alteration: absent",
        "tumour BRCA1 loss: present",
    },
}
BY_METHODS = {
    "NSCLC, ROS1 IHC positive, FISH negative": "ROS1",
    "salivary gland cancer, NTRK3 FISH pos, RNA neg": "NTRK3",
    "systemic mastocytosis, KIT D816V by PCR, NGS negative": "KIT",
    "endometrial cancer dMMR by IHC, MSI PCR: MSS": "MS",
}


def _sheet(*texts: str) -> tuple[set[str], list[str]]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    facts = {describe(fact.value) for fact in sheet.facts}
    return facts, [each.sentence for each in sheet.contradictions]


@pytest.mark.parametrize(("text", "told"), TOLD.items())
def test_each_finding_of_a_list_has_its_own_polarity(text: str, told: set[str]) -> None:
    markers = {each for each in _sheet(text)[0] if each.endswith((": present", ": absent"))}
    assert markers == told


@pytest.mark.parametrize(("text", "name"), BY_METHODS.items())
def test_of_two_methods_that_contradict_neither_counts(text: str, name: str) -> None:
    facts, told = _sheet(text)
    assert not [each for each in facts if each.startswith(name)]
    assert [each for each in told if "by two methods; I take neither" in each]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("endometrial cancer, pMMR? no dMMR", "MS"),
        ("mCRC, NRAS wt? no NRAS Q61K", "NRAS"),
    ],
)
def test_a_no_that_may_be_of_either_decides_nothing(text: str, name: str) -> None:
    facts, told = _sheet(text)
    assert not [each for each in facts if each.startswith(name)]
    assert [each for each in told if "that may be of either; I take neither" in each]


def test_a_no_with_its_comma_answers() -> None:
    assert "MSI-high" in _sheet("endometrial cancer, pMMR? no, dMMR")[0]


def test_what_is_wild_type_behind_a_denied_list_is_no_part_of_it() -> None:
    facts, _ = _sheet("CLL, no del(11q) or trisomy 12, ATM wt, NOTCH1 mut")
    assert {"ATM alteration: absent", "NOTCH1 alteration: present"} <= facts


def test_the_stain_for_a_virus_is_no_altered_gene() -> None:
    assert not [e for e in _sheet("anal SCC, p16 positive")[0] if e.startswith("CDKN2A")]
    assert "CDKN2A loss: present" in _sheet("glioma with p16 deletion")[0]


def test_a_repeated_test_says_which_method_was_right() -> None:
    facts, told = _sheet("NSCLC, ALK IHC positive, FISH negative", "repeat FISH: ALK positive")
    assert "ALK fusion: present" in facts
    assert not told


def test_blood_that_shows_nothing_contradicts_no_tissue() -> None:
    facts, told = _sheet("NSCLC EGFR L858R in tissue, plasma negative")
    assert "EGFR L858R: present" in facts
    assert not told


def test_an_inherited_result_leaves_what_the_tumour_showed() -> None:
    facts, _ = _sheet("mCRPC, BRCA2 somatic", "germline now back: BRCA2 negative")
    assert {"tumour BRCA2 alteration: present", "germline BRCA2 alteration: absent"} <= facts


def test_behind_the_last_of_a_denied_list_another_one_begins() -> None:
    facts, _ = _sheet("CLL, no del(11q) or del(13q), TP53 mutation")
    assert {"11q deletion: absent", "13q deletion: absent", "TP53 alteration: present"} <= facts


def test_a_gain_of_a_chromosome_is_named() -> None:
    assert unread_phrases("myeloma, 1q gain, daratumumab?") == ("1q gain",)


def test_what_the_tumour_was_tested_for_is_of_the_tumour() -> None:
    facts, _ = _sheet("ovarian cancer, germline BRCA1 neg, tumour NGS BRCA1 mut")
    assert {"germline BRCA1 alteration: absent", "tumour BRCA1 alteration: present"} <= facts


def test_the_residue_that_answers_is_the_one_meant() -> None:
    facts, _ = _sheet("melanoma BRAF V600E? no, R. vemurafenib?")
    assert "BRAF V600R: present" in facts
    assert "BRAF V600E: present" not in facts


def test_an_amplification_that_is_asked_and_denied_is_absent() -> None:
    assert "MET amplification: absent" in _sheet("NSCLC EGFR L858R, MET amp? non-amplified")[0]


def test_a_variant_of_a_relative_is_taken_back() -> None:
    facts, _ = _sheet("pancreatic cancer, gBRCA2 c.5946delT", "no, c.5946delT is her sister's")
    assert not [each for each in facts if "BRCA2" in each and "present" in each]
