"""Rows of a table that say of a gene, or of a change of it, that it was looked for and is not
there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.reports.cells import is_blank, share_in
from retrieval.reports.columns import Column
from retrieval.reports.contract import ReportedAbsence, ReportPlace, percent_of
from retrieval.reports.headings import Heading
from retrieval.reports.lines import RowCell, TextLine
from retrieval.reports.statements.presence import listed_plainly, only_denies, told_plainly
from retrieval.reports.statements.presence_rows import denies
from retrieval.reports.variant_names import fusions_in, gene_in, symbol_of
from retrieval.reports.wording.calls import is_of_protein

_NOT_THERE = re.compile(
    r"(?i)(?:(?P<before>(?:variant transcript|mutation|variant|fusion|rearrangement|amplification"
    r"|alteration)s?) "
    r"(?:was |were )?)?"
    r"(?:not (?:detected|identified|found|present|observed|seen|amplified|rearranged|mutated)"
    r"|negative|absent|undetected|none (?:detected|identified|found|seen)"
    r"|wild[- ]?type|wt|no change(?: in copy number)?|copy[- ]neutral|normal copy number"
    r"|no (?P<behind>(?:\w{1,20} ){0,3}(?:variants?|mutations?|alterations?|fusions?"
    r"|amplifications?|rearrangements?))(?: (?:was|were))?"
    r"(?: (?:detected|identified|found|present|seen))?)(?: \([^()]{1,40}\))?\.?"
)
"""A cell that says so and nothing else. "None", "not tested" and "not reported" are no such cell:
they may be said of something else, or of what was not looked for."""
_RESULT = re.compile(r"(?i)(?:test )?(?:results?|status|call|outcome|finding)s?")
"""Heads of a column, not told as one of variants, that may hold it: "germline" is none."""
_CHANGE_ALONE = re.compile(
    r"(?:p\.)?(?:[A-Z][a-z]{2}|[A-Z*])\d{1,5}(?:[A-Z][a-z]{2}|[A-Z*]|fs\*?\d{0,4}|del|dup|ins[A-Z]{1,9})"
)
"""A cell that is a change of a protein and nothing else."""
_WRITTEN = re.compile(r"[pc]\.\(?[A-Za-z*\d-]")
"""A cell that is a change, whatever its column is called."""
_BETWEEN_GENES = re.compile(r" ?[,;/&+] ?| (?:and|or) ")
_WIDE = re.compile(r"[^\s](?:[^\s]| (?! )){0,200}")
"""What stands between two blanks or more."""
_ONE_GENE = re.compile(
    r"[A-Za-z](?:\w|-(?!(?:ITD|TKD|PTD)\b)){1,11}-?(?: ?/ ?\d{1,2}(?!\w))?"
    r"(?: ?\((?P<other>[A-Za-z0-9/-]{2,20})\))?"
    r"(?P<rest>(?: ?[\w.*>()-]{1,30}){0,5})"
)


def absences_of_row(
    cells: Sequence[RowCell],
    columns: Sequence[Column],
    heads: Sequence[str],
    place: ReportPlace,
    sample: str,
) -> list[ReportedAbsence]:
    """What the row says is not there; nothing for a row that says anything else."""
    told = list(zip(columns, heads, cells, strict=False))
    said = [
        cell
        for column, head, cell in told
        if column in {"variant", "coding", "type", "class", "vaf", "result", "call"}
        or (not column and _RESULT.fullmatch(head.strip()))
        if _NOT_THERE.fullmatch(cell.words)
    ]
    if not said:
        return _denied_changes(told, place, sample)
    if any(_has_reads(cell) for column, _, cell in told if column == "vaf"):
        return []
    if is_of_protein(cells):
        # A protein that is not stained is no gene without a change.
        return []
    genes = [cell for column, _, cell in told if column == "gene" and not is_blank(cell.words)]
    named = [
        cell
        for column, _, cell in told
        if column in {"variant", "coding"} or (not column and _WRITTEN.match(cell.words))
    ]
    named = [cell for cell in named if not is_blank(cell.words) and cell not in said]
    family = [genes_listed(cell.words) for cell in (*genes, *named)]
    if len(family) == 1 and len(family[0]) > 1:
        absent = [(each, _kind_in(said[0])) for each in family[0]]
    else:
        absent = [_what_is_named(genes, named, said[0]) or _fusion_of_cells(told) or ("", "")]
    return [
        ReportedAbsence(gene=gene, what=what, place=place, sample=sample)
        for gene, what in absent
        if gene or what
    ]


def genes_listed(words: str) -> tuple[str, ...]:
    """The genes that a cell lists: "BRCA1/2", "NTRK1-3", "KRAS / NRAS", "MLH1, MSH6"."""
    symbols = tuple(map(symbol_of, _BETWEEN_GENES.split(words.strip())))
    if all(symbols):
        return symbols
    told = listed_plainly(words)
    return tuple(each.gene for each in told) if not any(each.what for each in told) else ()


def _denied_changes(
    told: Sequence[tuple[Column, str, RowCell]], place: ReportPlace, sample: str
) -> list[ReportedAbsence]:
    """What the cell of the change says is not there, beside that of its gene: "V600E: not
    detected"."""
    named = [cell.words for column, _, cell in told if column in ("gene", "variant", "call")]
    fusions = [normal for each in named for normal, _ in fusions_in(each) if normal]
    gene = fusions[0].change if fusions else next(filter(None, map(gene_in, named)), "")
    cells = [each for each in named if not gene_in(each)]
    words = [f"{gene} {each}" for each in cells if gene and only_denies(f"{gene} {each}")]
    if is_of_protein([cell for _, _, cell in told]):
        return []
    return [
        ReportedAbsence(gene=each.gene, what=each.what, place=place, sample=sample)
        for each in (told_plainly(words[0]) if words else ())
    ]


