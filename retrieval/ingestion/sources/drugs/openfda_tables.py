"""The tables of a label of openFDA, row by row. Pure.

openFDA gives a section as running text, in which the cells of its tables stand one behind the other
without heads or rows, and the tables apart as the markup of the label (fields such as
``dosage_and_administration_table``). Here the rows take the place of their running text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers.web.page import html_text
from retrieval.ingestion.sources.drugs.spl_labels import keep_apart, table_html

LEAST = 12
"""Letters and digits of a table that are looked for in the running text. Chosen by hand: fewer
stand in other sentences, too."""


def with_tables(body: str, tables: Sequence[str]) -> str:
    """A section with its tables row by row, each where its running text stood; at the end where
    that is not found word for word. A table that cannot be read leaves the text as it is."""
    behind: list[str] = []
    for table in _read(tables):
        rows = _rows(table)
        place = _place(body, "".join("".join(table.itertext()).split()))
        if rows and place:
            start, end = place
            body = f"{body[:start].rstrip()}\n\n{rows}\n\n{body[end:].lstrip()}"
        elif rows:
            behind.append(rows)
    return "\n\n".join([body.strip(), *behind])


def _read(tables: Sequence[str]) -> Iterator[etree._Element]:
    """What can be read of the tables. No entity is resolved and nothing is fetched."""
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    for each in tables:
        try:
            root = etree.fromstring(each.encode(), parser)
        except (etree.XMLSyntaxError, ValueError):
            continue
        if root is not None:
            keep_apart(root)
        if root is not None and root.tag == "table":
            yield root


def _rows(table: etree._Element) -> str:
    """The caption and the rows; empty if it holds none."""
    try:
        return html_text("table.html", f"<body>{table_html(table)}</body>".encode())[1].strip()
    except DocumentUnreadable:
        return ""


def _place(body: str, letters: str) -> tuple[int, int] | None:
    """Where the letters stand in the text, whatever spaces are between them; None if nowhere or
    more than once."""
    at = [place for place, sign in enumerate(body) if not sign.isspace()]
    close = "".join(body[place] for place in at)
    start = close.find(letters) if len(letters) >= LEAST else -1
    if start < 0 or close.find(letters, start + 1) >= 0:
        return None
    return at[start], at[start + len(letters) - 1] + 1
