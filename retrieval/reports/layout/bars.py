"""Tables of Markdown whose rows have no bars at their ends, and the line below their heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retrieval.reports.columns import columns_of
from retrieval.reports.lines import TextLine

_DRAWN = frozenset("|:- ")


def with_rows(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """The lines, those of such a table as rows; without the lines that only draw a table."""
    is_inside = False
    for number, line in enumerate(lines):
        if _only_draws(line.words):
            continue
        bare = "|" in line.words and not line.is_row
        after = lines[number + 1].words if number + 1 < len(lines) else ""
        is_inside = bare and (is_inside or _begins(line, after))
        yield replace(line, has_no_outer_bars=True) if is_inside else line


def _only_draws(words: str) -> bool:
    """Whether a line only draws the table: ``--- | :---:``."""
    return "|" in words and "--" in words and _DRAWN.issuperset(words)


def _begins(line: TextLine, after: str) -> bool:
    """Whether a table begins with this line: it heads columns of variants, or a drawn line
    follows it."""
    if "|" not in after:
        return False
    heads = [cell.words for cell in replace(line, has_no_outer_bars=True).cells]
    return bool(_only_draws(after) or columns_of(heads))
