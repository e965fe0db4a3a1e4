"""The fields of a document as front matter or a JSON line states them, checked one by one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NoReturn, cast, get_args
from urllib.parse import urlsplit

from retrieval.documents import Document, Facets, Identifier, IdentifierKind, Status
from retrieval.errors import DeclarationInvalid

_TEXTS = ("id", "title", "organisation", "version", "date", "url", "evidence_level", "summary")
_LISTS = ("tumour_types", "genes", "drugs", "facts_from")
KNOWN = frozenset((*_TEXTS, *_LISTS, "identifiers", "status"))

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,199}")
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_IDENTIFIERS: dict[str, re.Pattern[str]] = {
    "pmid": re.compile(r"[1-9]\d{0,8}"),
    "pmcid": re.compile(r"PMC\d+"),
    "nct": re.compile(r"NCT\d{8}"),
    "doi": re.compile(r"10\.\d{4,9}/\S+"),
    "setid": re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE),
}
_ANY = re.compile(r"\S(?:.*\S)?")


def document(silo: str, where: str, fields: Mapping[str, Any], text: str, name: str) -> Document:
    """The document that these fields and this text make. ``name`` stands in for a missing id.

    Raises :class:`DeclarationInvalid` that names ``where`` (the file, or its line) and the key."""
    unknown = fields.keys() - KNOWN
    if unknown:
        _refuse(where, min(map(str, unknown)), "is not a known key")
    texts = {key: _text(where, key, fields.get(key)) for key in _TEXTS}
    if not texts["title"]:
        _refuse(where, "title", "is missing")
    lists = {key: _list(where, key, fields.get(key)) for key in _LISTS}
    facets = Facets(
        tumour_types=tuple(value.lower() for value in lists["tumour_types"]),
        genes=lists["genes"],
        drugs=tuple(value.lower() for value in lists["drugs"]),
        evidence_level=texts["evidence_level"],
        identifiers=_identifiers(where, fields.get("identifiers")),
    )
    return Document(
        silo=silo,
        id=_id(where, texts["id"] or name),
        version=texts["version"] or hashlib.sha256(text.encode()).hexdigest()[:12],
        title=texts["title"],
        text=text,
        url=_url(where, texts["url"]),
        organisation=texts["organisation"],
        date=_date(where, texts["date"]),
        summary=texts["summary"],
        facets=facets,
        status=_status(where, _text(where, "status", fields.get("status"))),
        facts_from=lists["facts_from"],
    )


def _text(where: str, key: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float | date):
        _refuse(where, key, "must be a text")
    return " ".join(str(value).split())


def _list(where: str, key: str, value: object) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, list):
        _refuse(where, key, "must be a list")
    items = tuple(_text(where, key, item) for item in cast("list[object]", value))
    if not all(items):
        _refuse(where, key, "holds an empty entry")
    return items


def _identifiers(where: str, value: object) -> tuple[Identifier, ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, dict):
        _refuse(where, "identifiers", "must name kinds, each with a list")
    found: list[Identifier] = []
    for kind, values in cast("dict[str, object]", value).items():
        if kind not in get_args(IdentifierKind):
            _refuse(where, f"identifiers.{kind}", "is not a known kind")
        for identifier in _list(where, f"identifiers.{kind}", values):
            if not _IDENTIFIERS.get(kind, _ANY).fullmatch(identifier):
                _refuse(where, f"identifiers.{kind}", f"cannot be {identifier!r}")
            found.append(Identifier(cast("IdentifierKind", kind), identifier))
    return tuple(found)


def _id(where: str, value: str) -> str:
    if not _ID.fullmatch(value):
        _refuse(where, "id", "must be letters, digits, dots, dashes and underscores")
    return value


def _url(where: str, value: str) -> str:
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if value and (parts.scheme not in ("http", "https") or not parts.netloc):
        _refuse(where, "url", "must begin with https:// or http://")
    return value


def _date(where: str, value: str) -> str:
    found = _DATE.fullmatch(value)
    try:
        if found:
            date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        found = None
    if value and not found:
        _refuse(where, "date", "must be YYYY, YYYY-MM or YYYY-MM-DD")
    return value


def _status(where: str, value: str) -> Status:
    value = value or "confirmed"
    if value not in get_args(Status):
        _refuse(where, "status", f"must be one of {', '.join(get_args(Status))}")
    return cast("Status", value)


def _refuse(where: str, key: str, problem: str) -> NoReturn:
    detail = f"{where}: {key} {problem}."
    raise DeclarationInvalid(detail)
