"""A Word file of all habits at once: lines with remarks, tables for copy numbers and fusions,
germline findings in a sentence."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import docx

from evals.reports.cases import Case, MadeVariant
from evals.reports.unfamiliar.words import (
    NO_FINDINGS,
    in_brackets,
    is_uncertain,
    looked_for,
    quiet_genes,
    short_name,
)


def mixed_file(case: Case) -> bytes:
    """A report of lines, tables and sentences."""
    document = docx.Document()
    document.add_heading("Precision oncology report", level=1)
    document.add_paragraph(f"Synthetic sample {case.name}")
    for origin, uncertain, heading in (
        ("somatic", False, "Somatic – potentially actionable or biologically relevant"),
        ("somatic", True, "Somatic – variants of unknown significance"),
    ):
        document.add_heading(heading, level=2)
        for each in case.variants:
            if each.is_call and each.origin == origin and is_uncertain(each) == uncertain:
                for words in _lines(each):
                    document.add_paragraph(words)
    _add_tables(document, case)
    document.add_heading("Germline", level=2)
    document.add_paragraph(" ".join(_germline(case)))
    document.add_heading("Pertinent negatives", level=2)
    for gene, name in looked_for(case):
        document.add_paragraph(f"{gene} {name}")
    document.add_paragraph(f"No reportable alterations in {', '.join(quiet_genes(case))}")
    document.add_heading("Immunotherapy markers", level=2)
    document.add_paragraph(f"TMB {case.tmb}, MSI status {case.msi}, PD-L1 CPS 5 (IHC 22C3)")
    document.add_heading("Clinical context", level=2)
    for words in NO_FINDINGS:
        document.add_paragraph(words)
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def _lines(each: MadeVariant) -> Iterator[str]:
    protein = "" if each.name == each.coding else f"p.{short_name(each)} "
    yield f"{each.gene}  {protein}{each.coding}  NM_000000.1  Variant fraction {each.percent:g}%"
    yield f"{each.classed} · exonic change, see the discussion of this gene"


def _add_tables(document: object, case: Case) -> None:
    events = [each for each in case.variants if not each.is_call]
    copies = [each for each in events if each.name in ("amplification", "homozygous deletion")]
    rows = [(v.gene, "14" if v.name == "amplification" else "0", v.name, v.classed) for v in copies]
    _add_table(document, "Copy number variants", ("Gene", "Copies", "Call", "Tier"), rows)
    joined = [each for each in events if each.gene in each.name]
    pairs = [(*v.name.split()[0].split("-"), "182", v.classed) for v in joined]
    _add_table(document, "Gene rearrangements (RNA)",
           ("5' partner", "3' partner", "Supporting reads", "Tier"), pairs)  # fmt: skip
    others = [each for each in events if each not in copies and each not in joined]
    rest = [(v.gene, v.name, "RNA", v.classed) for v in others]
    _add_table(document, "Splice variants (RNA)", ("Gene", "Event", "Analyte", "Tier"), rest)


def _add_table(
    document: object, heading: str, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    document.add_heading(heading, level=2)  # type: ignore[attr-defined]
    if not rows:
        document.add_paragraph("None detected.")  # type: ignore[attr-defined]
        return
    table = document.add_table(rows=0, cols=len(heads))  # type: ignore[attr-defined]
    for row in (heads, *rows):
        for cell, words in zip(table.add_row().cells, row, strict=True):
            cell.text = words


def _germline(case: Case) -> Iterator[str]:
    found = [each for each in case.variants if each.origin == "germline"]
    for each in found:
        yield (
            f"A heterozygous {each.classed.lower()} change was identified in {each.gene}"
            f" ({each.coding}, {in_brackets(each)}; {each.percent:g}% of reads)."
        )
    yield (
        "No other pathogenic germline variants were found."
        if found
        else ("No pathogenic germline variants were found in the genes tested.")
    )
