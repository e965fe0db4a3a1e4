"""Genotypes: a pharmacogenetic report lists each change that it tested, there or not."""

from __future__ import annotations

import pytest

from names.variants.genotypes import carriage
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Pharmacogenetic report\nSample: blood\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


@pytest.mark.parametrize(
    ("change", "genotype", "told"),
    [
        ("c.1905+1G>A", "G/G", "absent"),
        ("c.1905+1G>A", "GG", "absent"),
        ("c.1905+1G>A", "C/C", "absent"),
        ("c.1905+1G>A", "G/A", "carried"),
        ("c.1905+1G>A", "T/T", "carried"),
        ("c.2846A>T", "A/T", "carried"),
        ("c.2846A>T", "T/T", "unsure"),
        ("c.2846A>T", "A/A", "absent"),
        ("c.1236G>A", "C/T", "carried"),
        ("c.1236G>A", "G/C", "unsure"),
        ("*3A", "*1/*1", "absent"),
        ("*3A", "*1/*3C", "absent"),
        ("*28", "*1/*28", "carried"),
        ("c.521T>C", "*1/*5", "unsure"),
        ("c.1187G>A", "0/0", "absent"),
        ("c.1187G>A", "0/1", "carried"),
        ("c.1187G>A", "./.", "unsure"),
        ("c.1601G>A", "homozygous normal", "absent"),
        ("c.1601G>A", "Homozygous (wild type)", "absent"),
        ("c.1601G>A", "wt/wt", "absent"),
        ("c.1601G>A", "non-carrier", "absent"),
        ("c.1601G>A", "heterozygous", "carried"),
        ("c.68_69del", "G/G", "unsure"),
        ("c.1601G>A", "pathogenic", ""),
        ("c.1601G>A", "low", ""),
    ],
)
def test_a_genotype_says_whether_its_change_is_there(change: str, genotype: str, told: str) -> None:
    assert carriage(change, genotype, is_column=True) == told


def test_a_table_of_genotypes_gives_rows_for_what_is_carried_alone() -> None:
    read = _read(
        "| Gene | Variant tested | Genotype | Interpretation |\n"
        "| DPYD | c.1905+1G>A (*2A) | G/G | normal function |\n"
        "| DPYD | c.1236G>A | G/A | reduced function |\n"
        "| DPYD | c.2846A>T | T/T | see comment |\n"
        "| TPMT | *3A | *1/*1 | normal |\n"
    )
    assert [each.name for each in read.variants] == ["DPYD c.1236G>A"]
    assert [each.name for each in read.absent] == ["DPYD c.1905+1G>A", "TPMT *3A"]
    assert [each.name.split(" (")[0] for each in read.not_taken] == ["DPYD c.2846A>T"]


@pytest.mark.parametrize(
    "text",
    [
        "| Gene | Change | Result |\n| DPYD | c.1905+1G>A | G/G |\n",
        "Gene: DPYD\nVariant: c.1905+1G>A\nGenotype: G/G\n",
        "|  | Variant 1 | Variant 2 |\n| Gene | DPYD | DPYD |\n"
        "| Coding | c.1905+1G>A | c.1679T>G |\n"
        "| Genotype | G/G | T/T |\n",
        "DPYD c.1905+1G>A: G/G\n",
        "DPYD c.1905+1G>A (*2A), genotype G/G\n",
        "DPYD *2A: *1/*1\n",
    ],
)
def test_two_reference_alleles_are_no_finding_in_any_form(text: str) -> None:
    assert not _read(text).variants


def test_a_diplotype_is_a_row_and_two_reference_alleles_are_none() -> None:
    read = _read(
        "| Gene | Diplotype | Phenotype |\n| DPYD | *1/*2A | Intermediate metaboliser |\n"
        "| UGT1A1 | *28/*28 | Poor metaboliser |\n| CYP2D6 | *1/*1 | Normal metaboliser |\n"
    )
    assert [each.name for each in read.variants] == ["DPYD *1/*2A", "UGT1A1 *28/*28"]
    assert [each.name for each in read.absent] == ["CYP2D6 allele other than *1"]
