"""Alleles, their function and activity, and the metaboliser phenotypes that follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from names.tables.rows import read_rows, split_cell

METABOLISM = re.compile(r"^(?:CYP\d|DPYD|UGT|TPMT|NUDT15|G6PD|SLCO1B1|NAT\d|HLA-)")
"""Genes of which an inherited variant tells how a person bears a drug."""


@dataclass(frozen=True, slots=True)
class Allele:
    """An allele whose function is known."""

    gene: str
    name: str
    function: str
    """``normal``, ``decreased``, ``no``, ``increased``."""
    activity: float | None
    """None for genes without activity scores."""


@dataclass(frozen=True, slots=True)
class PhenotypeRule:
    """A phenotype by its range of activity scores, or by the functions of both alleles."""

    gene: str
    phenotype: str
    low: float | None
    high: float | None
    functions: tuple[str, ...]
    """Both functions in alphabetical order; empty where scores decide."""


@cache
def alleles() -> dict[tuple[str, str], Allele]:
    """Gene and name, or another name, of an allele → the allele."""
    table: dict[tuple[str, str], Allele] = {}
    for gene, name, others, function, activity, _ in read_rows("clinical/alleles.tsv"):
        allele = Allele(gene, name, function, float(activity) if activity else None)
        for each in (name, *split_cell(others)):
            table[gene, allele_key(each)] = allele
    return table


def allele_key(name: str) -> str:
    """What is equal for all spellings of an allele: ``C.2846A>T`` → ``c.2846a>t``."""
    return re.sub(r"\s", "", name).lower()


@cache
def phenotype_rules() -> dict[str, tuple[PhenotypeRule, ...]]:
    """Gene → its phenotypes."""
    table: dict[str, tuple[PhenotypeRule, ...]] = {}
    for gene, phenotype, low, high, functions, _ in read_rows("clinical/phenotypes.tsv"):
        rule = PhenotypeRule(
            gene,
            phenotype,
            float(low) if low else None,
            float(high) if high else (float("inf") if low else None),
            tuple(functions.split("+")) if functions else (),
        )
        table[gene] = (*table.get(gene, ()), rule)
    return table


@cache
def _dosing_genes() -> dict[str, tuple[str, ...]]:
    rows = read_rows("safety/dosing_genes.tsv")
    return {drug: split_cell(genes) for drug, genes, _ in rows}


def dosing_genes(drug: str) -> tuple[str, ...]:
    """The genes by whose phenotype the dose of a drug is chosen."""
    return _dosing_genes().get(drug, ())
