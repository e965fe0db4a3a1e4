"""The drugs of ordinary practice, which are not given against cancer."""

from __future__ import annotations

from functools import cache

from names.tables.drugs import drugs
from names.tables.reading import read_rows


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
