"""Short words for classes of drugs in questions: "IO doublet", "chemo-IO", "TKI"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.rows import read_rows, split_cell
from names.tables.treatment.drug_classes import drug_classes


@dataclass(frozen=True, slots=True)
class ClassWords:
    """A wording, and the classes of which a regimen has a drug each."""

    pattern: FilteredPattern
    classes: tuple[str, ...]


OF_OTHER_KINASES = frozenset(("MEK inhibition",))
"""Classes of drugs that end like the inhibitors of tyrosine kinases and inhibit another: MEK adds
phosphate to threonine, too."""


@cache
def class_words() -> Sequence[ClassWords]:
    """The wordings of the table."""
    return tuple(
        ClassWords(
            filtered_pattern(rf"(?<![\w/-])(?:{pattern})(?!\w)", re.IGNORECASE),
            tuple(split_cell(classes)),
        )
        for pattern, classes, *_ in read_rows("ward/drug_class_words.tsv")
    )


@cache
def _endings() -> tuple[tuple[str, str], ...]:
    """Ending of a drug's name and the wide class that it tells."""
    return tuple(
        (ending, classes)
        for _, classes, endings, _ in read_rows("ward/drug_class_words.tsv")
        for ending in split_cell(endings)
    )


@cache
def classes_asked_by(drug: str) -> frozenset[str]:
    """The classes by which a question may ask for a drug: its own, and those that only questions
    name ("TKI")."""
    own = drug_classes(drug)
    if own & OF_OTHER_KINASES:
        return own
    return own | {name for ending, name in _endings() if drug.endswith(ending)}
