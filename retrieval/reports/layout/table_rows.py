"""Rows of a table: what each says of its samples; those that head others, or go on with the row
above; lines that do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from retrieval.reports.cells import is_no_share, origin_of, share_in
from retrieval.reports.columns import ORIGIN_FOR_GENE, Column, heads_result
from retrieval.reports.contract import (
    Group,
    NotTaken,
    ReportedAbsence,
    ReportedVariant,
    ReportPlace,
    Span,
)
from retrieval.reports.headings import LONGEST_HEADING, class_alone, is_on_others, needs_share
from retrieval.reports.layout.absent_rows import absences_of_row, absent_share
from retrieval.reports.layout.samples import one_share_each, sample_of
from retrieval.reports.lines import JoinedRow, RowCell, TextLine
from retrieval.reports.persons.labels import is_control, is_relative
from retrieval.reports.rows import (
    is_value,
    named_in_row,
    variant_of_line,
    variant_of_row,
)
from retrieval.reports.statements.presence import only_denies
from retrieval.reports.statements.rows_without_heads import variant_of_cells
from retrieval.reports.variant_names import gene_in, leading_gene, variants_in
from retrieval.reports.wording.genotypes import carriage_of_row, is_told_genotype

_RESULT = re.compile(
    r"(?i)(?:(?:not )?(?:detected|identified|found|present)|positive|negative|absent|wild[- ]?type"
    r"|equivocal|failed)"
)
_PERCENT = re.compile(r"(?i)%|\b(?:percent|pct)\b")
_NUMBER_ALONE = re.compile(r"(?:[1-5]|I{1,3}|IV|V)(?:[ -]?[A-D])?")
_ON_EVIDENCE = re.compile(r"(?i)\b(?:ESCAT|OncoKB|evidence|levels?|ESMO|approv(?:al|ed))\b")
"""Heads of how well a drug is shown to work, not of what was found."""
_KIND_OF_CLASS = re.compile(r"(?i)\b(?:class|tier|level)")
MOST_STACKED = 6
"""Lines below a gene that may be values of it. Chosen by hand: its changes, their kind, copies, the
name of its share and the share."""


def told_below(
    row: JoinedRow, columns: Sequence[Column], heads: Sequence[str], group: Group,
    place: ReportPlace,
) -> Iterator[ReportedVariant | ReportedAbsence | NotTaken]:  # fmt: skip
    """What a row below heads of columns tells of each of its samples."""
    sides = _sides(columns)
    if len(sides) > 1:
        for side in sides:
            part = replace(row, cells=row.cells[side])
            yield from told_below(part, columns[side], heads[side], group, place)
        return
    whole = sample_of(row.cells, columns)
    beside = (cell.words for column, cell in zip(columns, row.cells, strict=False) if not column)
    if is_control(whole) or any(map(is_relative, (whole, *beside))):
        return
    for cells, own, own_heads, name in one_share_each(row.cells, columns, heads):
        sample = " ".join(filter(None, (whole, name)))
        found = named_in_row(cells, own, row.text, group, place)
        carried = carriage_of_row(own, cells) if found else ""
        if found and carried == "absent":
            yield _absent(found, place, sample)
        elif found and carried == "unsure":
            yield NotTaken(f"{found.name} (of a genotype that does not tell it)", place)
        elif found is None:
            absent = absences_of_row(cells, own, own_heads, place, sample)
            doubt = None if absent else _doubt_of(row, cells, own, group, place, sample)
            yield from absent
            yield from [doubt] if doubt else []
        elif absent_share(cells, own):
            yield _absent(found, place, sample)
        else:
            classed = _with_named_class(found, own, own_heads)
            whole_row = _with_headed_origin(classed, own_heads)
            yield _with_sample(_in_percent(whole_row, own, own_heads), sample)


def _absent(found: ReportedVariant, place: ReportPlace, sample: str) -> ReportedAbsence:
    what = found.change or found.variant
    if re.fullmatch(r"\*1 ?/ ?\*1", what):
        what = "allele other than *1"
    return ReportedAbsence(gene=found.gene, what=what, place=place, sample=sample)


def _sides(columns: Sequence[Column]) -> list[slice]:
    """The columns of each of several tables that stand side by side under the same heads."""
    begins = [n for n, column in enumerate(columns) if column == "gene"]
    width = begins[1] - begins[0] if len(begins) > 1 else len(columns)
    sides = [slice(first, first + width) for first in range(0, len(columns), width)]
    is_repeated = begins[:1] == [0] and all(columns[s] == columns[:width] for s in sides)
    return sides if is_repeated and width > 1 else [slice(0, len(columns))]


def variant_without_heads(
    row: JoinedRow, group: Group, place: ReportPlace, *, is_report: bool
) -> ReportedVariant | None:
    """The variant of a row without heads; of one cell of it only in a report."""
    found = variant_of_line(row.text.rstrip(), 0, row.text, group, place, has_heads=False)
    if found and len({each.change for each in found.normal if each.kind == "protein"}) > 1:
        found = None
    if found is None and is_report:
        return variant_of_cells(row.cells, row.text, group, place)
    return found


def variant_of_lines(
    lines: Sequence[TextLine], text: str, group: Group, placed: Callable[[Span], ReportPlace],
    *, has_heads: bool,
) -> ReportedVariant | None:  # fmt: skip
    """The variant of a row of plain text over these lines, or over the first of them."""
    for count in range(len(lines), 0, -1):
        span = (lines[0].start, lines[count - 1].end)
        words = text[slice(*span)].replace("\n", " ").replace("\f", " ")
        place = placed(span)
        found = variant_of_line(words, span[0], text, group, place, has_heads=has_heads)
        if found is not None:
            return found
    return None


def _with_named_class(
    found: ReportedVariant, columns: Sequence[Column], heads: Sequence[str]
) -> ReportedVariant:
    """The row with the word of its head before a class that is a number alone: "1" of a tier is
    the highest, of a class harmless."""
    number = found.classed.rstrip(" *")
    if not _NUMBER_ALONE.fullmatch(number):
        return found
    head = next(
        (each for column, each in zip(columns, heads, strict=False) if column == "class"), ""
    )
    kind = _KIND_OF_CLASS.search(head)
    return replace(found, classed=f"{kind[0]} {number}") if kind else found


def _in_percent(
    found: ReportedVariant, columns: Sequence[Column], heads: Sequence[str]
) -> ReportedVariant:
    """The row, with the sign of the head of its shares: "0.3" below "VAF (%)" is 0.3%."""
    shares = [head for column, head in zip(columns, heads, strict=False) if column == "vaf"]
    if not any(map(_PERCENT.search, shares)):
        return found
    beside = tuple(_in_percent(each, columns, heads) for each in found.beside)
    return replace(found, in_percent=True, beside=beside)


def _with_headed_origin(found: ReportedVariant, heads: Sequence[str]) -> ReportedVariant:
    """The row with the origin by which the first head calls its genes."""
    if found.origin or not heads or not ORIGIN_FOR_GENE.fullmatch(heads[0].strip()):
        return found
    beside = tuple(_with_headed_origin(each, heads) for each in found.beside)
    return replace(found, origin=origin_of(heads[0]), beside=beside)


def _doubt_of(
    row: JoinedRow, cells: Sequence[RowCell], columns: Sequence[Column], group: Group,
    place: ReportPlace, sample: str,
) -> NotTaken | None:  # fmt: skip
    """What the row names, where its share of reads is doubted or says that there is none."""
    pairs = [*zip(columns, cells, strict=False)]
    doubts = [cell.words for column, cell in pairs if column == "vaf" and is_no_share(cell.words)]
    if not doubts:
        return None
    others = [(column, cell) for column, cell in pairs if column != "vaf"]
    named = variant_of_row([e for _, e in others], [c for c, _ in others], row.text, group, place)
    told = f"{sample}: “{doubts[0]}”" if sample else f"“{doubts[0]}”"
    return NotTaken(f"{named.name} ({told})", place) if named else None


def is_of_something_else(
    found: ReportedVariant, columns: Sequence[Column], first_row: str, heads: Sequence[str] = ()
) -> bool:
    """Whether the heads say that the table is on controls, or on what holds for variants; a column
    of results is on this sample."""
    is_called = found.vaf or (found.classed and not found.classed.lower().startswith("level"))
    if any(map(_ON_EVIDENCE.search, heads)) and not _is_of_sequence(found):
        # "RET fusion | selpercatinib | I-C": the class is that of the drug.
        is_called = found.vaf
    is_called = is_called or any(map(heads_result, heads)) or is_told_genotype(found, heads)
    on_uses = not is_called and "vaf" not in columns and needs_share(first_row)
    return bool(on_uses or is_on_others(first_row))


def _is_of_sequence(found: ReportedVariant) -> bool:
    return any(each.kind in ("protein", "coding", "genomic") for each in found.normal)


def is_group(words: Sequence[str]) -> bool:
    """Whether a row is one cell that heads the rows below it, and no denial by itself."""
    alone = len([each for each in words if each]) == 1 and len(words[0]) <= LONGEST_HEADING
    is_heading = alone and bool(words[0]) and leading_gene(words[0]) is None
    return is_heading and not only_denies(words[0])


def goes_on(first: TextLine, line: TextLine) -> bool:
    """Whether a row only goes on with the cells of the row above: it begins with an empty cell, or
    repeats its gene and names no change, and has neither a gene nor a share of reads nor, below
    another one, a result of its own."""
    above, cells = first.cells, line.cells
    if len(cells) > len(above) or not above[0].words:
        return False
    if cells[0].words and not _repeats(above, cells):
        return False
    if any(_RESULT.fullmatch(one.words) and _RESULT.fullmatch(other.words)
           for one, other in zip(above, cells, strict=False)):  # fmt: skip
        return False
    words = [cell.words for cell in cells[bool(cells[0].words) :] if cell.words]
    return bool(words) and not any(gene_in(each) or share_in(each, is_column=True)
                                   for each in words)  # fmt: skip


def _repeats(above: Sequence[RowCell], cells: Sequence[RowCell]) -> bool:
    """Whether a row has the gene of the one above, as readers fill merged cells, and beside it only
    the rest of cells that stand there: no change of its own."""
    gene = gene_in(cells[0].words)
    if not gene or cells[0].words != above[0].words:
        return False
    own = [(one, cell) for one, cell in zip(above[1:], cells[1:], strict=False)
           if cell.words and cell.words != one.words]  # fmt: skip
    filled = sum(bool(one.words) for one in above[1:])
    is_rest = 0 < len(own) < filled and all(one.words for one, _ in own)
    return is_rest and not any(
        normal for _, cell in own for normal, _ in variants_in(gene, cell.words)
    )


def _with_sample(found: ReportedVariant, sample: str) -> ReportedVariant:
    """The row, and those beside it, as found in this sample."""
    beside = tuple(_with_sample(each, sample) for each in found.beside)
    return replace(found, sample=sample, beside=beside)


def goes_on_below(begun: Sequence[TextLine], line: TextLine) -> bool:
    """Whether a line goes on with the gene above it: its change, or a value of it."""
    if not 0 < len(begun) <= MOST_STACKED or class_alone(line.words):
        return False
    led = leading_gene(begun[0].words)
    return is_value(led[0] if led else "", line.words)
