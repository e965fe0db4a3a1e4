"""A genotype that is told anew without its gene: "lab corrected: *2A/*13"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.phenotypes import read_phenotypes
from names.clinical.values import ClinicalValue, Found, Phenotype

_ALLELE = re.compile(r"(?:\*\d{1,3}[A-Z]?|c\.\d{1,5}[ACGT]>[ACGT])(?![A-Za-z0-9])")
_ACTIVITY = re.compile(r"(?i)\b(?:activity score|AS)\b")


def genotypes_of(
    text: str, found: Sequence[Found], known: Sequence[ClinicalValue]
) -> Iterator[Found]:
    """Phenotypes of the gene that the thread *knows*, where the message names alleles or a score
    and no gene. Of several genes nothing is taken: it may be of either."""
    genes = {value.gene for value in known if isinstance(value, Phenotype) and value.gene}
    told = _ALLELE.search(text) or _ACTIVITY.search(text)
    if told is None or len(genes) != 1 or any(isinstance(e.value, Phenotype) for e in found):
        return
    gene = f"{genes.pop()} "
    for each in read_phenotypes(text[: told.start()] + gene + text[told.start() :]):
        start = max(told.start(), each.start - len(gene))
        yield replace(each, start=start, end=max(start, each.end - len(gene)))
