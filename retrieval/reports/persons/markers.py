"""Tables with columns of markers and a row for each sample: "Sample | TMB | MSI"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retrieval.reports.cells import names_marker, value_of
from retrieval.reports.columns import column_of, columns_of
from retrieval.reports.contract import ReportedMarker, ReportPlace
from retrieval.reports.lines import RowCell, TextLine
from retrieval.reports.persons.labels import is_control
from retrieval.text.pages import pages_at


def markers_of_samples(text: str, lines: Sequence[TextLine]) -> Iterator[ReportedMarker]:
    """The markers of each row of such tables, with its sample."""
    heads: tuple[RowCell, ...] = ()
    row = 0
    for line in lines:
        cells = line.cells if line.is_row else ()
        words = [cell.words for cell in cells]
        if _are_heads(words):
            heads, row = cells, 0
        elif not cells or (heads and columns_of(words)):
            heads = ()
        elif heads:
            row += 1
            yield from _markers_of_row(text, line, heads, row)


def _are_heads(words: Sequence[str]) -> bool:
    return any(column_of(each) == "sample" for each in words) and any(map(names_marker, words))


def _markers_of_row(
    text: str, line: TextLine, heads: Sequence[RowCell], row: int
) -> Iterator[ReportedMarker]:
    pairs = [*zip(heads, line.cells, strict=False)]
    named = [cell.words for head, cell in pairs if column_of(head.words) == "sample" and cell.words]
    sample = " ".join(named)
    if not sample or is_control(sample):
        return
    place = ReportPlace(line.start, line.end, page=pages_at(text, line.start, line.end), row=row)
    for head, cell in pairs:
        if names_marker(head.words):
            for marker, value, _ in value_of(head.words, cell, 0):
                yield ReportedMarker(marker=marker, value=value, place=place, sample=sample)
