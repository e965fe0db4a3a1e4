"""The drugs given against cancer, and those of ordinary practice, which are not."""

from __future__ import annotations

import re
from functools import cache

from names.tables.drugs import OF_EXPOSURE, drugs, strategies
from names.tables.reading import read_rows

OF_CANCER = re.compile(r"civic|Molecular Oncology Almanac")
"""Records of drugs.tsv that list drugs given against cancer."""


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
    those that a knowledge base of cancer lists and that are of no ordinary practice."""
    of_strategy = (
        drug
        for drug, told in strategies().items()
        if not all(each.startswith(OF_EXPOSURE) for each in told)
    )
    listed = {drug for drug, _, record in read_rows("drugs.tsv") if OF_CANCER.match(record)}
    return frozenset(of_strategy) | (listed - other_drugs() - remedies())
