"""Which variants satisfy what a rule asks for."""

from __future__ import annotations

import pytest

from names.tables.rows import read_rows
from names.tables.variant_classes import (
    classes_of,
    covers,
    genes_of_variant,
    responds_apart,
    rules_out,
)


@pytest.mark.parametrize(
    ("gene", "rule", "fact"),
    [
        ("PIK3CA", "altered", "H1047R"),
        ("PIK3CA", "activating", "H1047R"),
        ("PIK3CA", "companion diagnostic", "E545K"),
        ("EGFR", "sensitising", "L858R"),
        ("EGFR", "sensitising", "exon 19 deletion"),
        ("EGFR", "sensitising", "E746_A750del"),
        ("EGFR", "exon 19 deletion", "E746_A750del"),
        ("EGFR", "exon 20 insertion", "V769_D770insASV"),
        ("EGFR", "activating", "sensitising"),
        ("EGFR", "activating", "G719A"),
        ("BRAF", "V600", "V600E"),
        ("BRAF", "non-V600", "D594G"),
        ("BRAF", "non-V600", "class 3"),
        ("BRAF", "class 3", "D594G"),
        ("KRAS", "G12", "G12D"),
        ("KRAS", "non-G12C", "G12D"),
        ("ESR1", "LBD missense", "Y537S"),
        ("ALK", "fusion", "EML4::ALK"),
        ("ALK", "altered", "fusion"),
        ("PTEN", "loss", "biallelic loss"),
        ("HER2", "low", "low"),
    ],
)
def test_a_member_satisfies_the_rule(gene: str, rule: str, fact: str) -> None:
    assert covers(gene, rule, fact) is True


@pytest.mark.parametrize(
    ("gene", "rule", "fact"),
    [
        ("EGFR", "sensitising", "T790M"),
        ("EGFR", "sensitising", "C797S"),
        ("EGFR", "sensitising", "exon 20 insertion"),
        ("EGFR", "exon 19 deletion", "L858R"),
        ("EGFR", "L858R", "exon 19 deletion"),
        ("EGFR", "altered", "amplification"),
        ("PIK3CA", "companion diagnostic", "N345K"),
        ("BRAF", "V600", "D594G"),
        ("BRAF", "V600E", "V600K"),
        ("BRAF", "V600E", "non-V600"),
        ("BRAF", "non-V600", "V600E"),
        ("KRAS", "G12C", "G12D"),
        ("KRAS", "non-G12C", "G12C"),
        ("MET", "exon 14 skipping", "amplification"),
        ("HER2", "positive", "low"),
        ("HER2", "low", "zero"),
    ],
)
def test_another_variant_does_not(gene: str, rule: str, fact: str) -> None:
    assert covers(gene, rule, fact) is False


@pytest.mark.parametrize(
    ("gene", "rule", "fact"),
    [
        ("BRAF", "V600E", "V600"),
        ("EGFR", "L858R", "altered"),
        ("EGFR", "sensitising", "G719A"),
        ("ERBB2", "activating", "L755S"),
        ("ESR1", "LBD missense", "K303R"),
    ],
)
def test_what_the_tables_do_not_tell_is_unknown(gene: str, rule: str, fact: str) -> None:
    assert covers(gene, rule, fact) is None


def test_what_an_absent_state_rules_out() -> None:
    assert rules_out("EGFR", "L858R", "altered") is True
    assert rules_out("EGFR", "exon 19 deletion", "sensitising") is True
    assert rules_out("ALK", "altered", "fusion") is True
    assert rules_out("BRAF", "V600E", "V600") is True
    assert rules_out("EGFR", "altered", "T790M") is None
    assert rules_out("ERBB2", "amplification", "altered") is None
    assert rules_out("HER2", "low", "positive") is None


def test_no_resistance_variant_is_sensitising_or_activating() -> None:
    for gene, name, member, *_ in read_rows("clinical/variant_classes.tsv"):
        if name == "resistance":
            assert not classes_of(gene, member) & {"sensitising", "activating"}, (gene, member)


def test_every_row_names_its_record() -> None:
    rows = list(read_rows("clinical/variant_classes.tsv"))
    assert len(rows) > 150
    assert all(len(row) == 5 and row[4] for row in rows)


def test_the_gene_of_a_variant_is_known() -> None:
    assert genes_of_variant("T790M") == {"EGFR"}
    assert genes_of_variant("H1047R") == {"PIK3CA"}
    assert genes_of_variant("V600K") == {"BRAF"}
    assert genes_of_variant("A1B") == frozenset()


@pytest.mark.parametrize(
    ("gene", "variant", "apart"),
    [
        ("BRAF", "K601E", True),
        ("BRAF", "class 3", True),
        ("BRAF", "L485W", True),
        ("BRAF", "V600E", False),
        ("BRAF", "V600K", False),
        ("BRAF", "altered", False),
        ("EGFR", "T790M", True),
        ("EGFR", "L858R", False),
        ("PIK3CA", "N345K", False),
    ],
)
def test_some_variants_do_not_respond_as_the_usual_ones(
    gene: str, variant: str, apart: bool
) -> None:
    assert responds_apart(gene, variant) is apart


@pytest.mark.parametrize(
    ("rule", "fact", "told"),
    [
        ("exon 11 mutation", "D816V", False),
        ("exon 9 mutation", "D816V", False),
        ("exon 11 mutation", "K642E", False),
        ("exon 17 mutation", "D816V", True),
        ("exon 11 mutation", "V559D", True),
        # Of which no table tells the exon.
        ("exon 11 mutation", "R888W", None),
    ],
)
def test_a_variant_of_another_exon_is_another(rule: str, fact: str, told: bool | None) -> None:
    assert covers("KIT", rule, fact) is told


def test_the_residues_that_a_duplication_repeats_do_not_count() -> None:
    for name in ("A767_V769dup", "A767_V769dupASV"):
        assert covers("EGFR", "exon 20 insertion", name) is True
        assert covers("EGFR", "sensitising", name) is False
