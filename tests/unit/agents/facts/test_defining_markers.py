"""A tumour that is defined by a marker has it; that marker rules out no other one of its gene."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Marker
from names.tables.variant_classes import covers


def _fusion(text: str) -> list[str]:
    sheet = read_fact_sheet([Message(text)])
    return [f"{each.state} {each.polarity}" for each in sheet.of(Marker) if each.name == "ABL1"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CML newly diagnosed, which TKI?", ["BCR::ABL1 present"]),
        ("dasatinib for Ph+ CML", ["BCR::ABL1 present"]),
        ("Ph+ ALL, relapsed", ["BCR::ABL1 present"]),
        ("Ph-negative ALL", ["BCR::ABL1 absent"]),
        ("CML, Ph-", ["BCR::ABL1 absent"]),
        ("CML, Philadelphia negative", ["BCR::ABL1 absent"]),
        ("Ph-like ALL", []),
        ("CML with T315I", ["T315I present"]),
        ("CML, no T315I", ["T315I absent", "BCR::ABL1 present"]),
        ("atypical CML", []),
        ("no CML", []),
        ("AML", []),
    ],
)
def test_chronic_myeloid_leukaemia_has_its_fusion(text: str, told: list[str]) -> None:
    assert _fusion(text) == told


@pytest.mark.parametrize(
    ("gene", "wanted", "told", "held"),
    [
        ("ABL1", "T315I", "BCR::ABL1", None),
        ("ALK", "G1202R", "fusion", None),
        ("RET", "M918T", "fusion", False),
        ("ABL1", "T315I", "E255K", False),
    ],
)
def test_a_fusion_does_not_rule_out_resistance_inside_the_gene(
    gene: str, wanted: str, told: str, held: bool | None
) -> None:
    assert covers(gene, wanted, told) is held
