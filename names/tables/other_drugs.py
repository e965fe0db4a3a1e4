"""The drugs of ordinary practice, which are not given against cancer."""

from __future__ import annotations

from functools import cache

from names.tables.reading import read_rows


@cache
def other_drugs() -> frozenset[str]:
    """Generic names of drugs that are no cancer treatment."""
    return frozenset(drug for drug, _, _ in read_rows("clinical/other_drugs.tsv"))


@cache
def remedies() -> frozenset[str]:
    """Generic names of drugs that are given for an adverse event of treatment."""
    return frozenset(drug for drug, _, _ in read_rows("safety/remedies.tsv"))
