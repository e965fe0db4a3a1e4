"""A named variant is pathogenic only if somebody says so."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.values.variant_significance import PATHOGENIC, is_unclassified
from names.clinical.values import Marker


def brca(*texts: str) -> dict[str, Marker]:
    found = read_fact_sheet([Message(text=text) for text in texts]).of(Marker)
    return {each.state: each for each in found if each.name.startswith("BRCA")}


@pytest.mark.parametrize(
    "text",
    [
        "pathogenic germline BRCA2 N372H, MBC",
        "BRCA2 K3326* (P/LP), MBC",
        "BRCA1 c.5266dupC, likely pathogenic",
        "BRCA1 c.5266dupC, deleterious",
    ],
)
def test_its_class_is_a_fact(text: str) -> None:
    assert brca(text)[PATHOGENIC].polarity == "present"


@pytest.mark.parametrize(
    "text",
    [
        "BRCA2 K3326*, MBC",
        "BRCA2 N372H, is it pathogenic?",
        "BRCA2 N372H, not pathogenic",
        "BRCA2 N372H, unknown whether pathogenic",
    ],
)
def test_no_class_is_made_up(text: str) -> None:
    assert PATHOGENIC not in brca(text)


@pytest.mark.parametrize(
    "text",
    [
        "MBC, BRCA2 N372H polymorphism",
        "MBC, BRCA2 N372H (likely benign)",
        "MBC, benign BRCA2 N372H",
        "MBC, BRCA2 N372H, ACMG class 2",
    ],
)
def test_a_benign_variant_is_no_alteration(text: str) -> None:
    assert brca(text)["N372H"].polarity == "absent"


def test_the_class_may_be_said_later() -> None:
    assert brca("BRCA2 N372H, MBC. Olaparib?", "it is pathogenic")[PATHOGENIC].name == "BRCA2"


def test_only_named_variants_of_these_genes_need_a_class() -> None:
    assert is_unclassified(Marker(name="BRCA2", state="K3326*"))
    assert not is_unclassified(Marker(name="BRCA2", state="altered"))
    assert not is_unclassified(Marker(name="EGFR", state="L858R"))
