"""A YAML file of statements to a document whose text is made up of them.

``docs/corpus-files.md`` describes the form."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from retrieval.documents import Document
from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.readers.front_matter import document, read_fields
from retrieval.ingestion.readers.statements.fields import SectionFields, StatementFields
from retrieval.ingestion.readers.statements.stated import stated_statement, statement_place
from retrieval.statements.model import Span, Statement

SECTIONS = "sections"


def corpus_document(silo: str, where: str, stated: Mapping[str, Any], name: str) -> Document:
    """The document of a file with sections of statements. Its text is the title, the headings,
    and one paragraph for each statement: the claim and then its limits. ``kind`` is ``digest``
    unless the file says otherwise. Raises :class:`DeclarationInvalid` that names the file, the
    statement and the key."""
    plain = {key: value for key, value in stated.items() if key != SECTIONS}
    whole = document(silo, where, {"kind": "digest", **plain}, "", name)
    text = _TextOfStatements(f"# {whole.title}")
    statements = tuple(
        statement
        for section in _sections(where, stated.get(SECTIONS))
        for statement in _statements(where, section, text)
    )
    _refuse_same_ids(where, statements)
    return replace(
        whole,
        text=text.text,
        version=plain.get("version") or hashlib.sha256(text.text.encode()).hexdigest()[:12],
        statements=statements,
        facts_from=whole.facts_from or _records(statements),
    )


class _TextOfStatements:
    """A text that grows by paragraphs and says where each sentence came to stand."""

    def __init__(self, beginning: str) -> None:
        self.text = beginning

    def add_heading(self, heading: str) -> None:
        if heading:
            self.text += f"\n\n## {heading}"

    def add_paragraph(self, sentences: Sequence[str]) -> tuple[Span, ...]:
        self.text += "\n\n"
        spans: list[Span] = []
        for number, sentence in enumerate(sentences):
            self.text += " " if number else ""
            spans.append((len(self.text), len(self.text) + len(sentence)))
            self.text += sentence
        return tuple(spans)


def _sections(where: str, stated: object) -> Iterator[SectionFields]:
    if not isinstance(stated, list) or not stated:
        raise DeclarationInvalid(f"{where}: sections must be a list of headings with statements.")
    for number, section in enumerate(stated, start=1):
        if not isinstance(section, dict) or not section.get("statements"):
            raise DeclarationInvalid(f"{where}: section {number} has no statements.")
        yield read_fields(SectionFields, f"{where}: section {number}", section)


def _statements(where: str, section: SectionFields, text: _TextOfStatements) -> Iterator[Statement]:
    text.add_heading(section.heading)
    for number, stated in enumerate(section.statements, start=1):
        place = statement_place(where, stated, number)
        fields = read_fields(StatementFields, place, stated)
        spans = text.add_paragraph((fields.text, *fields.limits))
        yield stated_statement(fields, spans, section.heading)


def _refuse_same_ids(where: str, statements: Sequence[Statement]) -> None:
    seen: set[str] = set()
    for statement in statements:
        if statement.id in seen:
            raise DeclarationInvalid(f"{where}: statement {statement.id} is given twice.")
        seen.add(statement.id)


def _records(statements: Sequence[Statement]) -> tuple[str, ...]:
    """All records that the statements name, each once."""
    return tuple(dict.fromkeys(each.record for each in statements if each.record))
