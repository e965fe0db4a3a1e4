"""The public record sets that corpus documents take their facts from, read by ``facts_from`` key.

A key is ``<dataset>:<record>``; :meth:`RecordSets.text` turns it into the text in which the numbers
and identifiers of a document must occur. Sets are read when first asked for.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from evals.corpus.tokens import compact

Row = Mapping[str, Any]

CIVIC_RELEASE = "01-Sep-2025"
_CIVIC_INTERNAL = ("doid", "phenotypes", "is_flagged", "_url", "_id", "_ids", "_score")
"""Endings of columns whose numbers say nothing about a tumour and would confirm strangers."""
_CIVIC_CITED = frozenset({"citation_id", "asco_abstract_id", "nct_ids"})


class RecordUnknown(LookupError):
    """No record stands under a ``facts_from`` key. The text names the key."""


class RecordSets:
    """Reads the record sets under one folder (``CURBSIDE_DATA``)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._readers: dict[str, Callable[[str], str | None]] = {
            "civic_2025-09": self._civic_text,
            "moalmanac_db": self._moalmanac_text,
            "precision_oncology_qa": self._knowledge_base_text,
            "pgx": self._pgx_text,
            "pubmed_oncology_abstracts": lambda key: _text_of(self.abstracts.get(key)),
            "scifact_beir": lambda key: _text_of(self._scifact.get(key)),
            "bioasq_retrieval": lambda key: _text_of(self._bioasq.get(key)),
            "api_fixtures": self._fixture_text,
            "ncbi_recordings": self._ncbi_text,
            "gene_reference": self._gene_reference_text,
            "medquad_cancergov_ghr": lambda key: _text_of(self.medquad.get(key)),
        }

    def text(self, key: str) -> str:
        """The text of the record under ``key``; raises :class:`RecordUnknown`."""
        dataset, _, record = key.partition(":")
        reader = self._readers.get(dataset)
        text = reader(record) if reader and record else None
        if dataset == "https":
            text = self._address_text(key)
        if text is None:
            raise RecordUnknown(key)
        return text

    def _address_text(self, address: str) -> str | None:
        """What the sets hold of a public address: a label, an abstract, an evidence item."""
        forms: tuple[tuple[str, Callable[[str], str | None]], ...] = (
            (
                r"https://civicdb\.org/links/evidence_items/(\d+)",
                lambda n: self._civic_text(f"EID{n}"),
            ),
            (r"https://civicdb\.org/links/assertions/(\d+)", lambda n: self._civic_text(f"AID{n}")),
            (r"https://pubmed\.ncbi\.nlm\.nih\.gov/(\d+)/?", self._abstract_text),
        )
        for pattern, reader in forms:
            if found := re.fullmatch(pattern, address):
                return reader(found[1])
        return "\n".join(self._labels.get(address, ())) or None

    def _abstract_text(self, pmid: str) -> str | None:
        return _text_of(self.abstracts.get(pmid) or self._bioasq.get(pmid))

    @cached_property
    def _labels(self) -> dict[str, list[str]]:
        """What is recorded of a regulatory document and its indications, by its address."""
        labels: dict[str, list[str]] = {}
        if not (self._folder / "moalmanac_db").is_dir():
            return labels
        for name, row in self.moalmanac_documents.items():
            if address := self.moalmanac_url(name):
                labels.setdefault(address, []).append(_flat(row))
        for row in self.indications.values():
            addresses = {self.moalmanac_url(row["document_id"]), row["initial_approval_url"]}
            for address in filter(None, addresses):
                labels.setdefault(address, []).append(_flat(row))
        return labels

    # --- CIViC ---

    @cached_property
    def evidence(self) -> dict[str, Row]:
        """CIViC evidence items by number."""
        return self._civic("ClinicalEvidenceSummaries", "evidence_id")

    @cached_property
    def assertions(self) -> dict[str, Row]:
        """CIViC assertions by number."""
        return self._civic("AssertionSummaries", "assertion_id")

    @cached_property
    def profiles(self) -> dict[str, Row]:
        """CIViC molecular profiles by number."""
        return self._civic("MolecularProfileSummaries", "molecular_profile_id")

    @cached_property
    def features(self) -> dict[str, Row]:
        """CIViC genes, fusions and factors by number."""
        return self._civic("FeatureSummaries", "feature_id")

    def _civic(self, table: str, key: str) -> dict[str, Row]:
        path = f"civic_2025-09/shared/{CIVIC_RELEASE}-{table}.tsv.gz"
        return {row[key]: row for row in self._tsv(path)}

    def _civic_text(self, key: str) -> str | None:
        tables = {
            "EID": lambda: self.evidence,
            "AID": lambda: self.assertions,
            "MPID": lambda: self.profiles,
            "FID": lambda: self.features,
        }
        prefix = key.rstrip("0123456789")
        if prefix not in tables:
            return None
        row = tables[prefix]().get(key.removeprefix(prefix))
        if row is None:
            return None
        shown = {
            name: value
            for name, value in row.items()
            if name in _CIVIC_CITED or not name.endswith(_CIVIC_INTERNAL)
        }
        return f"{key} CIViC release {CIVIC_RELEASE} 2025-09-01\n{_flat(shown)}"

    # --- Regulatory indications and knowledge bases ---

    @cached_property
    def moalmanac_documents(self) -> dict[str, Row]:
        """Regulatory documents of MOAlmanac by id, such as ``doc:fda.verzenio``."""
        return {row["id"]: row for row in self._json("moalmanac_db/shared/documents.json")}

    @cached_property
    def indications(self) -> dict[str, Row]:
        """Regulatory indications of MOAlmanac by id, such as ``ind:fda.verzenio:0``."""
        return {row["id"]: row for row in self._json("moalmanac_db/shared/indications.json")}

    @cached_property
    def _moalmanac_urls(self) -> dict[str, str]:
        return {row["id"]: row["url"] for row in self._json("moalmanac_db/shared/urls.json")}

    def moalmanac_url(self, document: str, kind: str = "label") -> str:
        """The address of a regulatory document; empty when none of that kind is recorded."""
        for url in self.moalmanac_documents[document]["urls"]:
            if url.endswith(f":{kind}"):
                return self._moalmanac_urls.get(url, "")
        return ""

    def _moalmanac_text(self, key: str) -> str | None:
        table, _, record = key.partition("/")
        if table == "documents" and record in self.moalmanac_documents:
            row = self.moalmanac_documents[record]
            urls = [self._moalmanac_urls.get(url, "") for url in row["urls"]]
            return "\n".join([_flat(row), *urls])
        if table == "indications":
            return _text_of(self.indications.get(record))
        return None

    @cached_property
    def _knowledge_bases(self) -> dict[str, dict[str, Row]]:
        return {}

    def knowledge_base(self, stem: str) -> dict[str, Row]:
        """One knowledge base of the precision-oncology question set, by record id."""
        if stem not in self._knowledge_bases:
            path = f"precision_oncology_qa/shared/{stem}.jsonl.gz"
            rows = self._jsonl(path) if (self._folder / path).is_file() else iter(())
            self._knowledge_bases[stem] = {row["_id"]: row for row in rows}
        return self._knowledge_bases[stem]

    def _knowledge_base_text(self, key: str) -> str | None:
        stem, _, record = key.partition("/")
        return _text_of(self.knowledge_base(stem).get(record))

    # --- Pharmacogenomics ---

    @cached_property
    def recommendations(self) -> dict[str, Row]:
        """ClinPGx recommendations by id, such as ``pgx-0000``."""
        rows = self._jsonl("pgx/shared/clinpgx_recommendations.jsonl.gz")
        return {row["_id"]: row for row in rows}

    @cached_property
    def fda_biomarkers(self) -> Row:
        """The FDA table of pharmacogenomic biomarkers in drug labelling."""
        table: Row = self._json("pgx/shared/fda_pgx_biomarker_table.json")
        return table

    @cached_property
    def fda_associations(self) -> Row:
        """The FDA table of pharmacogenetic associations."""
        table: Row = self._json("pgx/shared/fda_pgx_associations_table.json")
        return table

    def _pgx_text(self, key: str) -> str | None:
        stem, _, record = key.partition("/")
        if stem == "clinpgx_recommendations":
            return _text_of(self.recommendations.get(record))
        tables = {
            "fda_pgx_biomarker_table": lambda: self.fda_biomarkers,
            "fda_pgx_associations_table": lambda: self.fda_associations,
        }
        if stem not in tables:
            return None
        table = tables[stem]()
        rows = [row for row in table["table"] if row["Drug"] == record]
        if not rows:
            return None
        about = {name: value for name, value in table.items() if name != "table"}
        return "\n".join([_flat(about), *map(_flat, rows)])

    # --- Literature, trials, genes ---

    @cached_property
    def abstracts(self) -> dict[str, Row]:
        """Oncology abstracts by PMID."""
        rows = self._jsonl("pubmed_oncology_abstracts/shared/abstracts.jsonl.gz")
        return {row["_id"]: row for row in rows}

    @cached_property
    def _scifact(self) -> dict[str, Row]:
        return {row["_id"]: row for row in self._jsonl("scifact_beir/shared/corpus.jsonl.gz")}

    @cached_property
    def _bioasq(self) -> dict[str, Row]:
        return {row["_id"]: row for row in self._jsonl("bioasq_retrieval/shared/corpus.jsonl.gz")}

    @cached_property
    def medquad(self) -> dict[str, Row]:
        """PDQ and Genetics Home Reference questions and answers by id."""
        folder = "medquad_cancergov_ghr/shared"
        files = ("cancergov_pdq_qa.jsonl.gz", "ghr_qa.jsonl.gz")
        return {row["id"]: row for file in files for row in self._jsonl(f"{folder}/{file}")}

    def _fixture_text(self, key: str) -> str | None:
        path = self._folder / "api_fixtures/shared" / key
        inside = path.resolve().is_relative_to((self._folder / "api_fixtures").resolve())
        if not inside or not path.is_file():
            return None
        captured = self._capture_dates.get(key.removeprefix("biomcp/"), "")
        return f"{key}\n{captured}\n{path.read_text(encoding='utf-8', errors='replace')}"

    @cached_property
    def _capture_dates(self) -> dict[str, str]:
        """When each recorded answer was captured, by its path below ``biomcp``."""
        receipts = self._json("api_fixtures/shared/biomcp/receipts.json")
        return {row["path"]: row["receipt"]["captured_at"] for row in receipts}

    @cached_property
    def gene_summaries(self) -> dict[str, Row]:
        """NCBI esummary documents by ``<db>/<uid>``."""
        rows = self._jsonl("ncbi_recordings/shared/esummary_docs.jsonl.gz")
        return {f"{row['db']}/{row['uid']}": row["doc"] for row in rows}

    @cached_property
    def _gene_texts(self) -> dict[str, str]:
        rows = self._jsonl("ncbi_recordings/shared/gene_efetch_text.jsonl.gz")
        return {f"{row['db']}/{row['uid']}": row["text"] for row in rows}

    def _ncbi_text(self, key: str) -> str | None:
        parts = [_text_of(self.gene_summaries.get(key)), self._gene_texts.get(key)]
        return "\n".join(part for part in parts if part) or None

    @cached_property
    def genes(self) -> dict[str, Row]:
        """HGNC rows by HGNC id, such as ``HGNC:1100``."""
        return {
            row["hgnc_id"]: row for row in self._tsv("gene_reference/shared/hgnc_2024-07.tsv.gz")
        }

    @cached_property
    def gene_names(self) -> frozenset[str]:
        """Every approved symbol, alias and previous symbol of HGNC, in lower case."""
        names: set[str] = set()
        for row in self.genes.values():
            listed = f"{row['symbol']}, {row['alias_symbols']}, {row['prev_symbols']}"
            names.update(name.casefold() for name in listed.split(", ") if name)
        return frozenset(names)

    @cached_property
    def compact_gene_names(self) -> frozenset[str]:
        """The names of genes as :func:`evals.corpus.tokens.compact` writes them."""
        return frozenset(compact(name) for name in self.gene_names)

    @cached_property
    def positions(self) -> dict[str, Row]:
        """Positions on GRCh38 by Ensembl gene id."""
        rows = self._tsv("gene_reference/shared/ensembl_genes_grch38.tsv.gz")
        return {row["ensgene"]: row for row in rows}

    def _gene_reference_text(self, key: str) -> str | None:
        row = self.genes.get(key)
        if row is None:
            return None
        position = self.positions.get(row["ensembl_gene_id"])
        return f"HGNC 2024-07 GRCh38\n{_flat(row)}\n{_flat(position or {})}"

    # --- Files ---

    def _open(self, path: str) -> str:
        content = (self._folder / path).read_bytes()
        return (gzip.decompress(content) if path.endswith(".gz") else content).decode("utf-8")

    def _json(self, path: str) -> Any:
        return json.loads(self._open(path))

    def _jsonl(self, path: str) -> Iterator[Row]:
        return (json.loads(line) for line in self._open(path).splitlines() if line.strip())

    def _tsv(self, path: str) -> Iterator[Row]:
        return csv.DictReader(io.StringIO(self._open(path)), delimiter="\t", quoting=csv.QUOTE_NONE)


def _text_of(record: Row | None) -> str | None:
    return None if record is None else _flat(record)


def _flat(value: object) -> str:
    """Every value inside a record, one a line, with the name of the field before it."""
    if isinstance(value, Mapping):
        return "\n".join(f"{name}: {_flat(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return "\n".join(_flat(inner) for inner in value)
    return "" if value is None else str(value)
