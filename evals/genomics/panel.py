"""Make the gene panel for breast cancer (``retrieval/ingestion/panel/panel.tsv``) from records.

    python -m evals.genomics.panel --data FOLDER

``FOLDER`` holds ``moalmanac_db``, ``civic_2025-09``, ``pgx``, ``gene_reference`` and
``pubmed_oncology_abstracts``. Nothing is written by hand: a gene is in a group when a record says
so, and the columns are counts of such records.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from retrieval.ingestion.panel import CRITERIA, FILE, GROUPS, PanelGene

SIZE = 68
"""Genes of the panel: docs/panel.md says how they were chosen."""
BREAST = re.compile(r"(?i)breast")
SMALL = ("parp", "target", "dosing")
"""Criteria of the groups that are taken whole."""
PARP = frozenset({"olaparib", "niraparib", "rucaparib", "talazoparib"})
SYMBOL = re.compile(r"\b[A-Z][A-Z0-9]{2,9}\b")
ONCOLOGY = "Oncology"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("python -m evals.genomics.panel")
    parser.add_argument("--data", type=Path, required=True)
    data: Path = parser.parse_args(arguments).data
    FILE.write_text(as_table(panel(data)), encoding="utf-8")
    sys.stdout.write(f"{SIZE} genes written to {FILE.name}\n")


def panel(data: Path) -> tuple[PanelGene, ...]:
    """Every gene of the three small groups, filled up with the frequently altered that rank
    highest by all criteria together; best first."""
    numbers = _hgnc(data)
    counts = {name: Counter(each) for name, each in _counts(data, numbers).items()}
    genes = sorted(set().union(*(counts[criterion] for criterion in GROUPS.values())))
    table = {gene: tuple(counts[name][gene] for name in CRITERIA) for gene in genes}
    drugs = _drugs(data)
    order = by_mean_rank(table)
    small = {gene for gene in genes if any(counts[name][gene] for name in SMALL)}
    filling = [gene for gene in order if gene not in small][: SIZE - len(small)]
    order = [gene for gene in order if gene in small or gene in filling]
    return tuple(
        PanelGene(gene, numbers[gene], table[gene], tuple(sorted(drugs.get(gene, ()))))
        for gene in order
    )


def by_mean_rank(table: Mapping[str, Sequence[int]]) -> list[str]:
    """Genes by their mean rank over the criteria; equal counts share a rank, ties go by symbol.

    This is Borda's count (Borda 1781; for lists of genes see Lin 2010, "Rank aggregation methods",
    WIREs Computational Statistics 2). ``table`` has a count per criterion for every gene."""
    width = len(next(iter(table.values())))
    totals = dict.fromkeys(table, 0.0)
    for column in range(width):
        ordered = sorted(table, key=lambda gene: -table[gene][column])
        start = 0
        while start < len(ordered):
            stop = start
            value = table[ordered[start]][column]
            while stop < len(ordered) and table[ordered[stop]][column] == value:
                stop += 1
            for gene in ordered[start:stop]:
                totals[gene] += (start + stop - 1) / 2
            start = stop
    return sorted(totals, key=lambda gene: (totals[gene], gene))


def as_table(genes: Sequence[PanelGene]) -> str:
    """The text of the file: what each column counts, the names of the columns, a row per gene."""
    lines = [f"# {name}: {said}" for name, said in CRITERIA.items()]
    lines.append("\t".join(("symbol", "hgnc_id", *CRITERIA, "drugs")))
    lines += [
        "\t".join((gene.symbol, gene.hgnc_id, *map(str, gene.counts), "; ".join(gene.drugs)))
        for gene in genes
    ]
    return "\n".join(lines) + "\n"


def _counts(data: Path, known: Mapping[str, str]) -> dict[str, Iterator[str]]:
    return {
        "parp": (gene for gene, drugs, _ in _statements(data) if drugs & PARP),
        "target": (gene for gene, _, disease in _statements(data) if BREAST.search(disease)),
        "civic": (gene for gene in _civic(data) if gene in known),
        "label": (gene for gene in _labels(data) if gene in known),
        "dosing": (gene for gene in _recommendations(data) if gene in known),
        "articles": (gene for gene in _articles(data) if gene in known),
    }


def _hgnc(data: Path) -> dict[str, str]:
    with gzip.open(data / "gene_reference/shared/hgnc_2024-07.tsv.gz", "rt") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {row["symbol"]: row["hgnc_id"] for row in rows if row["status"] == "Approved"}


def _table(data: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((data / f"moalmanac_db/shared/{name}.json").read_text())
    return rows


def _statements(data: Path) -> Iterator[tuple[str, frozenset[str], str]]:
    """Gene, drugs and disease of every statement of the Molecular Oncology Almanac."""
    genes = {row["id"]: str(row["name"]) for row in _table(data, "genes")}
    markers = {row["id"]: row.get("genes") or () for row in _table(data, "biomarkers")}
    diseases = {row["id"]: str(row["name"]) for row in _table(data, "diseases")}
    therapies = {row["id"]: str(row["name"]).lower() for row in _table(data, "therapies")}
    groups = {row["id"]: row["therapies"] for row in _table(data, "therapy_groups")}
    propositions = {row["id"]: row for row in _table(data, "propositions")}
    for statement in _table(data, "statements"):
        row = propositions[statement["proposition_id"]]
        single = [row["therapy_id"]] if row["therapy_id"] is not None else []
        members = single or groups.get(row["therapy_group_id"], ())
        drugs = frozenset(therapies[member] for member in members)
        for marker in row["biomarkers"]:
            for gene in markers[marker]:
                yield genes[gene], drugs, diseases[row["conditionQualifier_id"]]


def _civic(data: Path) -> Iterator[str]:
    """The first gene of every accepted evidence item on breast cancer."""
    path = data / "civic_2025-09/shared/01-Sep-2025-ClinicalEvidenceSummaries.tsv.gz"
    with gzip.open(path, "rt") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if BREAST.search(row["disease"]):
                yield row["molecular_profile"].split()[0]


def _labels(data: Path) -> Iterator[str]:
    """Genes that FDA's biomarker table names for oncology drugs."""
    table = json.loads((data / "pgx/shared/fda_pgx_biomarker_table.json").read_text())["table"]
    for row in table:
        if row["Therapeutic Area"] == ONCOLOGY:
            yield from SYMBOL.findall(row["Biomarker"])


