"""The gene table: every gene that HGNC or Ensembl names, found by any of its names.

The file is one text of 8 MB and is kept as such. A name is found by searching it for the name
between two separators, which takes a few milliseconds: an index of 300,000 names would take longer
to make than most processes live, and more memory than all silos.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

AS_OF = "2024-07"
"""When HGNC published what the table holds."""
MOST_GENES = 8
"""Genes of one name that are told of. Chosen by hand: of 58,000 aliases five mean more."""
MOST_NEAR = 3
"""Symbols that are proposed for a name that no gene has. Chosen by hand: one line."""
_SYMBOL = re.compile(r"[A-Z0-9-]{3,25}")
"""As long as HGNC's longest symbol."""
_ID = re.compile(r"(?i)HGNC:\d{1,6}|ENSG\d{11}|\d{1,9}")
"""Identifiers of HGNC, Ensembl and NCBI Gene."""
NameKind = Literal["symbol", "alias", "previous symbol", "identifier"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenePlace:
    """Where a gene lies in an assembly; positions count from 1 and include both ends."""

    assembly: str
    chromosome: str
    start: int
    end: int
    strand: Literal["forward", "reverse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneRecord:
    """A row of the gene table."""

    symbol: str
    hgnc: str
    """Empty for a gene that only Ensembl names."""
    name: str
    aliases: tuple[str, ...]
    previous: tuple[str, ...]
    ncbi: str
    ensembl: str
    locus_type: str
    places: tuple[GenePlace, ...]
    """The newer assembly first."""
    band: str

    @property
    def id(self) -> str:
        return self.hgnc or self.ensembl

    @property
    def is_protein_coding(self) -> bool:
        return self.locus_type in ("gene with protein product", "protein_coding")

    def kind_of(self, name: str) -> NameKind:
        """What a name is for this gene."""
        told = name.casefold()
        if told == self.symbol.casefold():
            return "symbol"
        if told in (each.casefold() for each in self.aliases):
            return "alias"
        earlier = told in (each.casefold() for each in self.previous)
        return "previous symbol" if earlier else "identifier"


@dataclass(frozen=True, slots=True)
class GeneText:
    """The whole table as bytes, and the same in lower case: offsets agree."""

    rows: bytes
    lower: bytes

    def at(self, offset: int) -> GeneRecord:
        """The gene of the row that holds a place."""
        start = self.rows.rfind(b"\n", 0, offset + 1) + 1
        return _gene(self.rows[start : self.rows.index(b"\n", start)].decode())

    def find(self, text: bytes, wanted: bytes, most: int = MOST_GENES) -> Iterator[GeneRecord]:
        """The genes of the rows that hold these bytes, in the order of the table."""
        place, found = text.find(wanted), 0
        while place >= 0 and found < most:
            yield self.at(place + 1)
            found += 1
            place = text.find(wanted, text.index(b"\n", place + 1))


@cache
def gene_text() -> GeneText:
    """The table, unpacked at the first call: 0.06 s."""
    packed = (files("retrieval.records.genes") / "genes.tsv.gz").read_bytes()
    rows = b"\n" + gzip.decompress(packed)
    return GeneText(rows, rows.lower())


# A question reads the name that it asks of several times, and a search takes milliseconds.
@lru_cache(maxsize=1_000)
def genes_named(name: str) -> tuple[GeneRecord, ...]:
    """The genes that a name stands for: the approved symbol alone, else all of which it is an
    alias, a previous symbol or an identifier. As it is written, else in any case. Empty for a name
    that the table does not hold: nothing is guessed."""
    wanted = name.strip()
    if not wanted.isascii() or not wanted or any(mark in wanted for mark in "\t\n|"):
        return ()
    table = gene_text()
    for text, written in ((table.rows, wanted.encode()), (table.lower, wanted.lower().encode())):
        marks = [(b"\n", b"\t"), (b"|", b"|"), *([(b"\t", b"\t")] if _ID.fullmatch(wanted) else [])]
        for before, after in marks:
            if found := tuple(table.find(text, before + written + after)):
                return found
    return ()


@lru_cache(maxsize=1_000)
def symbols_near(name: str) -> tuple[str, ...]:
    """Approved symbols that are written almost like a name, the nearest first: for a person to
    choose from, never in its place. At a third of its letters' distance and at most two; letters
    that changed places count as one. 60 ms."""
    wanted = name.strip().upper()
    allowed = min(2, len(wanted) // 3)
    if not _SYMBOL.fullmatch(wanted):
        return ()
    near = process.extract(
        wanted,
        list(_symbols()),
        scorer=DamerauLevenshtein.distance,
        score_cutoff=allowed,
        limit=None,
    )
    ranked = sorted(near, key=lambda each: _unlikeness(wanted, each[0], each[1]))
    return tuple(_symbols()[symbol] for symbol, _, _ in ranked[:MOST_NEAR])


def _unlikeness(wanted: str, symbol: str, distance: float) -> tuple[float, bool, int, str]:
    """Of symbols that are as near, one of the same letters is likelier, then one that begins
    alike."""
    pairs = enumerate(zip(wanted, symbol, strict=False))
    alike = next((place for place, (one, other) in pairs if one != other), len(symbol))
    return distance, sorted(symbol) != sorted(wanted), -alike, symbol


@cache
def _symbols() -> dict[str, str]:
    """The approved symbols of genes with a number of HGNC's, by their capitals."""
    rows = gene_text().rows.decode().split("\n")
    cells = (row.split("\t", 2) for row in rows if "\t" in row)
    return {symbol.upper(): symbol for symbol, hgnc, _ in cells if hgnc}


@lru_cache(maxsize=1_000)
def also_named(name: str) -> tuple[GeneRecord, ...]:
    """The genes of which an approved symbol of another gene is an alias or a previous symbol."""
    table = gene_text()
    return tuple(table.find(table.rows, f"|{name.strip()}|".encode()))


def _gene(row: str) -> GeneRecord:
    symbol, hgnc, name, aliases, previous, ncbi, ensembl, locus, new, old, band, _ = row.split("\t")
    places = (("GRCh38", new), ("GRCh37", old))
    return GeneRecord(
        symbol=symbol,
        hgnc=hgnc,
        name=name,
        aliases=_cell(aliases),
        previous=_cell(previous),
        ncbi=ncbi,
        ensembl=ensembl,
        locus_type=locus,
        places=tuple(_place(assembly, cell) for assembly, cell in places if cell),
        band=band,
    )


def _cell(cell: str) -> tuple[str, ...]:
    return tuple(cell.strip("|").split("|")) if cell else ()


def _place(assembly: str, cell: str) -> GenePlace:
    chromosome, span, strand = cell.split(":")
    start, end = map(int, span.split("-"))
    return GenePlace(
        assembly=assembly,
        chromosome=chromosome,
        start=start,
        end=end,
        strand="forward" if strand == "1" else "reverse",
    )
