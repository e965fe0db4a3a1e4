"""A workbook with a block of names and values for each variant, below each other in two columns."""

from __future__ import annotations

import io

import openpyxl

from evals.reports.cases import Case, MadeVariant
from evals.reports.unfamiliar.words import NO_FINDINGS, in_brackets, looked_for, quiet_genes


def blocks(case: Case) -> bytes:
    """A workbook of blocks, a sheet of results that were negative, a sheet of notes."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Report"
    sheet.append(["Sample", f"synthetic {case.name}"])
    sheet.append(["Assay", "hybrid capture, 523 genes"])
    sheet.append([])
    for number, each in enumerate(case.variants, start=1):
        for pair in _block(each, number):
            sheet.append(list(pair))
        sheet.append([])
    for pair in (("MSI", case.msi), ("TMB", case.tmb), ("HRD", case.hrd),
                 ("PD-L1 (SP263)", "TPS 40%")):  # fmt: skip
        sheet.append(list(pair))
    negatives = book.create_sheet("Pertinent negatives")
    for gene, name in looked_for(case):
        negatives.append(["Gene", gene])
        negatives.append(["Alteration", name])
        negatives.append(["Result", "not detected"])
        negatives.append([])
    negatives.append(["No reportable alterations in", ", ".join(quiet_genes(case))])
    notes = book.create_sheet("Notes")
    for words in NO_FINDINGS:
        notes.append(["Note", words])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _block(each: MadeVariant, number: int) -> tuple[tuple[str, str | float], ...]:
    told: list[tuple[str, str | float]] = [("Finding", number), ("Gene", each.gene)]
    if each.coding:
        told += [("Coding change", each.coding)]
        told += [("Protein change", in_brackets(each))] if each.name != each.coding else []
    else:
        told += [("Alteration", each.name)]
    told += [("Allele fraction", each.percent / 100)] if each.percent is not None else []
    told += [("Read depth", 812), ("Clinical tier", each.classed), ("Origin", each.origin)]
    return tuple(told)