def _recommendations(data: Path) -> Iterator[str]:
    """Genes of the recommendations on drugs that FDA's table lists under oncology."""
    table = json.loads((data / "pgx/shared/fda_pgx_biomarker_table.json").read_text())["table"]
    oncology = {_name(row["Drug"]) for row in table if row["Therapeutic Area"] == ONCOLOGY}
    with gzip.open(data / "pgx/shared/clinpgx_recommendations.jsonl.gz", "rt") as file:
        for line in file:
            row = json.loads(line)
            if row["drug"].lower() in oncology:
                yield from row["genes"]


def _name(drug: str) -> str:
    """FDA numbers the entries of a drug."""
    return re.sub(r"\s*\(\d+\)", "", drug).strip().lower()


def _articles(data: Path) -> Iterator[str]:
    """Each gene once for every abstract on breast cancer that names it."""
    path = data / "pubmed_oncology_abstracts/shared/abstracts.jsonl.gz"
    with gzip.open(path, "rt") as file:
        for line in file:
            row = json.loads(line)
            text = f"{row['title']} {row['text']}"
            if BREAST.search(text):
                yield from set(SYMBOL.findall(text))


def _drugs(data: Path) -> dict[str, set[str]]:
    """By gene, the drugs of statements on breast cancer, and of labels for pharmacogenes."""
    drugs: defaultdict[str, set[str]] = defaultdict(set)
    for gene, names, disease in _statements(data):
        if BREAST.search(disease):
            drugs[gene] |= names
    table = json.loads((data / "pgx/shared/fda_pgx_biomarker_table.json").read_text())["table"]
    for row in table:
        if row["Therapeutic Area"] == ONCOLOGY:
            name = _name(row["Drug"])
            for gene in SYMBOL.findall(row["Biomarker"]):
                drugs[gene].add(name)
    return drugs


if __name__ == "__main__":
    main(sys.argv[1:])
