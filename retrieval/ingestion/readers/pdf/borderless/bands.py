"""Bands of lines between rules or shades, and those of them that are tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from retrieval.ingestion.readers.pdf.borderless.alignment import (
    CLOSE,
    MOST_ALONE,
    ends_cell,
    has_columns,
    is_centred,
    places,
    width,
)
from retrieval.ingestion.readers.pdf.borderless.heads import CENTRED
from retrieval.ingestion.readers.pdf.borderless.rows import FEWEST_ROWS
from retrieval.ingestion.readers.pdf.borderless.rules import (
    SAME_PLACE,
    Rules,
    groups_of,
    short_within,
)
from retrieval.ingestion.readers.pdf.cells import Column, Line, columns_of
from retrieval.ingestion.readers.pdf.gaps import ROW_GAP, Band, height
from retrieval.ingestion.readers.pdf.tables import Box

NAME_GAP = 0.9
"""Of a word's height between a rule and the name of the rows below it. Chosen by hand."""
MOST_BELOW = 1.5
"""Of a word's height between such a name and the next rule. Chosen by hand: a heading between two
tables stands close to the second, and apart from the first."""


def between_rules(rules: Rules, lines: Sequence[Line]) -> Iterator[tuple[list[Band], Column]]:
    """What may be a table: bands between rules of the same width that hold columns; and where
    these rules begin and end."""
    for group in groups_of(rules):
        bands = list(_bands(rules, group, lines))
        for first, last in _runs(bands, rules.shades):
            run = [band for _, band in bands[first : last + 1]]
            above = bands[first - 1][0][1] if first else 0.0
            head = _above(bands[first][0], lines, run, above)
            whole = [*([head] if head else []), *run]
            edge, left = bands[last + 1] if last + 1 < len(bands) else (group[-1], list(lines))
            # The last rule of a table that goes on elsewhere stands there.
            if edge in rules.shades or (first == last == len(bands) - 1):
                whole += filter(None, [_rest_below(edge, whole, left)])
            for held in _tables_of(whole):
                if len(held) > 1 or len(held[0]) >= FEWEST_ROWS:
                    yield held, (group[0][0], group[0][2])


def _bands(rules: Rules, group: Sequence[Box], lines: Sequence[Line]) -> Iterator[tuple[Box, Band]]:
    """The lines between each two rules, in rows where shorter rules part them."""
    for above, below in pairwise(group):
        band = _between(above, below, lines)
        inner = short_within(rules, group, above, below)
        if above == group[0]:
            inner = [each for each in inner if not _parts_head(each, band)]
        edges = [above, *inner, below]
        for upper, lower in pairwise(edges):
            own = [line for line in band if upper[1] <= _middle(line) < lower[1]]
            yield (above[0], upper[1], above[2], upper[3]), own


def _parts_head(rule: Box, band: Band) -> bool:
    """Whether a short rule stands below what heads several columns: more cells stand below it than
    above."""
    cells = [cell for line in band for cell in line if cell.x0 >= rule[0] - SAME_PLACE]
    above = [cell for cell in cells if cell.bottom <= rule[1] + 1]
    below = [cell for cell in cells if cell.top >= rule[1] - 1]
    if not above or not below:
        return False
    last, first = max(each.top for each in above), min(each.top for each in below)
    upper = sum(each.top >= last - 1 for each in above)
    return upper < sum(each.top <= first + 1 for each in below)


def _middle(line: Line) -> float:
    return (line[0].top + line[0].bottom) / 2


def _runs(bands: Sequence[tuple[Box, Band]], shades: frozenset[Box]) -> Iterator[tuple[int, int]]:
    """The numbers of the first and the last of bands that follow one another and hold columns,
    with those of one short line between them: names of the rows below."""
    whole = [not (rule in shades and _is_broken(band)) for rule, band in bands]
    tabular = [fit and has_columns(band) for fit, (_, band) in zip(whole, bands, strict=True)]
    sure = [band for (_, band), own in zip(bands, tabular, strict=True) if own]
    numbers = range(len(bands))
    for order, step in ((numbers, -1), (reversed(numbers), 1)):
        for at in order:
            beside = at + step
            if whole[at] and not tabular[at] and beside in numbers and tabular[beside]:
                tabular[at] = _stands_like(bands[at][1], sure)
    first = last = -1
    for number in numbers:
        if tabular[number] and last < 0:
            named = all(_is_name(bands, at) for at in range(number))
            first, last = (0 if named else number), number
        elif tabular[number]:
            last = number
        elif last >= 0 and not (whole[number] and _is_name(bands, number)):
            yield first, last
            first = last = -1
    if last >= 0:
        yield first, last


