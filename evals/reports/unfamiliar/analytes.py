"""A ruled table of biomarkers by method and analyte, proteins and negative results too.

As laboratories print that test proteins, DNA and RNA together.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from reportlab.lib import colors
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table, TableStyle

from evals.reports.cases import Case, MadeVariant
from evals.reports.unfamiliar.words import (
    NO_FINDINGS,
    looked_for,
    of_kind,
    quiet_genes,
    short_name,
)

_STYLES = getSampleStyleSheet()
_GRID = TableStyle(
    [("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("FONTSIZE", (0, 0), (-1, -1), 8)]
)


def analytes(case: Case) -> bytes:
    """A report of ruled tables."""
    target = io.BytesIO()
    SimpleDocTemplate(target, title="Tumor profiling", invariant=1).build(list(_pages(case)))
    return target.getvalue()


def _pages(case: Case) -> Iterator[Flowable]:
    yield Paragraph("Results with therapy associations", _STYLES["Heading2"])
    heads = ("Biomarker", "Method", "Analyte", "Result", "Variant frequency %", "Conclusion")
    yield _table([heads, *_results(case)])
    yield Paragraph("Genomic signatures", _STYLES["Heading2"])
    yield _table(
        [("Biomarker", "Method", "Analyte", "Result"),
         ("MSI", "Seq", "DNA-Tumor", case.msi),
         ("Tumor Mutational Burden", "Seq", "DNA-Tumor", case.tmb),
         ("Genomic loss of heterozygosity (LOH)", "Seq", "DNA-Tumor", "Low - 7% of tested genome")]
    )  # fmt: skip
    yield PageBreak()
    yield Paragraph("Genes tested with variants of uncertain significance", _STYLES["Heading2"])
    rows = [(each.gene, each.name, each.coding, f"{each.percent:g}")
            for each in of_kind(case, uncertain=True)]  # fmt: skip
    if rows:
        yield _table([("Gene", "Protein Alteration", "DNA Alteration", "Frequency %"), *rows])
    yield Paragraph("Genes tested with no result of note", _STYLES["Heading2"])
    yield Paragraph(" ".join(quiet_genes(case)), _STYLES["BodyText"])
    yield Paragraph("Notes", _STYLES["Heading2"])
    for each in NO_FINDINGS:
        yield Paragraph(each, _STYLES["BodyText"])


def _results(case: Case) -> Iterator[tuple[str, ...]]:
    yield ("PD-L1 (22c3)", "IHC", "Protein", "Positive, TPS: 60%", "", "benefit")
    for each in of_kind(case, uncertain=False):
        yield _result(each)
    for gene, name in looked_for(case):
        yield (gene, "Seq", "DNA-Tumor", f"{name} Not Detected", "", "lack of benefit")
    yield ("Her2/Neu", "IHC", "Protein", "Negative | 1+, 30%", "", "lack of benefit")


def _result(each: MadeVariant) -> tuple[str, ...]:
    source = "DNA-Germline" if each.origin == "germline" else "DNA-Tumor"
    if each.gene in each.name:
        return (each.gene, "Seq", "RNA-Tumor", f"Fusion Detected: {each.name.split()[0]}", "",
                each.classed)  # fmt: skip
    if each.percent is None:
        told = each.name.capitalize()
        return (each.gene, "CNA-Seq", source, told, "", each.classed)
    told = each.coding if each.name == each.coding else f"p.{short_name(each)}"
    return (each.gene, "Seq", source, f"Mutated, {each.classed} | {told}", f"{each.percent:g}",
            "see page 3")  # fmt: skip


def _table(rows: Sequence[Sequence[str]]) -> Flowable:
    small = _STYLES["BodyText"].clone("cell", fontSize=8, leading=9)
    return Table([[Paragraph(cell, small) for cell in row] for row in rows], style=_GRID)
