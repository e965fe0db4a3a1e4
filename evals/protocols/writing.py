"""The protocols as files of their formats, and the file that declares their silo."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import docx

from evals.protocols.second_texts import SECOND_PROTOCOLS
from evals.protocols.texts import PROTOCOLS, Protocol, Section

SILO = "house_protocols"
DECLARATION = """[silo.{silo}]
title = "{title}"
role = "guideline"
publishers = [{publishers}]
summary = "recommendation"
use_when = "The question asks how our clinic doses, monitors or manages side effects."
not_when = "The question asks for the result of a trial."
sources = "Invented protocols of an evaluation."
focus = "dose, grade, measure"
"""


@dataclass(frozen=True, slots=True)
class ProtocolSet:
    """Protocols with the silo that they lie in."""

    title: str
    publishers: tuple[str, ...]
    protocols: tuple[Protocol, ...]
    questions: Path
    """The file of the questions that only these protocols answer."""


_HERE = Path(__file__).parent
SETS = {
    "first": ProtocolSet(
        "Protocols of our clinic",
        ("our clinic", "house protocol"),
        PROTOCOLS,
        _HERE / "questions.tsv",
    ),
    "second": ProtocolSet(
        "Standard operating procedures of St. Verena",
        ("St. Verena", "SOP"),
        SECOND_PROTOCOLS,
        _HERE / "second_questions.tsv",
    ),
}


def write_protocols(folder: Path, chosen: ProtocolSet = SETS["first"]) -> Path:
    """Write every protocol below ``folder``; the path of the file that declares the silo."""
    place = folder / "documents" / SILO
    place.mkdir(parents=True, exist_ok=True)
    for protocol in chosen.protocols:
        path = place / protocol.name
        WRITERS[path.suffix](path, protocol)
    declaration = folder / "silos.toml"
    names = ", ".join(f'"{name}"' for name in chosen.publishers)
    told = DECLARATION.format(silo=SILO, title=chosen.title, publishers=names)
    declaration.write_text(told, encoding="utf-8")
    return declaration


def _write_markdown(path: Path, protocol: Protocol) -> None:
    lines = [f"# {protocol.title}", ""]
    for part in protocol.parts:
        lines += [f"## {part.heading}", ""] if part.heading else []
        lines += [*_space_paragraphs(part.paragraphs), *(f"- {each}" for each in part.items)]
        for number, row in enumerate(part.rows):
            lines.append(f"| {' | '.join(row)} |")
            if number == 0:
                lines.append("|" + "---|" * len(row))
        lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_plain(path: Path, protocol: Protocol) -> None:
    lines = [protocol.title, ""]
    for part in protocol.parts:
        lines += [part.heading, ""] if part.heading else []
        lines += [*_space_paragraphs(part.paragraphs), *(f"- {each}" for each in part.items), ""]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_html(path: Path, protocol: Protocol) -> None:
    title = html.escape(protocol.title)
    body = "".join(map(_html_section, protocol.parts))
    path.write_text(
        f"<!doctype html><html><head><title>{title}</title></head>"
        f"<body><h1>{title}</h1>{body}</body></html>",
        encoding="utf-8",
    )


def _html_section(part: Section) -> str:
    heading = f"<h2>{html.escape(part.heading)}</h2>" if part.heading else ""
    body = "".join(f"<p>{html.escape(each)}</p>" for each in part.paragraphs)
    items = "".join(f"<li>{html.escape(each)}</li>" for each in part.items)
    rows = ""
    for number, row in enumerate(part.rows):
        cell = "td" if number else "th"
        rows += "<tr>" + "".join(f"<{cell}>{html.escape(e)}</{cell}>" for e in row) + "</tr>"
    listed = f"<ul>{items}</ul>" if items else ""
    return heading + body + listed + (f"<table>{rows}</table>" if rows else "")


def _write_docx(path: Path, protocol: Protocol) -> None:
    document = docx.Document()
    document.add_heading(protocol.title, level=1)
    for part in protocol.parts:
        if part.heading:
            document.add_heading(part.heading, level=2)
        for paragraph in part.paragraphs:
            document.add_paragraph(paragraph)
        for item in part.items:
            document.add_paragraph(item, style="List Bullet")
        if part.rows:
            table = document.add_table(rows=0, cols=len(part.rows[0]))
            for row in part.rows:
                for cell, words in zip(table.add_row().cells, row, strict=True):
                    cell.text = words
    document.save(str(path))


LEFT, TOP, LINE, COLUMN = 60, 780, 14, 170
"""Of a page, in points: the left margin, the first line, from line to line, from cell to cell."""


def _write_pdf(path: Path, protocol: Protocol) -> None:
    """One page of Helvetica, 11 points: a line for each 90 characters, a cell at its column."""
    drawn: list[str] = []
    height = TOP
    for cells in _pdf_lines(protocol):
        for number, words in enumerate(cells):
            place = f"1 0 0 1 {LEFT + COLUMN * number} {height} Tm"
            drawn += [place, f"({_escape_line(words)}) Tj"] if words else []
        height -= LINE
    content = f"BT /F1 11 Tf {' '.join(drawn)} ET".encode("latin-1")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    path.write_bytes(assemble_pdf(objects))


def _pdf_lines(protocol: Protocol) -> Iterator[tuple[str, ...]]:
    """The lines of the page, each a tuple of the cells that stand in it."""
    yield from ((protocol.title,), ("",))
    for part in protocol.parts:
        yield from ((part.heading,), ("",)) if part.heading else ()
        for paragraph in part.paragraphs:
            yield from ((line,) for line in _wrap_text(paragraph, 90))
            yield ("",)
        yield from ((f"- {item}",) for item in part.items)
        yield from part.rows


def assemble_pdf(objects: Sequence[bytes]) -> bytes:
    """A PDF file of these objects, numbered from 1; the first is its catalogue."""
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


def _wrap_text(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _escape_line(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _space_paragraphs(paragraphs: Sequence[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield paragraph
        yield ""


WRITERS = {
    ".md": _write_markdown,
    ".txt": _write_plain,
    ".html": _write_html,
    ".docx": _write_docx,
    ".pdf": _write_pdf,
}
