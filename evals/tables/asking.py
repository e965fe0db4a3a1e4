"""The questions, and whether what is computed has their numbers."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.analyses.analysing import analyse
from agents.analyses.contract import Analysis
from evals.running.errors import MeasurementFailed
from evals.tables.xport import csv_of_xport
from names.tables.rows import read_pairs
from retrieval.ingestion.readers import read_attachment
from retrieval.tables.card import table_card
from retrieval.tables.contract import DataTable
from retrieval.tables.tables_in_text import tables_of

SET = "clinical_tables"
_HERE = Path(__file__).parent
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """A question with its exact answer."""

    id: str
    file: str
    question: str
    answer: Any
    tolerance: Any
    asked: str
    """What is asked for it in our words; empty for an analysis that is not offered."""


@dataclass(frozen=True, slots=True)
class TableScore:
    """Whether the numbers of an answer were all there, and what was said."""

    question: TableQuestion
    right: bool
    said: str


def read_questions(data: Path | None) -> tuple[TableQuestion, ...]:
    """The questions of the set, with what is asked for each."""
    path = (data or Path("missing")) / SET / "dev" / "analysis_questions.jsonl"
    if data is None or not path.exists():
        raise MeasurementFailed(
            f"{SET} is not at hand: name the folder of data sets with --data or CURBSIDE_DATA."
        )
    # Ours, whose answers were computed without any of what computes ours: Newton's method on the
    # partial likelihood in NumPy, and Fisher's test as a sum of combinations.
    own = map(json.loads, (_HERE / "own_questions.jsonl").read_text(encoding="utf-8").splitlines())
    asked = read_pairs("questions.tsv", _HERE)
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return tuple(
        TableQuestion(
            id=row["id"],
            file=row["file"],
            question=row["question"],
            answer=row["answer"],
            tolerance=row["tolerance"],
            asked=row.get("asked") or asked.get(row["id"], ""),
        )
        for row in (*rows, *own)
    )


def score_question(question: TableQuestion, data: Path) -> TableScore:
    """What is computed, held against the answer."""
    if not question.asked:
        return TableScore(question, False, "not offered")
    tables = tables_of(_text_of(data / SET / "shared" / question.file))
    if question.tolerance == "text":
        said = _label_of(tables, question.asked)
        return TableScore(question, said == question.answer, said)
    outcomes = analyse(question.asked, tables)
    found = [each for each in outcomes if isinstance(each, Analysis)]
    said = " | ".join(map(_words, found)) or str(outcomes[0])
    return TableScore(question, bool(found) and _has(question, found), said)


def _text_of(path: Path) -> str:
    packed = path.with_name(f"{path.name}.gz")
    if packed.exists():
        content = csv_of_xport(gzip.decompress(packed.read_bytes()))
        return read_attachment(f"{path.stem}.csv", content)
    return read_attachment(path.name, path.read_bytes())


def _label_of(tables: tuple[DataTable, ...], name: str) -> str:
    columns = (column for table in tables for column in table_card(table).columns)
    found = next((c.meaning for c in columns if c.name == name and c.meaning), None)
    return found.words if found else ""


def _words(found: Analysis) -> str:
    rows = "; ".join(", ".join(row) for row in found.rows)
    return f"{found.title}: {rows}. {' '.join(found.said)}"


def _has(question: TableQuestion, found: list[Analysis]) -> bool:
    """Whether every number of the answer is told where it belongs: in the row of its group, where
    the answer names groups; a median that is not reached as that."""
    return all(
        any(_tells(value, tolerance, words) for words in _places(found, group, question))
        for group, value, tolerance in _values(question.answer, question.tolerance)
    )


def _places(found: list[Analysis], group: str, question: TableQuestion) -> list[str]:
    rows = [row for each in found for row in each.rows]
    heads = [each.heads for each in found]
    own = [" ".join(row[1:]) for row in rows if row[0] == group]
    for names in heads:
        if group in names:
            place = names.index(group)
            own += [row[place] for row in rows if len(row) == len(names)]
    if own:
        return own
    named = [" ".join(r[1:]) for r in rows if f"“{r[0]}”" in question.question.replace('"', "“")]
    wanted = re.search(r"= (\w+)\.?$|in arm \"([^\"]+)\"", question.question)
    if wanted:
        name = wanted[1] or wanted[2]
        return [" ".join(row[1:]) for row in rows if row[0] == name]
    return named or [" ".join(row[1:]) for row in rows] + [s for each in found for s in each.said]


def _values(answer: Any, tolerance: Any, group: str = "") -> Iterator[tuple[str, Any, float]]:
    """Group, number and tolerance of each number of an answer."""
    if not isinstance(answer, Mapping):
        yield group, answer, float(tolerance)
        return
    for name, value in answer.items():
        own = tolerance[name] if isinstance(tolerance, Mapping) else tolerance
        yield from _values(value, own, name if isinstance(value, Mapping) or not group else group)


def _tells(value: Any, tolerance: float, words: str) -> bool:
    if value is None:
        return "not reached" in words
    return any(abs(float(n) - float(value)) <= tolerance + 1e-9 for n in _NUMBER.findall(words))
