"""Make the table of names that mean the same, for the expansion of queries.

    python -m evals.names.synonyms

From the tables of ``names/data``, which name their records. Left out: names that are
ordinary words or clinical abbreviations of something else, names of several genes, names of fewer
than three letters and digits, and those of several words or with punctuation within.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator

from names.synonyms import TABLE, key
from names.tables import Gene, drugs, genes, not_genes

HEADER = """\
# Names that mean the same, the usual one first; bare facts.
# Genes: HGNC 2024-07 (CC0), aliases also from CIViC 01-Sep-2025 (CC0).
# Drugs: moalmanac_db 2026-05, CIViC 01-Sep-2025, FDA tables 2021-2022, ClinPGx.
"""
LEAST = 3
LETTERS_ALONE = 4
"""Least length of a name of a gene without a digit."""


def gene_groups() -> Iterator[list[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for gene in genes().values():
        for name in (gene.symbol, *gene.aliases):
            owners[key(name)].add(gene.symbol)
    for gene in genes().values():
        names = {key(gene.symbol): gene.symbol}
        for alias in gene.aliases:
            if _tells(gene, alias, owners[key(alias)]):
                names.setdefault(key(alias), alias)
        if len(names) > 1 and gene.symbol.lower() not in gene.ordinary:
            yield list(names.values())


def _tells(gene: Gene, alias: str, owners: set[str]) -> bool:
    """Whether the alias means this gene and nothing else."""
    bare = key(alias)
    if not bare.isalnum() or not bare.isascii() or len(alias.split()) > 1 or bare.isdecimal():
        return False
    if len(bare) < LEAST or (bare.isalpha() and len(bare) < LETTERS_ALONE):
        return False
    if bare in gene.ordinary or bare.upper() in not_genes() or alias.lower() in gene.ordinary:
        return False
    known = genes()
    rivals = [known[symbol] for symbol in owners - {gene.symbol}]
    if any(key(rival.symbol) == bare for rival in rivals):
        return False
    return not rivals or (gene.clinical and not any(rival.clinical for rival in rivals))


def drug_groups() -> Iterator[list[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for generic, others in drugs().items():
        for name in others:
            owners[key(name)].add(generic)
    for generic, others in drugs().items():
        names = {key(generic): generic}
        for name in others:
            single = len(name.split()) == 1 and len(key(name)) >= LETTERS_ALONE
            if single and owners[key(name)] == {generic} and key(name).isalnum():
                names.setdefault(key(name), name)
        if len(names) > 1:
            yield list(names.values())


def main() -> None:
    groups = sorted([*gene_groups(), *drug_groups()])
    body = HEADER + "".join("|".join(group) + "\n" for group in groups)
    TABLE.write_bytes(gzip.compress(body.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
