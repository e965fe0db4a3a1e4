"""Classes of drugs: which drug belongs to which, and how they are worded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.drugs import drugs, strategies
from names.tables.rows import read_rows, split_cell

NOT_MEANT = {("zanidatamab", "ER signaling inhibition")}
"""Strategies of ``drug_targets.tsv`` that its own records contradict: zanidatamab binds HER2
(Molecular Oncology Almanac 2026-05, indication in HER2-positive biliary tract cancer)."""


@cache
def _members() -> dict[str, frozenset[str]]:
    """Drug → its classes, from the table of classes."""
    found: dict[str, set[str]] = {}
    for name, cell, *_ in read_rows("treatment/drug_classes.tsv"):
        for drug in split_cell(cell):
            found.setdefault(drug, set()).add(name)
    return {drug: frozenset(names) for drug, names in found.items()}


@cache
def _endings() -> tuple[tuple[str, str], ...]:
    """Ending of a drug's name and the class that it tells."""
    return tuple(
        (ending, name)
        for name, _, endings, *_ in read_rows("treatment/drug_classes.tsv")
        for ending in split_cell(endings)
    )


@cache
def drug_classes(drug: str) -> frozenset[str]:
    """The classes of a drug by its generic name: osimertinib is "EGFR inhibition", "EGFR TKI" and
    "third-generation EGFR TKI". Empty for a drug that no table knows."""
    told = {name for name in strategies().get(drug, ()) if (drug, name) not in NOT_MEANT}
    by_ending = {name for ending, name in _endings() if drug.endswith(ending)}
    return frozenset(told | by_ending) | _members().get(drug, frozenset())


@cache
def drugs_of_class(name: str) -> tuple[str, ...]:
    """The drugs of a class by their generic names, in the order of the alphabet."""
    return tuple(sorted(drug for drug in drugs() if name in drug_classes(drug)))


CHECKPOINTS = frozenset(("PD-1/PD-L1 inhibition", "CTLA-4 inhibition"))
"""Classes whose drugs do the same harm: ASCO's guideline on immune-related events speaks of the
class ("under a checkpoint inhibitor")."""
BROAD = ("Endocrine therapy", "Chemotherapy")
"""Classes that sources ask for by name where a patient had a narrower one."""


@cache
def wider_classes(name: str) -> tuple[str, ...]:
    """The broad classes that a class is part of, since all its drugs are: aromatase inhibition is
    endocrine therapy."""
    members = drugs_of_class(name)
    shared = [wide for wide in BROAD if all(wide in drug_classes(drug) for drug in members)]
    return tuple(wide for wide in shared if members and wide != name)


@cache
def class_patterns() -> tuple[tuple[str, FilteredPattern], ...]:
    """Class and the pattern of its wordings."""
    return tuple(
        (name, filtered_pattern(rf"(?:(?<![\w-])|(?<=post-))(?:{pattern})(?!\w)", re.IGNORECASE))
        for name, _, _, pattern, _ in read_rows("treatment/drug_classes.tsv")
        if pattern
    )


@cache
def continued_drugs() -> frozenset[str]:
    """Drugs that go on as a partner after progression on them: trastuzumab."""
    return frozenset(drug for drug, _ in read_rows("treatment/continued_drugs.tsv"))


@dataclass(frozen=True, slots=True)
class SoleUse:
    """What all indications of a drug's label have in common."""

    tumour: str
    markers: tuple[tuple[str, str, bool], ...]
    """Name and state of each marker, and whether it is present."""


@cache
def sole_uses() -> Mapping[str, SoleUse]:
    """The drugs whose label is for one tumour only."""
    return {
        drug: SoleUse(tumour, tuple(_marker(each) for each in markers.split(", ") if each))
        for drug, tumour, markers, _ in read_rows("treatment/drugs_of_one_tumour.tsv")
    }


def _marker(cell: str) -> tuple[str, str, bool]:
    """``HER2 not positive`` → ("HER2", "positive", False)."""
    name, *state = cell.split(" ")
    return name, state[-1], state[0] != "not"


def class_in_sentence(name: str) -> str:
    """The name of a class as it stands inside a sentence: ``endocrine therapy``, ``PARP
    inhibition``."""
    return name[0].lower() + name[1:] if name[1:2].islower() else name