def _what_is_named(
    genes: Sequence[RowCell], changes: Sequence[RowCell], said: RowCell
) -> tuple[str, str] | None:
    """The gene, and what of it is not there; without a gene a fusion, or a change that is written
    whole."""
    first = next(iter([*genes, *changes]), None)
    if first is None:
        return None
    fusions = [normal for normal, _ in fusions_in(first.words) if normal]
    if len(fusions) == 1 and first in genes:
        return "", fusions[0].change
    one, gene = _ONE_GENE.fullmatch(first.words), gene_in(first.words)
    if one and gene:
        other = one["other"] or ""
        is_name = gene in {symbol_of(each.upper()) for each in other.split("/")}
        words = ["" if is_name else other, one["rest"].strip(" ()")]
        words += [cell.words for cell in changes if cell is not first]
        return gene, " ".join([*filter(None, words)] or [_kind_in(said)])
    if genes:
        return None
    if len(fusions) == 1:
        return "", fusions[0].change
    return ("", first.words) if _CHANGE_ALONE.fullmatch(first.words) else None


def _fusion_of_cells(told: Sequence[tuple[Column, str, RowCell]]) -> tuple[str, str] | None:
    """The fusion of the genes that stand in cells of their own."""
    five, three = (
        next((gene_in(cell.words) for column, _, cell in told if column in names), "")
        for names in (("five", "gene"), ("three",))
    )
    return ("", f"{five}::{three}") if five and three else None


def _kind_in(cell: RowCell) -> str:
    """What kind of change the cell says is not there; empty where it says of none."""
    match = _NOT_THERE.fullmatch(cell.words)
    return (match["before"] or match["behind"] or "") if match else ""


def absences_without_heads(
    cells: Sequence[RowCell], place: ReportPlace, heading: Heading, *, has_heads: bool
) -> list[ReportedAbsence]:
    """What a row says by itself is not there: a cell alone, a name and its result below no heads,
    or genes below "Genes without alterations"."""
    told = [cell.words for cell in cells if cell.words]
    found = told_plainly(told[0]) if len(told) == 1 and only_denies(told[0]) else ()
    if len(told) == 2 and told[0].endswith(":") and only_denies(" ".join(told)):
        found = told_plainly(" ".join(told))
    if not found and heading.kind == "absent" and denies(heading.group.heading):
        listed = list(map(listed_plainly, told))
        found = tuple(name for each in listed for name in each) if all(listed) else ()
    if found or has_heads:
        return [ReportedAbsence(gene=each.gene, what=each.what, place=place) for each in found]
    return absences_of_two(cells, place)


def absences_of_two(cells: Sequence[RowCell], place: ReportPlace) -> list[ReportedAbsence]:
    """What a row of a name, or of several genes, and their result, without heads, says is not
    there."""
    told = [cell for cell in cells if not is_blank(cell.words)]
    if len(told) != 2:
        return []
    if _CHANGE_ALONE.fullmatch(told[0].words) and _NOT_THERE.fullmatch(told[1].words):
        return [ReportedAbsence(gene="", what=told[0].words, place=place)]
    genes = genes_listed(told[0].words)
    if len(genes) > 1 and (said := _NOT_THERE.fullmatch(told[1].words)):
        kind = said["before"] or said["behind"] or ""
        return [ReportedAbsence(gene=each, what=kind, place=place) for each in genes]
    names = told_plainly(f"{told[0].words}: {told[1].words}")
    if len(names) != 1 or names[0].is_there:
        return []
    return [ReportedAbsence(gene=names[0].gene, what=names[0].what, place=place)]


def absences_of_wide(line: TextLine, place: ReportPlace) -> list[ReportedAbsence]:
    """What a line in columns without bars says is not there."""
    cells = (RowCell(each[0], line.start + each.start()) for each in _WIDE.finditer(line.words))
    return absences_of_two([*cells], place)


def absent_share(cells: Sequence[RowCell], columns: Sequence[Column]) -> bool:
    """Whether the share of reads of a row is nought: what it names was not seen."""
    shares = [cell for column, cell in zip(columns, cells, strict=False) if column == "vaf"]
    spans = [(cell, share_in(cell.words, is_column=True)) for cell in shares]
    return bool(spans) and all(
        at is not None and percent_of(cell.words[slice(*at)]) == 0 for cell, at in spans
    )


def _has_reads(cell: RowCell) -> bool:
    at = share_in(cell.words, is_column=True)
    return at is not None and percent_of(cell.words[slice(*at)]) != 0
