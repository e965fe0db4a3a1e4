"""One row of a report, or a line of it, as the variant that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_variant
from retrieval.reports.cells import (
    ABSENT,
    CLASS,
    NOT_THERE,
    class_in_list,
    has_passed,
    is_blank,
    is_never_called,
    is_no_share,
    is_unsure,
    named_share_in,
    origin_in,
    origin_of,
    share_in,
)
from retrieval.reports.columns import Column
from retrieval.reports.contract import (
    Field,
    Group,
    ReportedVariant,
    ReportPlace,
    SampleOrigin,
    Span,
)
from retrieval.reports.lines import RowCell
from retrieval.reports.merging import as_one_row, list_in
from retrieval.reports.variant_names import (
    NamedVariant,
    alterations_of,
    fusions_in,
    gene_in,
    gene_named,
    is_change_of_copies,
    leading_gene,
    named_otherwise,
    named_variant,
    named_whole,
    other_names,
    parts_by_gene,
    variants_in,
)
from retrieval.reports.wording.calls import TELLING, changes_in, kinds_in
from retrieval.reports.wording.genotypes import beside_wild_type, carriage_of_row, is_reference_in
from retrieval.reports.wording.line_words import (
    is_of_change,
    other_words,
    tells_more,
    without_remark,
)
from retrieval.reports.wording.share_lists import shares_listed

MOST_OTHER_WORDS = 12
"""Words of a line below heads of columns that are no value of a variant: therapies, remarks. Chosen
by hand; a line on a variant without any heads may hold none."""
LONGEST_ORIGIN = 20
"""Characters of a cell that says where the DNA came from: "DNA-Germline". Chosen by hand."""
_SENTENCE = re.compile(
    r"(?i)\b(?:is|are|were|has|have|may|can|associated|confers?|predicts?|patients?|performed)\b"
)
"""Words of a cell that tells of a variant in a sentence, and not which one was found."""

_NO_SIGN = re.compile(r"(?i)[-–—−]|[☐✗✘]|no?|0|false")
"""A result that says that something is not there, or nothing: of neither is it a finding."""
_STROKE = re.compile(r"[A-Z0-9] ?/ ?[A-Z]")
_JOINED = re.compile(r"(?i)\b(?:fusions?|fused|rearrange\w+|translocat\w+|chim(?:a)?eric)\b|::")
_OF_OTHER_CELLS = re.compile(
    r"(?i)(?:(?:likely|probabl[ey]|possibl[ey]|suspected|presumed|consistent with|in keeping with)"
    r" )?(?:CHIP|clonal h(?:a)?ematopoiesis)(?: \([^()]{1,40}\))?\.?"
)
"""A remark by which a row is no finding of the tumour."""
_REPAIR = frozenset(("MLH1", "MSH2", "MSH6", "PMS2"))
"""Genes whose "loss" is that of their protein, as it is looked for in every colorectal cancer."""


def variant_of_row(
    cells: Sequence[RowCell], columns: Sequence[Column], text: str, group: Group, place: ReportPlace
) -> ReportedVariant | None:
    """The variant of a row below its heads; None for a row that names none, or says that it is not
    there."""
    if carriage_of_row(columns, cells) in ("absent", "unsure"):
        return None
    return named_in_row(cells, columns, text, group, place)


def named_in_row(
    cells: Sequence[RowCell], columns: Sequence[Column], text: str, group: Group, place: ReportPlace
) -> ReportedVariant | None:
    """As :func:`variant_of_row`, whatever the genotype of the row says."""
    under: dict[Column, list[RowCell]] = {}
    for column, cell in zip(columns, cells, strict=False):
        for each in ("result", "") if column == "result" else (column,):
            under.setdefault(each, []).append(cell)
    told = [cell for each in TELLING for cell in under.get(each, ())]
    if any(ABSENT.search(beside_wild_type(cell.words)) for cell in told):
        return None
    if _is_no_call(under, told):
        return None
    if listed := list_in(under):
        return variant_of_line(listed.words, listed.start, text, group, place, has_heads=True)
    return _row_of_one(under, text, group, place)


def _row_of_one(
    under: dict[Column, list[RowCell]], text: str, group: Group, place: ReportPlace
) -> ReportedVariant | None:
    named = _named_as_joined(under) or _named_in_cells(under)
    if named is None:
        return None
    fields: dict[Field, Span] = {}
    for cell in under.get("vaf", ()):
        if found := share_in(cell.words, is_column=True):
            fields.setdefault("VAF", cell.span(found))
    for cell in () if "vaf" in under else under.get("", ()):
        if found := named_share_in(cell.words):
            fields.setdefault("VAF", cell.span(found))
    if (classed := _class_of(under)) and classed not in named.spans:
        fields["class"] = classed
    others = [cell for cell in under.get("", ()) if NOT_THERE.search(cell.words)]
    if others and not {"VAF", "class"} & set(fields):
        return None
    origin = _origin_of(under, fields) or group.origin
    group = Group(group.heading, origin, group.classed)
    listed = [(cell, shares_listed(cell.words)) for cell in under.get("vaf", ())]
    shares = [cell.span(at) for cell, spans in listed for at in spans] if len(listed) == 1 else []
    return _variant_of(named, fields, text, group, place, shares)


def _is_no_call(under: dict[Column, list[RowCell]], told: Sequence[RowCell]) -> bool:
    """Whether the cell of the variant is a sentence, or a cell says that it was not called for
    certain."""
    shares = under.get("vaf", ())
    if any(is_no_share(cell.words) or ABSENT.search(cell.words) for cell in shares):
        return True
    if any(not has_passed(cell.words) for cell in under.get("filter", ())):
        return True
    if is_never_called(under.get("", ())) and not shares:
        return True
    if any(_NO_SIGN.fullmatch(cell.words) for cell in under.get("result", ())):
        return True
    if any(_OF_OTHER_CELLS.fullmatch(cell.words) for cell in under.get("", ())):
        return True
    beside: tuple[Column, ...] = ("gene", "coding", "genotype", "")
    others = (*told, *(cell for each in beside for cell in under.get(each, ())))
    changes = (*under.get("variant", ()), *under.get("call", ()))
    return any(_SENTENCE.search(cell.words) for cell in changes) or any(
        is_unsure(cell.words) or NOT_THERE.fullmatch(cell.words) for cell in others
    )


def _class_of(under: dict[Column, list[RowCell]]) -> Span | None:
    """The cell of the column; without one, what the cell of the variant says, or another cell that
    is a class and nothing else."""
    # "Variant classification" is the kind of change in some tables and its class in others.
    classes = [cell for cell in under.get("type", ()) if CLASS.match(cell.words)]
    for cell in (*under.get("class", ()), *classes, *under.get("recorded", ())):
        if not is_blank(cell.words):
            return cell.start, cell.start + len(cell.words)
    beside = [(c, CLASS.search(c.words)) for n in TELLING for c in under.get(n, ())]
    beside += [(cell, class_in_list(cell.words)) for cell in under.get("", ())]
    return next((cell.span(found.span()) for cell, found in beside if found), None)


def _origin_of(under: dict[Column, list[RowCell]], fields: dict[Field, Span]) -> SampleOrigin:
    for cell in under.get("origin", ()):
        if origin := origin_of(cell.words, is_column=True):
            fields["origin"] = (cell.start, cell.start + len(cell.words))
            return origin
    for cell in under.get("", ()):
        if len(cell.words) <= LONGEST_ORIGIN and (origin := origin_of(cell.words)):
            fields["origin"] = (cell.start, cell.start + len(cell.words))
            return origin
    return ""


def _named_as_joined(under: dict[Column, list[RowCell]]) -> NamedVariant | None:
    """The fusion of the genes that stand in cells of their own."""
    partners = [under.get("five", []) or under.get("gene", []), under.get("three", [])]
    five, three = (_gene_of(cells) for cells in partners)
    normal = read_variant(f"{five[0]}::{three[0]}") if five[0] and three[0] else None
    if normal is None:
        return None
    # "Partner" does not say which gene comes first; a cell that names the fusion does.
    others = (cell for cells in under.values() for cell in cells)
    told = (each for cell in others for each, _ in fusions_in(cell.words) if each)
    turned = read_variant(f"{three[0]}::{five[0]}")
    normal = turned if turned and turned in told else normal
    both = min(five[1][0], three[1][0]), max(five[1][1], three[1][1])
    return NamedVariant(normal.change, five[1], (normal,), (both,))


def _named_in_cells(under: dict[Column, list[RowCell]]) -> NamedVariant | None:
    genes, changes = under.get("gene", []), changes_in(under)
    for cell in (*(each for each in genes if _may_be_fusion(each, under)), *changes):
        for normal, inside in fusions_in(cell.words):
            if normal is not None:
                span = cell.span(inside)
                return NamedVariant(gene_named(normal), span, (normal,), (span,))
    for cell in changes:
        if whole := named_whole(cell.words):
            span = cell.span((0, len(cell.words)))
            return NamedVariant(whole.gene, span, (whole,), (span,))
    gene, gene_at = _gene_of(genes or changes)
    if not gene:
        return None
    found = list(_found_in(gene, changes)) or list(_found_in(gene, kinds_in(under)))
    if not found and all(is_blank(cell.words) for cell in changes):
        others = [cell for column in ("class", "") for cell in under.get(column, [])]
        found = list(_found_in(gene, [cell for cell in others if is_change_of_copies(cell.words)]))
    if not genes:
        found = [each for each in found if each[1][0] >= gene_at[0]]
    return named_variant(gene, gene_at, found)


def _may_be_fusion(gene: RowCell, under: dict[Column, list[RowCell]]) -> bool:
    """Whether two genes in the cell of the gene may be one fusion: with a stroke between them they
    are a list, unless another cell says that they are joined."""
    if not _STROKE.search(gene.words):
        return True
    return any(_JOINED.search(cell.words) for cells in under.values() for cell in cells)


def _gene_of(cells: Sequence[RowCell]) -> tuple[str, Span]:
    for cell in cells:
        if symbol := gene_in(cell.words):
            end = len(re.split(r"[ (,;:/]", cell.words, maxsplit=1)[0])
            return symbol, cell.span((0, end))
    return "", (0, 0)


def _found_in(gene: str, cells: Sequence[RowCell]) -> Iterator[tuple[NormalVariant | None, Span]]:
    for cell in cells:
        found = list(variants_in(gene, cell.words))
        if not found and (inside := named_otherwise(gene, cell.words)):
            found = [(None, inside)]
        if not found and re.match(r"[pcg]\.", cell.words):
            found = [(None, (0, len(cell.words)))]
        for normal, inside in found:
            yield normal, cell.span(inside)


def variant_of_line(
    words: str, start: int, text: str, group: Group, place: ReportPlace, *, has_heads: bool
) -> ReportedVariant | None:
    """The variant of a line of plain text that begins with its gene; None for a sentence on one."""
    parts = parts_by_gene(words)
    if len(parts) > 1 or parts[0][0] > 0:
        found = [
            variant_of_line(words[slice(*at)], start + at[0], text, group, place,
                            has_heads=has_heads)
            for at in parts
        ]  # fmt: skip
        return as_one_row(found)
    cell = RowCell(words, start)
    named = _named_in_line(cell)
    bare = without_remark(words)
    if named is None or ABSENT.search(words) or is_unsure(words) or is_reference_in(words):
        return None
    if named.gene in _REPAIR and any(each.change == "loss" for each in named.normal):
        return None
    fields: dict[Field, Span] = {}
    if share := share_in(words):
        fields["VAF"] = cell.span(share)
    if classed := CLASS.search(words):
        fields["class"] = cell.span(classed.span())
    origin = origin_of(words)
    if origin and (inside := origin_in(words)):
        fields["origin"] = cell.span(inside)
    told = [*named.spans, named.gene_at, *fields.values()]
    told += [each for each in (other_names(text, named.gene_at),) if each]
    spans = [at for at in told if at[1] - start <= len(bare)]
    others = other_words(bare if {"VAF", "class"} & set(fields) else words, spans, start)
    if others > (MOST_OTHER_WORDS if has_heads else 0) or (has_heads and tells_more(words)):
        return None
    return _variant_of(
        named, fields, text, Group(group.heading, origin or group.origin, group.classed), place
    )


def _named_in_line(cell: RowCell) -> NamedVariant | None:
    begin = re.match(r"[-*•‣–▪] ?|\(?\d{1,2}[.)] ", cell.words)
    lead = begin.end() if begin else 0
    for normal, inside in fusions_in(cell.words):
        if normal is not None and inside[0] == lead:
            span = cell.span(inside)
            return NamedVariant(gene_named(normal), span, (normal,), (span,))
    led = leading_gene(cell.words)
    if led is None:
        return None
    gene, at = led
    rest = RowCell(cell.words[at[1] :], cell.start + at[1])
    return named_variant(gene, cell.span(at), list(_found_in(gene, [rest])))


def is_value(gene: str, words: str) -> bool:
    """Whether a line holds nothing but a change of the gene above it, what kind of change it is, or
    a value of that."""
    found = [inside for _, inside in _found_in(gene, [RowCell(words, 0)])] if gene else []
    share = share_in(words)
    spans = [*found, *([share] if share else [])]
    return bool(spans or is_of_change(words)) and other_words(words, spans, 0) == 0


def _variant_of(
    named: NamedVariant, fields: dict[Field, Span], text: str, group: Group, place: ReportPlace,
    shares: Sequence[Span] = (),
) -> ReportedVariant:  # fmt: skip
    """The row; where it names several alterations, the first with the others beside it. A share of
    reads is that of the one change of the sequence, or of none that can be told; of as many
    ``shares`` as changes each has its own."""
    parts = alterations_of(named, text, has_shares=len(shares) > 1)
    changes = [each for each in parts if each.normal and each.normal[0].kind != "copy number"]
    rows = []
    for part in parts:
        has_share = len(parts) == 1 or changes == [part]
        own = {k: at for k, at in fields.items() if k != "VAF" or has_share}
        if len(changes) == len(shares) and part in changes:
            own["VAF"] = shares[changes.index(part)]
        rows.append(_one_variant_of(part, own, text, group, place))
    return replace(rows[0], beside=tuple(rows[1:]))


def _one_variant_of(
    named: NamedVariant, fields: dict[Field, Span], text: str, group: Group, place: ReportPlace
) -> ReportedVariant:
    def written(field: Field) -> str:
        return " ".join(text[slice(*fields[field])].split()) if field in fields else ""

    variant_at = named.spans[0]
    variant = " ".join(text[slice(*variant_at)].split())
    at: dict[Field, Span] = {"gene": named.gene_at, "variant": variant_at, **fields}
    return ReportedVariant(
        gene=named.gene,
        variant=variant,
        normal=named.normal,
        vaf=written("VAF"),
        classed=written("class") or group.classed,
        origin=group.origin,
        place=place,
        cells=tuple(at.items()),
    )
