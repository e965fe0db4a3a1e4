"""The phase of a trial asks for no number, a genotype for no marker of the tumour."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.values import Tumour


def test_brain_metastases_are_of_the_tumour_of_the_other_question() -> None:
    text = "As trastuzumab is approved for brain mets, what do we give for HER2+ MBC?"
    claim = parse_text(text).parts[0]
    sheet = claim.own_sheet or parse_text(text).sheet
    assert "breast cancer" in {each.name for each in sheet.of(Tumour)}


@pytest.mark.parametrize(
    "text",
    [
        "any phase 3 data on lazertinib + amivantamab vs osi, PFS",
        "phase III trial of osimertinib vs gefitinib, PFS",
        "olaparib adjuvant ph3 OS benefit",
        "randomised phase 2 trial of tucatinib, response?",
        "phase IIb data on elacestrant, PFS?",
        "encorafenib cetuximab vs irinotecan cetuximab phase-3 OS",
    ],
)
def test_the_phase_of_a_trial_is_no_number_and_no_topic(text: str) -> None:
    (asked,) = parse_text(text).parts
    assert not asked.numbers
    assert "phase" not in asked.topics


@pytest.mark.parametrize(
    "text",
    [
        "G6PD def, BRAF V600E melanoma, dab/tram - anything to watch? and rasburicase for TLS?",
        "G6PD deficient, BRAF V600E melanoma, dabrafenib dose? and rasburicase?",
        "G6PD deficiency, KRAS G12C CRC, sotorasib ok? and rasburicase for TLS",
    ],
)
def test_a_genotype_is_asked_for_the_next_drug_without_the_tumours_markers(text: str) -> None:
    last = parse_text(text).parts[-1]
    assert last.drugs == {"rasburicase"}
    assert not last.variants
    assert last.genes <= {"G6PD"}
