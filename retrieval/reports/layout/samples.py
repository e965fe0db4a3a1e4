"""Which sample a row is of, by its cells: a column of samples, or a column of shares for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.reports.cells import is_blank
from retrieval.reports.columns import Column
from retrieval.reports.lines import RowCell

_PAIRED = re.compile(r"(?i)\b(?:normal|germ-?line|blood|PBMCs?|buffy|controls?|matched|donor)\b")
"""A column of shares in what is no tumour, beside that of the tumour."""
_SHARE_WORDS = re.compile(
    r"(?i)\b(?:VAF|MAF|AF|(?:variant )?alle(?:le|lic) (?:frequency|fraction)|frequency|fraction"
    r"|percent|in|of|the)\b|[%()\[\]:,]"
)


def sample_of(cells: Sequence[RowCell], columns: Sequence[Column]) -> str:
    """What the column of samples says of a row."""
    named = [c.words for column, c in zip(columns, cells, strict=False) if column == "sample"]
    return " ".join(filter(None, named))


def one_share_each(
    cells: Sequence[RowCell], columns: Sequence[Column], heads: Sequence[str]
) -> Iterator[tuple[tuple[RowCell, ...], tuple[Column, ...], tuple[str, ...], str]]:
    """A row with a column of shares for each of several samples as a row for each, with its columns
    and their heads; any other row as it is."""
    shares = [n for n, column in enumerate(columns) if column == "vaf" and n < len(cells)]
    names = {n: " ".join(_SHARE_WORDS.sub(" ", heads[n]).split()) for n in shares}
    told = [n for n in shares if not _PAIRED.search(names[n])]
    filled = [n for n in told if not is_blank(cells[n].words)]
    if len(shares) < 2 or not filled:
        yield tuple(cells), tuple(columns), tuple(heads), ""
        return
    for own in filled:
        kept = [n for n in range(min(len(cells), len(columns))) if n == own or n not in shares]
        name = names[own] if len(told) > 1 else ""
        picked = tuple(cells[n] for n in kept)
        yield picked, tuple(columns[n] for n in kept), tuple(heads[n] for n in kept), name
