"""To which of several tumours of a text its stage and its type of tissue belong."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.entities import EntityMention
from names.patterns.filtered import FilteredPattern

_BESIDE = re.compile(
    r"(?i)[\s,:(]{1,3}(?:(?!(?:both|all|each|and|or|with|after|from"
    r"|than)\b)[a-z][\w+-]{0,13}\s){0,2}"
)
"""Between a tumour and the stage that is its own."""
_PARTED = re.compile(r"[.;\n]\s|,\s?(?:and|but|now|plus)\s|\sand\s|\s\+\s")


def staged_tumour(
    text: str, mentions: Sequence[EntityMention], stages: Sequence[FilteredPattern]
) -> int | None:
    """The place of a later tumour that the first of the ``stages`` stands right behind, in another
    sentence or part than the first tumour: "prostate 2010 cured. Now urothelial T2", "prostate on
    ADT and lung stage IV". None where the first may have it."""
    found = (match for pattern in stages for match in pattern.finditer(text))
    match = next(found, None)
    for place in range(1, len(mentions)) if match else ():
        parted = _PARTED.search(text, mentions[0].end, mentions[place].start)
        beside = match and _BESIDE.fullmatch(text, mentions[place].end, match.start())
        others = mentions[place].names != mentions[0].names
        if beside and parted and others and not _is_beside(text, mentions[0], match):
            return place
    return None


def _is_beside(text: str, mention: EntityMention, stage: re.Match[str] | None) -> bool:
    """Whether a stage stands right behind a tumour."""
    return stage is not None and bool(_BESIDE.fullmatch(text, mention.end, stage.start()))


_LISTED = re.compile(r"(?i)[\s,/()-]*(?:(?:and|or|and/or|&|as well as)[\s,/]*)?")
"""Between tumours of one list, of which one word may tell the tissue of all."""


def own_histology(text: str, histology: str, mentions: Sequence[EntityMention], first: int) -> str:
    """A type of tissue that is told of the first tumour; empty where only the words for another one
    name it: the "adeno" of "prostate on ADT and lung adeno" is the lung's. In "gastric or junction
    adenocarcinoma" it is of both."""
    root = histology[:5].lower()
    named = [place for place, each in enumerate(mentions) if root in each.text.lower()]
    if not named or first in named:
        return histology
    between = text[mentions[named[0] - 1].end : mentions[named[0]].start]
    return histology if _LISTED.fullmatch(between) else ""
