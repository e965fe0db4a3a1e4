"""Tables of which the heads name a gene, and no change of it: what the cells below are tells the
columns of changes; or the heading above says which change all rows have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from names.patterns.relatives import KIN
from names.variants.usual_forms import read_variant
from retrieval.reports.cells import ABSENT, UNSURE
from retrieval.reports.columns import LONGEST_HEAD, Column, column_of
from retrieval.reports.contract import Group, ReportedVariant, ReportPlace
from retrieval.reports.lines import RowCell, extent
from retrieval.reports.variant_names import gene_in

FEWEST_FOLD, FEWEST_COPIES = 2.0, 6.0
"""From how much on a number below "Amplifications" bears that out: twofold as callers report it,
six copies as HER2 is amplified by ASCO/CAP. What is less is told as not read: a caller may list all
that it measured."""
_PROTEIN = re.compile(r"(?:[A-Z]{2,4}_?\d[\w.]{2,20}:)?p\.\(?[A-Z][A-Za-z]{0,2}\d[\w*=>]{1,40}\)?")
_CODING = re.compile(r"(?:[A-Z]{2,4}_?\d[\w.]{2,20}:)?c\.[-*]?\d[\w*+>=-]{2,60}")
_AMPLIFIED = re.compile(
    r"(?i)(?:gene |focal |high[- ]level |copy number )?amplifications?(?: (?:detected|identified))?"
)
_KINDS = re.compile(
    r"(?i)\b(?:amplifications?|splice|fusions?|rearrangements?|copy[- ]number|deletions?|losses"
    r"|gains|variants?|mutations?|alterations?)\b"
)
_OF_ANOTHER = re.compile(
    r"(?i)\b(?:previous(?:ly)?|prior|earlier|original(?:ly)?|initial(?:ly)?|first|old|former(?:ly)?"
    rf"|withdrawn|superseded|expected|controls?|reference|known|{KIN}|donor|relatives?|other)\b"
)
"""Heads of a change that is none of this sample, or none any more."""
_FOLD = re.compile(r"(?i)\bfold\b")
_COPIES = re.compile(r"(?i)\bcop(?:y|ies)\b|\bCN\b")
_NUMBER = re.compile(r"\d{1,3}(?:[.,]\d{1,4})?")


_NAMES_CHANGE = frozenset(("variant", "coding", "three", "call"))


@dataclass(slots=True)
class OpenTable:
    """Such a table, and whether its first row was seen."""

    is_begun: bool = False
    is_below_group: bool = False
    """Whether it stands below a row that heads others, within a table with heads."""
    heads: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    def begins_with(self, heads: Sequence[str]) -> bool:
        """Whether this row is its heads: the first one, a gene and something beside it."""
        is_first, self.is_begun = not self.is_begun, True
        filled = [each for each in heads if each]
        is_short = all(len(each) <= LONGEST_HEAD and not _NUMBER.fullmatch(each) for each in filled)
        if not is_first or len(filled) < 2 or not is_short or column_of(heads[0]) != "gene":
            return False
        self.heads, self.columns = tuple(heads), tuple(map(column_of, heads))
        return True

    def is_narrower(self, cells: Sequence[str], columns: Sequence[Column] | None) -> bool:
        """Whether its first row ends before the columns that name a change: the heads above are
        none of its own."""
        first = min((n for n, of in enumerate(columns or ()) if of in _NAMES_CHANGE), default=0)
        return self.is_below_group and 1 < len(cells) <= first

    def columns_with(self, cells: Sequence[RowCell]) -> tuple[Column, ...] | None:
        """The columns with those whose head is not known and whose cell in this row of a gene is a
        change and nothing else; None where there is none."""
        if not self.columns or not gene_in(cells[0].words):
            return None
        named = zip(self.columns, self.heads, cells, strict=False)
        found = tuple(
            column or ("" if _OF_ANOTHER.search(head) else _content_of(cell.words))
            for column, head, cell in named
        )
        if found.count("variant") > 1 or found.count("coding") > 1:
            # Of several changes nobody says which is found.
            return None
        return found if {"variant", "coding"} & set(found) else None

    def has_result(self, cells: Sequence[RowCell], group: Group) -> bool:
        """Whether a row is on a gene below a heading on a kind of change: a result, read or not."""
        is_gene = self.columns and gene_in(cells[0].words)
        return bool(is_gene and _KINDS.search(group.heading))

    def amplified_in(
        self, cells: Sequence[RowCell], group: Group, place: ReportPlace
    ) -> ReportedVariant | None:
        """The amplification that the heading gives to a row whose number bears it out."""
        gene = gene_in(cells[0].words) if self.columns else ""
        if not gene or not _AMPLIFIED.fullmatch(group.heading.strip("[]() :")):
            return None
        if any(ABSENT.search(cell.words) or UNSURE.search(cell.words) for cell in cells):
            return None
        pairs = zip(self.heads, cells, strict=False)
        borne = [cell for head, cell in pairs if _bears_out(head, cell.words)]
        normal = read_variant(f"{gene} amplification")
        # A merged cell is told in all the columns that it reaches.
        is_one = len({cell.words for cell in borne}) == 1
        return None if not is_one or normal is None else ReportedVariant(
            gene=gene,
            variant=borne[0].words,
            normal=(normal,),
            classed=group.classed,
            origin=group.origin,
            place=place,
            cells=(("gene", extent(cells[:1])), ("variant", extent(borne[:1]))),
        )  # fmt: skip


def _content_of(words: str) -> Column:
    if _PROTEIN.fullmatch(words):
        return "variant"
    return "coding" if _CODING.fullmatch(words) else ""


def _bears_out(head: str, words: str) -> bool:
    if not _NUMBER.fullmatch(words):
        return False
    number = float(words.replace(",", "."))
    if _FOLD.search(head):
        return number >= FEWEST_FOLD
    return bool(_COPIES.search(head)) and number >= FEWEST_COPIES
