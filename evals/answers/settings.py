"""The settings in which the samples are asked, each with silos in a data folder of its own."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evals.answers.samples import SamplesInvalid
from evals.questions.asking import fill_silos

SettingName = Literal["shipped", "labels", "records"]
SETTINGS: tuple[SettingName, ...] = ("shipped", "labels", "records")
LABELS = "kb_fda_labels_unstructured*.jsonl.gz"
RECORDS = "kb_fda_structured_2025*.jsonl.gz"
"""The records that the targets of the samples belong to."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is ingested beside the shipped silos."""

    labels: Path
    records: Path


def knowledge(folder: Path) -> Knowledge:
    """The files of ``folder/shared``. Raises :class:`SamplesInvalid` with the one that is
    missing."""
    return Knowledge(_one(folder / "shared", LABELS), _one(folder / "shared", RECORDS))


def _one(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise SamplesInvalid(f"There is no {pattern} in {folder}.")
    return found[-1]


def fill(
    setting: SettingName,
    files: Knowledge,
    environment: Mapping[str, str],
    say: Callable[[str], None],
) -> None:
    """Fill the silos of a setting; what is there already is not read again."""
    home = Path(environment["CURBSIDE_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    say(f"{setting}: filling the silos")
    fill_silos(environment)
    if setting == "labels":
        folder = home / "label_texts"
        write_labels(files.labels, folder / "drug_information")
        fill_silos(environment, str(folder))
    elif setting == "records":
        fill_silos(
            environment, "indications", "--silo", "indications", "--file", str(files.records)
        )


def write_labels(source: Path, folder: Path) -> None:
    """The label texts as a file of JSON lines, as ``curbside ingest FOLDER`` takes them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with gzip.open(source, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    lines = (json.dumps(label_document(row), ensure_ascii=False) for row in rows)
    (folder / "labels.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def label_document(row: Mapping[str, Any]) -> dict[str, str]:
    """One label as a document. The texts of the set are in small letters with the points of a list
    in one line: each point becomes a line of its own that begins with a capital."""
    text = str(row["text"])
    points = [_capital(part.strip()) for part in text.split("•") if part.strip()]
    brand = text.split(maxsplit=1)[0]
    body = "\n".join([points[0], *(f"- {point}" for point in points[1:])])
    return {
        "id": str(row["_id"]),
        "title": f"{_capital(brand)}: indications of the FDA label",
        "organisation": "FDA label",
        "text": f"# {_capital(brand)}\n\n## Indications\n\n{body}",
    }


def _capital(text: str) -> str:
    return ". ".join(f"{part[:1].upper()}{part[1:]}" for part in text.split(". "))
