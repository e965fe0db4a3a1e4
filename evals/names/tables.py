"""Make the tables of ``names`` from public records.

    python -m evals.names.tables FOLDER

``FOLDER`` holds the data sets (``gene_reference``, ``moalmanac_db``, ``civic_2025-09``, ``pgx``…).
Written: ``genes.tsv.gz``, ``drugs.tsv``, ``drug_targets.tsv`` and ``trials.tsv``; the other tables
are kept by hand. Run ``python -m evals.names.synonyms`` after it.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

TABLES = Path(__file__).parents[2] / "names" / "tables" / "data"
HGNC = "gene_reference/shared/hgnc_2024-07.tsv.gz"
CIVIC = "civic_2025-09/shared/01-Sep-2025-"
MOALMANAC = "moalmanac_db/shared/"
PGX = "pgx/shared/"
PROSE = (
    "pubmed_oncology_abstracts/shared/abstracts.jsonl.gz",
    "scifact_beir/shared/corpus.jsonl.gz",
    "bioasq_retrieval/shared/corpus.jsonl.gz",
)
GENE_LOCI = {"gene with protein product", "complex locus constituent"}
ORDINARY_SHARE = 0.2
"""A name is an ordinary word when this share of its occurrences in prose is in lower case."""
ORDINARY_COUNT = 5
"""Occurrences below which nothing is concluded. Chosen by hand."""
NOT_DRUGS = re.compile(
    r"inhibitor|compound|therapy|agent|antibody|radiation|chemo|vaccine|surgery|supplement"
    r"|transplant|regimen|placebo|care|analog|treatment|procedure|antagonist|agonist|cell"
    r"|receptor|factor|solution|device|resection|acid$|oxygen|water|polymer|protein|^and "
    r"|applicable|protocol|complex|mixture|^sodium$|antibiotic|^taxol$|/|radioactive|cbl0137",
    re.IGNORECASE,
)
SUFFIX = re.compile(r"-[a-z]{4}$")
SALT = re.compile(
    r" (?:mesylate|hydrochloride|phosphate|sulfate|maleate|tosylate|ditosylate|citrate|acetate"
    r"|sodium|calcium|succinate|malate|dimethyl sulfoxide|disodium|lauroxil|valerate"
    r"|dimaleate|monohydrate|hemihydrate|besylate|tartrate|fumarate)$",
    re.IGNORECASE,
)


def tsv(path: Path) -> Iterator[dict[str, str]]:
    csv.field_size_limit(10_000_000)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def write_table(path: Path, header: str, rows: Iterable[tuple[str, ...]]) -> None:
    """Write rows under a comment header; gzip without a time stamp, so that runs agree."""
    lines = [f"# {line}" for line in header.splitlines()] + ["\t".join(row) for row in rows]
    body = ("\n".join(lines) + "\n").encode()
    path.write_bytes(gzip.compress(body, 9, mtime=0) if path.suffix == ".gz" else body)


def clinical_genes(data: Path) -> dict[str, set[str]]:
    """Symbol → CIViC aliases, for genes that the clinical records at hand speak of."""
    genes: dict[str, set[str]] = {}
    for row in tsv(data / f"{CIVIC}FeatureSummaries.tsv.gz"):
        if row["feature_type"] == "Gene":
            genes.setdefault(row["name"], set()).update(row["feature_aliases"].split(","))
    for gene in load(data / f"{MOALMANAC}genes.json"):
        genes.setdefault(gene["name"], set())
    for table, column in (("associations", "Gene"), ("biomarker", "Biomarker")):
        for row in load(data / f"{PGX}fda_pgx_{table}_table.json")["table"]:
            for symbol in re.findall(r"\b[A-Z][A-Z0-9-]{2,}\b", row[column]):
                genes.setdefault(symbol, set())
    return genes


def case_counts(data: Path) -> tuple[Counter[str], Counter[str]]:
    """How often each word occurs in prose: in lower case, and in any case."""
    lower: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for file in PROSE:
        for record in json_lines(data / file):
            for word in re.findall(r"[A-Za-z0-9]+", record["text"]):
                total[word.lower()] += 1
                lower[word] += word.islower()
    return lower, total


def distinctive(name: str) -> bool:
    """Whether an alias of a gene that clinicians seldom speak of can be told from other words."""
    return len(name) >= 4 and name.isascii() and name.isalnum() and bool(re.search(r"\d", name))


def gene_rows(data: Path) -> Iterator[tuple[str, ...]]:
    """Rows of ``genes.tsv.gz``: symbol, HGNC id, whether clinicians speak of it, name, other
    names, and those names that are ordinary words in lower case."""
    clinical = clinical_genes(data)
    lower, total = case_counts(data)

    def ordinary(name: str) -> bool:
        word = name.lower()
        return (
            word.isalpha()
            and lower[word] >= ORDINARY_COUNT
            and lower[word] / total[word] >= ORDINARY_SHARE
        )

    for row in tsv(data / HGNC):
        symbol = row["symbol"]
        if row["status"] != "Approved":
            continue
        if row["locus_type"] not in GENE_LOCI and symbol not in clinical:
            continue
        aliases = {name.strip() for name in row["alias_symbols"].split(",")}
        previous = {name.strip() for name in row["prev_symbols"].split(",")}
        civic = {name.strip() for name in clinical.get(symbol, set())}
        others = sorted((aliases | previous | civic) - {"", symbol})
        yield (
            symbol,
            row["hgnc_id"],
            "clinical" if symbol in clinical else "",
            row["name"],
            "|".join(name for name in others if symbol in clinical or distinctive(name)),
            "|".join(sorted({n.lower() for n in [symbol, *others] if ordinary(n)})),
        )


def plain(name: str) -> str:
    """A drug's name without salt, numbering and the biologics' four-letter suffix."""
    name = re.sub(r"\s*\(\d+\)$", "", name.replace("\xa0", " ").strip())
    name = re.sub(r"^(?:ado|fam)-", "", name, flags=re.IGNORECASE)
    return SALT.sub("", SUFFIX.sub("", name.replace("- ", "-"))).lower().strip()


def almanac_names(data: Path) -> Iterator[tuple[str, str, str]]:
    """Generic name, brand name (or empty) and record, from the almanac."""
    record = "Molecular Oncology Almanac 2026-05"
    for document in load(data / f"{MOALMANAC}documents.json"):
        generic, brand = document["drug_name_generic"] or "", document["drug_name_brand"] or ""
        parts = re.split(r",| and | / |; ", generic)
        for part in parts:
            yield plain(part), brand if len(parts) == 1 else "", record
    for therapy in load(data / f"{MOALMANAC}therapies.json"):
        yield plain(therapy["name"]), "", record


def other_names(data: Path) -> Iterator[tuple[str, str, str]]:
    """The same from CIViC, the FDA's tables and ClinPGx, which give no brands."""
    for row in tsv(data / f"{CIVIC}ClinicalEvidenceSummaries.tsv.gz"):
        for name in row["therapies"].split(","):
            yield plain(name), "", "civic 2025-09"
    for table in ("associations", "biomarker"):
        for row in load(data / f"{PGX}fda_pgx_{table}_table.json")["table"]:
            for part in re.split(r",| and ", row["Drug"]):
                yield plain(part), "", "FDA pharmacogenomic tables 2021-2022"
    for record in json_lines(data / f"{PGX}clinpgx_recommendations.jsonl.gz"):
        yield plain(record["drug"]), "", "clinpgx recommendations"


