"""The protocols as files of their formats, and the file that declares their silo."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path

import docx

from evals.protocols.texts import PROTOCOLS, Protocol

SILO = "house_protocols"
DECLARATION = f"""[silo.{SILO}]
title = "Protocols of our clinic"
role = "guideline"
publishers = ["our clinic", "house protocol"]
summary = "recommendation"
use_when = "The question asks how our clinic doses, monitors or manages side effects."
not_when = "The question asks for the result of a trial."
sources = "Invented protocols of an evaluation."
focus = "dose, grade, measure"
"""


def write_protocols(folder: Path) -> Path:
    """Write every protocol below ``folder``; the path of the file that declares the silo."""
    place = folder / "documents" / SILO
    place.mkdir(parents=True, exist_ok=True)
    for protocol in PROTOCOLS:
        path = place / protocol.name
        WRITERS[path.suffix](path, protocol)
    declaration = folder / "silos.toml"
    declaration.write_text(DECLARATION, encoding="utf-8")
    return declaration


def _markdown(path: Path, protocol: Protocol) -> None:
    lines = [f"# {protocol.title}", "", *_spaced(protocol.paragraphs)]
    for number, row in enumerate(protocol.rows):
        lines.append(f"| {' | '.join(row)} |")
        if number == 0:
            lines.append("|" + "---|" * len(row))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _plain(path: Path, protocol: Protocol) -> None:
    lines = [protocol.title, "", *_spaced(protocol.paragraphs)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _html(path: Path, protocol: Protocol) -> None:
    title = html.escape(protocol.title)
    body = "".join(f"<p>{html.escape(each)}</p>" for each in protocol.paragraphs)
    rows = ""
    for number, row in enumerate(protocol.rows):
        cell = "td" if number else "th"
        rows += "<tr>" + "".join(f"<{cell}>{html.escape(e)}</{cell}>" for e in row) + "</tr>"
    table = f"<table>{rows}</table>" if rows else ""
    path.write_text(
        f"<!doctype html><html><head><title>{title}</title></head>"
        f"<body><h1>{title}</h1>{body}{table}</body></html>",
        encoding="utf-8",
    )


def _docx(path: Path, protocol: Protocol) -> None:
    document = docx.Document()
    document.add_heading(protocol.title, level=1)
    for paragraph in protocol.paragraphs:
        document.add_paragraph(paragraph)
    if protocol.rows:
        table = document.add_table(rows=0, cols=len(protocol.rows[0]))
        for row in protocol.rows:
            for cell, words in zip(table.add_row().cells, row, strict=True):
                cell.text = words
    document.save(str(path))


def _pdf(path: Path, protocol: Protocol) -> None:
    """One page of Helvetica, 11 points, a line for each 90 characters."""
    lines = [protocol.title, ""]
    for paragraph in protocol.paragraphs:
        lines += [*_wrapped(paragraph, 90), ""]
    drawn = " T* ".join(f"({_escaped(line)}) Tj" for line in lines)
    content = f"BT /F1 11 Tf 14 TL 60 780 Td {drawn} ET".encode("latin-1")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    path.write_bytes(_assembled(objects))


def _assembled(objects: Sequence[bytes]) -> bytes:
    found = b"%PDF-1.4\n"
    places = []
    for number, each in enumerate(objects, start=1):
        places.append(len(found))
        found += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(found))
    return found + head + end


def _wrapped(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _spaced(paragraphs: Sequence[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield paragraph
        yield ""


WRITERS = {".md": _markdown, ".txt": _plain, ".html": _html, ".docx": _docx, ".pdf": _pdf}
