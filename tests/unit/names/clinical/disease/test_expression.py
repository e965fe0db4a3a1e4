"""Proteins told by the share of stained cells, above and below the bound of a label."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical
from names.clinical.values import Marker, Population
from names.tables.variant_classes import covers


def markers(text: str) -> set[tuple[str, str, str]]:
    values = [each.value for each in read_clinical(text)]
    return {(v.name, v.state, v.polarity) for v in values if isinstance(v, Marker)}


@pytest.mark.parametrize(
    ("text", "name", "state", "polarity"),
    [
        ("FRα IHC 85% 2+", "FOLR1", "positive", "present"),
        ("FRalpha high", "FOLR1", "positive", "present"),
        ("FOLR1 90%", "FOLR1", "positive", "present"),
        ("PS2+ 80%", "FOLR1", "positive", "present"),
        ("folate receptor alpha 82% of cells 2+/3+", "FOLR1", "positive", "present"),
        ("FRα 60% 2+/3+", "FOLR1", "positive", "absent"),
        ("FRα 90% 1+", "FOLR1", "positive", "absent"),
        ("FOLR1 low", "FOLR1", "positive", "absent"),
        ("CLDN18.2 80% 2+/3+", "CLDN18", "positive", "present"),
        ("claudin 18.2 60% moderate", "CLDN18", "positive", "absent"),
        ("c-MET IHC 3+ 60%", "MET", "overexpression", "present"),
        ("c-MET 60% 2+", "MET", "overexpression", "absent"),
    ],
)
def test_a_share_of_cells_is_held_against_its_bound(
    text: str, name: str, state: str, polarity: str
) -> None:
    assert markers(text) == {(name, state, polarity)}


def test_a_stain_of_another_protein_is_not_of_her2() -> None:
    assert not any(name == "HER2" for name, _, _ in markers("c-MET IHC 3+"))
    assert ("HER2", "positive", "present") in markers("ER neg, IHC 3+")


def test_a_stained_share_is_no_performance_status() -> None:
    assert not any(isinstance(e.value, Population) for e in read_clinical("PS2+ 80%"))
    assert any(isinstance(e.value, Population) for e in read_clinical("PS2"))


@pytest.mark.parametrize(
    "text", ["HER2- 1st line", "ER+/HER2- 2nd line", "HER2- 3rd line", "HER2- 2L", "HER2- 3 prior"]
)
def test_the_number_of_a_line_is_no_stain(text: str) -> None:
    assert {each for each in markers(text) if each[0] == "HER2"} == {("HER2", "positive", "absent")}


@pytest.mark.parametrize(
    ("text", "gene"),
    [("MET not amplified", "MET"), ("MET unamplified", "MET"), ("FGFR1 non-amplified", "FGFR1")],
)
def test_what_is_not_amplified_may_be_altered_otherwise(text: str, gene: str) -> None:
    assert markers(text) == {(gene, "amplification", "absent")}


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("CML with BCR::ABL1", "BCR::ABL1"),
        ("t(9;22)", "BCR::ABL1"),
        ("CML with an ABL1 fusion", "fusion"),
        ("NUP214::ABL1", "fusion"),
    ],
)
def test_a_fusion_that_labels_ask_for_by_name_keeps_it(text: str, state: str) -> None:
    assert ("ABL1", state, "present") in markers(text)
    assert covers("ABL1", "BCR::ABL1", state) is (True if state == "BCR::ABL1" else None)
    assert covers("ABL1", "fusion", state)
