"""Files of a silo's folder to documents."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from retrieval.documents import LONGEST_ID, Document
from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.problems import SoundPart
from retrieval.ingestion.readers import front_matter, guidelines, statements
from retrieval.ingestion.readers.archives import unpack
from retrieval.ingestion.readers.files import read_file
from retrieval.ingestion.readers.plain import plain_text, without_hidden
from retrieval.ingestion.readers.statements import quoted
from retrieval.ingestion.readers.strict_yaml import read_mapping

SUFFIXES = frozenset(
    (
        *(".md", ".markdown", ".html", ".htm", ".xhtml", ".pdf", ".docx", ".txt", ".jsonl"),
        *(".yaml", ".yml", ".xlsx", ".csv", ".tsv", ".jsonl.gz"),
    )
)
MOST_REFUSED = 5
"""Bad lines that are told of a file without a sound one. Chosen by hand."""
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_FIRST_HEADING = re.compile(r"^#{1,2}[ \t]+(?=\S)(.+)$", re.MULTILINE)
_NOT_ID = re.compile(r"[^A-Za-z0-9._:-]+")


def read_documents(silo: str, path: Path, content: bytes) -> tuple[Document, ...]:
    """The documents in a file, all of which must be sound. Raises what :func:`read_sound_part`
    raises, and :class:`DeclarationInvalid` that names each line that is not."""
    read = read_sound_part(silo, path, content)
    if read.refused:
        raise DeclarationInvalid(" ".join(read.refused))
    return read.documents


def read_sound_part(silo: str, path: Path, content: bytes) -> SoundPart:
    """The documents in a file: one, or one per line of JSON lines, where a bad line does not keep
    the others out. YAML files state statements.

    Raises :class:`DocumentUnreadable` or :class:`DeclarationInvalid` with a plain sentence when
    the file holds no document."""
    suffix = format_of(path)
    if suffix in (".jsonl", ".jsonl.gz"):
        lines = unpack(path.name, content) if suffix == ".jsonl.gz" else content
        return _json_lines(silo, path, lines)
    return _whole_file(silo, path, content)


def format_of(path: Path) -> str:
    """The ending that tells the format of a file, in small letters."""
    name = path.name.lower()
    return ".jsonl.gz" if name.endswith(".jsonl.gz") else path.suffix.lower()


def _whole_file(silo: str, path: Path, content: bytes) -> SoundPart:
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        keys = read_mapping(path.name, plain_text(path.name, content)[1], first_line=1)
        return SoundPart((statements.corpus_document(silo, path.name, keys, _id(path)),))
    found = read_file(path.name, content)
    stated: Mapping[str, Any] = {}
    text, title = found.text, found.title
    foreign: tuple[str, ...] = ()
    if suffix in (".md", ".markdown"):
        stated, text = _front_matter(path.name, text)
        heading = _FIRST_HEADING.search(text)
        title = heading[1].rstrip(" \t#") if heading else title
        foreign = front_matter.foreign_keys(stated, (guidelines.KEY, quoted.KEY))
        stated = {key: value for key, value in stated.items() if key not in foreign}
    if not text:
        raise DocumentUnreadable(f"{path.name} holds no text.")
    if guidelines.KEY in stated:
        given = {"title": title, **stated}
        return SoundPart(guidelines.segments(silo, path.name, given, text, _id(path)))
    read = _document(silo, path, stated or {"title": title}, text)
    told = f"The front matter's {', '.join(foreign)} was not read: no key is called so."
    return SoundPart((read,), remarks=(told,) if foreign else ())


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


def _json_lines(silo: str, path: Path, content: bytes) -> SoundPart:
    text = plain_text(path.name, content)[1]
    found: list[Document] = []
    refused: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"{path.name} line {number}"
        try:
            if line.strip():
                found.append(_json_document(silo, where, line, f"{_id(path)}-{number}"))
        except DeclarationInvalid as error:
            refused.append(error.detail)
    if not found:
        raise DeclarationInvalid(" ".join(refused[:MOST_REFUSED]) or f"{path.name} is empty.")
    return SoundPart(tuple(found), tuple(refused))


def _json_document(silo: str, where: str, line: str, name: str) -> Document:
    try:
        stated = without_hidden(json.loads(line))
    except RecursionError as error:
        raise DeclarationInvalid(f"{where}: is nested too deeply.") from error
    except ValueError as error:
        raise DeclarationInvalid(f"{where}: is not JSON.") from error
    text = stated.pop("text", "") if isinstance(stated, dict) else None
    if not isinstance(text, str) or not text.strip():
        raise DeclarationInvalid(f"{where}: needs an object with a text.")
    return front_matter.document(silo, where, stated, text.strip(), name)


def _id(path: Path) -> str:
    stem = path.name[: -len(format_of(path))] if format_of(path) else path.name
    return _NOT_ID.sub("-", stem).strip("-._:")[:LONGEST_ID] or "document"
