"""The drugs: generic and brand names, what they act on, how they change the exposure to others."""

from __future__ import annotations

import re
from functools import cache

from names.tables.rows import read_rows, split_cell

OF_EXPOSURE = (
    "CYP",
    "P-gp",
    "UGT",
    "BCRP",
    "OATP",
    "Proton",
    "H2",
    "QT",
    "SSRI",
    "Statin",
    "Brady",
)
"""How the names of classes begin that change the exposure to other drugs; they are read as that."""
STRENGTH = re.compile(r"^(?:strong|moderate) ")
WEAK = "weak "
"""Weak effects make no drug a member of a class: labels speak of strong and moderate inhibitors
when they say "inhibitors"."""


@cache
def drugs() -> dict[str, tuple[str, ...]]:
    """Generic name → its other names (brands and common wordings)."""
    found = {generic: split_cell(brands) for generic, brands, _ in read_rows("drugs.tsv")}
    for kind, name, wordings in read_rows("wordings.tsv"):
        if kind == "drug":
            found[name] = (*found.get(name, ()), *split_cell(wordings))
    for name, _, _ in read_rows("safety/interactions.tsv"):
        found.setdefault(name, ())
    return found


@cache
def further_names() -> dict[str, tuple[str, ...]]:
    """Generic name → brands of other countries, older and foreign names, each one word in small
    letters. Too many to be meant by a misspelled word."""
    return {name: split_cell(cell) for name, cell in read_rows("treatment/drug_names.tsv")}


@cache
def strategies() -> dict[str, tuple[str, ...]]:
    """Generic drug name → therapeutic strategies ("PARP inhibition")."""
    found = {drug: split_cell(cell) for drug, cell in read_rows("drug_targets.tsv")}
    for kind, name, ending in read_rows("wordings.tsv"):
        if kind == "ending":
            known = {*drugs(), *further_names()}
            found |= {drug: (name,) for drug in known if drug.endswith(ending)}
    for drug, cell, _ in read_rows("safety/interactions.tsv"):
        names = (name for name in split_cell(cell) if not name.startswith(WEAK))
        classes = tuple(STRENGTH.sub("", name) for name in names)
        found[drug] = (*found.get(drug, ()), *classes)
    return found


@cache
def effects_on_others() -> dict[str, tuple[str, ...]]:
    """Drug → how it changes the exposure to others ("strong CYP3A inhibition")."""
    return {drug: split_cell(cell) for drug, cell, _ in read_rows("safety/interactions.tsv")}


@cache
def substrate_classes() -> dict[str, tuple[str, ...]]:
    """Drug → by what its exposure is changed ("sensitive CYP3A substrate", "P-gp substrate")."""
    return {drug: split_cell(cell) for drug, cell, _ in read_rows("safety/substrates.tsv")}
