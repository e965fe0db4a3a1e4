"""Checked keys to a statement that knows which of its fields were stated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from retrieval.ingestion.readers.statements.fields import ClaimFields
from retrieval.statements.model import Applicability, Span, Statement

_WORDS = frozenset(("id", "text", "quote", "limits", "applies"))
"""Keys that are no fields of a statement by themselves."""


def stated_statement(fields: ClaimFields, spans: tuple[Span, ...], heading: str) -> Statement:
    """The statement at these spans. ``stated`` names ``spans``, ``heading`` and every key that
    the file gives; the other fields are derived when the document is ingested."""
    given = {
        name: getattr(fields, name)
        for name in sorted(fields.model_fields_set)
        if name not in _WORDS
    }
    applies = {
        name: getattr(fields.applies, name) for name in sorted(fields.applies.model_fields_set)
    }
    return Statement(
        **{
            "kind": "other",
            **given,
            "id": fields.id,
            "spans": spans,
            "heading": heading,
            "applies": Applicability(**applies),
            "stated": ("spans", "heading", *given, *(f"applies.{name}" for name in applies)),
        }
    )


def statement_place(where: str, stated: Mapping[str, Any], number: int) -> str:
    """Where a problem of a statement is said to be: the file, and its id or its number."""
    name = stated.get("id")
    return f"{where}: statement {name if isinstance(name, str) and name else number}"
