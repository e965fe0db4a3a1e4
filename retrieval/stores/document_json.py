"""A document as JSON and back, the same in every place that stores one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from retrieval.documents import Document
from retrieval.statements.model import Statement, StatementNames

_DOCUMENT = TypeAdapter(Document)
_LATER: Mapping[str, object] = {"kind": "original", "names": (), "statements": ()}
"""Fields that came later, with the value at which they are left out: documents that do not use
them keep their fingerprint."""


def to_json(document: Document) -> str:
    """All fields in an order that never changes: names sorted, no blanks, no escapes. Of
    statements and their names only what they say: most of their fields are empty."""
    fields = _DOCUMENT.dump_python(replace(document, statements=(), names=()))
    # As JSON: 18 of a field of floats is written 18.0, as it is once it was read from there.
    for name, form in _forms().items():
        parts = form.dump_python(getattr(document, name), exclude_defaults=True, mode="json")
        fields[name] = tuple(parts)
    for name, default in _LATER.items():
        if fields[name] == default:
            del fields[name]
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@cache
def _forms() -> Mapping[str, TypeAdapter[Any]]:
    """Of the fields with most of their own fields empty. Made when they are used: who asks a
    question writes no documents."""
    return {
        "statements": TypeAdapter(tuple[Statement, ...]),
        "names": TypeAdapter(tuple[StatementNames, ...]),
    }


def from_json(body: str) -> Document:
    """The document of :func:`to_json`. Raises :class:`ValueError` for anything else."""
    return _DOCUMENT.validate_json(body)


def from_fields(fields: Mapping[str, Any]) -> Document:
    """As :func:`from_json`, from the parsed JSON object."""
    return _DOCUMENT.validate_python(dict(fields))


def fingerprint(document: Document) -> str:
    """SHA-256 of :func:`to_json`: changes when any field does. Staging and stores keep it; another
    form of the JSON would embed every document again."""
    return hashlib.sha256(to_json(document).encode()).hexdigest()
