"""A fusion is read by the gene it is treated for, a bare variant by the gene it was told of."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Marker


def markers(text: str) -> list[tuple[str, str, str]]:
    values = [each.value for each in read_patient(text)]
    return [(v.name, v.state, v.polarity) for v in values if isinstance(v, Marker)]


@pytest.mark.parametrize(
    ("text", "gene"),
    [
        ("RET CCDC6 fusion", "RET"),
        ("RET-CCDC6 fusion", "RET"),
        ("CCDC6-RET fusion", "RET"),
        ("ALK-EML4", "ALK"),
        ("ROS1 CD74 fusion", "ROS1"),
        ("NTRK1 TPM3 rearrangement", "NTRK1"),
        ("FGFR2-BICC1 fusion", "FGFR2"),
    ],
)
def test_the_partner_only_names_the_fusion(text: str, gene: str) -> None:
    assert markers(text) == [(gene, "fusion", "present")]


@pytest.mark.parametrize("text", ["EGFR ALK fusion neg", "ALK/ROS1 fusion negative"])
def test_two_tested_genes_are_no_partners(text: str) -> None:
    assert [(name, polarity) for name, _, polarity in markers(text)] == [
        (name, "absent") for name in text.replace("/", " ").split()[:2]
    ]


def test_a_bare_variant_belongs_to_the_gene_it_was_told_of() -> None:
    found = markers("NSCLC KRAS G12C, EGFR/ALK/ROS1 neg. G12C inhibitor upfront?")
    assert [name for name, state, _ in found if state == "G12C"] == ["KRAS", "KRAS"]


def test_a_variant_without_another_gene_belongs_to_the_last() -> None:
    assert markers("EGFR L858R, T790M neg, C797S pos") == [
        ("EGFR", "L858R", "present"),
        ("EGFR", "T790M", "absent"),
        ("EGFR", "C797S", "present"),
    ]
