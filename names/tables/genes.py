"""The genes: symbols, aliases, and the capitals that look like genes but mean something else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from names.tables.reading import read_rows, split_cell


@dataclass(frozen=True, slots=True)
class Gene:
    """A row of the gene table."""

    symbol: str
    hgnc: str
    clinical: bool
    """Whether clinical records speak of it; decides between genes that share an alias."""
    name: str
    aliases: tuple[str, ...]
    ordinary: frozenset[str]
    """Those of its names, in lower case, that are ordinary English words."""


@cache
def genes() -> dict[str, Gene]:
    """Every gene by its symbol."""
    return {
        symbol: Gene(
            symbol,
            hgnc,
            bool(clinical),
            name,
            split_cell(aliases),
            frozenset(split_cell(ordinary)),
        )
        for symbol, hgnc, clinical, name, aliases, ordinary in read_rows("genes.tsv.gz")
    }


@cache
def not_genes() -> frozenset[str]:
    """Abbreviations in capitals that are also names of genes but mean something else."""
    return frozenset(word for (line,) in read_rows("not_genes.tsv") for word in line.split())


@cache
def symbols_by_name() -> dict[str, tuple[str, ...]]:
    """Every gene name as spelled → the symbols it may stand for, the likeliest only.

    A symbol is never taken for an alias of another gene. An alias that several genes share stands
    for the only clinical one among them, or for none."""
    table: dict[str, tuple[str, ...]] = {symbol: (symbol,) for symbol in genes()}
    shared: dict[str, list[str]] = {}
    for gene in genes().values():
        for alias in gene.aliases:
            shared.setdefault(alias, []).append(gene.symbol)
    for alias, symbols in shared.items():
        clinical = [symbol for symbol in symbols if genes()[symbol].clinical]
        likely = clinical or symbols
        if alias not in table and len(likely) == 1:
            table[alias] = (likely[0],)
    return table


LEAST_LETTERS = 4
"""Letters and digits from which on a gene is recognised in any case: of three and fewer, too many
are words ("met", "kit", "ret"). Chosen by hand."""


@cache
def names_in_capitals() -> dict[str, str]:
    """Names in capitals without hyphens → name as spelled, for the names safe in any case."""
    table: dict[str, str] = {}
    for name, symbols in symbols_by_name().items():
        gene = genes()[symbols[0]]
        bare = name.replace("-", "").upper()
        safe = gene.clinical or name == gene.symbol
        if safe and len(bare) >= LEAST_LETTERS and name.lower() not in gene.ordinary:
            table.setdefault(bare, name)
    return table
