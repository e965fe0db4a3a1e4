"""PDF files with text at places, as laboratories' programs write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.protocols.writing import assemble_pdf

TOP, LINE = 800, 13
"""Of a page, in points: the first line, from line to line."""


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """The cells of one line of a page, each with how far right it begins."""

    cells: tuple[tuple[int, str], ...]


def pdf_of(pages: Sequence[Sequence[DrawnLine]]) -> bytes:
    """A PDF with these lines on its pages, in Helvetica of 9 points."""
    count = len(pages)
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(count))
    font = 3 + 2 * count
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
    ]
    for number, lines in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {4 + 2 * number} 0 R"
            f" /Resources << /Font << /F1 {font} 0 R >> >> >>".encode()
        )
        content = f"BT /F1 9 Tf {' '.join(_draw_orders(lines))} ET".encode("latin-1", "replace")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    return assemble_pdf(objects)


def _draw_orders(lines: Sequence[DrawnLine]) -> list[str]:
    orders = []
    for number, line in enumerate(lines):
        for right, words in line.cells:
            escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            orders.append(f"1 0 0 1 {right} {TOP - LINE * number} Tm ({escaped}) Tj")
    return orders
