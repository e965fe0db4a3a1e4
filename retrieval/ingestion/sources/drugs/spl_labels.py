"""A US label in the form in which it is filed (SPL of HL7 version 3) as a document. Pure.

It is written as a web page for our reader of those, so that its tables keep rows and heads as all
others do. How its elements are called is seen in public programs that read such files: setId,
versionNumber, effectiveTime, structuredBody, section, title, text with paragraph, list, item and
table.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lxml import etree

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import DocumentUnreadable, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.readers.web.page import html_text
from retrieval.ingestion.sources.access.json_fields import iso_date
from retrieval.ingestion.sources.access.shared_services import DAILYMED_PAGE
from retrieval.ingestion.sources.contract import Record
from retrieval.ingestion.sources.literature.pubmed_xml import flat_text, html_cell

_DEEPEST = 6
"""Levels of headings of a web page."""
_APART = frozenset(("paragraph", "item", "list", "table", "caption", "br", "td", "th", "tr"))
"""Elements whose words are apart from those that follow."""
_BODY = "component/structuredBody/component/section"
_PRODUCT = ".//manufacturedProduct/manufacturedProduct"
_ABOUT = (
    "From DailyMed, of the U.S. National Library of Medicine: the label as its maker filed it with"
    " the FDA. Do not rely on it for decisions about medical care without the label in force."
)


def parse_label(body: bytes) -> etree._Element:
    """The root of a label, without namespaces. Raises :class:`SourceFailed`."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SourceFailed("DailyMed answered with something that is not whole XML.") from error
    keep_apart(root)
    if root.tag != "document":
        raise SourceFailed("DailyMed answered with something else than a label.")
    return root


def keep_apart(root: etree._Element) -> None:
    """Take namespaces away, and keep the words of paragraphs and cells apart."""
    for each in root.iter(etree.Element):
        each.tag = etree.QName(each).localname
        if each.tag in _APART:
            each.tail = f" {each.tail or ''}"


def record_of_label(root: etree._Element, raw: str, silo: str, number: str) -> Record | Problem:
    """The label of this set id as a document, or why it is not taken in."""
    told = f"dailymed-{number}"
    if _root(root, "setId").lower() != number:
        return Problem(told, "another label came than the one asked for")
    body = "".join(part for each in root.iterfind(_BODY) for part in _section(each, 2))
    version, effective = _value(root, "versionNumber"), _day(_value(root, "effectiveTime"))
    brand, generic = _first(root, f"{_PRODUCT}/name"), _first(root, f"{_PRODUCT}{_GENERIC}")
    title = f"{_name(brand, generic) or number}: US prescribing information"
    about = f"{_ABOUT} Set id {number}, version {version or 'not stated'}."
    if effective:
        about += f" In effect since {effective}."
    try:
        text = html_text(f"{told}.html", _page(title, body).encode())[1] if body else ""
    except DocumentUnreadable as error:
        return Problem(told, error.detail)
    if not text.strip():
        return Problem(told, "holds no text")
    document = Document(
        silo=silo,
        id=told,
        version=version or effective or "undated",
        title=title,
        text=f"{text.strip()}\n\n## About this record\n\n{about}\n",
        url=f"{DAILYMED_PAGE}{number}",
        organisation=_first(root, "author//representedOrganization/name") or "DailyMed",
        date=effective,
        facets=Facets(drugs=_drugs(root), identifiers=(Identifier("setid", number),)),
        facts_from=(f"dailymed:{number}",),
    )
    return Record(document=document, raw=raw)


_GENERIC = "/asEntityWithGeneric/genericMedicine/name"


def _name(brand: str, generic: str) -> str:
    if brand and generic and brand.lower() != generic.lower():
        return f"{brand} ({generic.lower()})"
    return brand or generic


def _drugs(root: etree._Element) -> tuple[str, ...]:
    """Generic names and active substances, in small letters."""
    names = [flat_text(each) for each in root.iterfind(f"{_PRODUCT}{_GENERIC}")]
    names += [
        flat_text(each.find("ingredientSubstance/name"))
        for each in root.iterfind(f"{_PRODUCT}/ingredient")
        if (each.get("classCode") or "").startswith("ACTI")
    ]
    return tuple(dict.fromkeys(name.lower() for name in names if name))


def _page(title: str, body: str) -> str:
    return f"<html><body><h1>{escape(title)}</h1>{body}</body></html>"


def _section(section: etree._Element, level: int) -> Iterator[str]:
    """Heading, own words, then the sections within; nothing of one that holds no words. What
    stands in the highlights (``excerpt``) is said again in full."""
    held = [part for each in section.iterfind("text") for part in _blocks(each)]
    for within in section.iterfind("component/section"):
        held += _section(within, level + 1)
    heading, head = flat_text(section.find("title")), min(level, _DEEPEST)
    if held and heading:
        yield f"<h{head}>{escape(heading)}</h{head}>"
    yield from held


def _blocks(element: etree._Element) -> Iterator[str]:
    """What stands in a text, block by block; loose words are a paragraph."""
    if loose := " ".join((element.text or "").split()):
        yield f"<p>{escape(loose)}</p>"
    for each in element:
        if each.tag == "list":
            items = (f"<li>{escape(flat_text(item))}</li>" for item in each.iterfind("item"))
            yield f"{_caption(each)}<ul>{''.join(items)}</ul>"
        elif each.tag == "table":
            yield table_html(each)
        elif each.tag == "paragraph":
            yield from _paragraph(each)
        elif words := flat_text(each):
            yield f"<p>{escape(words)}</p>"
        if after := " ".join((each.tail or "").split()):
            yield f"<p>{escape(after)}</p>"


def _paragraph(paragraph: etree._Element) -> Iterator[str]:
    """Its own words, then the lists and tables that stand within it."""
    within = [each for each in paragraph if each.tag in ("list", "table")]
    holder = etree.Element("text")
    holder.extend(within)
    if words := flat_text(paragraph):
        yield f"<p>{escape(words)}</p>"
    if within:
        yield from _blocks(holder)


def table_html(table: etree._Element) -> str:
    """A table of a label as HTML, its caption before it."""
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.iter("tr"))
    return f"{_caption(table)}<table>{rows}</table>"


def _cell(cell: etree._Element) -> str:
    return html_cell(cell, escape(flat_text(cell)))


def _caption(element: etree._Element) -> str:
    words = flat_text(element.find("caption"))
    return f"<p>{escape(words)}</p>" if words else ""


def _first(root: etree._Element, path: str) -> str:
    return next((words for each in root.iterfind(path) if (words := flat_text(each))), "")


def _root(root: etree._Element, name: str) -> str:
    found = root.find(name)
    return "" if found is None else found.get("root", "")


def _value(root: etree._Element, name: str) -> str:
    found = root.find(name)
    return "" if found is None else found.get("value", "").strip()


def _day(compact: str) -> str:
    """``20240131``, with or without a time of day, as an ISO date."""
    day = compact[:8]
    whole = len(day) == 8 and day.isascii() and day.isdecimal()
    return iso_date(f"{day[:4]}-{day[4:6]}-{day[6:]}") if whole else ""
