"""Doses by phenotype: the normal dose only where every gene that counts is known to be normal."""

from __future__ import annotations

from itertools import product

import pytest

from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import parse_text
from retrieval.documents import Document, Facets

THIOPURINE = """For patients who are TPMT and NUDT15 normal metabolizers, start mercaptopurine at \
the normal dose.
The guideline has no recommendation for mercaptopurine in NUDT15 normal metabolizers.
In TPMT or NUDT15 intermediate metabolizers, start mercaptopurine at 30-80% of the target dose.
In patients who are intermediate metabolizers of both TPMT and NUDT15, start mercaptopurine at \
20-50% of the target dose.
In TPMT or NUDT15 poor metabolizers, avoid mercaptopurine or reduce the dose extremely.
"""
ALLELES = {
    "TPMT": {"normal": "*1/*1", "intermediate": "*1/*3A", "poor": "*3A/*3C"},
    "NUDT15": {"normal": "*1/*1", "intermediate": "*1/*3", "poor": "*3/*3"},
}
PHENOTYPES = ("normal", "intermediate", "poor")


def answers(question: str, text: str, title: str, drug: str) -> list[str]:
    """What the document says to the question, best first."""
    source = Document(
        silo="pharmgkb",
        id="a",
        version="1",
        title=title,
        text=text,
        facets=Facets(drugs=(drug,)),
    )
    parsed = parse_text(question)
    found = judgements(parsed, 0, [source], "pharmacogenomics")
    said = [each for _, each in found if each.answers]
    return [source.text[slice(*each.statement.spans[0])] for each in said]


@pytest.mark.parametrize(("tpmt", "nudt15"), [*product(PHENOTYPES, PHENOTYPES)])
@pytest.mark.parametrize("wording", ["alleles", "phenotypes"])
def test_the_normal_dose_only_for_two_normal_genes(tpmt: str, nudt15: str, wording: str) -> None:
    if wording == "alleles":
        told = f"TPMT {ALLELES['TPMT'][tpmt]}, NUDT15 {ALLELES['NUDT15'][nudt15]}"
    else:
        told = f"TPMT {tpmt} metabolizer, NUDT15 {nudt15} metabolizer"
    said = answers(f"{told}, mercaptopurine dose?", THIOPURINE, "Thiopurines", "mercaptopurine")
    normal = tpmt == nudt15 == "normal"
    assert any("normal" in each for each in said) == normal
    if {"poor"} & {tpmt, nudt15}:
        assert said
        assert all("poor" in each for each in said)
    if tpmt == nudt15 == "intermediate":
        assert any("both" in each for each in said)
    elif "intermediate" in {tpmt, nudt15} and "poor" not in {tpmt, nudt15}:
        assert said
        assert all("30-80%" in each for each in said)


@pytest.mark.parametrize("nudt15", ["", ", NUDT15 *1/*1"])
def test_one_gene_that_is_not_known_keeps_the_normal_dose_conditional(nudt15: str) -> None:
    parsed = parse_text(f"TPMT *1/*1{nudt15}, mercaptopurine dose?")
    source = Document(
        silo="pharmgkb", id="a", version="1", title="Thiopurines", text=THIOPURINE, facets=Facets()
    )
    judged = [each for _, each in judgements(parsed, 0, [source], "label")]
    both = next(each for each in judged if each.statement.spans[0][0] == 0)
    assert bool(both.missing) == (not nudt15)


SINGLE = [
    ("DPYD", "capecitabine", {"normal": "*1/*1", "intermediate": "*1/*2A", "poor": "*2A/*2A"}),
    ("CYP2C19", "voriconazole", {"normal": "*1/*1", "intermediate": "*1/*2", "poor": "*2/*2"}),
    ("UGT1A1", "irinotecan", {"normal": "*1/*1", "intermediate": "*1/*28", "poor": "*28/*28"}),
]


@pytest.mark.parametrize(("gene", "drug", "alleles"), SINGLE)
def test_one_gene(gene: str, drug: str, alleles: dict[str, str]) -> None:
    text = "".join(
        f"For {gene} {phenotype} metabolizers, start {drug} at the {phenotype} dose.\n"
        for phenotype in PHENOTYPES
    )
    for phenotype, pair in alleles.items():
        said = answers(f"{gene} {pair}, {drug} dose?", text, gene, drug)
        assert said, (gene, phenotype)
        assert all(f"{phenotype} dose" in each for each in said)


def test_a_dose_that_does_not_weigh_the_gene_is_none() -> None:
    text = "The recommended dose of mercaptopurine is 75 mg/m2 once daily.\n"
    told = "mercaptopurine dose?"
    assert answers(f"ALL, {told}", text, "Mercaptopurine", "mercaptopurine")
    assert not answers(f"TPMT poor metabolizer. {told}", text, "Mercaptopurine", "mercaptopurine")
