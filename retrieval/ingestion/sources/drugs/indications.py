"""Indications as records: a table or JSON lines with tumour, markers and regimen in columns.

A hospital's own list, or a curation that may not be shipped (MOAlmanac's structured statements):
columns are told by their names, so that the file need not be rewritten. One statement is made for
each regimen and indication: rows that differ in one marker only ("ER positive", "PR positive")
are one statement with both. ``docs/sources.md`` lists the columns.
"""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

from retrieval.errors import RequestInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.drugs.indication_documents import documents
from retrieval.ingestion.sources.drugs.indication_rows import Indication, RowInvalid, indication

PER_PAGE = 50
"""Documents a page; chosen by hand: a second or two of reading."""


class Indications:
    """One document for each tumour and the genes it is treated for, with a statement for each
    regimen. Terms narrow the file to these drugs or tumours; ``since`` keeps rows of that day or
    later."""

    @property
    def name(self) -> str:
        return "indications"

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Documents of the file after the cursor, which counts them. Raises :class:`RequestInvalid`
        without a file."""
        if request.file is None:
            raise RequestInvalid("It is read from a file: give --file FILE.jsonl or FILE.csv.")
        records, problems = await asyncio.to_thread(_read, request.file, request)
        start = int(cursor) if cursor.isdecimal() else 0
        for first in range(start, max(len(records), start + 1), PER_PAGE):
            last = first + PER_PAGE >= len(records)
            yield Page(
                records=tuple(records[first : first + PER_PAGE]),
                cursor="" if last else str(first + PER_PAGE),
                total=len(records),
                problems=tuple(problems) if first == start else (),
            )

    async def close(self) -> None:
        """There is nothing to let go of."""


def _read(path: Path, request: HarvestRequest) -> tuple[list[Record], list[Problem]]:
    """All documents of the file, and the rows that could not be read."""
    found: list[Indication] = []
    problems: list[Problem] = []
    for number, row in enumerate(_rows(path), start=1):
        try:
            one = indication(row, f"{_stem(path)}-{number}")
        except RowInvalid as error:
            problems.append(Problem(f"{path.name} row {number}", str(error)))
            continue
        if _is_asked_for(one, request):
            found.append(one)
    found = found[: request.limit]
    made = documents(found, silo=request.silo, collection=_stem(path))
    return [Record(document=each, raw=raw) for each, raw in made], problems


def _is_asked_for(row: Indication, request: HarvestRequest) -> bool:
    wanted = {term.strip().casefold() for term in request.terms}
    names = {*row.regimen, row.disease.casefold(), *row.tumours}
    return (not wanted or bool(wanted & names)) and (not request.since or row.date >= request.since)


def _stem(path: Path) -> str:
    """The file's name without its endings, for ids."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", path.name.partition(".")[0]).strip("-._") or "records"


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Rows of JSON lines, CSV or TSV, plain or in gzip, by the names of their columns."""
    try:
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8-sig", newline="") as file:
            if ".jsonl" in path.suffixes:
                yield from (_json_row(line, path) for line in file if line.strip())
            else:
                delimiter = "\t" if ".tsv" in path.suffixes else ","
                yield from csv.DictReader(file, delimiter=delimiter)
    except FileNotFoundError as error:
        raise RequestInvalid(f"There is no file {path.name}.") from error
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        raise RequestInvalid(f"{path.name} cannot be read as a table in UTF-8.") from error


def _json_row(line: str, path: Path) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise RequestInvalid(f"{path.name} does not hold one JSON object a line.") from error
    if not isinstance(row, dict):
        raise RequestInvalid(f"{path.name} does not hold one JSON object a line.")
    return row
