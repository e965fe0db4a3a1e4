"""Reads a sequencing report: from the text that a reader of files made of it, line by line.

A row counts only where the document itself names gene and variant in it: below heads of columns, or
in a line that begins with the gene and holds nothing but values. Nothing is concluded from running
text, from lists of the genes that were tested, or from what was looked for and is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from retrieval.reports.cells import ABSENT, CLASS, markers_in, origin_of, share_in
from retrieval.reports.columns import Column, columns_of, heads_variants
from retrieval.reports.contract import (
    Biomarker,
    Field,
    ReportedMarker,
    ReportedVariant,
    ReportPlace,
    SequencingReport,
    Span,
)
from retrieval.reports.lines import JoinedRow, TextLine, joined_row, lines_of
from retrieval.reports.rows import NO_GROUP, Group, variant_of_line, variant_of_row
from retrieval.reports.variant_names import gene_in, leading_gene
from retrieval.reports.vcf import is_vcf, read_vcf
from retrieval.text.pages import pages_at

MOST_VARIANTS = 500
"""Rows that are read of one report. Chosen by hand: a panel reports dozens."""
LONGEST_LINE = 1_000
"""Characters of a line that may be a row. Chosen by hand."""
MOST_CONTINUED = 2
"""Lines that go on with a row of plain text. Chosen by hand: cells of three lines."""
LONGEST_HEADING = 80
"""Characters. Chosen by hand."""
_HEADING = re.compile(
    r"(?i)\b(?:variants?|findings?|alterations?|mutations?|results?|genes?|biomarkers?|signatures?"
    r"|negatives?|regions?|summary|interpretation|comments?|methods?|therap\w+|trials?|references?"
    r"|limitations?|germ-?line|somatic|significance|details?|appendix)\b"
)
_BEGINS_FUSION = re.compile(
    r"(?:[-*•‣–▪] ?)?[A-Z][A-Z0-9]{1,9}(?:::| ?[-–/] ?)[A-Z][A-Z0-9]{1,9}\b"
)
_NEGATIVE = re.compile(
    r"(?i)\b(?:negatives?|genes? (?:tested|covered|analy[sz]ed|assayed|included|sequenced)"
    r"|wild[- ]?type|without|panel content|gene list|references?|literature|limitations?"
    r"|methods?)\b"
)


@lru_cache(maxsize=50)
def read_report(text: str) -> SequencingReport:
    """What a sequencing report names; an empty one for a text that is none."""
    if is_vcf(text):
        return read_vcf(text)
    reading = _Reading(text)
    for line in lines_of(text):
        reading.take(line)
    reading.close()
    return SequencingReport(
        variants=tuple(reading.variants[:MOST_VARIANTS]), markers=tuple(reading.markers)
    )


@dataclass(slots=True)
class _Reading:
    """Where the reading stands."""

    text: str
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
    variants: list[ReportedVariant] = field(default_factory=list)
    markers: list[ReportedMarker] = field(default_factory=list)

    def take(self, line: TextLine) -> None:
        """Read the next line."""
        if not line.words or len(line.words) > LONGEST_LINE:
            self.close()
            self.columns = None
            return
        for marker, value, (start, end) in _markers(line.words):
            span = (line.start + start, line.start + end)
            if all(each.marker != marker for each in self.markers):
                words = " ".join(value.replace("|", " ").split())
                self.markers.append(ReportedMarker(marker=marker, value=words,
                                                   place=self._place(span, 0)))  # fmt: skip
        if line.is_row and self.held and _goes_on(self.held[0], line):
            self.held.append(line)
        elif line.is_row:
            self.close()
            self.held = [line]
        else:
            self.close_row()
            self.columns = None
            self._take_line(line)

    def close(self) -> None:
        """The row that was begun is whole."""
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
                self._add(found if self.has_heads else _outside_of_table(found))
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
            self.columns, self.row = heads, 0
            return
        if _is_group(words):
            self._head(words[0])
            return
        if self.is_negative:
            return
        self.row += 1
        place = self._place(span, self.row)
        if self.columns:
            found = variant_of_row(row.cells, self.columns, row.text, self.group, place)
        else:
            found = variant_of_line(row.text.rstrip(), 0, row.text, self.group, place,
                                    has_heads=False)  # fmt: skip
        if found is not None:
            at = tuple((name, row.span(inside)) for name, inside in found.cells)
            self._add(replace(found, cells=at))

    def _take_line(self, line: TextLine) -> None:
        if line.words.startswith("#"):
            self.close()
            self._head(line.words.lstrip("# "))
        elif heads_variants(line.words):
            self.close()
            self.has_heads, self.row = True, 0
        elif leading_gene(line.words) is not None or _begins_fusion(line.words):
            self.close()
            if not self.is_negative:
                self.begun = [line]
        elif _is_heading(line.words):
            self.close()
            self._head(line.words)
        elif self.has_heads and self.begun and len(self.begun) <= MOST_CONTINUED:
            self.begun.append(line)
        else:
            self.close()
            self.has_heads = self.has_heads and not line.words.endswith((".", ":"))

    def _head(self, words: str) -> None:
        classed = CLASS.search(words)
        self.group = Group(words, origin_of(words), classed[0] if classed else "")
        self.is_negative = bool(_NEGATIVE.search(words) or ABSENT.search(words))
        self.has_heads, self.row = False, 0

    def _place(self, span: Span, row: int) -> ReportPlace:
        page = pages_at(self.text, *span)
        return ReportPlace(*span, page=page, sheet="" if page else self.group.heading, row=row)

    def _add(self, found: ReportedVariant) -> None:
        for place, known in enumerate(self.variants):
            if _is_same(known, found):
                self.variants[place] = _with_fields_of(known, found)
                return
        if len(self.variants) < MOST_VARIANTS:
            self.variants.append(found)


def _outside_of_table(found: ReportedVariant) -> ReportedVariant:
    return replace(found, place=replace(found.place, row=0))


def _begins_fusion(words: str) -> bool:
    return bool(_BEGINS_FUSION.match(words))


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


def _is_heading(words: str) -> bool:
    short = len(words) <= LONGEST_HEADING and not words.endswith((".", ","))
    named = words[:1].isupper() or re.match(r"\d{1,2}[.)] [A-Z]", words)
    return bool(short and named and _HEADING.search(words))


def _markers(words: str) -> Iterator[tuple[Biomarker, str, Span]]:
    """The markers of each part of a line: "MSI: stable; TMB: 5 mut/Mb" states two."""
    place = 0
    for part in re.split(
        r"((?:[;,.] +)(?=(?i:MSI|TMB|HRD|tumou?r mut|micro-?sat|homologous)))", words
    ):
        for marker, value, (start, end) in markers_in(part):
            yield marker, value, (place + start, place + end)
        place += len(part)


def _is_same(one: ReportedVariant, other: ReportedVariant) -> bool:
    """Whether two rows name the same variant and contradict each other in nothing."""
    if one.gene != other.gene:
        return False
    named = set(one.normal) & set(other.normal) or one.variant == other.variant
    clash = one.percent != other.percent and None not in (one.percent, other.percent)
    return (
        bool(named)
        and not clash
        and (one.origin == other.origin or not (one.origin and other.origin))
    )


def _with_fields_of(known: ReportedVariant, found: ReportedVariant) -> ReportedVariant:
    """The row with what it lacks and the other has; each field with where it stands."""
    cells: dict[Field, Span] = {**dict(found.cells), **dict(known.cells)}
    return replace(
        known,
        normal=tuple(dict.fromkeys((*known.normal, *found.normal))),
        vaf=known.vaf or found.vaf,
        classed=known.classed or found.classed,
        origin=known.origin or found.origin,
        cells=tuple(cells.items()),
    )
