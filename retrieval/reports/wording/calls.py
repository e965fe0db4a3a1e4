"""The cells of a row that name a change: those of its columns, or where no column names one, what
came of the test: "A146T detected". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from retrieval.reports.cells import CLASS
from retrieval.reports.columns import Column
from retrieval.reports.lines import RowCell

TELLING: tuple[Column, ...] = ("variant", "class", "type", "result", "call")
"""Columns of which a cell may say that something is not there."""
_OF_PROTEIN = re.compile(
    r"(?i)\b(?:IHC|immuno\w+|express\w+|protein|stain\w*|nuclear|[0-3]\+|methylat\w+)"
)
"""Of a test of the protein, or of what regulates it, "loss" is none of the gene."""
_IS_THERE = re.compile(
    r"(?i)(?:mutated|mutant|altered|positive|detected|present|found|identified)"
    r"|(?:mutation|variant|alteration)s? (?:detected|present|found|identified)"
)
"""A result that says that something is there, and not what."""
_WRITTEN = re.compile(
    r"(?<![\w.])(?:[A-Z]{2,4}_?\d[\w.]{2,20}(?:\([A-Z0-9-]{2,12}\))?:)?[pc]\.\(?[A-Za-z*\d-]"
)
_OF_VARIANT = re.compile(r"(?i)(?<=genic) (?:variant|mutation)$")
_LOSS = re.compile(r"(?i)\bloss\b|\blost\b")
_OF_COPIES = re.compile(r"(?i)\b(?:\w+zygous\w*|biallelic\w*|deep|cop(?:y|ies)|gene|deletion)\b")
"""Beside a loss that is one of the gene."""


def changes_in(under: Mapping[Column, Sequence[RowCell]]) -> list[RowCell]:
    """The cells that name the change of a row; below other heads one that is written as a change,
    where the result says that there is one."""
    results = (*under.get("result", ()), *under.get("call", ()))
    is_there = any(map(_says_there, (cell.words for cell in results)))
    beside = under.get("", ()) if is_there else ()
    written = [cell for cell in beside if _WRITTEN.search(cell.words)]
    calls = under.get("call", ())
    # "Mutation effect: p.N1860S Missense variant" names the change, too.
    written += [cell for cell in under.get("type", ()) if _WRITTEN.match(cell.words)]
    told = (*under.get("variant", ()), *under.get("coding", ()), *written)
    return [*told, *_of_genes(under, calls)]


def kinds_in(under: Mapping[Column, Sequence[RowCell]]) -> list[RowCell]:
    """The cells that say which kind of change a gene has, where none names the change:
    "amplification"."""
    return [*under.get("type", ()), *_of_genes(under, under.get("result", ()))]


def _says_there(words: str) -> bool:
    """Whether a result says that a change is there, and not which: "Mutated, pathogenic"."""
    parts = (_OF_VARIANT.sub("", each) for each in words.split(", "))
    return all(_IS_THERE.fullmatch(each) or CLASS.fullmatch(each) for each in parts)


def is_of_protein(cells: Iterable[RowCell]) -> bool:
    """Whether one of the cells says that the protein was tested, or what regulates the gene."""
    return any(_OF_PROTEIN.search(cell.words) for cell in cells)


def _of_genes(
    under: Mapping[Column, Sequence[RowCell]], cells: Sequence[RowCell]
) -> Sequence[RowCell]:
    """Those of the cells that are on the gene, and not on its protein."""
    if is_of_protein(cell for each in under.values() for cell in each):
        return ()
    return [c for c in cells if _OF_COPIES.search(c.words) or not _LOSS.search(c.words)]
