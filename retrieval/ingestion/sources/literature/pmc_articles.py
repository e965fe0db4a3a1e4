"""Full texts of PubMed Central as they are stored: JATS to documents. Pure.

The text is that of our reader of web pages: an article is written as one, so that its tables keep
rows and heads as all others do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape

from lxml import etree

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.readers.web.page import html_text
from retrieval.ingestion.sources.access.json_fields import iso_date
from retrieval.ingestion.sources.contract import Record
from retrieval.ingestion.sources.literature.pubmed_xml import flat_text, html_cell, parse_articles

_OPEN = ("pmc-prop-open-access", "pmc-prop-open-manuscript")
"""What an article says of itself; one of them must be "yes"."""
_APART = ("nihms-submitted", "pmc-release")
"""Days of publication that are none."""
_DEEPEST = 6
"""Levels of headings of a web page."""
_BLOCKS = frozenset(("list", "table-wrap", "fig", "disp-quote", "boxed-text", "def-list"))
_WITHIN = frozenset(("disp-quote", "boxed-text", "statement", "app", "fig-group", "abstract"))
_EMPTY_BRACKETS = re.compile(r"(?:(?<!\s)\s{1,8})?[\[(][\s,;–-]{0,40}[\])]")
_REFERENCES = re.compile(r"[\d\s,;–-]+")


def parse(body: bytes) -> etree._Element:
    """The articles of an answer. Raises :class:`retrieval.errors.SourceFailed`."""
    return parse_articles(body, "PMC", "pmc-articleset")


def read_article(article: etree._Element, silo: str) -> Record | Problem:
    """An article of PMC as a document, or why it is not taken in."""
    meta = article.find("front/article-meta")
    number = _number(meta)
    if meta is None or not number:
        return Problem("pmc", "an article without a PMC number.")
    if not any(_property(meta, name) == "yes" for name in _OPEN):
        why = "it may be read at PMC, but is neither open access nor a manuscript"
        return Problem(f"pmc-{number}", why)
    return read_open_article(article, silo, number)


def read_open_article(article: etree._Element, silo: str, number: str) -> Record | Problem:
    """An article of which it is known that it is open, as a document, or why it is not taken in.
    ``number``: that of PMC, under which it was asked for."""
    meta, told = article.find("front/article-meta"), f"pmc-{number}"
    if meta is None or _number(meta) not in ("", number):
        return Problem(told, "another article came than the one asked for")
    if article.find("body") is None:
        return Problem(told, "PMC has no text of it beyond the abstract")
    raw = etree.tostring(article, encoding="unicode")
    title = flat_text(meta.find("title-group/article-title"))
    _leave_out_references(article)
    try:
        text = html_text(f"{told}.html", _page(article, title).encode())[1]
    except DocumentUnreadable as error:
        return Problem(told, error.detail)
    if not title or not text.strip():
        return Problem(told, "it came without a title or without words")
    document = replace(_document(article, meta, number, title), silo=silo, text=f"{text.strip()}\n")
    return Record(document=document, raw=raw)


def _document(article: etree._Element, meta: etree._Element, number: str, title: str) -> Document:
    """All of it but its silo and its text."""
    ids = {each.get("pub-id-type"): flat_text(each) for each in meta.iterfind("article-id")}
    identifiers = [Identifier("pmcid", f"PMC{number}")]
    if ids.get("pmid"):
        identifiers.append(Identifier("pmid", ids["pmid"]))
    if ids.get("doi"):
        identifiers.append(Identifier("doi", ids["doi"].lower()))
    licence = flat_text(meta.find("permissions/license")) or "open access"
    return Document(
        silo="",
        id=f"pmc-{number}",
        version=ids.get("pmcid-ver") or f"PMC{number}",
        title=title,
        text="",
        url=f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{number}/",
        organisation=flat_text(article.find("front/journal-meta//journal-title")),
        date=_day(meta),
        facets=Facets(identifiers=tuple(identifiers)),
        facts_from=(f"PMC{number} ({licence})",),
    )


def _number(meta: etree._Element | None) -> str:
    if meta is None:
        return ""
    found = meta.find("article-id[@pub-id-type='pmcid']")
    number = flat_text(found).upper().removeprefix("PMC")
    return number if number.isascii() and number.isdigit() else ""


def _property(meta: etree._Element, name: str) -> str:
    for each in meta.iterfind(".//custom-meta"):
        if flat_text(each.find("meta-name")) == name:
            return flat_text(each.find("meta-value"))
    return ""


def _day(meta: etree._Element) -> str:
    """The earliest day on which it was published, as exact as it is told."""
    days = []
    for each in meta.iterfind("pub-date"):
        if each.get("pub-type") not in _APART:
            parts = [flat_text(each.find(name)) for name in ("year", "month", "day")]
            until = parts.index("") if "" in parts else len(parts)
            days.append(iso_date("-".join(part.zfill(2) for part in parts[:until])))
    return min(filter(None, days), default="")


def _leave_out_references(article: etree._Element) -> None:
    """The numbers of cited works would read as numbers of the sentence. The words on both sides of
    the end of a line stay apart."""
    for end in article.iter("break"):
        end.tail = f" {end.tail or ''}"
    for found in list(article.iter("xref")):
        if found.get("ref-type") == "bibr" and _REFERENCES.fullmatch(flat_text(found)):
            _drop(found)
    for raised in list(article.iter("sup")):
        if not len(raised) and not flat_text(raised).strip(" ,;–-"):
            _drop(raised)


def _drop(element: etree._Element) -> None:
    """Take an element out and leave what follows it."""
    above, before = element.getparent(), element.getprevious()
    if above is None:
        return
    tail = element.tail or ""
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        above.text = (above.text or "") + tail
    above.remove(element)


def _page(article: etree._Element, title: str) -> str:
    """The article as a web page: abstract, body, and what floats."""
    parts = [f"<h1>{escape(title)}</h1>"]
    for abstract in article.iterfind("front/article-meta/abstract"):
        if abstract.get("abstract-type") is None:
            parts += ["<h2>Abstract</h2>", *_blocks(abstract, 3)]
    for body in article.iterfind("body"):
        parts += _blocks(body, 2)
    for floating in article.iterfind("floats-group"):
        parts += ["<h2>Tables and figures</h2>", *_blocks(floating, 3)]
    return f"<html><body>{''.join(parts)}</body></html>"


def _blocks(element: etree._Element, level: int) -> Iterator[str]:
    """What stands in a section, block by block."""
    for each in element:
        if each.tag == "sec":
            yield from _section(each, level)
        elif each.tag == "p":
            yield from _paragraph(each, level)
        elif each.tag == "list":
            items = (f"<li>{_words(item)}</li>" for item in each.iterfind("list-item"))
            yield f"<ul>{''.join(items)}</ul>"
        elif each.tag == "table-wrap":
            yield from _table(each)
        elif each.tag == "fig":
            yield _caption(each)
        elif each.tag in _WITHIN:
            yield from _blocks(each, level)


def _section(section: etree._Element, level: int) -> Iterator[str]:
    """Nothing of a section that holds no words, as that of supplements."""
    held, head = list(_blocks(section, level + 1)), min(level, _DEEPEST)
    heading = _words(section.find("title"))
    if held and heading:
        yield f"<h{head}>{heading}</h{head}>"
    yield from held


def _paragraph(paragraph: etree._Element, level: int) -> Iterator[str]:
    """Its own words, then the tables, lists and figures that stand within it."""
    within = [each for each in paragraph if each.tag in _BLOCKS]
    for each in within:
        _drop(each)
    yield f"<p>{_words(paragraph)}</p>"
    holder = etree.Element("sec")
    holder.extend(within)
    yield from _blocks(holder, level)


def _table(wrapped: etree._Element) -> Iterator[str]:
    yield _caption(wrapped)
    for table in wrapped.iter("table"):
        rows = ("".join(map(_cell, row)) for row in table.iter("tr"))
        yield f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    for note in wrapped.iterfind("table-wrap-foot//p"):
        yield f"<p>{_words(note)}</p>"


def _cell(cell: etree._Element) -> str:
    return html_cell(cell, _words(cell))


def _caption(element: etree._Element) -> str:
    label = _words(element.find("label"))
    words = " ".join(_words(each) for each in element.iterfind("caption/*"))
    return f"<p>{' '.join(part for part in (label, words) if part)}</p>"


def _words(element: etree._Element | None) -> str:
    return escape(_EMPTY_BRACKETS.sub("", flat_text(element)))
