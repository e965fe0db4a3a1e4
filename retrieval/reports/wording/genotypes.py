"""What the genotypes of a row, or of a line, say of the change that it names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from names.variants.genotypes import Carriage, carriage
from retrieval.reports.columns import Column, column_of
from retrieval.reports.contract import ReportedVariant
from retrieval.reports.lines import RowCell

_IN_LINE = re.compile(
    r"(?:[:=,(]|\b(?i:genotype|GT)\b) {0,3}"
    r"(?P<told>[ACGT]/[ACGT]|[01][/|][01]|\*1 ?/ ?\*1)(?![\w/])"
)
"""A genotype behind a mark or its name in a line of plain text."""
_OTHER_ALLELE = re.compile(
    r"(?i)(?<=[ACGTNacgt\d)]) ?[/|] ?(?:wild[- ]?type|wt|ref(?:erence)?|normal)(?: allele)?$"
)


def beside_wild_type(words: str) -> str:
    """The words without the allele that is the reference, beside a change: "c.2846A>T / wild
    type" is carried."""
    return _OTHER_ALLELE.sub("", words)


def carriage_of_row(columns: Sequence[Column], cells: Sequence[RowCell]) -> Carriage:
    """What the genotype of a row says of the change that it names; in other columns a genotype is
    one by its form."""
    pairs = [*zip(columns, cells, strict=False)]
    named = {"variant", "coding"}
    changes = " ".join(cell.words for column, cell in pairs if column in named)
    found: list[Carriage] = [
        carriage(changes or cell.words, cell.words, is_column=column == "genotype")
        for column, cell in pairs
        if column == "genotype" or (column in {"", "result", "call", "type"} and cell.words)
    ]
    found += [_of_diplotype(cell.words) for column, cell in pairs if column in named]
    return next((each for each in ("absent", "unsure", "carried") if each in found), "")


def is_told_genotype(found: ReportedVariant, heads: Sequence[str]) -> bool:
    """Whether a row names two alleles below a head that calls them the genotype: drugs beside them
    are those that it matters for."""
    return _is_diplotype(found) and "genotype" in map(column_of, heads)


def of_several_genotypes(variants: Iterable[ReportedVariant]) -> list[ReportedVariant]:
    """The rows that give one gene of one sample several genotypes: nobody has two, so they tell
    what each would mean."""
    by_gene = defaultdict[tuple[str, str], list[ReportedVariant]](list)
    for each in filter(_is_diplotype, variants):
        by_gene[each.gene, each.sample].append(each)
    return [
        each for rows in by_gene.values() if len({row.normal[0] for row in rows}) > 1
        for each in rows
    ]  # fmt: skip


def _is_diplotype(found: ReportedVariant) -> bool:
    return found.normal[:1] != () and found.normal[0].kind == "allele" and "/" in found.change


def _of_diplotype(words: str) -> Carriage:
    """Two reference alleles that stand where the change does."""
    return "absent" if re.fullmatch(r"\*1 ?[/|] ?\*1", words.strip()) else ""


def is_reference_in(line: str) -> bool:
    """Whether a line of plain text gives a genotype that is not surely one with its change."""
    return any(
        carriage(line[: match.start()], match["told"], is_column=False) != "carried"
        for match in _IN_LINE.finditer(line)
    )