def _is_broken(band: Band) -> bool:
    """Whether the lines of a band stand too far apart for one row."""
    return any(
        below[0].top - max(each.bottom for each in above) > NAME_GAP * height(below)
        for above, below in pairwise(band)
    )


def _stands_like(band: Band, others: Sequence[Band]) -> bool:
    """Whether the cells of a band begin where those of others begin, however many words they
    hold."""
    begins = {round(cell.x0) for other in others for line in other for cell in line}
    cells = [cell for line in band for cell in line]
    several = any(len(line) > 1 for line in band)
    return several and all({round(cell.x0) + off for off in (-1, 0, 1)} & begins for cell in cells)


def _is_name(bands: Sequence[tuple[Box, Band]], number: int) -> bool:
    """Whether a band between others is one line of one cell that fills it."""
    rule, lines = bands[number]
    if number + 1 == len(bands) or len(lines) != 1 or len(lines[0]) != 1:
        return False
    (cell,) = lines[0]
    above, below = cell.top - rule[1], bands[number + 1][0][1] - cell.bottom
    return above <= NAME_GAP * height(lines[0]) and below <= MOST_BELOW * height(lines[0])


def _rest_below(rule: Box, bands: Sequence[Band], lines: Sequence[Line]) -> Band:
    """The rows below the last rule or shade: every second row has none. A single cell belongs to
    them where it goes on with one above, or rows follow it."""
    columns = columns_of([line for band in bands for line in band])
    found: Band = []
    held: Band = []
    edge = rule[1]
    for line in _between(rule, (rule[0], float("inf"), rule[2], float("inf")), lines):
        close = min(each.top for each in line) - edge <= CLOSE * height(line)
        if not close or len(set(places(line, columns))) < len(line) or (len(line) == 1 and held):
            break
        stub = line[0].x1 < columns[1][0] and line[0].top - edge <= ROW_GAP * height(line)
        rest = found and (stub or ends_cell(found, line))
        if len(line) == 1 and not rest:
            held = [line]
        else:
            found += [*held, line]
            held = []
        edge = max(each.bottom for each in line)
    # The name of rows that follow on the next page.
    above = [line for band in bands for line in band]
    named = found and held and is_centred(held[0][0], above)
    return [*found, *held] if named else found


def _above(rule: Box, lines: Sequence[Line], run: Sequence[Band], top: float) -> Band:
    """The head of a table that has no rule above it: lines of several cells, close above its first
    rule, that head nearly all columns, and what stands close to them: the rest of one of their
    cells, or a name over all."""
    columns = columns_of([line for band in run for line in band])
    found: Band = []
    edge = rule[1]
    for line in reversed(_between((rule[0], top, rule[2], top), rule, lines)):
        gap = edge - max(each.bottom for each in line)
        if gap > CLOSE * height(line) or not (len(line) > 1 or _is_part(line, gap, rule)):
            break
        found.insert(0, line)
        edge = min(each.top for each in line)
    headed = {place for line in found for each in places(line, columns) for place in each}
    whole = any(len(line) > 1 for line in found) and len(headed) >= len(columns) - 1
    return found if whole else []


def _is_part(line: Line, gap: float, rule: Box) -> bool:
    """Whether a single cell belongs to the head: it stands to the right of the first column, close
    to the line below it or in the middle of all."""
    (cell, *more) = line
    if more:
        return False
    wide = rule[2] - rule[0]
    middle = abs(cell.x0 + cell.x1 - rule[0] - rule[2]) / 2 <= CENTRED * wide
    middle = middle and width(line) < MOST_ALONE * wide
    close = gap <= ROW_GAP * height(line) and cell.x0 > rule[0] + 4 * SAME_PLACE
    return middle or close


def _tables_of(bands: list[Band]) -> Iterator[list[Band]]:
    """The bands in tables: one that begins with a line of words well above its cells holds the
    name and the head of the next."""
    held: list[Band] = []
    for band in bands:
        at = next((number for number, line in enumerate(band) if len(line) > 1), 0)
        gap = band[at][0].top - band[at - 1][0].bottom if at else 0.0
        if held and gap > ROW_GAP * height(band[0]) and len(bands) > FEWEST_ROWS:
            yield held
            held = [band if is_centred(band[0][0], band[at:]) else band[at:]]
        else:
            held.append(band)
    if held:
        yield held


def _between(above: Box, below: Box, lines: Sequence[Line]) -> Band:
    """The lines between two rules, without the words of other columns of the page."""
    box = (above[0] - SAME_PLACE, above[1], above[2] + SAME_PLACE, below[1])
    found: Band = []
    for line in lines:
        if box[1] <= _middle(line) < box[3]:
            own = tuple(each for each in line if each.x0 < box[2] and box[0] < each.x1)
            if own and own[0].x0 >= box[0] and own[-1].x1 <= box[2]:
                found.append(own)
    return found
