"""Which of several tumours of a text its stage is of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.entities import EntityMention
from names.patterns.filtered import FilteredPattern

_BESIDE = re.compile(r"(?i)[\s,:(]{1,3}(?:ca\s|cancer\s|now\s|is\s|at\s){0,2}")
"""Between a tumour and the stage that is its own."""
_PARTED = re.compile(r"[.;\n]\s")


def staged_tumour(
    text: str, mentions: Sequence[EntityMention], stages: Sequence[FilteredPattern]
) -> int | None:
    """The place of a later tumour that the first of the ``stages`` stands right behind, in another
    sentence than the first tumour: "prostate 2010 cured. Now urothelial T2". None where the first
    may have it."""
    found = (match for pattern in stages for match in pattern.finditer(text))
    match = next(found, None)
    for place in range(1, len(mentions)) if match else ():
        parted = _PARTED.search(text, mentions[0].end, mentions[place].start)
        beside = match and _BESIDE.fullmatch(text, mentions[place].end, match.start())
        if beside and parted:
            return place
    return None
