"""The page of a passage: the stored version of a document with the quoted words marked. Pure.

No scripts and nothing from outside. The templates escape every word, and a variable that is
missing is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from agents.endings.provenance import evidence_words
from agents.turns import Citation
from bot.rendering.links import web_address
from retrieval.documents import Document

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
}

_HEADING = re.compile(r"^#{1,6} (.+)$", re.M)
"""A heading in Markdown, the form in which documents are stored."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """A row of facts; one without values is not shown."""

    name: str
    values: tuple[str, ...]
    address: str = ""
    """Where the values link to, if anywhere."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a document's text."""

    words: str
    is_heading: bool


def passage_page(document: Document, citation: Citation) -> str:
    """The document as HTML with the citation's words marked; without a mark, and saying so, if
    the stored text does not hold them at their place."""
    start, end = citation.start, citation.end
    is_found = document.text[start:end] == citation.quote
    missing = "The quote is not where it was stored."
    return _render(
        "passage.html",
        title=document.title or document.id,
        status=citation.status,
        badge=citation.badge,
        meaning=_meaning_of_badge(citation) if is_found else missing,
        facts=_facts(document, citation),
        before=tuple(_pieces(document.text[:start] if is_found else document.text)),
        quote=citation.quote if is_found else "",
        after=tuple(_pieces(document.text[end:] if is_found else "")),
        record=_record(document),
    )


def message_page(title: str, words: str) -> str:
    """A page that says why there is no passage."""
    return _render("message.html", title=title, words=words)


DIGEST_MEANING = (
    "These are Curbside's words on what records say, not the words of the source. The marked words"
    " stand in the digest; the record below shows what they rest on."
)
_MEANING = {
    "retracted": "This publication was retracted: its findings must not be relied on.",
    "concern": "The journal has voiced concern about this publication: open the source.",
    "corrected": "A correction of this publication has appeared: open the source.",
    "unconfirmed": "An orientation that nobody has confirmed: open the source before you rely "
    "on it.",
    "exact": "The marked words stand in this document exactly as quoted.",
    "typographic": "The marked words stand in this document as quoted, but for quotation marks, "
    "dashes or spaces.",
}


def _meaning_of_badge(citation: Citation) -> str:
    kind = citation.match if citation.status == "confirmed" else citation.status
    if citation.kind == "original":
        return _MEANING[kind]
    if citation.status in ("confirmed", "corrected"):
        corrected = f" {_MEANING['corrected']}" if citation.status == "corrected" else ""
        return f"{DIGEST_MEANING}{corrected}"
    return f"{_MEANING[kind]} {DIGEST_MEANING}"


def _pieces(text: str) -> Iterator[Piece]:
    """The text with its headings apart, without their signs."""
    for number, words in enumerate(_HEADING.split(text)):
        yield Piece(words, is_heading=bool(number % 2))


def _facts(document: Document, citation: Citation) -> tuple[FactRow, ...]:
    address = web_address(document.url)
    record = citation.record if citation.kind == "digest" else ""
    held = "" if citation.currency == "current" else citation.currency
    return (
        _row("Organisation", citation.organisation),
        _row("Date", citation.date),
        _row("Evidence", evidence_words(citation)),
        FactRow("Record of the marked words", (record,) if record else (), web_address(record)),
        _row("Page", citation.page),
        _row("Jurisdiction", citation.jurisdiction),
        _row("As of", citation.as_of),
        _row("Still holds", held and f"no: {held}"),
        FactRow("Source", (address,) if address else (), address),
    )


def _record(document: Document) -> tuple[FactRow, ...]:
    digest = document.kind == "digest"
    records = tuple(dict.fromkeys(each.record for each in document.statements if each.record))
    return (
        _row("Words", "Curbside digest" if digest else "of the source"),
        FactRow("Records of its statements", records if digest else ()),
        _row("Silo", document.silo),
        _row("Document", document.id),
        _row("Version", document.version),
        _row("Status", document.status),
        FactRow("Facts from", document.facts_from),
    )


def _row(name: str, value: str) -> FactRow:
    return FactRow(name, (value,) if value else ())


def _render(template: str, **values: object) -> str:
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("bot.pages"), autoescape=True, undefined=StrictUndefined
    )
