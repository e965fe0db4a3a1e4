"""A first page of short lines: the gene in bold, its alteration below, therapies beside.

As the front pages of large commercial panels are: what has no known meaning is listed at the end,
several on a line, and each gene has a paragraph about it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer

from evals.reports.cases import Case, MadeVariant
from evals.reports.unfamiliar.words import (
    NO_FINDINGS,
    looked_for,
    of_kind,
    quiet_genes,
    short_name,
)

_STYLES = getSampleStyleSheet()


def stacked_pdf(case: Case) -> bytes:
    """A report of short lines below each other."""
    target = io.BytesIO()
    SimpleDocTemplate(target, title="Comprehensive profile", invariant=1).build(list(_pages(case)))
    return target.getvalue()


def _pages(case: Case) -> Iterator[Flowable]:
    yield _heading_line("Comprehensive genomic profile")
    yield _line(f"Synthetic sample {case.name} · tissue of origin as submitted")
    yield _heading_line("Biomarker Findings")
    yield _line(f"<b>Microsatellite status</b> - {case.msi}")
    yield _line(f"<b>Tumor Mutational Burden</b> - {case.tmb}")
    yield _heading_line("Genomic Findings")
    yield _line("For a complete list of the genes assayed, please refer to the Appendix.")
    for each in of_kind(case, uncertain=False):
        yield from _stack(each)
    yield _line(
        f"{len(quiet_genes(case))} Disease relevant genes with no reportable alterations:"
        f" {', '.join(quiet_genes(case))}"
    )
    yield PageBreak()
    yield _heading_line("Therapies with clinical benefit")
    for gene, name in looked_for(case):
        yield _line(f"{gene} {name}: none detected, see professional services")
    yield _heading_line("About the findings")
    for words in NO_FINDINGS:
        yield _line(words)
    yield _heading_line("Variants of Unknown Significance")
    yield _line("One or more variants of unknown significance (VUS) were detected.")
    for each in of_kind(case, uncertain=True):
        yield _line(f"<b>{each.gene}</b>")
        yield _line(short_name(each))
    yield _heading_line("Appendix: Genes assayed")
    yield _line("ABL1 ACVR1B AKT1 AKT2 ALK APC AR ARAF ARID1A ATM BRAF BRCA1 BRCA2 CCND1 CDK4")


def _stack(each: MadeVariant) -> Iterator[Flowable]:
    if each.gene in each.name:
        yield _line(f"<b>{each.gene}</b>")
        yield _line(each.name)
        return
    yield _line(f"<b>{each.gene}</b>")
    yield _line(short_name(each))
    if each.percent is not None:
        yield _line(f"Variant allele frequency {each.percent:g}%")
    yield Spacer(1, 6)


def _heading_line(words: str) -> Flowable:
    return Paragraph(words, _STYLES["Heading2"])


def _line(words: str) -> Flowable:
    return Paragraph(words, _STYLES["BodyText"])
