"""A document as a row of the staging table and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from retrieval.derivation.version import RULES
from retrieval.documents import Document
from retrieval.stores.document_json import fingerprint, from_fields, to_json

RULES_KEY = "statement_rules"
"""Key of the metadata: the version of the rules by which the statements were derived."""


def row_of(document: Document, path: str) -> dict[str, Any]:
    """The values of a newly staged version. Its statements must have been derived."""
    fields = json.loads(to_json(document))
    fields[RULES_KEY] = RULES
    return {
        **{key: fields.pop(key) for key in ("silo", "id", "version", "title", "text", "summary")},
        "url": fields.pop("url"),
        "effective_date": fields.pop("date"),
        "metadata": fields,
        "sha256": document.sha256,
        "fingerprint": fingerprint(document),
        "path": path,
        "state": "staged",
        "superseded_by": None,
        "error": None,
        "recipe": "",
    }


def document_of(row: Mapping[str, Any]) -> Document:
    plain = {key: row[key] for key in ("silo", "id", "version", "title", "text", "summary", "url")}
    metadata = {key: value for key, value in row["metadata"].items() if key != RULES_KEY}
    return from_fields({**metadata, **plain, "date": row["effective_date"]})
