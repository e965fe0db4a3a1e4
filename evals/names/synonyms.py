"""Make the table of names that mean the same, for the expansion of queries.

    python -m evals.names.synonyms

From the tables of genes and drugs, which name their records. Left out: names that are ordinary
words or clinical abbreviations of something else, names of several genes, names of fewer than
three letters and digits, and those of several words or with punctuation within.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from evals.names.tables import TABLES, write_table
from names.synonyms import synonym_key
from names.tables import Gene, drugs, genes, not_genes

FILE = "synonyms.tsv.gz"
HEADER = """\
Names that mean the same, the usual one first; bare facts.
Genes: HGNC 2024-07 (CC0), aliases also from CIViC 01-Sep-2025 (CC0).
Drugs: Molecular Oncology Almanac 2026-05, CIViC 01-Sep-2025, FDA tables 2021-2022, ClinPGx."""
LEAST = 3
"""Letters and digits of a name; shorter ones are abbreviations of too many things."""
LETTERS_ALONE = 4
"""Least length of a name of a gene without a digit."""


def gene_groups() -> Iterator[list[str]]:
    """Each gene's symbol with those of its aliases that mean it and nothing else."""
    owners: dict[str, set[str]] = defaultdict(set)
    for gene in genes().values():
        for name in (gene.symbol, *gene.aliases):
            owners[synonym_key(name)].add(gene.symbol)
    for gene in genes().values():
        names = {synonym_key(gene.symbol): gene.symbol}
        for alias in gene.aliases:
            if _means_only(gene, alias, owners[synonym_key(alias)]):
                names.setdefault(synonym_key(alias), alias)
        if len(names) > 1 and gene.symbol.lower() not in gene.ordinary:
            yield list(names.values())


def _means_only(gene: Gene, alias: str, owners: set[str]) -> bool:
    """Whether the alias means this gene and nothing else."""
    bare = synonym_key(alias)
    if not bare.isalnum() or not bare.isascii() or len(alias.split()) > 1 or bare.isdecimal():
        return False
    if len(bare) < LEAST or (bare.isalpha() and len(bare) < LETTERS_ALONE):
        return False
    if bare in gene.ordinary or bare.upper() in not_genes() or alias.lower() in gene.ordinary:
        return False
    known = genes()
    rivals = [known[symbol] for symbol in owners - {gene.symbol}]
    if any(synonym_key(rival.symbol) == bare for rival in rivals):
        return False
    return not rivals or (gene.clinical and not any(rival.clinical for rival in rivals))


def drug_groups() -> Iterator[list[str]]:
    """Each generic name with those of its other names that mean it and nothing else."""
    owners: dict[str, set[str]] = defaultdict(set)
    for generic, others in drugs().items():
        for name in others:
            owners[synonym_key(name)].add(generic)
    for generic, others in drugs().items():
        names = {synonym_key(generic): generic}
        for name in others:
            bare = synonym_key(name)
            single = len(name.split()) == 1 and len(bare) >= LETTERS_ALONE
            if single and owners[bare] == {generic} and bare.isalnum():
                names.setdefault(bare, name)
        if len(names) > 1:
            yield list(names.values())


def synonym_rows() -> list[tuple[str]]:
    """One row per group of names that mean the same."""
    return [("|".join(group),) for group in sorted([*gene_groups(), *drug_groups()])]


def main() -> None:
    write_table(TABLES / FILE, HEADER, synonym_rows())


if __name__ == "__main__":
    main()
