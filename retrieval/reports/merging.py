"""Two rows that name the same variant as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from names.variants.fusions import without_junction
from retrieval.reports.cells import origin_of, share_in
from retrieval.reports.columns import Column
from retrieval.reports.contract import Field, ReportedMarker, ReportedVariant, Span
from retrieval.reports.lines import JoinedRow, RowCell
from retrieval.reports.variant_names import parts_by_gene

_NUMBER_ALONE = re.compile(r"\d{1,4}(?:[.,]\d{1,2})?")
_STATE = re.compile(r"(?i)\b(?:positive|negative|deficient|proficient|high|low|stable)\b")


def is_same(one: ReportedVariant, other: ReportedVariant) -> bool:
    """Whether two rows name the same variant and contradict each other in nothing."""
    if one.sample and other.sample and one.sample != other.sample:
        return False
    # Only one of them may tell where the genes of a fusion are joined.
    names, others = (set(map(without_junction, each.normal)) for each in (one, other))
    shared = names & others
    # A fusion stands beside the gene that was looked at in one place and by itself in another.
    if one.gene != other.gene and not any(each.kind == "fusion" for each in shared):
        return False
    named = shared or one.variant == other.variant
    clash = one.percent != other.percent and None not in (one.percent, other.percent)
    return (
        bool(named)
        and not clash
        and (one.origin == other.origin or not (one.origin and other.origin))
    )


def with_marker(known: Sequence[ReportedMarker], found: ReportedMarker) -> list[ReportedMarker]:
    """The markers with one more. Of each the first of a sample is told; a number alone with the
    words that the next one says of it: "61" with "HRD positive"."""
    same = (each for each in known if (each.marker, each.sample) == (found.marker, found.sample))
    first = next(same, None)
    if first is None:
        return [*known, found]
    if _NUMBER_ALONE.fullmatch(first.value) is None or not _STATE.search(found.value):
        return list(known)
    whole = replace(first, value=f"{first.value}; {found.value}")
    return [whole if each is first else each for each in known]


def with_one_unit(variants: Sequence[ReportedVariant]) -> list[ReportedVariant]:
    """The rows with their shares in one unit: where one without a sign is more than 1, those below
    1 are percent, too."""
    bare = [each for each in variants if each.vaf and "%" not in each.vaf]
    if not any((value := _plain_number(each.vaf)) is not None and value > 1 for each in bare):
        return list(variants)
    return [replace(each, in_percent=True) if each in bare else each for each in variants]


def _plain_number(written: str) -> float | None:
    try:
        return float(written.replace(",", ".").strip(" ~<≈"))
    except ValueError:
        return None


def with_fields_of(known: ReportedVariant, found: ReportedVariant) -> ReportedVariant:
    """The row with what it lacks and the other has; each field with where it stands."""
    cells: dict[Field, Span] = {**dict(found.cells), **dict(known.cells)}
    return replace(
        known,
        normal=tuple(dict.fromkeys((*known.normal, *found.normal))),
        vaf=known.vaf or found.vaf,
        in_percent=known.in_percent if known.vaf else found.in_percent,
        classed=known.classed or found.classed,
        origin=known.origin or found.origin,
        cells=tuple(cells.items()),
    )


def with_values(
    known: ReportedVariant, cells: Sequence[RowCell], columns: Sequence[Column]
) -> ReportedVariant:
    """The row with what it lacks and these cells say of it."""
    at, found = dict(known.cells), known
    for column, cell in zip(columns, cells, strict=True):
        whole = (cell.start, cell.start + len(cell.words))
        if column == "vaf" and not found.vaf and (share := share_in(cell.words, is_column=True)):
            found, at["VAF"] = replace(found, vaf=cell.words[slice(*share)]), cell.span(share)
        elif column == "class" and not found.classed:
            found, at["class"] = replace(found, classed=cell.words), whole
        elif column == "origin" and not found.origin:
            at["origin"] = whole
            found = replace(found, origin=origin_of(cell.words, is_column=True))
    return replace(found, cells=tuple(at.items()))


def classes_of_lines(order: Sequence[int | RowCell]) -> Iterator[tuple[int, RowCell]]:
    """What stands alone on lines of a section is the class of the variants (their numbers) above
    or below it. Only a section that ends with a class, or begins with one, tells which."""
    if not order or isinstance(order[0], int) == isinstance(order[-1], int):
        return
    if isinstance(order[0], int):
        for number, classed in pairwise(order):
            if isinstance(number, int) and isinstance(classed, RowCell):
                yield number, classed
        return
    above = order[0]
    for each in order:
        if isinstance(each, RowCell):
            above = each
        else:
            yield each, above


def outside_of_table(found: ReportedVariant) -> ReportedVariant:
    """The row as a line that stands in no table."""
    beside = tuple(map(outside_of_table, found.beside))
    return replace(found, place=replace(found.place, row=0), beside=beside)


def placed_in(row: JoinedRow, found: ReportedVariant) -> ReportedVariant:
    """The row with its fields where they stand in the document."""
    at = tuple((name, row.span(inside)) for name, inside in found.cells)
    return replace(found, cells=at, beside=tuple(placed_in(row, each) for each in found.beside))


def list_in(under: Mapping[Column, Sequence[RowCell]]) -> RowCell | None:
    """The cell that lists variants of several genes, where no column has the gene."""
    if any(cell.words for cell in under.get("gene", ())):
        return None
    cells = (*under.get("variant", ()), *under.get("call", ()))
    return next((each for each in cells if len(parts_by_gene(each.words)) > 1), None)


def as_one_row(found: Sequence[ReportedVariant | None]) -> ReportedVariant | None:
    """The first of several variants with the others beside it; None where a part is none: what it
    says may be on all of them."""
    told = [each for each in found if each is not None]
    if len(told) < len(found):
        return None
    first, *others = told
    beside = [one for each in others for one in (replace(each, beside=()), *each.beside)]
    return replace(first, beside=(*first.beside, *beside))
