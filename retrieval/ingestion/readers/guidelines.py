"""Guideline files: one chart or chapter in our own words, cut into what it says for whom and when.

The front matter has a ``guideline`` table; every second-level heading names cancer subtype,
treatment phase and treatment kind, apart by ``|``, and begins a document of its own. The format is
described in ``docs/guideline-files.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from retrieval.documents import Document
from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.readers import fields

KEY = "guideline"
NEEDED = ("organisation", "version", "date", "url")
_TOLD = {"name", "page", "paraphrased_by"}
_HEADING = re.compile(r"^##[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_NOT_ID = re.compile(r"[^a-z0-9]+")


def segments(
    silo: str, where: str, stated: Mapping[str, Any], text: str, name: str
) -> tuple[Document, ...]:
    """A document for each section of the file. Raises :class:`DeclarationInvalid` naming the
    field or the heading."""
    told = _told(where, stated.get(KEY))
    for key in NEEDED:
        if not stated.get(key):
            raise DeclarationInvalid(f"{where}: {key} is missing; a guideline file must state it.")
    plain = {key: value for key, value in stated.items() if key != KEY}
    whole = fields.document(silo, where, plain, text, name)
    found = tuple(_segments(whole, where, told, text))
    if not found:
        raise DeclarationInvalid(f"{where}: has no heading “## subtype | phase | kind”.")
    return found


def _told(where: str, value: object) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise DeclarationInvalid(f"{where}: {KEY} must be a table with {', '.join(sorted(_TOLD))}.")
    unknown = sorted(set(value) - _TOLD)
    missing = sorted(key for key in _TOLD if not str(value.get(key) or "").strip())
    if unknown:
        raise DeclarationInvalid(f"{where}: {KEY}.{unknown[0]} is not a known key.")
    if missing:
        raise DeclarationInvalid(f"{where}: {KEY}.{missing[0]} is missing.")
    return {key: str(value[key]).strip() for key in _TOLD}


def _segments(
    whole: Document, where: str, told: Mapping[str, str], text: str
) -> Iterator[Document]:
    headings = list(_HEADING.finditer(text))
    seen: set[str] = set()
    for number, heading in enumerate(headings):
        end = headings[number + 1].start() if number + 1 < len(headings) else len(text)
        parts = [part.strip() for part in heading[1].split("|")]
        if len(parts) != 3 or not all(parts):
            raise DeclarationInvalid(
                f"{where}: the heading “{heading[1][:60]}” is not “subtype | phase | kind”."
            )
        body = text[heading.end() : end].strip()
        if not body:
            raise DeclarationInvalid(f"{where}: nothing stands under “{heading[1][:60]}”.")
        name = f"{whole.id}:{_NOT_ID.sub('-', ' '.join(parts).lower()).strip('-')}"[:200]
        if name in seen:
            raise DeclarationInvalid(f"{where}: the heading “{heading[1][:60]}” is given twice.")
        seen.add(name)
        subtype, phase, kind = parts
        source = (
            f"{told['name']}, version {whole.version}, {told['page']};"
            f" paraphrased by: {told['paraphrased_by']}."
        )
        yield replace(
            whole,
            id=name,
            title=f"{whole.title} — {subtype}, {phase}, {kind}",
            text=f"# {subtype}: {phase}, {kind}\n\n{body}\n\n{source}",
            facets=replace(
                whole.facets,
                tumour_types=tuple(dict.fromkeys((*whole.facets.tumour_types, subtype.lower()))),
            ),
        )
