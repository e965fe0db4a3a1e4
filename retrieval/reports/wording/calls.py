"""The cells of a row that name a change: those of its columns, or where no column names one, what
came of the test: "A146T detected". Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from retrieval.reports.columns import Column
from retrieval.reports.lines import RowCell

TELLING: tuple[Column, ...] = ("variant", "class", "type", "result", "call")
"""Columns of which a cell may say that something is not there."""
_OF_PROTEIN = re.compile(
    r"(?i)\b(?:IHC|immuno\w+|express\w+|protein|stain\w*|nuclear|[0-3]\+|methylat\w+)"
)
"""Of a test of the protein, or of what regulates it, "loss" is none of the gene."""
_LOSS = re.compile(r"(?i)\bloss\b|\blost\b")


def changes_in(under: Mapping[Column, Sequence[RowCell]]) -> list[RowCell]:
    """The cells that name the change of a row."""
    return [*under.get("variant", ()), *under.get("coding", ()), *_calls_in(under)]


def _calls_in(under: Mapping[Column, Sequence[RowCell]]) -> list[RowCell]:
    """The cells of results that may name a change of the gene of their row."""
    others = [cell for cells in under.values() for cell in cells]
    if any(_OF_PROTEIN.search(cell.words) for cell in others):
        return []
    return [cell for cell in under.get("call", ()) if not _LOSS.search(cell.words)]
