"""The drugs given against cancer, and those of ordinary practice, which are not."""

from __future__ import annotations

import re
from functools import cache

from names.tables.drugs import OF_EXPOSURE, drugs, strategies
from names.tables.rows import read_rows, split_cell

OF_CANCER = re.compile(r"civic|Molecular Oncology Almanac")
"""Records of drugs.tsv that list drugs given against cancer."""


OF_TREATMENT = frozenset(("Antibody-drug conjugate", "Chemotherapy", "Endocrine therapy"))
"""Classes of which every drug is given against cancer, unless it is one of ordinary practice."""


@cache
def other_drugs() -> frozenset[str]:
    """Generic names of drugs that are no cancer treatment."""
    return frozenset(drug for drug, _, _ in read_rows("clinical/other_drugs.tsv"))


@cache
def ordinary_drugs() -> frozenset[str]:
    """Those of one word that no other table has: they are told only where somebody takes them or is
    allergic to them."""
    return frozenset(drug for drug in other_drugs() if " " not in drug) - frozenset(drugs())


@cache
def foods() -> frozenset[str]:
    """Those of them that are food: nobody has to take it beside a treatment."""
    rows = read_rows("clinical/other_drugs.tsv")
    return frozenset(name for name, kind, _ in rows if kind == "Food")


@cache
def remedies() -> frozenset[str]:
    """Generic names of drugs that are given for an adverse event of treatment."""
    return frozenset(drug for drug, _, _ in read_rows("safety/remedies.tsv"))


@cache
def cancer_drugs() -> frozenset[str]:
    """Generic names of drugs given against cancer: those that a strategy against it is told of, and
    those that a knowledge base of cancer lists, a regimen has or a class of treatments names, and
    that are of no ordinary practice."""
    of_strategy = (
        drug
        for drug, told in strategies().items()
        if not all(each.startswith(OF_EXPOSURE) for each in told)
    )
    listed = {drug for drug, _, record in read_rows("drugs.tsv") if OF_CANCER.match(record)}
    regimens = (split_cell(cell) for _, cell, *_ in read_rows("treatment/regimens.tsv"))
    listed |= ({drug for told in regimens for drug in told} | _of_class()) & frozenset(drugs())
    return frozenset(of_strategy) | (listed - other_drugs() - remedies())


def _of_class() -> frozenset[str]:
    """Drugs whose class says that they are given against cancer."""
    found: set[str] = set()
    for name, members, endings, *_ in read_rows("treatment/drug_classes.tsv"):
        if name in OF_TREATMENT:
            ends = tuple(split_cell(endings))
            found |= {*split_cell(members), *(d for d in drugs() if ends and d.endswith(ends))}
    return frozenset(found)
