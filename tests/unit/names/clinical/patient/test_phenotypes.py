"""Alleles, activity scores and phenotypes, against the tables of CPIC."""

from __future__ import annotations

import pytest

from names.clinical.phenotypes import (
    phenotype_covers,
    phenotype_of_alleles,
    phenotype_of_score,
    read_phenotypes,
)
from names.clinical.readers import read_clinical
from names.clinical.values import Marker, Phenotype
from names.recognition.spelling.casing import restore_case


def phenotypes(text: str) -> list[tuple[str, str, float | None]]:
    found = [each.value for each in read_phenotypes(text)]
    return [
        (each.gene, each.phenotype, each.score_from)
        for each in found
        if isinstance(each, Phenotype)
    ]


WORDINGS = {
    "DPYD *2A + HapB3": [("DPYD", "poor", 0.5)],
    "DPYD c.1905+1G>A het and c.2846A>T het": [("DPYD", "poor", 0.5)],
    "DPYD c.1905+1G>A het, c.2846A>T het": [("DPYD", "poor", 0.5)],
    "compound het DPYD *2A and *13": [("DPYD", "poor", 0.0)],
    "DPYD *2A (c.1905+1G>A) + HapB3 (c.1129-5923C>G)": [("DPYD", "poor", 0.5)],
    "UGT1A1 *6 and *28": [("UGT1A1", "poor", None)],
    "DPYD *2A or HapB3": [("DPYD", "", None), ("DPYD", "", None)],
    "DPYD *2A + HapB3 in cis": [("DPYD", "deficient", None)],
    "the panel covers DPYD *2A and HapB3": [("DPYD", "", None), ("DPYD", "", None)],
    "DPYD *2A, *13 and HapB3": [("DPYD", "", None)] * 3,
    "DPYD *2A het, *13 het and HapB3 het": [("DPYD", "poor", 0.0)],
    "DPYD *2A het and UGT1A1 *28 het": [
        ("DPYD", "intermediate", 1.0),
        ("UGT1A1", "intermediate", None),
    ],
    "DPYD *1/*2A": [("DPYD", "intermediate", 1.0)],
    "DPYD *2A heterozygous": [("DPYD", "intermediate", 1.0)],
    "heterozygous DPYD *2A": [("DPYD", "intermediate", 1.0)],
    "DPYD wild type": [("DPYD", "normal", 2.0)],
    "DPYD *2A/*2A": [("DPYD", "poor", 0.0)],
    "DPYD c.2846A>T heterozygous": [("DPYD", "intermediate", 1.5)],
    "DPYD c.1129-5923C>G/wt": [("DPYD", "intermediate", 1.5)],
    "DPYD HapB3 heterozygous": [("DPYD", "intermediate", 1.5)],
    "DPYD *13/*13": [("DPYD", "poor", 0.0)],
    "DPYD activity score 1.5": [("DPYD", "", 1.5)],
    "DPYD poor metabolizers with an activity score of 0.5": [("DPYD", "poor", 0.5)],
    "DPYD intermediate metabolizers, with activity scores of 1 and 1.5 alike": [
        ("DPYD", "intermediate", 1.0),
        ("DPYD", "", 1.5),
    ],
    "DPYD intermediate metabolizers, with an activity score of 1 or of 1.5": [
        ("DPYD", "intermediate", 1.0),
        ("DPYD", "", 1.5),
    ],
    "CYP2D6 *4/*4": [("CYP2D6", "poor", 0.0)],
    "CYP2D6 *1/*41": [("CYP2D6", "normal", 1.25)],
    "CYP2D6 *1x2/*2": [("CYP2D6", "ultrarapid", 3.0)],
    "CYP2D6 poor metaboliser": [("CYP2D6", "poor", None)],
    "CYP2D6 PM": [("CYP2D6", "poor", None)],
    "CYP2C19 IM": [("CYP2C19", "intermediate", None)],
    "CYP2C19 *2/*17": [("CYP2C19", "intermediate", None)],
    "UGT1A1 *28/*28": [("UGT1A1", "poor", None)],
    "homozygous for UGT1A1*28": [("UGT1A1", "poor", None)],
    "UGT1A1 *1/*28": [("UGT1A1", "intermediate", None)],
    "UGT1A1 *6/*28": [("UGT1A1", "poor", None)],
    "TPMT *1/*3A": [("TPMT", "intermediate", None)],
    "NUDT15 *3/*3": [("NUDT15", "poor", None)],
    "complete DPD deficiency": [("DPYD", "poor", None)],
    "partial DPD deficiency": [("DPYD", "intermediate", None)],
    "DPD deficient": [("DPYD", "deficient", None)],
    "G6PD deficiency": [("G6PD", "deficient", None)],
    "no DPD deficiency": [],
    "TPMT or NUDT15 poor metabolizers": [("NUDT15", "poor", None), ("TPMT", "poor", None)],
    "PM after lunch": [],
    "*2 of these": [],
}


