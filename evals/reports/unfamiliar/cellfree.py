"""Plasma: alterations with their share of cell-free DNA, exported as lines parted by semicolons.

Sections stand below each other in one file, each with heads of its own.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from evals.reports.cases import Case, MadeVariant
from evals.reports.unfamiliar.words import (
    NO_FINDINGS,
    looked_for,
    of_kind,
    quiet_genes,
    short_name,
)


def cellfree(case: Case) -> bytes:
    """A file of sections."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=";")
    writer.writerows(_rows(case))
    return target.getvalue().encode()


def _rows(case: Case) -> Iterator[tuple[str, ...]]:
    yield ("Plasma profile (synthetic)", case.name, "", "")
    yield ("Detected alteration(s) / biomarker(s)", "% cfDNA or amplification",
           "Approved in indication", "Trials available")  # fmt: skip
    for each in of_kind(case, uncertain=False):
        yield (_name_called(each), _share(each), "see label", "yes")
    yield ("MSI-High" if "High" in case.msi else "MSI-High not detected", "", "", "")
    yield ("Variants of uncertain clinical significance", "", "", "")
    for each in of_kind(case, uncertain=True):
        yield (_name_called(each), _share(each), "none", "no")
    yield ("Not detected", "", "", "")
    for gene, name in looked_for(case):
        yield (f"{gene} {name}", "", "none", "no")
    yield ("Genes analysed without alterations", ", ".join(quiet_genes(case)), "", "")
    yield ("Comments", "", "", "")
    for words in NO_FINDINGS:
        yield (words, "", "", "")


def _name_called(each: MadeVariant) -> str:
    if each.gene in each.name:
        return each.name
    origin = " (germline)" if each.origin == "germline" else ""
    return f"{each.gene} {short_name(each)}{origin}"


def _share(each: MadeVariant) -> str:
    return f"{each.percent:g}%" if each.percent is not None else "Medium (++)"
