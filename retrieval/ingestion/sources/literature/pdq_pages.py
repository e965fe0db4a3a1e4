"""Pages of cancer.gov with a PDQ summary as documents, and the list of them. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from retrieval.documents import Document
from retrieval.errors import DocumentUnreadable, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.readers.web.nesting import is_nested_too_deep
from retrieval.ingestion.readers.web.page import html_text
from retrieval.ingestion.sources.access.json_fields import iso_date
from retrieval.ingestion.sources.contract import Record

SITE = "https://www.cancer.gov"
_OF_PROFESSIONALS = re.compile(
    r"/(?!espanol/)(?:[\w-]{1,60}/){1,6}(?:hp/[\w-]{2,80}|[\w-]{2,80}-hp)-pdq"
)
"""Addresses of the English version for health professionals."""
_IS_SECTION = "pdq-sections"
_UPDATES = re.compile(r"(?:latest updates|changes) to this summary \((\d\d)/(\d\d)/(\d{4})\)", re.I)
_LEFT_OUT = re.compile(r"about this pdq|(?:latest updates|changes) to this summary", re.I)
_CITED = re.compile(r" ?\[\d{1,3}(?:[,–-] ?\d{1,3}){0,40}\]")
"""Numbers of cited works, which would read as numbers of the sentence."""
_LEVEL = re.compile(r"([.!?]) ?((?:\[Levels? of evidence: [^\]\n]{1,60}\] ?){1,4})", re.I)
_NO_LIST = "cancer.gov answered with something that is no list of pages."
_ABOUT = (
    "From NCI's PDQ cancer information summary for health professionals at cancer.gov, without its"
    " references. It weighs evidence and is no guideline: read the summary before you act on it."
)


@dataclass(frozen=True, slots=True)
class ListedSummary:
    """A summary in the list of pages."""

    path: str
    changed: str
    """The day on which its page changed last, as ISO date."""


def listed_summaries(body: bytes) -> tuple[ListedSummary, ...]:
    """The summaries for health professionals that the list of pages names. Raises
    :class:`SourceFailed` for something that is no such list."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SourceFailed(
            "cancer.gov answered with something that is no list of pages."
        ) from error
    if etree.QName(root).localname != "urlset":
        raise SourceFailed(_NO_LIST)
    found = []
    for page in root.iterchildren("{*}url"):
        path = _path(page.findtext("{*}loc") or "")
        if _OF_PROFESSIONALS.fullmatch(path):
            found.append(
                ListedSummary(path, iso_date((page.findtext("{*}lastmod") or "").strip()[:10]))
            )
    return tuple(sorted(found, key=lambda each: each.path))


def _path(address: str) -> str:
    words = address.strip()
    return "/" + re.sub(r"^https?://[^/]{1,80}/?", "", words).strip("/")


def summaries_named(term: str, listed: tuple[ListedSummary, ...]) -> tuple[ListedSummary, ...]:
    """The summaries of an address, or of words that all stand in it ("breast treatment")."""
    exact = tuple(each for each in listed if each.path == _path(term))
    words = [word for word in re.split(r"[\s/-]+", term.lower()) if word]
    return exact or tuple(
        each for each in listed if words and all(word in _words(each) for word in words)
    )


def _words(listed: ListedSummary) -> frozenset[str]:
    return frozenset(re.split(r"[/-]", listed.path))


def read_summary(listed: ListedSummary, body: bytes, silo: str) -> Record | Problem:
    """The summary of a page as a document, or why it is not taken in."""
    number = listed.path.rpartition("/")[2].removesuffix("-pdq")
    told, raw = f"pdq-{number}", body.decode("utf-8", "replace")
    if is_nested_too_deep(raw):
        return Problem(told, "its page is nested deeper than any page")
    page = LexborHTMLParser(raw)
    if (moved := _canonical(page)) and moved != listed.path:
        return Problem(told, f"its address leads to another page ({moved})")
    title, sections = _title(page), _sections(page)
    html = "".join(_html(*each) for each in sections if not _LEFT_OUT.match(each[0]))
    try:
        text = html_text(f"{told}.html", f"<body>{html}</body>".encode())[1] if html else ""
    except DocumentUnreadable as error:
        return Problem(told, error.detail)
    if not title or not text.strip():
        return Problem(told, "its page came without a title or without the sections of a summary")
    days = [_day_of_update(heading) for heading, _ in sections]
    updated = next(filter(None, days), "") or listed.changed
    document = _document(listed, silo, told, title, _sound(text), updated)
    return Record(document=document, raw=raw)


def _document(
    listed: ListedSummary, silo: str, number: str, title: str, text: str, updated: str
) -> Document:
    about = f"{_ABOUT} Updated {updated}." if updated else _ABOUT
    return Document(
        silo=silo,
        id=number,
        version=updated or "undated",
        title=title,
        text=f"# {title}\n\n{text}\n\n## About this record\n\n{about}\n",
        url=f"{SITE}{listed.path}",
        organisation="National Cancer Institute (PDQ)",
        date=updated,
        facts_from=(f"cancer.gov{listed.path}",),
    )


def _sound(text: str) -> str:
    """The words without the numbers of cited works; a level of evidence within its sentence, where
    it is quoted with it."""
    plain = _CITED.sub("", text.strip())
    return _LEVEL.sub(lambda found: f" {found[2].strip()}{found[1]} ", plain).replace(" \n", "\n")


def _canonical(page: LexborHTMLParser) -> str:
    link = page.css_first('link[rel="canonical"]')
    address = (link.attributes.get("href") or "") if link is not None else ""
    return _path(address) if address else ""


def _title(page: LexborHTMLParser) -> str:
    for selector in ("h1", "title"):
        node = page.css_first(selector)
        words = " ".join(node.text().split()) if node is not None else ""
        if words:
            return words.removesuffix(" - NCI")
    return ""


def _sections(page: LexborHTMLParser) -> list[tuple[str, LexborNode]]:
    """The sections with their headings, which stand within them or before them; of one within
    another only the outer."""
    found: list[tuple[str, LexborNode]] = []
    before, inside = "", set[int]()
    for node in page.body.traverse() if page.body is not None else ():
        if node.tag == "h2":
            before = " ".join(node.text().split())
        elif node.mem_id not in inside and _IS_SECTION in (node.attributes.get("class") or ""):
            inside |= {each.mem_id for each in node.traverse()}
            own = node.css_first("h2")
            found.append((" ".join(own.text().split()) if own is not None else before, node))
    return found


def _html(heading: str, section: LexborNode) -> str:
    _drop_references(section)
    own = "" if section.css_first("h2") is not None else f"<h2>{escape(heading)}</h2>"
    return f"{own}{section.html or ''}"


def _day_of_update(heading: str) -> str:
    found = _UPDATES.match(heading)
    return iso_date(f"{found[3]}-{found[1]}-{found[2]}") if found else ""


def _drop_references(section: LexborNode) -> None:
    """Take out the lists of cited works, each with the heading "References" before it."""
    for heading in section.css("h3, h4, h5, h6"):
        if heading.text().strip().lower() != "references":
            continue
        behind = heading.next
        while behind is not None and behind.tag in ("-text", "ol", "ul"):
            following = behind.next
            behind.decompose()
            behind = following
        heading.decompose()
