"""A document as JSON and back, the same in every place that stores one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from retrieval.documents import Document, Facets, Identifier


def to_json(document: Document) -> str:
    """All fields, in an order that never changes."""
    return json.dumps(asdict(document), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_json(body: str) -> Document:
    fields: dict[str, Any] = json.loads(body)
    return from_fields(fields)


def from_fields(fields: dict[str, Any]) -> Document:
    """From the parsed JSON object, which is used up."""
    facets = fields.pop("facets")
    identifiers = tuple(Identifier(**pair) for pair in facets.pop("identifiers"))
    level = facets.pop("evidence_level")
    lists = {name: tuple(values) for name, values in facets.items()}
    fields["facts_from"] = tuple(fields["facts_from"])
    return Document(**fields, facets=Facets(**lists, evidence_level=level, identifiers=identifiers))


def fingerprint(document: Document) -> str:
    """Digest of everything that a search returns: changes when any field does."""
    return hashlib.sha256(to_json(document).encode()).hexdigest()
