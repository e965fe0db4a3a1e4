"""A variant that is called one of uncertain significance some words away is no mutation."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.values.unsure_variants import UNSURE
from names.clinical.values import Marker


def polarities(text: str) -> dict[str, str]:
    markers = read_fact_sheet([Message(text=text)]).of(Marker)
    return {f"{m.name} {m.state}": m.polarity for m in markers if m.name not in ("HR", "HER2")}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BRCA2 p.K2729N (reported VUS) met breast, olaparib?", "BRCA2 K2729N"),
        ("BRCA1 R1699Q, reported as VUS. olaparib after chemo?", "BRCA1 R1699Q"),
        ("BRCA2 mutation, lab calls it VUS. mCRPC after enza. olaparib?", "BRCA2 altered"),
        ("BRCA1 variant classified as VUS. Olaparib?", "BRCA1 altered"),
        ("PALB2 c.3113G>A - per lab VUS. PARPi?", "PALB2 c.3113G>A"),
        ("EGFR V774M, significance unclear per report. osimertinib?", "EGFR V774M"),
        ("VUS in BRCA2: K2729N, olaparib?", "BRCA2 K2729N"),
        ("germline testing: VUS only (BRCA2), olaparib?", "BRCA2 altered"),
        ("PALB2 - lab report: VUS. gastric", "PALB2 altered"),
        ("BRCA2 missense, K2729N. It is a variant of uncertain significance.", "BRCA2 K2729N"),
    ],
)
def test_words_between_a_variant_and_its_class_lose_nothing(text: str, name: str) -> None:
    found = polarities(text)
    assert found[name] == "uncertain"
    assert set(found.values()) == {"uncertain"}
    assert not [each for each in unread_phrases(text) if UNSURE.search(each)]


def test_both_variants_of_a_list() -> None:
    found = polarities("BRCA2 K2729N and ATM V410A, both reported as VUS")
    assert found == {"BRCA2 K2729N": "uncertain", "ATM V410A": "uncertain"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BRCA1 pathogenic, PALB2 reported VUS, olaparib?", "BRCA1 altered"),
        ("BRCA1 pathogenic variant, no VUS. Olaparib?", "BRCA1 altered"),
        ("BRCA1 pathogenic variant and a VUS. Olaparib?", "BRCA1 altered"),
        ("PIK3CA H1047R. Germline: VUS. Alpelisib?", "PIK3CA H1047R"),
        ("BRCA2 K2729N was VUS, now reclassified as likely pathogenic.", "BRCA2 K2729N"),
    ],
)
def test_another_variant_and_a_new_class_leave_it_present(text: str, name: str) -> None:
    assert polarities(text)[name] == "present"


def test_what_such_a_variant_means_may_be_asked_by_itself() -> None:
    parsed = parse_text("what does ASCO say about acting on a BRCA VUS")
    assert {"BRCA1", "BRCA2"} in [asked.genes for _, asked in parsed.indications]
