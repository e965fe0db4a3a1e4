"""Statements that the front matter of a document makes on words of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.readers.front_matter import SHOWN, read_fields
from retrieval.ingestion.readers.statements.fields import QuotedFields
from retrieval.ingestion.readers.statements.stated import stated_statement, statement_place
from retrieval.statements.model import Span, Statement

KEY = "statements"
_HEADING = re.compile(r"^#{2,6}[ \t]+(?=\S)(.+)$", re.MULTILINE)


def quoted_statements(where: str, stated: object, text: str) -> tuple[Statement, ...]:
    """The statements of the key ``statements``, with spans of this text. Raises
    :class:`DeclarationInvalid` for a quote that does not stand there."""
    if not isinstance(stated, list):
        raise DeclarationInvalid(f"{where}: statements must be a list.")
    found = tuple(_statements(where, cast("list[object]", stated), text))
    ids = [statement.id for statement in found]
    for name in ids:
        if ids.count(name) > 1:
            raise DeclarationInvalid(f"{where}: statement {name} is given twice.")
    return found


def _statements(where: str, stated: list[object], text: str) -> Iterator[Statement]:
    headings = [(found.start(), found[1].strip()) for found in _HEADING.finditer(text)]
    for number, entry in enumerate(stated, start=1):
        if not isinstance(entry, dict):
            raise DeclarationInvalid(f"{where}: statement {number} must be keys with values.")
        keys = cast("dict[str, Any]", entry)
        place = statement_place(where, keys, number)
        fields = read_fields(QuotedFields, place, keys)
        spans = tuple(_span(place, words, text) for words in (fields.quote, *fields.limits))
        above = [title for start, title in headings if start < spans[0][0]]
        yield stated_statement(fields, spans, above[-1] if above else "")


def _span(place: str, words: str, text: str) -> Span:
    """Where the words stand; line breaks and blanks count alike."""
    found = re.search(r"\s+".join(map(re.escape, words.split())), text)
    if found is None:
        raise DeclarationInvalid(f"{place}: “{words[:SHOWN]}” does not stand in the text.")
    return found.span()
