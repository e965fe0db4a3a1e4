"""What a denial is on that stands before a comma or is joined to one marker."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Marker


def polarities(text: str, name: str) -> set[str]:
    read = (each.value for each in read_patient(text))
    return {v.polarity for v in read if isinstance(v, Marker) and v.name == name}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("TNBC, residual disease (non-pCR), gBRCA1 mut", "BRCA1"),
        ("no pCR, gBRCA1 mut", "BRCA1"),
        ("no biopsy, EGFR L858R on ctDNA", "EGFR"),
        ("no known primary, KRAS G12C", "KRAS"),
        ("non-BRCA, ATM mut", "ATM"),
        ("non-ALK, EGFR del19", "EGFR"),
        ("non-MSI-H, HER2 amplified CRC", "HER2"),
        ("NSCLC with EGFR L858R, negative for ALK and ROS1", "EGFR"),
        ("tested pos for BRCA1, neg for BRCA2", "BRCA1"),
        ("KRAS G12C retained on rebiopsy", "KRAS"),
        ("ER retained, HER2 lost", "ER"),
        ("mCRC. wt: KRAS, NRAS, mut: BRAF V600E", "BRAF"),
        ("Neg: EGFR, ALK -> KRAS G12C", "KRAS"),
        ("no actionable mutations except KRAS G12C", "KRAS"),
        ("BRCA2+, other HRR genes neg. mCRPC", "BRCA2"),
        ("Tissue NGS: EGFR L858R. ctDNA: no EGFR mutation.", "EGFR"),
        ("BRCA2 germline neg, somatic pos. mCRPC", "BRCA2"),
    ],
)
def test_the_marker_behind_it_is_there(text: str, name: str) -> None:
    assert "present" in polarities(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("non-BRCA, ATM mut", "BRCA1"),
        ("non-EGFR/ALK mutated NSCLC", "ALK"),
        ("non-EGFR, non-ALK NSCLC", "ALK"),
        ("no EGFR, ALK or ROS1", "ROS1"),
        ("lacking EGFR, ALK, ROS1", "ROS1"),
        ("no known actionable, targetable EGFR mutation", "EGFR"),
        ("no EGFR mutation by PCR", "EGFR"),
        ("NSCLC with EGFR L858R, negative for ALK and ROS1", "ROS1"),
        ("KRAS G12C retained, T790M lost", "EGFR"),
        ("mCRC. wt: KRAS, NRAS, mut: BRAF V600E", "NRAS"),
        ("BRCA2+, other HRR genes neg. mCRPC", "ATM"),
        ("ctDNA: no EGFR mutation.", "EGFR"),
        ("Negative for: EGFR, ALK, ROS1, mutations of KRAS", "KRAS"),
        ("BRCA2 germline neg, tumor pos for PIK3CA", "BRCA2"),
    ],
)
def test_what_it_denies_is_absent(text: str, name: str) -> None:
    assert polarities(text, name) == {"absent"}


def test_a_group_without_one_of_its_genes_says_nothing_sure_of_the_others() -> None:
    assert polarities("non-BRCA HRR mutated mCRPC", "ATM") == set()
    assert polarities("non-BRCA HRR mutated mCRPC", "BRCA2") == {"absent"}


def test_both_origins_are_told() -> None:
    read = (each.value for each in read_patient("RET M918T germline neg, somatic pos. MTC"))
    told = {(v.origin, v.polarity) for v in read if isinstance(v, Marker) and v.name == "RET"}
    assert told == {("germline", "absent"), ("tumour", "present")}


def test_a_question_is_no_marker() -> None:
    assert polarities("HRD? pending. HGSOC", "HRD") == set()
