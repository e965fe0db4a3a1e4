"""Make the gene table of ``retrieval.records`` from public records.

    python -m evals.genomics.tables FOLDER BANDS

``FOLDER`` holds the data sets (``gene_reference``). ``BANDS`` is UCSC's table ``cytoBand`` of
GRCh38, unpacked (https://hgdownload.soe.ucsc.edu/goldenPath/hg38/database/). The same files give
the same bytes.
"""

from __future__ import annotations

import csv
import gzip
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from evals.names.tables import write_table

FILE = Path(__file__).parents[2] / "retrieval" / "records" / "genes" / "genes.tsv.gz"
HGNC = "gene_reference/shared/hgnc_2024-07.tsv.gz"
ENSEMBL = "gene_reference/shared/ensembl_genes_{}.tsv.gz"
HEADER = (
    "Genes: HGNC, July 2024 (CC0), https://www.genenames.org. Positions and types of genes that\n"
    "HGNC does not name: Ensembl (GRCh38 and GRCh37 as in annotables, commit d2e86c7),\n"
    "https://www.ensembl.org. Bands: UCSC, table cytoBand of GRCh38. Bare facts.\n"
    "symbol, HGNC id, name, aliases, previous symbols, NCBI Gene id, Ensembl id, locus type,\n"
    "GRCh38, GRCh37, band. The last cell is followed by a tab. Made by evals.genomics.tables."
)
_ID = re.compile(r"HGNC:\d+")
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of a chromosome as it is seen under the microscope."""

    start: int
    end: int
    name: str


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a table by column, gzip or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    yield from csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)


def gene_rows(data: Path, bands: Path) -> Iterator[tuple[str, ...]]:
    """The rows of the gene table, by symbol."""
    told = Assemblies(data, bands)
    approved = [row for row in rows_of(data / HGNC) if row["status"] == "Approved"]
    withdrawn = _withdrawn(data)
    taken = {row["symbol"] for row in approved}
    known = {row["ensembl_gene_id"] for row in approved}
    rows = [_approved_row(row, withdrawn.get(row["hgnc_id"], []), told) for row in approved]
    others = [each for each in told.genes_with_symbol() if each["ensgene"] not in known]
    for row in others:
        if row["symbol"] not in taken:
            taken.add(row["symbol"])
            rows.append(_other_row(row, told))
    # A row ends with a tab, so that a search for a cell finds it between two tabs.
    return iter(sorted((*row, "") for row in rows))


class Assemblies:
    """Where Ensembl places genes, and in which bands they lie."""

    def __init__(self, data: Path, bands: Path) -> None:
        self._by_id = {
            name: _by_id(rows_of(data / ENSEMBL.format(name))) for name in ("grch38", "grch37")
        }
        self._bands: dict[str, list[Band]] = {}
        for row in rows_of(bands):
            chromosome = row["CHR"].removeprefix("chr")
            band = Band(int(row["from"]), int(row["to"]), row["arm"])
            self._bands.setdefault(chromosome, []).append(band)

    def genes_with_symbol(self) -> Iterator[Row]:
        """The genes with a symbol on the main assembly, the newer assembly first."""
        for rows in self._by_id.values():
            yield from (row for row in rows.values() if row["symbol"])

    def place(self, assembly: str, gene: str) -> str:
        """``8:127735434-127742951:1``; empty where the assembly has no such gene."""
        row = self._by_id[assembly].get(gene)
        return f"{row['chr']}:{row['start']}-{row['end']}:{row['strand']}" if row else ""

    def band(self, gene: str) -> str:
        """``8q24.21``, or ``8q24.2-q24.3`` for one that lies across bands; empty if unknown."""
        row = self._by_id["grch38"].get(gene)
        if row is None:
            return ""
        start, end = int(row["start"]) - 1, int(row["end"])
        found = [
            each.name
            for each in self._bands.get(row["chr"], [])
            if each.name and each.start < end and start < each.end
        ]
        ends = "-".join(dict.fromkeys((found[0], found[-1]))) if found else ""
        return f"{row['chr']}{ends}" if ends else ""


def _by_id(rows: Iterator[Row]) -> dict[str, Row]:
    """The genes of the main assembly by Ensembl id, each once."""
    found: dict[str, Row] = {}
    for row in rows:
        if row["main_assembly"] == "1":
            found.setdefault(row["ensgene"], row)
    return found


def _withdrawn(data: Path) -> dict[str, list[str]]:
    """HGNC id → symbols that were withdrawn in its favour."""
    found: dict[str, list[str]] = {}
    for row in rows_of(data / HGNC):
        target = _ID.search(row["name"]) if row["status"] == "Symbol Withdrawn" else None
        if target:
            found.setdefault(target.group(), []).append(row["symbol"].removesuffix("~withdrawn"))
    return found


def _approved_row(row: Row, withdrawn: Sequence[str], told: Assemblies) -> tuple[str, ...]:
    gene = row["ensembl_gene_id"]
    return (
        row["symbol"],
        row["hgnc_id"],
        row["name"],
        _cell(row["alias_symbols"].split(", ")),
        _cell(chain(row["prev_symbols"].split(", "), withdrawn)),
        row["ncbi_gene_id"],
        gene,
        row["locus_type"],
        *(told.place(assembly, gene) for assembly in ("grch38", "grch37")),
        told.band(gene),
    )


def _other_row(row: Row, told: Assemblies) -> tuple[str, ...]:
    gene = row["ensgene"]
    ncbi = row["entrez"] if row["entrez"] != "NA" else ""
    name = "" if row["description"] == "NA" else row["description"]
    places = (told.place(assembly, gene) for assembly in ("grch38", "grch37"))
    kind = row["biotype"]
    return (row["symbol"], "", name, "", "", ncbi, gene, kind, *places, told.band(gene))


def _cell(names: Iterator[str] | Sequence[str]) -> str:
    """``|A|B|``: a search for ``|A|`` finds a whole name."""
    unique = sorted({name.strip() for name in names} - {""})
    return f"|{'|'.join(unique)}|" if unique else ""


if __name__ == "__main__":
    write_table(FILE, HEADER, gene_rows(Path(sys.argv[1]), Path(sys.argv[2])))