@pytest.mark.parametrize("text", WORDINGS)
def test_what_is_read(text: str) -> None:
    assert phenotypes(text) == WORDINGS[text]


@pytest.mark.parametrize(
    ("gene", "score", "phenotype"),
    [
        ("DPYD", 0.0, "poor"),
        ("DPYD", 0.5, "poor"),
        ("DPYD", 1.0, "intermediate"),
        ("DPYD", 1.5, "intermediate"),
        ("DPYD", 2.0, "normal"),
        ("CYP2D6", 0.25, "intermediate"),
        ("CYP2D6", 1.25, "normal"),
        ("CYP2D6", 3.0, "ultrarapid"),
        ("CYP2C9", 1.0, "intermediate"),
        ("TPMT", 1.0, ""),
    ],
)
def test_scores_have_the_phenotype_of_cpic(gene: str, score: float, phenotype: str) -> None:
    assert phenotype_of_score(gene, score) == phenotype


def test_nothing_follows_from_an_unknown_allele_or_from_one() -> None:
    assert phenotype_of_alleles("DPYD", ("*2A",)).phenotype == ""
    assert phenotype_of_alleles("DPYD", ("*1", "*999")).score_from is None


def one(text: str) -> Phenotype:
    (found,) = read_phenotypes(text)
    assert isinstance(found.value, Phenotype)
    return found.value


COVERS = [
    ("DPYD activity score 1", "DPYD *1/*2A", True),
    ("DPYD activity score 1.5", "DPYD *1/*2A", False),
    ("DPYD activity score 1", "DPYD HapB3 heterozygous", False),
    ("DPYD intermediate metabolizers", "DPYD *1/*2A", True),
    ("DPYD poor metabolizers", "DPYD *1/*2A", False),
    ("DPYD activity score 1", "DPYD intermediate metabolizer", None),
    ("DPYD activity score 2", "DPYD intermediate metabolizer", False),
    ("complete DPD deficiency", "DPYD *2A/*2A", True),
    ("DPD deficiency", "DPYD *1/*2A", None),
    ("DPD deficiency", "DPYD normal metabolizer", False),
    ("UGT1A1 *28/*28", "UGT1A1 *28/*28", True),
    ("UGT1A1 *28/*28", "UGT1A1 *1/*28", False),
    ("CYP2D6 intermediate metabolizer", "CYP2D6 *4/*4", False),
    ("CYP2D6 poor metabolizer", "CYP2C19 poor metabolizer", None),
    ("UGT1A1 *28/*28 (poor metaboliser)", "UGT1A1 *6/*28", None),
    ("UGT1A1 poor metaboliser", "UGT1A1 *6/*28", True),
    ("UGT1A1 *28/*28 (poor metaboliser)", "UGT1A1 poor metaboliser", True),
    ("CYP2D6 ultrarapid metabolizer", "CYP2D6 *1/*2xN", True),
    ("CYP2D6 intermediate metabolizer", "CYP2D6 *1/*2xN", False),
    ("CYP2D6 ultrarapid metabolizer", "CYP2D6 *1xN/*4", None),
    ("CYP2D6 intermediate metabolizer", "CYP2D6 *1xN/*4", False),
    ("CYP2D6 intermediate metabolizer", "CYP2D6 *36+*10/*10", None),
]


