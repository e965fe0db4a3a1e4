"""Short forms of the ward, and findings behind a denial that are there."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("gastric adeno met, HER2 3+. first line?", "metastatic"),
        ("prostate adenocarcinoma met to bone, 1L", "metastatic"),
        ("NSCLC met, KRAS G12C", "metastatic"),
        ("breast ca met since 2024", "metastatic"),
        ("thymoma, second line?", "thymoma"),
        ("thymic carcinoma, second line?", "thymic carcinoma"),
        ("BTC post gem cis, FGFR2 fusion. next?", "had gemcitabine + cisplatin"),
        ("myeloma progressed on Kd", "progressed on carfilzomib + dexamethasone"),
        ("bp 175/100 on bevacizumab", "hypertension grade 3"),
        ("BP 150/92 on lenvatinib", "hypertension grade 2"),
        ("NSCLC, EGFR T790M- C797S+ after osimertinib", "EGFR T790M: absent"),
        ("NSCLC, no EGFR, no ALK, RET fusion", "RET fusion: present"),
        ("NSCLC, no EGFR, no ALK, KRAS G12C", "KRAS G12C: present"),
        ("NSCLC, neg for EGFR/ALK/ROS1, NTRK1 fusion found", "NTRK1 fusion: present"),
        ("NSCLC, negative for EGFR and ALK, RET fusion detected", "RET fusion: present"),
        ("NSCLC, loss of MET ex14 skipping", "MET exon 14 skipping: absent"),
    ],
)
def test_a_short_form_is_read(text: str, fact: str) -> None:
    assert fact in facts_of(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("NSCLC MET amp after osimertinib", "metastatic"),
        ("NSCLC met ex14", "metastatic"),
        ("BP 128/78 on lenvatinib", "hypertension"),
        ("keep BP below 140/90 on lenvatinib", "hypertension"),
        ("NSCLC, no EGFR, no ALK, no RET fusion", "RET fusion: present"),
        ("NSCLC, negative for EGFR, ALK, RET fusion", "RET fusion: present"),
        ("no EGFR, ALK, RET fusion detected", "RET fusion: present"),
        ("NSCLC, loss of MET exon 14 on biopsy", "MET exon 14 skipping: present"),
        ("thymoma, second line?", "thymic carcinoma"),
    ],
)
def test_what_looks_like_one_is_none(text: str, fact: str) -> None:
    assert not [each for each in facts_of(text) if each.startswith(fact)]


@pytest.mark.parametrize("text", ["myeloma t(11;14), next?", "AML inv(16), next?"])
def test_a_change_of_chromosomes_that_is_not_read_is_told(text: str) -> None:
    assert [each for each in unread_phrases(text) if "(" in each]


def test_a_stage_that_is_read_is_not_told_as_unread() -> None:
    assert not unread_phrases("HCC BCLC-C, Child A, first line?")
