"""The fields of a document as front matter or a JSON line states them.

``docs/for-developers.md`` explains every key."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches
from typing import Annotated, Any, TypeVar, cast
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from retrieval.declaration.field_problems import field_problems
from retrieval.documents import Document, DocumentKind, Facets, Identifier, IdentifierKind, Status
from retrieval.errors import DeclarationInvalid

Fields = TypeVar("Fields", bound=BaseModel)

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,199}")
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float | date):
        raise ValueError("must be a text")
    return " ".join(str(value).split())


def _as_list(value: object) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, list):
        raise ValueError("must be a list")
    items = tuple(map(_as_text, cast("list[object]", value)))
    if not all(items):
        raise ValueError("holds an empty entry")
    return items


def _in_lower_case(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(value.lower() for value in values)


def _require(value: str) -> str:
    if not value:
        raise ValueError("is missing")
    return value


def _document_id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise ValueError("must be letters, digits, dots, dashes and underscores")
    return value


def _web_address(value: str) -> str:
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if value and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise ValueError("must begin with https:// or http://")
    return value


def _iso_date(value: str) -> str:
    found = _DATE.fullmatch(value)
    try:
        if found:
            date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        found = None
    if value and not found:
        raise ValueError("must be YYYY, YYYY-MM or YYYY-MM-DD")
    return value


def _spelled_as(pattern: str) -> AfterValidator:
    """Refuses identifiers that are not spelled as their registry spells them."""
    spelling = re.compile(pattern)

    def check(values: tuple[str, ...]) -> tuple[str, ...]:
        for value in values:
            if not spelling.fullmatch(value):
                raise ValueError(f"cannot be {value!r}")
        return values

    return AfterValidator(check)


Text = Annotated[str, BeforeValidator(_as_text)]
Stated = Annotated[Text, AfterValidator(_require)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_as_list)]
Names = Annotated[Texts, AfterValidator(_in_lower_case)]
IsoDate = Annotated[Text, AfterValidator(_iso_date)]
_SETID = r"(?i:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"


class _Identifiers(BaseModel):
    """Public identifiers by kind; :data:`retrieval.documents.IdentifierKind` names the kinds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pmid: Annotated[Texts, _spelled_as(r"[1-9]\d{0,8}")] = ()
    pmcid: Annotated[Texts, _spelled_as(r"PMC\d+")] = ()
    nct: Annotated[Texts, _spelled_as(r"NCT\d{8}")] = ()
    doi: Annotated[Texts, _spelled_as(r"10\.\d{4,9}/\S+")] = ()
    setid: Annotated[Texts, _spelled_as(_SETID)] = ()
    clinpgx: Texts = ()
    civic: Texts = ()
    hgnc: Texts = ()
    rxcui: Texts = ()
    drugbank: Texts = ()


def _identifier_kinds(value: object) -> object:
    if value is None or value == "":
        return {}
    if not isinstance(value, dict):
        raise ValueError("must name kinds, each with a list")
    return value


class FrontMatter(BaseModel):
    """What a file may state about its document. Everything but the title may be left out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[Text, AfterValidator(_document_id)]
    title: Stated
    organisation: Text = ""
    version: Text = ""
    date: IsoDate = ""
    url: Annotated[Text, AfterValidator(_web_address)] = ""
    evidence_level: Text = ""
    summary: Text = ""
    tumour_types: Names = ()
    genes: Texts = ()
    drugs: Names = ()
    facts_from: Texts = ()
    identifiers: Annotated[_Identifiers, BeforeValidator(_identifier_kinds)] = _Identifiers()
    status: Annotated[Status, BeforeValidator(lambda value: _as_text(value) or "confirmed")] = (
        "confirmed"
    )
    kind: Annotated[DocumentKind, BeforeValidator(lambda value: _as_text(value) or "original")] = (
        "original"
    )


SHOWN = 60
"""Characters of wrong words that a refusal repeats. Chosen by hand: enough to find them by."""
MOST_TOLD = 8
"""Wrong keys that are told of one document. Chosen by hand: more than anybody misspells at once."""
LIKE = 0.75
"""Likeness from which an unknown key is a misspelled one ("gens"). Chosen by hand."""


def foreign_keys(stated: Mapping[str, Any], also: tuple[str, ...]) -> tuple[str, ...]:
    """The keys that belong to another program, such as ``owner`` or ``tags`` of a hospital's wiki:
    unlike every key that is known here, those in ``also`` included. A misspelled key is none of
    them; it is refused."""
    known = (*FrontMatter.model_fields, *also)
    return tuple(
        key for key in stated if key not in known and not get_close_matches(key, known, 1, LIKE)
    )


def read_fields(kind: type[Fields], where: str, stated: Mapping[str, Any]) -> Fields:
    """The stated fields, checked.

    Raises :class:`DeclarationInvalid` that names ``where`` (the file, or its line), and each key
    that is wrong with what it takes."""
    try:
        return kind.model_validate(dict(stated))
    except ValidationError as error:
        problems = field_problems(error, kind.model_json_schema())
        told = "; ".join(f"{each.key} {each.problem}" for each in problems[:MOST_TOLD])
        more = f"; and {len(problems) - MOST_TOLD} more" if len(problems) > MOST_TOLD else ""
        raise DeclarationInvalid(f"{where}: {told}{more}.") from None


def document(silo: str, where: str, stated: Mapping[str, Any], text: str, name: str) -> Document:
    """The document that these fields and this text make. ``name`` stands in for a missing id.

    Raises what :func:`read_fields` raises."""
    fields = read_fields(FrontMatter, where, {**stated, "id": stated.get("id") or name})
    identifiers = tuple(
        Identifier(cast("IdentifierKind", kind), value)
        for kind, values in fields.identifiers
        for value in values
    )
    return Document(
        silo=silo,
        id=fields.id,
        version=fields.version or hashlib.sha256(text.encode()).hexdigest()[:12],
        title=fields.title,
        text=text,
        url=fields.url,
        organisation=fields.organisation,
        date=fields.date,
        summary=fields.summary,
        facets=Facets(
            tumour_types=fields.tumour_types,
            genes=fields.genes,
            drugs=fields.drugs,
            evidence_level=fields.evidence_level,
            identifiers=identifiers,
        ),
        status=fields.status,
        facts_from=fields.facts_from,
        kind=fields.kind,
    )
