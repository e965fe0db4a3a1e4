"""Paragraphs, as departments of pathology write them: no table at all."""

from __future__ import annotations

import io
from collections.abc import Iterator

import docx

from evals.reports.cases import Case, MadeVariant
from evals.reports.unfamiliar.words import (
    NO_FINDINGS,
    in_brackets,
    looked_for,
    of_kind,
    quiet_genes,
    short_name,
)


def narrative(case: Case) -> bytes:
    """A report of paragraphs."""
    document = docx.Document()
    document.add_heading("Department of Pathology, Molecular Diagnostics", level=1)
    document.add_paragraph(f"Synthetic sample {case.name}. Specimen: FFPE tissue and paired blood.")
    document.add_heading("Genomic findings", level=2)
    document.add_paragraph(" ".join(_findings(case)))
    document.add_paragraph(" ".join(_absent(case)))
    document.add_heading("Tumor-wide measures", level=2)
    document.add_paragraph(
        f"Microsatellite status is {case.msi.lower()}. The tumor mutational burden is {case.tmb}."
        " PD-L1 by immunohistochemistry (22C3): tumor proportion score 60%."
    )
    document.add_heading("Comment", level=2)
    document.add_paragraph(" ".join(NO_FINDINGS))
    document.add_heading("Methodology", level=2)
    document.add_paragraph(
        "Coding exons of AKT1, ALK, BRAF, EGFR, ERBB2, KRAS, MET, RET and TP53 were sequenced to a"
        " mean depth of 800x; variants such as EGFR p.T790M are called from 2% on."
    )
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def _findings(case: Case) -> Iterator[str]:
    somatic = [each for each in of_kind(case, uncertain=False) if each.origin == "somatic"]
    for number, each in enumerate(somatic):
        yield _somatic(each, number)
    for each in (v for v in case.variants if v.origin == "germline"):
        yield (
            f"Analysis of the paired blood revealed a heterozygous germline variant in {each.gene}:"
            f" {each.coding}, {in_brackets(each)}, with an allele fraction of {each.percent:g}%;"
            f" it is interpreted as: {each.classed}."
        )
    for each in of_kind(case, uncertain=True):
        if each.origin == "somatic":
            yield (
                f"{each.gene} {each.coding} ({in_brackets(each)}) was seen at a VAF of"
                f" {each.percent:g}% and is a somatic variant of uncertain significance."
            )


def _somatic(each: MadeVariant, number: int) -> str:
    if each.percent is None:
        called = each.name if each.gene in each.name else f"{each.gene} {each.name}"
        return (f"There is evidence of {called} (somatic, {each.classed}).",
                f"{called} was detected, somatic, {each.classed}.")[number % 2]  # fmt: skip
    name = "" if each.name == each.coding else f"{in_brackets(each)}, "
    return (
        f"Sequencing of the tumor identified the somatic {each.gene} variant {name}{each.coding},"
        f" at a variant allele fraction of {each.percent:g}%, which is classified as"
        f" {each.classed}.",
        f"A somatic {each.gene} mutation ({each.coding}; {name}VAF {each.percent:g}%;"
        f" {each.classed}) was also present.",
        f"In addition, the tumor harbors {each.gene} {short_name(each)} ({each.coding}) with a"
        f" mutant allele frequency of {each.percent:g}%, a somatic {each.classed} change.",
    )[number % 3]


def _absent(case: Case) -> Iterator[str]:
    yield f"No reportable alterations were identified in {', '.join(quiet_genes(case))}."
    for gene, name in looked_for(case):
        yield f"{gene} {name} was not detected."
    yield "The tumor is negative for NRG1 fusions and for MET p.D1228N."
