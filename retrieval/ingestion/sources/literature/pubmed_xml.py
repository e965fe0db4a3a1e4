"""Reading the XML of PubMed and PMC: answers, the text of elements, and their dates. Pure."""

from __future__ import annotations

import re
from html import escape

from lxml import etree

from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access.json_fields import iso_date

_EXPONENT = re.compile(r"[-−–+]?[0-9]")
_MONTHS = {
    name: f"{number:02}"
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}


def parse_articles(body: bytes, service: str, *roots: str) -> etree._Element:
    """The root of an answer of a service, one of these. Raises :class:`SourceFailed`."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise SourceFailed(f"{service} answered with something that is not whole XML.") from error
    if root.tag not in roots:
        raise SourceFailed(f"{service} answered with something else than articles.")
    return root


def flat_text(element: etree._Element | None) -> str:
    """The text without markup. A raised number after a number keeps its sign: ``10^9``, not 109."""
    if element is None:
        return ""
    written = ""
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            inner = node.text or ""
            raised = node.tag == "sup" and written[-1:].isdigit() and _EXPONENT.match(inner)
            written += f"^{inner}" if raised else inner
        elif node is not element:
            written += node.tail or ""
    return " ".join(written.split())


def iso_day(element: etree._Element | None) -> str:
    """A date element as an ISO date, year-month or year; empty where there is none."""
    if element is None:
        return ""
    year = flat_text(element.find("Year")) or flat_text(element.find("MedlineDate"))[:4]
    month = flat_text(element.find("Month"))
    month = _MONTHS.get(month[:3].lower(), month.zfill(2) if month.isdecimal() else "")
    day = flat_text(element.find("Day")).zfill(2) if month else ""
    parts = [part for part in (year, month, day if day != "00" else "") if part]
    return iso_date("-".join(parts))


def all_texts(element: etree._Element, path: str) -> list[str]:
    """The texts of all elements at a path; empty ones are left out."""
    return [found for found in (flat_text(part) for part in element.iterfind(path)) if found]


def html_cell(cell: etree._Element, words: str) -> str:
    """A cell of a table as HTML, with the rows and columns that it spans. ``words``: its text, as
    HTML already."""
    tag = "th" if cell.tag == "th" else "td"
    spans = "".join(
        f' {name}="{escape(cell.get(name, ""))}"'
        for name in ("rowspan", "colspan")
        if cell.get(name)
    )
    return f"<{tag}{spans}>{words}</{tag}>"
