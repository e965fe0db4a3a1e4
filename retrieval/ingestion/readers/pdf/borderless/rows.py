"""Rows of a table whose cells are not drawn: which lines make one, and in which columns their words
stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retrieval.ingestion.readers.pdf.borderless.heads import head_rows, names_all
from retrieval.ingestion.readers.pdf.borderless.rules import SAME_PLACE
from retrieval.ingestion.readers.pdf.borderless.spans import (
    Columns,
    columns_with_edges,
    pieces_of,
    spread,
    words_by_column,
)
from retrieval.ingestion.readers.pdf.cells import Column, Line, columns_of
from retrieval.ingestion.readers.pdf.gaps import ROW_GAP, Band, cut, gaps, rows_by_gaps
from retrieval.ingestion.readers.pdf.lines import Letters
from retrieval.ingestion.readers.pdf.tables import Box, PdfTable, is_bold, is_inside

FEWEST_ROWS = 3
"""Of a table without rules, its head counted. Chosen by hand."""
LEAST_FILLED = 0.5
"""Share of the places of a table that hold words. Chosen by hand: code in columns has fewer."""

_Row = tuple[str, ...]


def open_table(
    bands: list[Band],
    chars: Letters,
    fewest: int = 2,
    rules: Sequence[Box] = (),
    around: Column | None = None,
) -> PdfTable | None:
    """The table that these lines make, if they do. ``rules``: the short ones; ``around``: where
    the long ones begin and end."""
    lines = [line for band in bands for line in band]
    spans = columns_of(lines, len(bands[0]) if len(bands) > 1 else 1)
    if len(spans) < 2:
        return None
    columns = columns_with_edges(spans, lines, around)
    first, *rest = [row for number, band in enumerate(bands) for row in _rows(band, number, bands)]
    if len(bands) == 1 and rest and _tells_apart(rest[0], columns):
        both = [*first, *rest[0]]
        if len(head_rows(both, columns, rules)) > 1:
            first, rest = both, rest[1:]
    within = [each for each in rules if is_inside(_as_word(each), _box(first))]
    head = head_rows(first, columns, within)
    rows = list(_below(head, (_row_words(row, columns) for row in rest)))
    if len(rows) < fewest or max(len(set(row)) for row in rows) < 2:
        return None
    if sum(bool(cell) for row in rows for cell in row) < LEAST_FILLED * sum(map(len, rows)):
        return None
    lefts = tuple(left for left, _ in spans)
    heads = [each for each in chars if is_inside(each, _box(first))]
    return PdfTable(_box(lines), tuple(rows), lefts, is_bold(heads))


def _tells_apart(row: Band, columns: Columns) -> bool:
    """Whether a row may be the second of a head: it has no first cell and gives no values."""
    cells = [cell for line in row for cell in line]
    places = {place for cell in cells for place in columns.places(cell)}
    return 0 not in places and not any(cell.text[:1].isdigit() for cell in cells)


def _as_word(box: Box) -> dict[str, float]:
    return dict(zip(("x0", "top", "x1", "bottom"), box, strict=True))


def _below(head: Sequence[_Row], rows: Iterator[_Row]) -> Iterator[_Row]:
    """The head and the rows: where the first cell is empty, it is that of the row above, as where
    cells are merged."""
    yield from head
    last = ""
    for row in rows:
        last = row[0] if len(row) > 1 and row[0] else "" if len(row) == 1 else last
        yield (last, *row[1:]) if len(row) > 1 else row


def _box(lines: Sequence[Line]) -> Box:
    cells = [cell for line in lines for cell in line]
    return (
        min(each.x0 for each in cells) - 1,
        min(each.top for each in cells) - 1,
        max(each.x1 for each in cells) + 1,
        max(each.bottom for each in cells) + 1,
    )


def _rows(band: Band, number: int, bands: Sequence[Band]) -> Iterator[Band]:
    """The lines of each row of a band; those of the head are one."""
    if number == 0 and len(bands) > 1:
        yield band
        return
    padded = list(cut(band, [gap > ROW_GAP for gap in gaps(band)]))
    if len(bands) > FEWEST_ROWS:
        yield from rows_by_gaps(band, min(each.x0 for each in band[0]) + SAME_PLACE)
    elif len(padded) > 1 and not any(_holds_rows(row) for row in padded):
        yield from padded
    else:
        yield from cut(band, [not _is_rest(line, band) for line in band[1:]])


def _holds_rows(lines: Band) -> bool:
    """Whether lines that stand close together are rows of their own: two are as full as any, and
    the second does not go on small."""
    most = max(map(len, lines))
    full = [line for line in lines if len(line) == most]
    return any(not line[0].text[:1].islower() for line in full[1:])


def _is_rest(line: Line, band: Band) -> bool:
    """Whether a line goes on with the row above: its first cell is empty, or goes on small."""
    left = min(each.x0 for each in band[0])
    return line[0].x0 > left + 3 * SAME_PLACE or (len(line) == 1 and line[0].text[:1].islower())


def _row_words(row: Band, columns: Columns) -> _Row:
    """The words of a row by column; words over several columns stand in each."""
    pieces = pieces_of(row, columns)
    spread(pieces, columns)
    words = words_by_column(pieces, columns)
    single = len(row) == 1 and len(pieces) == 1
    alone = single and (words[0] or len(set(words)) == 1 or names_all(pieces[0], columns))
    return (pieces[0].text,) if alone else words
