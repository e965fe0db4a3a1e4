"""Files of a silo's folder to documents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from retrieval.documents import Document
from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.readers import front_matter, guidelines, statements
from retrieval.ingestion.readers.files import read_file
from retrieval.ingestion.readers.plain import plain_text
from retrieval.ingestion.readers.statements import quoted
from retrieval.ingestion.readers.strict_yaml import read_mapping

SUFFIXES = frozenset(
    (
        *(".md", ".markdown", ".html", ".htm", ".xhtml", ".pdf", ".docx", ".txt", ".jsonl"),
        *(".yaml", ".yml"),
    )
)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_FIRST_HEADING = re.compile(r"^#{1,2}[ \t]+(?=\S)(.+)$", re.MULTILINE)
_NOT_ID = re.compile(r"[^A-Za-z0-9._:-]+")


def read_documents(silo: str, path: Path, content: bytes) -> tuple[Document, ...]:
    """The documents in a file: one, or one per line of JSON lines. YAML files state statements.

    Raises :class:`DocumentUnreadable` or :class:`DeclarationInvalid` with a plain sentence."""
    suffix = path.suffix.lower()
    if suffix == ".jsonl":
        return tuple(_json_lines(silo, path, content))
    if suffix in (".yaml", ".yml"):
        keys = read_mapping(path.name, plain_text(path.name, content)[1], first_line=1)
        return (statements.corpus_document(silo, path.name, keys, _id(path)),)
    found = read_file(path.name, content)
    stated: Mapping[str, Any] = {}
    text, title = found.text, found.title
    if suffix in (".md", ".markdown"):
        stated, text = _front_matter(path.name, text)
        heading = _FIRST_HEADING.search(text)
        title = heading[1].rstrip(" \t#") if heading else title
    if not text:
        raise DocumentUnreadable(f"{path.name} holds no text.")
    if guidelines.KEY in stated:
        given = {"title": title, **stated}
        return guidelines.segments(silo, path.name, given, text, _id(path))
    return (_document(silo, path, stated or {"title": title}, text),)


def _document(silo: str, path: Path, stated: Mapping[str, Any], text: str) -> Document:
    """The document of these keys; some of them may state what words of the text claim."""
    plain = {key: value for key, value in stated.items() if key != quoted.KEY}
    whole = front_matter.document(silo, path.name, plain, text, _id(path))
    if quoted.KEY not in stated:
        return whole
    claims = statements.quoted_statements(path.name, stated[quoted.KEY], text)
    return replace(whole, statements=claims)


def _front_matter(name: str, text: str) -> tuple[Mapping[str, Any], str]:
    """The fields before the body, if any, and the body."""
    found = _FRONT.match(text)
    if found is None:
        if text.startswith("---\n"):
            raise DeclarationInvalid(f"{name}: the front matter has no closing --- line.")
        return {}, text
    stated = read_mapping(name, found[1], first_line=2, part="the front matter")
    return stated, text[found.end() :].strip()


def _json_lines(silo: str, path: Path, content: bytes) -> Iterator[Document]:
    text = plain_text(path.name, content)[1]
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _json_document(silo, f"{path.name} line {number}", line, f"{_id(path)}-{number}")


def _json_document(silo: str, where: str, line: str, name: str) -> Document:
    try:
        stated = json.loads(line)
    except json.JSONDecodeError as error:
        raise DeclarationInvalid(f"{where}: is not JSON.") from error
    text = stated.pop("text", "") if isinstance(stated, dict) else None
    if not isinstance(text, str) or not text.strip():
        raise DeclarationInvalid(f"{where}: needs an object with a text.")
    return front_matter.document(silo, where, stated, text.strip(), name)


def _id(path: Path) -> str:
    return _NOT_ID.sub("-", path.stem).strip("-._:")[:200] or "document"
