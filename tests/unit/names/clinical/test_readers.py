"""All dimensions of a text together, in order, with places in the text as it stands."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical, read_patient
from names.clinical.values import Line, Marker, OrganFunction, Setting, Therapy, Tumour

CASE = "46 yo, HER2+ MBC, 3 prior lines (THP, T-DM1, T-DXd), pd on T-DXd, gBRCA negative. Options?"


def test_a_case_is_read_in_order_with_its_places() -> None:
    found = read_clinical(CASE)
    assert [each.start for each in found] == sorted(each.start for each in found)
    said = {CASE[each.start : each.end] for each in found}
    assert {"HER2+", "MBC", "THP", "T-DM1", "T-DXd", "gBRCA negative", "3 prior lines"} <= said


def test_each_dimension_is_there() -> None:
    values = [each.value for each in read_clinical(CASE)]
    assert Marker(name="HER2", state="positive") in values
    assert Marker(name="BRCA1", polarity="absent", origin="germline") in values
    assert Tumour(name="breast cancer") in values
    assert Setting(name="metastatic") in values
    assert Line(first=4, last=4) in values
    assert Therapy(drugs=("trastuzumab deruxtecan",), outcome="progressed") in values


def test_what_is_only_asked_about_was_not_had() -> None:
    values = [each.value for each in read_clinical("after erlotinib: switch to osimertinib?")]
    assert values == [Therapy(drugs=("erlotinib",))]


@pytest.mark.parametrize(
    ("written", "name", "state", "polarity"),
    [
        ("v::ALK", "ALK", "fusion", "present"),
        ("v::ntrk3", "NTRK3", "fusion", "present"),
        ("FGFR2::v", "FGFR2", "fusion", "present"),
        ("bcr::abl1", "ABL1", "BCR::ABL1", "present"),
        ("PML-RARA", "RARA", "PML::RARA", "present"),
        ("EML4-ALK fusion not detected", "ALK", "fusion", "absent"),
        ("t(kmt2a;v)", "KMT2A", "fusion", "present"),
        ("t(15;17)", "RARA", "PML::RARA", "present"),
        ("kras p.g12c", "KRAS", "G12C", "present"),
        ("brca1 oncogenic variants", "BRCA1", "altered", "present"),
        ("nbn pathogenic variants", "NBN", "altered", "present"),
        ("wild type alk", "ALK", "altered", "absent"),
        ("egfr exon 19 (deletion)", "EGFR", "exon 19 deletion", "present"),
        ("MET Exon 14 (Deletion)", "MET", "exon 14 skipping", "present"),
        ("cd20 +", "MS4A1", "positive", "present"),
        ("with high tmb", "TMB", "high", "present"),
    ],
)
def test_notations_of_knowledge_bases(written: str, name: str, state: str, polarity: str) -> None:
    found = [each.value for each in read_clinical(written) if isinstance(each.value, Marker)]
    assert [(m.name, m.state, m.polarity) for m in found] == [(name, state, polarity)]


def test_a_bound_in_the_notation_of_knowledge_bases() -> None:
    (found,) = read_clinical("pd-l1 (cps) >= 10")
    assert isinstance(found.value, Marker)
    assert (found.value.value, found.value.unit, found.value.comparison) == (10, "CPS", ">=")


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("NSCLC BRAF D594G: dab/tram as for V600E?", {"D594G"}),
        ("KRAS G12D lung cancer, sotorasib like in G12C?", {"G12D"}),
        ("sotorasib as in KRAS G12C?", {"G12C"}),
        ("BRAF V600K melanoma. Is encorafenib indicated in V600E, only?", {"V600K"}),
        ("Is osimertinib indicated in EGFR L858R, T790M lung cancer?", {"L858R", "T790M"}),
        ("Are PARP inhibitors used in BRCA1-mutated, MSS prostate cancer?", {"altered", "high"}),
    ],
)
def test_who_is_compared_with_is_not_the_patient(text: str, states: set[str]) -> None:
    found = [each.value for each in read_patient(text)]
    assert {each.state for each in found if isinstance(each, Marker)} == states


def test_a_state_before_a_comma_is_of_something_else() -> None:
    found = [each.value for each in read_patient("PSMA PET pos, HRR neg")]
    assert {each.polarity for each in found if isinstance(each, Marker)} == {"absent"}


@pytest.mark.parametrize(
    ("text", "ratio"),
    [
        ("bili 2.2 (ULN 1.2)", 1.8333),
        ("ALT 200 U/L, ULN 40", 5.0),
        ("AST 90 (upper limit 45)", 2.0),
    ],
)
def test_a_value_beside_its_limit_is_a_multiple_of_it(text: str, ratio: float) -> None:
    found = [each.value for each in read_patient(text)]
    told = {each.low for each in found if isinstance(each, OrganFunction) and each.unit == "×ULN"}
    assert told == {ratio}


def test_what_is_said_to_be_left_out_was_not_given() -> None:
    found = [
        each.value for each in read_patient("CR after PDS + carbo/taxol, no bev. maintenance?")
    ]
    told = {each.drugs: each.outcome for each in found if isinstance(each, Therapy)}
    assert told == {("carboplatin", "paclitaxel"): "given", ("bevacizumab",): "not given"}


def test_a_word_that_begins_like_a_class_of_variants_is_read() -> None:
    read_clinical("adults with classical Hodgkin lymphoma, EGFR classical mutation, BRAF class II")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("muscle-invasive bladder, cT3", "urothelial cancer"),
        ("MIBC before cystectomy", "urothelial cancer"),
        ("stage IV panc ca", "pancreatic cancer"),
        ("recurrent NPC", "nasopharyngeal carcinoma"),
        ("ATC with BRAF V600E", "anaplastic thyroid cancer"),
    ],
)
def test_short_names_of_tumours(text: str, name: str) -> None:
    assert name in {getattr(each.value, "name", "") for each in read_patient(text)}
