""" "Germline negative": which gene it is said of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.markers.item import MarkerItem
from names.clinical.markers.lexing import MarkerToken
from names.clinical.values import FoundValue, Marker
from names.patterns.filtered import filtered_pattern

LONE_GERMLINE = filtered_pattern(
    r"(?i)\bgerm-?line(?: (?:testing|test|panel|result|genetic testing))?(?: (?:is|was|came|has))?"
    r"(?: (?:back|in|returned|out))?"
    r"(?:[\s:-]{1,2}|,\s(?=neg(?:ative)?\s?(?:[.,;)\n]|$)))(?P<state>negative|neg\b|wild[\s-]?type|wt\b|normal)"
)
CLAUSE_ENDS = re.compile(r"[.,;\n]")
COMMA = re.compile(r"\s?[,;]")
SOMATIC_BEFORE = re.compile(r"(?i)\bsomatic[,;]?\s(?:but\s|and\s)?$")
"""Before it: the germline of the gene that is named, as in "RET M918T somatic, germline neg"."""


def without_lone_germline(text: str, tokens: Sequence[MarkerToken]) -> list[MarkerToken]:
    """The tokens without "germline negative," that no gene stands before: what follows was not
    looked for in the germline ("germline negative, BRCA1 mutated in the tumour")."""
    kept = list(tokens)
    for match in LONE_GERMLINE.finditer(text):
        told = [t for t in kept if t.end <= match.start() and t.kind not in ("link", "filler")]
        before = told[-1] if told else None
        near = before is not None and not CLAUSE_ENDS.search(text, before.end, match.start())
        if COMMA.match(text, match.end()) and not near:
            kept = [t for t in kept if t.end <= match.start() or t.start >= match.end()]
    return kept


def read_lone_germline(text: str, items: Sequence[MarkerItem]) -> Iterator[FoundValue]:
    """ "Germline negative" without a gene: no pathogenic variant in BRCA1 and BRCA2."""
    taken = [(item.start, item.end) for item in items if item.origin]
    starts = [start for start, _ in taken]
    for match in LONE_GERMLINE.finditer(text):
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and taken[place][1] > match.start():
            continue
        somatic = SOMATIC_BEFORE.search(text, max(0, match.start() - 20), match.start())
        before = [item for item in items if item.end <= match.start()] if somatic else []
        for name in before[-1].names if before else ("BRCA1", "BRCA2"):
            marker = Marker(name=name, polarity="absent", origin="germline")
            yield FoundValue(marker, *match.span())


def not_inherited(found: Sequence[FoundValue], lone: Sequence[FoundValue]) -> list[FoundValue]:
    """The values, with the alteration of a gene that is not in the germline as one of the tumour:
    "germline negative, BRCA1 mutated"."""
    apart = {each.value.name for each in lone if isinstance(each.value, Marker)}
    return [
        replace(each, value=replace(each.value, origin="tumour"))
        if isinstance(each.value, Marker)
        and each.value.name in apart
        and (each.value.polarity, each.value.origin) == ("present", "")
        else each
        for each in found
    ]
