"""A row of a table as words: each cell with what heads its column. Pure.

What is told so stands in its quotes word for word; :mod:`agents.checking.sentences` makes it again
from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retrieval.text.cell_bars import cells_between_bars, unescape_bars

_SEPARATOR = frozenset(":- ")
_ENDING = frozenset(".:;,!?…)]\"'”’»–-")
_BETWEEN = " · "


def told_words(quotes: Sequence[str]) -> str:
    """The quotes of a statement as a reader gets them, in the order of the document: as they are,
    or, of a row of a table, its cells behind the words that head them."""
    lines = [line.strip() for quote in quotes for line in quote.strip().splitlines()]
    rows = [place for place, line in enumerate(lines) if is_row(line) and _cells(line)]
    if not rows:
        return _in_line(list(filter(None, map(_plain, quotes))))
    *heads, row = [_cells(lines[place]) for place in rows]
    columns = [head for head in heads if len(head) == len(row) and sum(map(bool, head)) > 1]
    above = [_BETWEEN.join(filter(None, head)) for head in heads if head not in columns]
    plain = [(place, _plain(line)) for place, line in enumerate(lines) if not is_row(line)]
    before = [line for place, line in plain if place < rows[-1]]
    after = [line for place, line in plain if place > rows[-1]]
    told = _BETWEEN.join(_told_cells(columns, row))
    return ". ".join([" – ".join([*before, *filter(None, above), told]), *after])


def _in_line(pieces: Sequence[str]) -> str:
    """The pieces one after the other, a colon behind one that only heads the next: "Grade 2: Review
    after 11 days"."""
    *heads, last = pieces or [""]
    return " ".join([*(each if each[-1] in _ENDING else f"{each}:" for each in heads), last])


def is_row(quote: str) -> bool:
    """Whether a quote is a row of a table, or a head of one, with bars between its cells."""
    line = quote.strip()
    return len(line) > 2 and line.startswith("|") and line.endswith("|")


def _told_cells(heads: Sequence[Sequence[str]], row: Sequence[str]) -> Iterator[str]:
    """Each cell that is not empty, behind its heads: one that is the same in two lines once."""
    for place, cell in enumerate(row):
        named = " ".join(dict.fromkeys(head[place] for head in heads if head[place]))
        if cell:
            yield f"{named}: {cell}" if named and named != cell else cell


def _cells(line: str) -> list[str]:
    """The words of the cells; none of a line that only parts the head from the rows."""
    cells = [unescape_bars(each.strip()) for each in cells_between_bars(line.strip()[1:-1])]
    return [] if all(_SEPARATOR.issuperset(each) for each in cells) else cells


def _plain(quote: str) -> str:
    return " ".join(quote.strip().lstrip("-*• ").split())