def drug_rows(data: Path) -> Iterator[tuple[str, str, str]]:
    """Rows of ``drugs.tsv``: generic name, brand names, and the first record that names it."""
    brands: dict[str, set[str]] = {}
    source: dict[str, str] = {}
    for generic, brand, record in chain(almanac_names(data), other_names(data)):
        if len(generic) < 4 or NOT_DRUGS.search(generic) or not re.match(r"[a-z]", generic):
            continue
        source.setdefault(generic, record)
        first = brand.split(" ")[0].split("/")[0]
        if len(first) > 3 and first.lower() not in generic:
            brands.setdefault(generic, set()).add(first)
    for generic in sorted(source):
        yield generic, "|".join(sorted(brands.get(generic, set()))), source[generic]


def target_rows(data: Path) -> Iterator[tuple[str, str]]:
    """Drug → strategies, as the almanac words them ("PARP inhibition")."""
    for therapy in load(data / f"{MOALMANAC}therapies.json"):
        strategies: list[str] = next(
            (e["value"] for e in therapy["extensions"] if e["name"] == "therapy_strategy"), []
        )
        yield plain(therapy["name"]), "|".join(strategies)


TRIAL = re.compile(r"([A-Za-z][\w-]*(?: \d+)?)(?: (?:study|trial))? \((NCT\d{8})\)")


def trial_rows(data: Path) -> Iterator[tuple[str, str]]:
    """Acronym → registration number, where a record's sentence states both."""
    found: dict[str, str] = {}
    for name in ("statements", "indications"):
        for record in load(data / f"{MOALMANAC}{name}.json"):
            for acronym, nct in TRIAL.findall(record.get("description") or ""):
                if sum(letter.isupper() for letter in acronym) > 1 or acronym[0].isupper():
                    found.setdefault(acronym, nct)
    yield from sorted(found.items())


@dataclass(frozen=True, slots=True)
class Table:
    """A table that is made from records."""

    file: str
    header: str
    rows: Callable[[Path], Iterable[tuple[str, ...]]]
    """From the folder of data sets."""


MADE = (
    Table(
        "genes.tsv.gz",
        "Gene names: HGNC 2024-07 (CC0), aliases also from CIViC 01-Sep-2025 (CC0).\n"
        "symbol, HGNC id, 'clinical' when clinical records speak of it, name,"
        " aliases and previous symbols, those of its names that are ordinary words",
        gene_rows,
    ),
    Table(
        "drugs.tsv",
        "Drug names, bare facts: generic name, brand names, record in which it stands\n"
        "(Molecular Oncology Almanac 2026-05, CIViC 01-Sep-2025, FDA tables 2021-2022, ClinPGx).",
        drug_rows,
    ),
    Table(
        "drug_targets.tsv",
        "Drug and therapeutic strategy, bare facts\n"
        "(Molecular Oncology Almanac 2026-05, therapies).",
        target_rows,
    ),
    Table(
        "trials.tsv",
        "Trial acronym and registration number that a record states together, bare facts\n"
        "(Molecular Oncology Almanac 2026-05).",
        trial_rows,
    ),
)


def make_tables(data: Path, folder: Path) -> None:
    """Write every table that is made from the data sets in ``data`` into ``folder``.

    Raises FileNotFoundError where a data set is not there. The same data sets give the same bytes.
    """
    for table in MADE:
        write_table(folder / table.file, table.header, table.rows(data))


if __name__ == "__main__":
    make_tables(Path(sys.argv[1]), TABLES)
