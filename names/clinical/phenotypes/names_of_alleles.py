"""Of which gene a name of an allele is, and which names are of one allele."""

from __future__ import annotations

from functools import cache

from names.clinical.values import ClinicalValue, Phenotype
from names.tables.alleles import allele_key, alleles


def gene_of_allele(name: str) -> str:
    """The gene of a name that only one gene has ("HapB3", "c.2846A>T", an rs-number)."""
    return "" if name.startswith("*") else _genes_by_allele().get(allele_key(name), "")


@cache
def _genes_by_allele() -> dict[str, str]:
    return {name: gene for gene, name in alleles() if not name.startswith("*")}


def is_one_allele(name: str, other: str) -> bool:
    """Whether two written names are names of one allele: "c.1236G>A/HapB3"."""
    first, second = allele_key(name), allele_key(other)
    gene = gene_of_allele(name) or gene_of_allele(other)
    here = alleles().get((gene, first))
    return first != second and here is not None and here == alleles().get((gene, second))


def table_names(value: Phenotype) -> tuple[str, ...]:
    """The alleles of a value by their names in the table, in one order: *13/*13 and c.1679T>G twice
    are one genotype."""
    known = ((alleles().get((value.gene, allele_key(name))), name) for name in value.alleles)
    return tuple(sorted(allele.name if allele else allele_key(name) for allele, name in known))


def alleles_told(value: ClinicalValue) -> int:
    return len(value.alleles) if isinstance(value, Phenotype) else 0
