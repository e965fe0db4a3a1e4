"""The genes: symbols, aliases, and the capitals that look like genes but mean something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from names.tables.rows import read_entries, read_rows, split_cell

FUSED_GENES = frozenset(
    [
        "ABL1",
        "ALK",
        "BRAF",
        "FGFR2",
        "NRG1",
        "NTRK1",
        "NTRK2",
        "NTRK3",
        "PDGFRA",
        "PDGFRB",
        "RARA",
        "RET",
        "ROS1",
    ]
)
"""Genes for whose fusions drugs are approved or records of response exist: indications of FDA
labels (Molecular Oncology Almanac 2026-05) and CIViC (01-Sep-2025). The partner only names the
fusion."""


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


class GeneTable(Mapping[str, Gene]):
    """The rows of the gene table by symbol, in the order of the file.

    A row becomes a :class:`Gene` when it is looked up: a question names a few of the 19,000. Until
    then it is a line, which takes half the memory of its cells."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = {line[: line.index("\t")]: line for line in lines}

    def __getitem__(self, symbol: str) -> Gene:
        _, hgnc, clinical, name, aliases, ordinary = self._lines[symbol].split("\t")
        words = frozenset(split_cell(ordinary))
        return Gene(symbol, hgnc, bool(clinical), name, split_cell(aliases), words)

    def __contains__(self, symbol: object) -> bool:
        return symbol in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def aliases(self) -> Iterator[tuple[str, str]]:
        """Each alias of each gene with the gene's symbol."""
        for symbol, line in self._lines.items():
            aliases = line.rsplit("\t", 2)[1]
            if aliases:
                for alias in aliases.split("|"):
                    yield alias, symbol

    def clinical(self) -> frozenset[str]:
        """The symbols of the genes that clinical records speak of."""
        lines = self._lines.items()
        return frozenset(symbol for symbol, line in lines if line.split("\t", 3)[2])

    def ordinary(self) -> dict[str, frozenset[str]]:
        """Symbol → its gene's names that are ordinary English words, for the genes with any."""
        cells = ((symbol, line.rpartition("\t")[2]) for symbol, line in self._lines.items())
        return {symbol: frozenset(split_cell(cell)) for symbol, cell in cells if cell}


@cache
def genes() -> GeneTable:
    """Every gene by its symbol."""
    return GeneTable(read_entries("genes.tsv.gz"))


@cache
def not_genes() -> frozenset[str]:
    """Abbreviations in capitals that are also names of genes but mean something else."""
    return frozenset(word for (line,) in read_rows("not_genes.tsv") for word in line.split())


@cache
def ward_words() -> frozenset[str]:
    """Words of the ward in lower case that are also names of genes."""
    return frozenset(word for (line,) in read_rows("ward/genes.tsv") for word in line.split())


@cache
def symbols_by_name() -> dict[str, tuple[str, ...]]:
    """Every gene name as spelled → the symbols it may stand for, the likeliest only.

    A symbol is never taken for an alias of another gene. An alias that several genes share stands
    for the only clinical one among them, or for none."""
    table = {symbol: (symbol,) for symbol in genes()}
    aliases: dict[str, tuple[str, ...]] = {}
    shared: dict[str, list[str]] = {}
    for alias, symbol in genes().aliases():
        first = aliases.setdefault(alias, table[symbol])[0]
        if first != symbol:
            shared.setdefault(alias, [first]).append(symbol)
    clinical = genes().clinical()
    for alias, symbols in shared.items():
        likely = [symbol for symbol in symbols if symbol in clinical]
        if len(likely) == 1:
            aliases[alias] = table[likely[0]]
        else:
            del aliases[alias]
    return table | {alias: owner for alias, owner in aliases.items() if alias not in table}


LEAST_LETTERS = 4
"""Letters and digits from which on a gene is recognised in any case: of three and fewer, too many
are words ("met", "kit", "ret"). Chosen by hand."""


@cache
def names_in_capitals() -> dict[str, str]:
    """Names in capitals without hyphens → name as spelled, for the names safe in any case."""
    clinical, ordinary = genes().clinical(), genes().ordinary()
    owners = symbols_by_name()
    safe = [name for name in owners if (own := owners[name][0]) == name or own in clinical]
    table: dict[str, str] = {}
    for name, bare in zip(safe, in_capitals(safe), strict=True):
        if len(bare) >= LEAST_LETTERS and name.lower() not in ordinary.get(owners[name][0], ()):
            # Nearly all are in capitals already: the same text is kept once, not twice.
            table.setdefault(name if name == bare else bare, name)
    return table


def in_capitals(names: Iterable[str]) -> list[str]:
    """The names in capitals without hyphens. All are changed as one text: one after the other
    takes ten times as long."""
    return "\n".join(names).replace("-", "").upper().split("\n")