@pytest.mark.parametrize(
    ("text", "phenotype", "low", "high"),
    [
        ("CYP2D6 *1/*1xN", "ultrarapid", 3, None),
        ("CYP2D6 *1/*2XN", "ultrarapid", 3, None),
        ("CYP2D6 *1/*1x3", "ultrarapid", 4, 4),
        ("CYP2D6 *2x2/*1", "ultrarapid", 3, 3),
        ("CYP2D6 *1xN/*4", "", 2, None),
        ("CYP2D6 *4xN/*4", "poor", 0, 0),
        ("CYP2D6 *1/*41x3", "normal", 1.75, 1.75),
        ("CYP2D6 (*1/*1)xN", "ultrarapid", 3, None),
        ("CYP2D6 (*1/*4)xN", "", 1, None),
        ("CYP2D6 (*4/*4)xN", "poor", 0, 0),
        ("CYP2D6 *999xN/*1", "", None, None),
    ],
)
def test_copies_of_an_allele_count(
    text: str, phenotype: str, low: float | None, high: float | None
) -> None:
    value = one(restore_case(text))
    assert (value.phenotype, value.score_from, value.score_to) == (phenotype, low, high)


@pytest.mark.parametrize(("rule", "patient", "covered"), COVERS)
def test_a_rule_covers_a_patient(rule: str, patient: str, covered: bool | None) -> None:
    assert phenotype_covers(one(rule), one(patient)) is covered


@pytest.mark.parametrize(
    ("text", "gene", "phenotype"),
    [
        ("G6PD def in the chart", "G6PD", "deficient"),
        ("G6PD-def.", "G6PD", "deficient"),
        ("favism", "G6PD", "deficient"),
        ("low G6PD activity", "G6PD", "deficient"),
        ("deficient in G6PD", "G6PD", "deficient"),
        ("DPD def", "DPYD", "deficient"),
        ("DPYD deficient", "DPYD", "deficient"),
        ("partial DPD def", "DPYD", "intermediate"),
        ("complete DPD def.", "DPYD", "poor"),
        ("TPMT-def child", "TPMT", "deficient"),
    ],
)
def test_a_deficiency_is_no_altered_gene(text: str, gene: str, phenotype: str) -> None:
    values = [each.value for each in read_clinical(text)]
    assert Phenotype(gene=gene, phenotype=phenotype) in values
    assert not any(isinstance(value, Marker) for value in values)


@pytest.mark.parametrize(
    ("text", "gene", "phenotype", "score"),
    [
        ("two no-function DPYD alleles, capecitabine", "DPYD", "poor", 0.0),
        ("2 no function alleles in DPYD. 5FU dose?", "DPYD", "poor", 0.0),
        ("DPYD two decreased-function alleles", "DPYD", "intermediate", 1.0),
        ("heterozygous for a no-function DPYD allele", "DPYD", "intermediate", 1.0),
        ("carrier of 2 nonfunctional TPMT alleles", "TPMT", "poor", None),
        ("one no-function NUDT15 allele", "NUDT15", "intermediate", None),
        ("CYP2D6: two reduced function alleles", "CYP2D6", "", None),
    ],
)
def test_alleles_are_counted(text: str, gene: str, phenotype: str, score: float | None) -> None:
    (found,) = [e.value for e in read_clinical(text) if isinstance(e.value, Phenotype)]
    assert (found.gene, found.phenotype, found.score_from) == (gene, phenotype, score)


@pytest.mark.parametrize(
    ("text", "gene"),
    [
        ("DPYD het", "DPYD"),
        ("DPYD: heterozygous", "DPYD"),
        ("heterozygous DPYD variant", "DPYD"),
        ("TPMT heterozygous", "TPMT"),
        ("het carrier of a NUDT15 variant", "NUDT15"),
    ],
)
def test_heterozygotes_are_intermediate_whatever_the_other_allele_lost(
    text: str, gene: str
) -> None:
    assert [each.value for each in read_phenotypes(text)] == [
        Phenotype(gene=gene, phenotype="intermediate")
    ]


@pytest.mark.parametrize(
    "text", ["DPYD not heterozygous", "no DPYD het", "CYP2D6 het", "DPYD hetero dimers"]
)
def test_no_zygosity_is_read_where_none_is_told(text: str) -> None:
    assert [each for each in read_phenotypes(text) if each.value.phenotype == "intermediate"] == []


@pytest.mark.parametrize(
    ("text", "phenotype"),
    [
        ("cyp2d6 im tamoxifen adj", "intermediate"),
        ("CYP2D6 pm, tamoxifen", "poor"),
        ("TPMT im, 6mp", "intermediate"),
        ("CYP2D6 tested, 5 mg im injection", ""),
    ],
)
def test_a_group_in_small_letters_counts_behind_its_gene(text: str, phenotype: str) -> None:
    found = read_clinical(restore_case(text))
    told = [e.value.phenotype for e in found if isinstance(e.value, Phenotype)]
    assert "".join(told) == phenotype
