"""Guideline files: one chart or chapter in our own words, cut into what it says for whom and when.

The front matter has a ``guideline`` table; every second-level heading names cancer subtype,
treatment phase and treatment kind, apart by ``|``, and begins a document of its own. The format is
described in ``docs/guideline-files.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from retrieval.documents import LONGEST_ID, Document
from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.readers.front_matter import SHOWN, Stated, document, read_fields

KEY = "guideline"
NEEDED = ("organisation", "version", "date", "url")
_HEADING = re.compile(r"^##[ \t]+(?=\S)(.+)$", re.MULTILINE)
_NOT_ID = re.compile(r"[^a-z0-9]+")


def segments(
    silo: str, where: str, stated: Mapping[str, Any], text: str, name: str
) -> tuple[Document, ...]:
    """A document for each section of the file. Raises :class:`DeclarationInvalid` naming the
    field or the heading."""
    source = read_fields(_GuidelineFile, where, {KEY: stated.get(KEY)}).guideline
    for key in NEEDED:
        if not stated.get(key):
            raise DeclarationInvalid(f"{where}: {key} is missing; a guideline file must state it.")
    plain = {key: value for key, value in stated.items() if key != KEY}
    whole = document(silo, where, {"kind": "digest", **plain}, text, name)
    found = tuple(_segments(whole, where, source, text))
    if not found:
        raise DeclarationInvalid(f"{where}: has no heading “## subtype | phase | kind”.")
    return found


def _as_table(value: object) -> object:
    if not isinstance(value, dict):
        raise ValueError(f"must be a table with {', '.join(sorted(GuidelineSource.model_fields))}")
    return value


class GuidelineSource(BaseModel):
    """What was paraphrased, where it stands in the guideline, and by whom."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Stated
    page: Stated
    paraphrased_by: Stated


class _GuidelineFile(BaseModel):
    guideline: Annotated[GuidelineSource, BeforeValidator(_as_table)]


def _segments(
    whole: Document, where: str, source: GuidelineSource, text: str
) -> Iterator[Document]:
    headings = list(_HEADING.finditer(text))
    seen: set[str] = set()
    for number, heading in enumerate(headings):
        end = headings[number + 1].start() if number + 1 < len(headings) else len(text)
        words = heading[1].rstrip(" \t#")
        parts = [part.strip() for part in words.split("|")]
        if len(parts) != 3 or not all(parts):
            raise DeclarationInvalid(
                f"{where}: the heading “{words[:SHOWN]}” is not “subtype | phase | kind”."
            )
        body = text[heading.end() : end].strip()
        if not body:
            raise DeclarationInvalid(f"{where}: nothing stands under “{words[:SHOWN]}”.")
        name = f"{whole.id}:{_NOT_ID.sub('-', ' '.join(parts).lower()).strip('-')}"[:LONGEST_ID]
        if name in seen:
            raise DeclarationInvalid(f"{where}: the heading “{words[:SHOWN]}” is given twice.")
        seen.add(name)
        subtype, phase, kind = parts
        cited = (
            f"{source.name}, version {whole.version}, {source.page};"
            f" paraphrased by: {source.paraphrased_by}."
        )
        yield replace(
            whole,
            id=name,
            title=f"{whole.title} — {subtype}, {phase}, {kind}",
            text=f"# {subtype}: {phase}, {kind}\n\n{body}\n\n{cited}",
            facets=replace(
                whole.facets,
                tumour_types=tuple(dict.fromkeys((*whole.facets.tumour_types, subtype.lower()))),
            ),
        )
