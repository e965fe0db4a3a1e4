"""A resistance variant that is named: what is said of exactly it comes first, each drug once."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.one_statement import document, sorted_out

TEXT = """In lung cancer with ROS1 G2032R, crizotinib is ineffective: resistance to crizotinib.
In lung cancer with ROS1 G2032R, lorlatinib keeps activity: a response to lorlatinib.
In lung cancer with ROS1 L2026M, crizotinib is ineffective: resistance to crizotinib.
"""


@pytest.mark.parametrize("variant", ["G2032R", "L2026M"])
def test_only_the_named_variant_is_told(variant: str) -> None:
    source = document(TEXT, heading="Resistance", title="ROS1 resistance variants")
    (chosen,) = sorted_out(f"ROS1 {variant} lung cancer, which drug?", source)
    assert chosen.answers
    assert all(variant in each.words for each in chosen.answers)


def test_a_drug_for_the_driver_is_not_excluded_by_an_absent_resistance_variant() -> None:
    text = "Amivantamab is indicated for lung cancer with an EGFR exon 19 deletion."
    (chosen,) = sorted_out(
        "EGFR C797S lung cancer, no T790M. Which treatment?", document(text, title="Amivantamab")
    )
    assert not any(
        "C797S" in e.judgement.reason and "needs" in e.judgement.reason for e in chosen.excluded
    )


def test_what_is_on_the_variant_answers_a_question_of_one_word() -> None:
    text = """In lung cancer with ROS1 G2032R, evidence supports resistance to crizotinib.

In lung cancer with ROS1 G2032R, evidence supports a response to lorlatinib."""
    source = document(text, heading="ROS1 G2032R", title="ROS1 resistance variants")
    (chosen,) = sorted_out("ROS1 G2032R after crizotinib. options?", source)
    assert {drug for each in chosen.answers for drug in each.drugs} == {"crizotinib", "lorlatinib"}


def test_what_the_variant_resists_is_no_option_by_another_variant() -> None:
    text = """Osimertinib is indicated for EGFR T790M lung cancer.

EGFR C797S lung cancer is resistant to osimertinib."""
    source = document(text, heading="Osimertinib", title="Osimertinib")
    (chosen,) = sorted_out("Lung cancer, EGFR T790M and C797S. Which treatment?", source)
    assert not any("is indicated" in each.words for each in chosen.answers)


def test_resistance_by_another_variant_does_not_take_the_drug_away() -> None:
    text = """Osimertinib is indicated for metastatic lung cancer with an EGFR exon 19 deletion.

In lung cancer with an EGFR exon 19 deletion or T790M, C797S gave resistance to osimertinib."""
    source = document(text, heading="Osimertinib", title="Osimertinib")
    (chosen,) = sorted_out("Metastatic lung cancer, EGFR exon 19 deletion. What to give?", source)
    assert any("is indicated" in each.words for each in chosen.answers)


IMATINIB = """Imatinib is indicated for KIT (CD117)-positive gastrointestinal stromal tumour.

In GIST with KIT exon 11 mutation, CIViC evidence of level A supports a response to imatinib."""


@pytest.mark.parametrize(
    ("case", "is_told"),
    [
        ("GIST with KIT D816V. Imatinib?", False),
        ("CD117-positive GIST, KIT D816V. Imatinib?", False),
        ("CD117-positive GIST, KIT D816V. What to give?", False),
        ("CD117-positive GIST, KIT V559D. Imatinib?", True),
        ("CD117-positive GIST. Imatinib?", True),
    ],
)
def test_what_asks_for_a_protein_says_nothing_of_a_variant(case: str, is_told: bool) -> None:
    (chosen, *_) = sorted_out(case, document(IMATINIB, heading="Imatinib", title="Imatinib"))
    assert any("is indicated" in each.words for each in chosen.answers) is is_told
