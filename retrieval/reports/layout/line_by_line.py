"""Where the reading of a report stands, line by line, and what it has come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from retrieval.reports import headings
from retrieval.reports.blocks import Block, Pair, TurnedTable, gene_above, pairs_outside
from retrieval.reports.cells import markers_stated
from retrieval.reports.columns import Column, columns_of, heads_variants
from retrieval.reports.contract import (
    NotTaken,
    ReportedAbsence,
    ReportedMarker,
    ReportedVariant,
    ReportPlace,
    Span,
)
from retrieval.reports.headings import NO_HEADING, Heading
from retrieval.reports.layout.absent_rows import absences_of_wide, absences_without_heads
from retrieval.reports.layout.open_heads import OpenTable
from retrieval.reports.layout.state_headings import NO_ROLES, LineRoles
from retrieval.reports.layout.table_rows import (
    goes_on,
    goes_on_below,
    is_group,
    is_of_something_else,
    told_below,
    variant_of_lines,
    variant_without_heads,
)
from retrieval.reports.lines import JoinedRow, RowCell, TextLine, extent, joined_row
from retrieval.reports.merging import (
    classes_of_lines,
    is_same,
    outside_of_table,
    placed_in,
    with_fields_of,
    with_marker,
    with_values,
)
from retrieval.reports.persons.labels import NO_SAMPLES, Samples
from retrieval.reports.rows import variant_of_row
from retrieval.reports.statements.mentions import alterations_in
from retrieval.reports.statements.sentences import Section
from retrieval.reports.statements.unread import line_at
from retrieval.reports.variant_names import begins_fusion, leading_gene
from retrieval.text.pages import pages_at

MOST_VARIANTS = 500
"""Rows that are read of one report. Chosen by hand: a panel reports dozens."""
LONGEST_LINE = 1_000
"""Characters of a line that may be a row. Chosen by hand."""
MOST_CONTINUED = 2
"""Lines that go on with a row of plain text. Chosen by hand: cells of three lines."""


@dataclass(slots=True)
class LineReading:
    """Where the reading stands."""

    text: str
    is_report: bool
    """Of a molecular test: only of one are rows without heads, stacked lines and sentences read."""
    columns: tuple[Column, ...] | None = None
    has_heads: bool = False
    """Whether the lines of plain text stand below heads of columns."""
    heading: Heading = NO_HEADING
    outer: Heading = NO_HEADING
    """The heading above the table that lines stand in."""
    row: int = 0
    begun: list[TextLine] = field(default_factory=list)
    """The lines of a row of plain text that may go on."""
    held: list[TextLine] = field(default_factory=list)
    """The lines of a row of cells that may go on."""
    block: Block = field(default_factory=Block)
    """The names and values of a row that may go on."""
    turned: TurnedTable = field(default_factory=TurnedTable)
    """The table with a column for each variant that may go on."""
    last: int | None = None
    """Which variant the line before named: names and values below it are its own."""
    order: list[int | RowCell] = field(default_factory=list)
    """The variants of lines, and the lines that hold a class alone, as they stand in a section."""
    first_row: str = ""
    """The words of the first row of a table whose heads are not known."""
    sections: list[Section] = field(default_factory=list)
    line: TextLine | None = None
    above: TextLine | None = None
    """The line before, empty ones left out."""
    samples: Samples = NO_SAMPLES
    roles: LineRoles = NO_ROLES
    doubted: list[NotTaken] = field(default_factory=list)
    """What a row names of a sample whose share of reads is doubted."""
    heads: tuple[str, ...] = ()
    """The words of the heads of columns."""
    open: OpenTable = field(default_factory=OpenTable)
    """The table whose heads name no change."""
    rows: set[int] = field(default_factory=set)
    """Where the rows below such heads begin."""
    absent: list[ReportedAbsence] = field(default_factory=list)
    variants: list[ReportedVariant] = field(default_factory=list)
    repeated: list[ReportPlace] = field(default_factory=list)
    """Where else the variants are named."""
    markers: list[ReportedMarker] = field(default_factory=list)

    def take(self, line: TextLine) -> None:
        """Read the next line."""
        if not line.words or len(line.words) > LONGEST_LINE:
            if line.words or not self.is_report:
                self.close()
            self._close_turned()
            self._leave_table()
            return
        self._take_markers(line)
        if self.is_report and not self.columns and self.turned.takes(line):
            return
        self._close_turned()
        outside = partial(pairs_outside, has_heads=self.has_heads)
        pairs = outside(line, self.block, self.columns) if self.is_report else ()
        if any(each.column for each in pairs):
            self._take_pairs(line, pairs)
        elif not (pairs and (self.block.pairs or gene_above(self.begun, has_heads=self.has_heads))):
            self.close_block()
            self._take_other(line)

    def _take_markers(self, line: TextLine) -> None:
        self.above, self.line = self.line, line
        for marker, words, span in markers_stated(line, self.above):
            told = ReportedMarker(marker=marker, value=words, place=self._place(span, 0))
            self.markers = with_marker(self.markers, replace(told, sample=self.samples.at(span[0])))

    def _take_pairs(self, line: TextLine, pairs: Sequence[Pair]) -> None:
        heading = gene_above(self.begun, has_heads=self.has_heads)
        self._close_lines()
        if heading and not any(each.column == "gene" for each in (*pairs, *self.block.pairs)):
            pairs = (heading, *pairs)
        if self.block.ends_before(pairs):
            self.close_block()
        self.block.take(pairs)

    def _take_other(self, line: TextLine) -> None:
        if line.is_row and self.held and goes_on(self.held[0], line):
            self.held.append(line)
        elif line.is_row:
            self.close()
            self.held = [line]
        else:
            self._leave_table()
            self._take_line(line)

    def _leave_table(self) -> None:
        self.close_row()
        self.columns, self.first_row, self.open = None, "", OpenTable()

    def _close_turned(self) -> None:
        """The table with a column for each variant is whole."""
        turned, self.turned = self.turned, TurnedTable()
        is_finding = not self.heading.is_negative and self.heading.kind != "other"
        for number, cells in enumerate(turned.variants() if is_finding else (), 1):
            row = JoinedRow(self.text, cells, range(len(self.text)))
            place = self._place(extent(cells), number)
            self._take_row_below(row, turned.columns, turned.heads, place)

    def close(self) -> None:
        """All that was begun is whole."""
        self.close_block()
        self._close_lines()

    def end(self) -> None:
        """The text, or what stands below a heading, is read."""
        self._close_turned()
        self.close()
        self._give_classes()

    def close_block(self) -> None:
        """The names and values that were begun are whole."""
        block, self.block = self.block.pairs, Block()
        last, self.last = self.last, None
        if not block or self.heading.is_negative or self.heading.kind == "other":
            return
        columns, cells = [each.column for each in block], [each.cell for each in block]
        if Block(block).names_change:
            place = self._place(extent(cells), 0)
            if found := variant_of_row(cells, columns, self.text, self.heading.group, place):
                self.add(found)
        elif last is not None and "gene" not in columns:
            self.variants[last] = with_values(self.variants[last], cells, columns)

    def _close_lines(self) -> None:
        """The row, or the line, that was begun is whole."""
        self.close_row()
        begun, self.begun = self.begun, []
        if begun and self.has_heads:
            self.rows.add(begun[0].start)
        if begun and self.is_report:
            place = self._place((begun[0].start, begun[0].end), 0)
            if absent := absences_of_wide(begun[0], place):
                self.add_absent(*absent)
                return
        found = variant_of_lines(
            begun, self.text, self.heading.group, partial(self._place, row=self.row + 1),
            has_heads=self.has_heads,
        )  # fmt: skip
        if found is not None:
            self.row += 1
            self.last = self.add(found if self.has_heads else outside_of_table(found))
            self.order += [self.last] if self.last is not None else []

    def close_row(self) -> None:
        """The row of cells that was begun is whole."""
        held, self.held = self.held, []
        if held:
            self._take_row(joined_row(held), (held[0].start, held[-1].end))

    def _take_row(self, row: JoinedRow, span: Span) -> None:
        words = [cell.words for cell in row.cells]
        if self._heads_rows(words, span[0]) or self.heading.kind == "other":
            return
        self.row += 1
        place = self._place(span, self.row)
        alone = absences_without_heads(row.cells, place, self.heading, has_heads=bool(self.columns))
        self.add_absent(*(alone if self.is_report else ()))
        if self.columns or not self.heading.is_negative:
            self._take_result(row, span, place)

    def _heads_rows(self, words: Sequence[str], start: int) -> bool:
        """Whether a row heads those below it: their columns, or all of them."""
        is_new = True
        if heads := columns_of(words):
            self.columns, self.heads, self.open = heads, tuple(words), OpenTable(is_begun=True)
        elif is_group(words):
            self._begin(words[0], start, is_row=True)
            self.open = OpenTable(is_below_group=self.columns is not None)
            return True
        elif self.is_report and self.open.begins_with(words):
            self.columns = None
        else:
            is_new = False
            if not self.row and self.open.is_narrower(words, self.columns):
                self.columns, self.first_row = None, ""
        if is_new or not self.first_row:
            self.row, self.first_row = 0 if is_new else self.row, " ".join(words)
        return is_new

    def _take_result(self, row: JoinedRow, span: Span, place: ReportPlace) -> None:
        if not self.columns and (columns := self.open.columns_with(row.cells)):
            self.columns, self.heads = columns, self.open.heads
        if self.columns or self.open.has_result(row.cells, self.heading.group):
            self.rows.add(span[0])
        if self.columns:
            self._take_row_below(row, self.columns, self.heads, place)
        elif found := self._variant_of_row(row, place):
            self.add(placed_in(row, found))

    def _take_row_below(
        self, row: JoinedRow, columns: Sequence[Column], heads: Sequence[str], place: ReportPlace
    ) -> None:
        for told in told_below(row, columns, heads, self.heading.group, place):
            if isinstance(told, ReportedAbsence):
                self.add_absent(told)
            elif isinstance(told, NotTaken):
                self.doubted.append(replace(told, line=line_at(self.text, told.place.start)))
            elif not (self.heading.is_negative or self._is_of_something_else(told)):
                self.add(placed_in(row, told))

    def add_absent(self, *absent: ReportedAbsence) -> None:
        """Add what is not there."""
        for each in absent[: MOST_VARIANTS - len(self.absent)]:
            sample = each.sample or self.samples.at(each.place.start)
            self.absent.append(replace(each, sample=sample))

    def _variant_of_row(self, row: JoinedRow, place: ReportPlace) -> ReportedVariant | None:
        group = self.heading.group
        found = self.open.amplified_in(row.cells, group, place)
        found = found or variant_without_heads(row, group, place, is_report=self.is_report)
        return None if found is None or self._is_of_something_else(found) else found

    def _is_of_something_else(self, found: ReportedVariant) -> bool:
        columns, heads = self.columns or (), self.heads if self.columns else ()
        return self.is_report and is_of_something_else(found, columns, self.first_row, heads)

    def _take_line(self, line: TextLine) -> None:
        if line.words.startswith("#") or line.start in self.roles.states:
            self.close()
            is_sure = self.roles.states.get(line.start, True)
            self._begin(line.words.lstrip("# "), line.start, is_sure=is_sure)
        elif heads_variants(line.words):
            self.close()
            self.has_heads, self.row = True, 0
        elif leading_gene(line.words) is not None or begins_fusion(line.words):
            self.close()
            is_whole = line.start not in self.roles.going_on or not self.is_report
            if not self.heading.is_negative and self.heading.kind == "findings" and is_whole:
                self.begun = [line]
        elif self.is_report and goes_on_below(self.begun, line):
            self.begun.append(line)
        elif self.is_report and (classed := headings.class_alone(line.words)):
            self._close_lines()
            self.order.append(RowCell(classed, line.start))
        elif headings.is_heading(line.words) and not (
            self.is_report and alterations_in(line.words)
        ):
            self.close()
            self._begin(line.words, line.start)
        elif self.has_heads and self.begun and len(self.begun) <= MOST_CONTINUED:
            self.begun.append(line)
        else:
            self._close_lines()
            self.last = None
            self.has_heads = self.has_heads and not line.words.endswith((".", ":"))

    def _give_classes(self) -> None:
        for at, classed in classes_of_lines(self.order):
            self.variants[at] = with_values(self.variants[at], [classed], ["class"])
        self.order = []

    def _begin(self, words: str, start: int, *, is_sure: bool = True, is_row: bool = False) -> None:
        self._give_classes()
        above, last = self.outer if is_row else NO_HEADING, [e.start for e in self.sections[-1:]]
        if self.line and self.above and not is_row and [self.above.start] == last:
            is_below = headings.is_below(self.line.words, self.above.words)
            above = self.heading if is_below else NO_HEADING
        found = headings.read_heading(words, is_sure=is_sure, is_report=self.is_report)
        self.heading = found.within(above)
        self.outer = self.outer if is_row else self.heading
        self.has_heads, self.row, self.last = False, 0, None
        self.sections.append(Section(start, self.heading.group, self.heading.kind))

    def _place(self, span: Span, row: int) -> ReportPlace:
        page = pages_at(self.text, *span)
        sheet = "" if page else self.heading.group.heading
        return ReportPlace(*span, page=page, sheet=sheet, row=row)

    def add(self, found: ReportedVariant) -> int | None:
        """Add a row. Which variant it is among those read; None where there are too many."""
        for other in found.beside:
            self.add(other)
        sample = found.sample or self.samples.at(found.place.start)
        found = replace(found, beside=(), sample=sample)
        for place, known in enumerate(self.variants):
            if is_same(known, found):
                self.variants[place] = with_fields_of(known, found)
                self.repeated.append(found.place)
                return place
        if len(self.variants) >= MOST_VARIANTS:
            return None
        self.variants.append(found)
        return len(self.variants) - 1
