"""Judged sets: documents, queries, and which documents answer which query.

Sets in the layout of BEIR (Thakur et al. 2021) are read from files; named ones from the data folder
that is given, of which nothing is shipped.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.running.errors import MeasurementFailed
from retrieval.documents import Document

SILO = "pubmed"
"""Sets are searched as this silo would be."""


class SetInvalid(MeasurementFailed):
    """A judged set cannot be read; the text says where and why."""


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """A set ready to be searched. Queries without a relevant document are not in it."""

    name: str
    documents: tuple[Document, ...]
    queries: Mapping[str, str]
    gains: Mapping[str, Mapping[str, int]]
    """By query, by document: how relevant, above 0."""


def read_set(name: str, corpus: Path, queries: Path, qrels: Path) -> JudgedSet:
    """A set in BEIR layout, each file plain or in gzip. Raises :class:`SetInvalid`."""
    documents = tuple(
        _document(corpus, number, row) for number, row in enumerate(read_json_rows(corpus), start=1)
    )
    known = {document.id for document in documents}
    if len(known) < len(documents):
        raise SetInvalid(f"{corpus.name} gives a document id twice.")
    asked = {_text(queries, n, row, "_id"): _text(queries, n, row, "text")
             for n, row in enumerate(read_json_rows(queries), start=1)}  # fmt: skip
    gains = _gains(qrels, frozenset(asked), frozenset(known))
    return make_judged_set(name, documents, asked, gains)


def make_judged_set(
    name: str,
    documents: tuple[Document, ...],
    queries: Mapping[str, str],
    gains: Mapping[str, Mapping[str, int]],
) -> JudgedSet:
    """The set with those queries only that have a relevant document."""
    kept = {query: text for query, text in queries.items() if gains.get(query)}
    if not kept:
        raise SetInvalid(f"{name}: no query has a relevant document.")
    return JudgedSet(name, documents, kept, {query: gains[query] for query in kept})


def sample_queries(judged_set: JudgedSet, queries: int) -> JudgedSet:
    """So many of the queries, evenly through the set in the order of their ids, with all
    documents."""
    order = sorted(judged_set.queries)
    step = max(1, len(order) // max(1, queries))
    kept = order[::step][:queries]
    return JudgedSet(
        judged_set.name,
        judged_set.documents,
        {query: judged_set.queries[query] for query in kept},
        {query: judged_set.gains[query] for query in kept},
    )


def take_part(whole: JudgedSet, name: str, *, queries: int, others: int) -> JudgedSet:
    """So many of the queries, the documents judged for them, and so many of the other documents,
    so that embedding takes minutes instead of an hour."""
    part = sample_queries(whole, queries)
    wanted = {document for graded in part.gains.values() for document in graded}
    judged = [document for document in whole.documents if document.id in wanted]
    rest = [document for document in whole.documents if document.id not in wanted]
    return JudgedSet(name, (*judged, *rest[:others]), part.queries, part.gains)


def make_document(name: str, title: str, text: str) -> Document:
    """A document of a judged set."""
    return Document(silo=SILO, id=name, version="1", title=title, text=text)


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a text file, plain or in gzip. Raises :class:`SetInvalid`."""
    try:
        content = path.read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        # Not splitlines(): texts hold separators that it would break a line at.
        for line in content.decode("utf-8-sig").split("\n"):
            yield line.removesuffix("\r")
    except FileNotFoundError:
        raise SetInvalid(f"There is no file {path}.") from None
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise SetInvalid(f"{path.name} cannot be read as text in UTF-8.") from error


def read_json_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The objects of a file of JSON lines. Raises :class:`SetInvalid`."""
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise SetInvalid(f"{path.name} line {number} is not JSON.") from error
        if not isinstance(row, dict):
            raise SetInvalid(f"{path.name} line {number} is no JSON object.")
        yield row


def _text(path: Path, number: int, row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str | int) or value == "":
        raise SetInvalid(f"{path.name} line {number} has no “{key}”.")
    return str(value)


def _document(path: Path, number: int, row: Mapping[str, Any]) -> Document:
    title, text = str(row.get("title") or ""), str(row.get("text") or "")
    if not (title or text):
        raise SetInvalid(f"{path.name} line {number} has neither title nor text.")
    return make_document(_text(path, number, row, "_id"), title, text)


def _gains(
    path: Path, queries: frozenset[str], documents: frozenset[str]
) -> dict[str, dict[str, int]]:
    gains: dict[str, dict[str, int]] = {}
    for number, line in enumerate(read_lines(path), start=1):
        cells = line.split("\t") if "\t" in line else line.split()
        if not line.strip() or (number == 1 and not cells[-1].lstrip("-").isdecimal()):
            continue
        if len(cells) == 4:
            del cells[1]
        if len(cells) != 3 or not cells[2].lstrip("-").isdecimal():
            raise SetInvalid(f"{path.name} line {number} is not query, document, grade.")
        query, name, grade = cells[0], cells[1], int(cells[2])
        if query not in queries:
            raise SetInvalid(f"{path.name} line {number} names a query that is not there: {query}.")
        if name not in documents:
            raise SetInvalid(f"{path.name} line {number} names an unknown document: {name}.")
        if grade > 0:
            gains.setdefault(query, {})[name] = grade
    return gains
