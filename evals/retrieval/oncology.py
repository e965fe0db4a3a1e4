"""Two judged sets on drug indications, made from public tables on the spot.

``oncology_labels``: questions of Jun et al. (Cancer Cell 2026) that name a disease and biomarkers;
to be found are the FDA labels of drugs that the questions' authors hold to be right. Their
structured knowledge base shares the questions' sentence, so only the labels' own text is searched.
``oncology_paraphrased`` asks the same in their other wordings.

``oncology_indications``: for every pair of biomarkers and disease in the Molecular Oncology
Almanac, the indications of five agencies that rest on it. The question is composed of the names of
biomarkers and disease as the tables have them, and never of an indication's own words.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evals.retrieval.judged_sets import (
    JudgedSet,
    SetInvalid,
    make_document,
    make_judged_set,
    read_json_rows,
)
from retrieval.documents import Document

_BRAND = re.compile(r"indication:\s*([a-z][\w-]*)")


def oncology_labels(data: Path, *, paraphrased: bool = False) -> JudgedSet:
    """106 labels; the questions of the set, or three other wordings of each."""
    folder = data / "precision_oncology_qa"
    labels = list(read_json_rows(folder / "shared" / "kb_fda_labels_unstructured_2025-10.jsonl.gz"))
    entries = read_json_rows(folder / "shared" / "kb_fda_structured_2025-10.jsonl.gz")
    brands = {str(row["_id"]): _brand(str(row["text"])) for row in entries}
    by_brand: defaultdict[str, list[str]] = defaultdict(list)
    for label in labels:
        by_brand[str(label["text"]).split()[0].strip(",.")].append(str(label["_id"]))
    queries: dict[str, str] = {}
    gains: dict[str, dict[str, int]] = {}
    for row in read_json_rows(folder / "dev" / "synthetic_queries.jsonl"):
        wanted = {brands.get(str(entry), "") for entry in row["relevant_ids"]}
        found = {name: 1 for brand in sorted(wanted) for name in by_brand.get(brand, ())}
        texts = [each["query"] for each in row["paraphrases"]] if paraphrased else [row["text"]]
        for number, text in enumerate(texts):
            queries[f"{row['_id']}-{number}"] = text
            gains[f"{row['_id']}-{number}"] = found
    documents = tuple(make_document(str(label["_id"]), "", str(label["text"])) for label in labels)
    name = "oncology_paraphrased" if paraphrased else "oncology_labels"
    return make_judged_set(name, documents, queries, gains)


def oncology_indications(data: Path) -> JudgedSet:
    """857 indications; one question per pair of biomarkers and disease."""
    folder = data / "moalmanac_db" / "shared"
    diseases = {row["id"]: str(row["name"]) for row in _table(folder, "diseases")}
    markers = {row["id"]: str(row["name"]) for row in _table(folder, "biomarkers")}
    propositions = {row["id"]: row for row in _table(folder, "propositions")}
    gains: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for statement in _table(folder, "statements"):
        proposition = propositions[statement["proposition_id"]]
        names = sorted(markers[number] for number in proposition["biomarkers"])
        disease = diseases[proposition["conditionQualifier_id"]]
        if names and statement.get("indication_id"):
            question = f"treatment of {disease} with {', '.join(names)}"
            gains[question][str(statement["indication_id"])] = 1
    documents = tuple(_indication(row) for row in _table(folder, "indications"))
    queries = {f"q{number}": question for number, question in enumerate(sorted(gains))}
    return make_judged_set(
        "oncology_indications",
        documents,
        queries,
        {number: gains[question] for number, question in queries.items()},
    )


def _indication(row: Mapping[str, Any]) -> Document:
    return make_document(str(row["id"]), "", str(row["indication"]))


def _brand(text: str) -> str:
    found = _BRAND.search(text)
    return found[1] if found else ""


def _table(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / f"{name}.json"
    try:
        rows: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise SetInvalid(f"There is no file {path}.") from None
    except ValueError as error:
        raise SetInvalid(f"{path.name} is not JSON.") from error
    return rows
