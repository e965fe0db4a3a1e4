"""Indications of FDA labels as statements: our words, with the label's date looked up.

The label itself says whether an approval is accelerated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.corpus.indications.applies import Keys, applies
from evals.corpus.records import RecordSets
from names.recognise import recognise
from names.tables.rows import read_entries

TABLE = Path(__file__).with_name("fda_labels.txt")


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One row of ``fda_labels.txt``."""

    label: str
    """Brand name in lower case, as moalmanac_db writes it."""
    number: str
    regimen: str
    purpose: str
    applies: Keys
    limit: str

    @property
    def id(self) -> str:
        return f"fda-{self.label}-{self.number}"


def read_rows(path: Path = TABLE) -> tuple[LabelRow, ...]:
    """The rows of the table, in order."""
    return tuple(_row(line) for line in read_entries(path.name, path.parent))


def _row(line: str) -> LabelRow:
    key, regimen, purpose, marks, *limit = (part.strip() for part in line.split(" | "))
    label, _, number = key.partition(":")
    return LabelRow(label, number, regimen, purpose, applies(marks), "".join(limit))


def statement(row: LabelRow, records: RecordSets) -> dict[str, Any]:
    """The statement of one row as a corpus file states it; raises :class:`KeyError` for a row
    that no record answers to."""
    record = records.indications[f"ind:fda.{row.label}:{row.number}"]
    document = f"doc:fda.{row.label}"
    kind = "accelerated" if "accelerated approval" in record["indication"].casefold() else "regular"
    dated = records.moalmanac_documents[document]["publication_date"]
    address = records.moalmanac_url(document)
    if (record["initial_approval_date"] or "") > dated and record["initial_approval_url"]:
        dated, address = record["initial_approval_date"], record["initial_approval_url"]
    regimen = regimen_in_words(row.regimen)
    label = f"FDA label of {dated}, {kind} approval"
    told: dict[str, Any] = {
        "id": row.id,
        "kind": "indication",
        "text": f"{regimen} is indicated in the US ({label}) for {row.purpose}.",
        "limits": [row.limit] if row.limit else [],
        "drugs": list(drugs_of(row.regimen)),
        "applies": row.applies,
        "jurisdiction": "US",
        "as_of": dated,
        "evidence": {"scale": "FDA approval", "value": kind},
        "record": address,
    }
    return {key: value for key, value in told.items() if value}


def regimen_in_words(regimen: str) -> str:
    """``abemaciclib + (an aromatase inhibitor)`` → "Abemaciclib plus an aromatase inhibitor"."""
    parts = (re.sub(r"^\((.*)\)$", r"\1", part.strip()) for part in regimen.split(" + "))
    joined = " plus ".join(parts)
    return joined[:1].upper() + joined[1:]


def drugs_of(regimen: str) -> Iterator[str]:
    """The drugs that a regimen names, each once."""
    found = (
        name for each in recognise(regimen).mentions if each.kind == "drug" for name in each.names
    )
    return iter(dict.fromkeys(found))
