"""Reads a sequencing report: from the text that a reader of files made of it, line by line.

A row counts only where the document itself names gene and variant in it: below heads of columns, in
a block of names and values, or in a line that begins with the gene and holds nothing but values.
Sentences are read in reports of molecular tests alone (``statements``). Nothing is concluded from
lists of the genes that were tested, or from what was looked for and is not there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from retrieval.reports.blocks import Block, Pair, pairs_of
from retrieval.reports.cells import CLASS, markers_of, origin_of, share_in
from retrieval.reports.columns import Column, columns_of, heads_variants
from retrieval.reports.contract import (
    NotTaken,
    ReportedMarker,
    ReportedVariant,
    ReportPlace,
    SequencingReport,
    Span,
)
from retrieval.reports.headings import (
    LONGEST_HEADING,
    is_heading,
    is_on_absent,
    is_on_others,
    kind_of,
    needs_share,
)
from retrieval.reports.lines import JoinedRow, RowCell, TextLine, extent, joined_row, lines_of
from retrieval.reports.merging import (
    classes_of_lines,
    is_same,
    outside_of_table,
    placed_in,
    with_fields_of,
    with_values,
)
from retrieval.reports.rows import (
    NO_GROUP,
    Group,
    class_alone,
    is_value,
    variant_of_cells,
    variant_of_line,
    variant_of_row,
)
from retrieval.reports.statements.documents import is_molecular_report
from retrieval.reports.statements.mentions import alterations_in
from retrieval.reports.statements.sentences import Section, SectionKind, told_in_sentences
from retrieval.reports.variant_names import gene_in, leading_gene
from retrieval.reports.vcf import is_vcf, read_vcf
from retrieval.text.pages import pages_at

MOST_VARIANTS = 500
"""Rows that are read of one report. Chosen by hand: a panel reports dozens."""
LONGEST_LINE = 1_000
"""Characters of a line that may be a row. Chosen by hand."""
MOST_CONTINUED = 2
"""Lines that go on with a row of plain text. Chosen by hand: cells of three lines."""
MOST_STACKED = 3
"""Lines below a gene that may be values of it. Chosen by hand: its change, its share, its class."""
MOST_NOT_TAKEN = 50
"""Variants told as not taken. Chosen by hand: a long report names some dozens in its remarks."""
_BEGINS_FUSION = re.compile(
    r"(?:[-*•‣–▪] ?)?[A-Z][A-Z0-9]{1,9}(?:::| ?[-–/] ?)[A-Z][A-Z0-9]{1,9}\b"
)


@lru_cache(maxsize=50)
def read_report(text: str) -> SequencingReport:
    """What a sequencing report names; an empty one for a text that is none."""
    if is_vcf(text):
        return read_vcf(text)
    reading = _Reading(text, is_report=is_molecular_report(text))
    for line in lines_of(text):
        reading.take(line)
    reading.end()
    not_taken = reading.take_sentences() if reading.is_report else ()
    return SequencingReport(
        variants=tuple(reading.variants[:MOST_VARIANTS]),
        markers=tuple(reading.markers),
        not_taken=not_taken,
    )


@dataclass(slots=True)
class _Reading:
    """Where the reading stands."""

    text: str
    is_report: bool
    """Whether the document is the report of a molecular test: only of one are rows without heads,
    lines below each other and sentences read."""
    columns: tuple[Column, ...] | None = None
    has_heads: bool = False
    """Whether the lines of plain text stand below heads of columns."""
    group: Group = NO_GROUP
    is_negative: bool = False
    """Whether the heading is on what was not found, or on what was tested."""
    row: int = 0
    begun: list[TextLine] = field(default_factory=list)
    """The lines of a row of plain text that may go on."""
    held: list[TextLine] = field(default_factory=list)
    """The lines of a row of cells that may go on."""
    block: Block = field(default_factory=Block)
    """The names and values of a row that may go on."""
    last: int | None = None
    """Which variant the line before named: names and values below it are its own."""
    order: list[int | RowCell] = field(default_factory=list)
    """The variants of lines, and the lines that hold a class alone, as they stand in a section."""
    kind: SectionKind = "findings"
    """What stands below the heading."""
    first_row: str = ""
    """The words of the first row of a table whose heads are not known."""
    sections: list[Section] = field(default_factory=list)
    variants: list[ReportedVariant] = field(default_factory=list)
    markers: list[ReportedMarker] = field(default_factory=list)

    def take(self, line: TextLine) -> None:
        """Read the next line."""
        if not line.words or len(line.words) > LONGEST_LINE:
            if line.words or not self.is_report:
                self.close()
            self.close_row()
            self.columns, self.first_row = None, ""
            return
        self._take_markers(line)
        pairs = self._pairs_of(line)
        if any(each.column for each in pairs):
            self._take_pairs(line, pairs)
        elif not (pairs and self.block.pairs):
            self.close_block()
            self._take_other(line)

    def _take_markers(self, line: TextLine) -> None:
        for marker, value, (start, end) in markers_of(line):
            span = (line.start + start, line.start + end)
            if all(each.marker != marker for each in self.markers):
                words = " ".join(value.replace("|", " ").split())
                self.markers.append(ReportedMarker(marker=marker, value=words,
                                                   place=self._place(span, 0)))  # fmt: skip

    def _pairs_of(self, line: TextLine) -> tuple[Pair, ...]:
        if not self.is_report or (
            line.is_row and (self.columns or columns_of([cell.words for cell in line.cells]))
        ):
            return ()
        return pairs_of(line)

    def _take_pairs(self, line: TextLine, pairs: Sequence[Pair]) -> None:
        self._close_lines()
        if self.block.ends_before(pairs):
            self.close_block()
        self.block.take(pairs)

    def _take_other(self, line: TextLine) -> None:
        if line.is_row and self.held and _goes_on(self.held[0], line):
            self.held.append(line)
        elif line.is_row:
            self.close()
            self.held = [line]
        else:
            self.close_row()
            self.columns, self.first_row = None, ""
            self._take_line(line)

    def close(self) -> None:
        """All that was begun is whole."""
        self.close_block()
        self._close_lines()

    def end(self) -> None:
        """The text, or what stands below a heading, is read."""
        self.close()
        self._give_classes()

    def close_block(self) -> None:
        """The names and values that were begun are whole."""
        block, self.block = self.block.pairs, Block()
        last, self.last = self.last, None
        if not block or self.is_negative or self.kind == "other":
            return
        columns, cells = [each.column for each in block], [each.cell for each in block]
        if {"variant", "coding", "three"} & set(columns):
            place = self._place(extent(cells), 0)
            if found := variant_of_row(cells, columns, self.text, self.group, place):
                self._add(found)
        elif last is not None and "gene" not in columns:
            self.variants[last] = with_values(self.variants[last], cells, columns)

    def _close_lines(self) -> None:
        """The row, or the line, that was begun is whole."""
        self.close_row()
        begun, self.begun = self.begun, []
        while begun:
            span = (begun[0].start, begun[-1].end)
            found = variant_of_line(
                self.text[slice(*span)].replace("\n", " ").replace("\f", " "),
                begun[0].start, self.text, self.group, self._place(span, self.row + 1),
                has_heads=self.has_heads,
            )  # fmt: skip
            if found is not None:
                self.row += 1
                self.last = self._add(found if self.has_heads else outside_of_table(found))
                self.order += [self.last] if self.last is not None else []
                return
            begun.pop()

    def close_row(self) -> None:
        """The row of cells that was begun is whole."""
        held, self.held = self.held, []
        if held:
            self._take_row(joined_row(held), (held[0].start, held[-1].end))

    def _take_row(self, row: JoinedRow, span: Span) -> None:
        words = [cell.words for cell in row.cells]
        if heads := columns_of(words):
            self.columns, self.row, self.first_row = heads, 0, " ".join(words)
            return
        if _is_group(words):
            self._head(words[0], span[0])
            return
        self.first_row = self.first_row or " ".join(words)
        if self.is_negative or self.kind == "other":
            return
        self.row += 1
        found = self._variant_of_row(row, self._place(span, self.row))
        if found is not None:
            self._add(placed_in(row, found))

    def _variant_of_row(self, row: JoinedRow, place: ReportPlace) -> ReportedVariant | None:
        if self.columns:
            found = variant_of_row(row.cells, self.columns, row.text, self.group, place)
        else:
            found = variant_of_line(row.text.rstrip(), 0, row.text, self.group, place,
                                    has_heads=False)  # fmt: skip
        if not self.is_report:
            return found
        if found is None and not self.columns:
            found = variant_of_cells(row.cells, row.text, self.group, place)
        return None if found is None or self._is_of_something_else(found) else found

    def _is_of_something_else(self, found: ReportedVariant) -> bool:
        """Whether the heads say that the table is on controls, or on what holds for variants."""
        is_called = found.vaf or (found.classed and not found.classed.lower().startswith("level"))
        has_shares = "vaf" in (self.columns or ())
        on_uses = not is_called and not has_shares and needs_share(self.first_row)
        return bool(on_uses or is_on_others(self.first_row))

    def _take_line(self, line: TextLine) -> None:
        if line.words.startswith("#"):
            self.close()
            self._head(line.words.lstrip("# "), line.start)
        elif heads_variants(line.words):
            self.close()
            self.has_heads, self.row = True, 0
        elif leading_gene(line.words) is not None or _BEGINS_FUSION.match(line.words):
            self.close()
            if not self.is_negative and self.kind == "findings":
                self.begun = [line]
        elif self._is_stacked(line):
            self.begun.append(line)
        elif self.is_report and (classed := class_alone(line.words)):
            self._close_lines()
            self.order.append(RowCell(classed, line.start))
        elif is_heading(line.words) and not (self.is_report and alterations_in(line.words)):
            self.close()
            self._head(line.words, line.start)
        elif self.has_heads and self.begun and len(self.begun) <= MOST_CONTINUED:
            self.begun.append(line)
        else:
            self._close_lines()
            self.last = None
            self.has_heads = self.has_heads and not line.words.endswith((".", ":"))

    def _is_stacked(self, line: TextLine) -> bool:
        """Whether the line goes on with the gene above it: its change, or a value of it."""
        if not self.is_report or not 0 < len(self.begun) <= MOST_STACKED:
            return False
        if class_alone(line.words):
            return False
        led = leading_gene(self.begun[0].words)
        return is_value(led[0] if led else "", line.words)

    def _give_classes(self) -> None:
        for at, classed in classes_of_lines(self.order):
            self.variants[at] = with_values(self.variants[at], [classed], ["class"])
        self.order = []

    def _head(self, words: str, start: int) -> None:
        self._give_classes()
        classed = CLASS.search(words)
        self.group = Group(words, origin_of(words), classed[0] if classed else "")
        self.is_negative = is_on_absent(words)
        self.has_heads, self.row, self.last = False, 0, None
        self.kind = kind_of(words) if self.is_report else "findings"
        self.sections.append(Section(start, self.group, self.kind))

    def take_sentences(self) -> tuple[NotTaken, ...]:
        """Read the sentences; what they name and do not tell as found."""
        places = [each.place for each in self.variants]
        told = told_in_sentences(self.text, self.sections, places)
        for each in told.variants:
            self._add(each)
        known = {name for each in self.variants for name in each.normal}
        left = {each.name: each for each in told.not_taken if not known & set(each.normal)}
        return tuple(NotTaken(each.name, each.place) for each in left.values())[:MOST_NOT_TAKEN]

    def _place(self, span: Span, row: int) -> ReportPlace:
        page = pages_at(self.text, *span)
        return ReportPlace(*span, page=page, sheet="" if page else self.group.heading, row=row)

    def _add(self, found: ReportedVariant) -> int | None:
        """Which variant it is among those that were read; None where there are too many."""
        for other in found.beside:
            self._add(other)
        found = replace(found, beside=())
        for place, known in enumerate(self.variants):
            if is_same(known, found):
                self.variants[place] = with_fields_of(known, found)
                return place
        if len(self.variants) >= MOST_VARIANTS:
            return None
        self.variants.append(found)
        return len(self.variants) - 1


def _is_group(words: Sequence[str]) -> bool:
    """Whether a row is one cell that heads the rows below it."""
    alone = len([each for each in words if each]) == 1 and len(words[0]) <= LONGEST_HEADING
    return alone and bool(words[0]) and leading_gene(words[0]) is None


def _goes_on(first: TextLine, line: TextLine) -> bool:
    """Whether a row only goes on with the cells of the row above: it begins with an empty cell, and
    names neither a gene nor a share of reads of its own."""
    above, cells = first.cells, line.cells
    if len(cells) > len(above) or cells[0].words or not above[0].words:
        return False
    words = [cell.words for cell in cells if cell.words]
    return bool(words) and not any(gene_in(each) or share_in(each, is_column=True)
                                   for each in words)  # fmt: skip
