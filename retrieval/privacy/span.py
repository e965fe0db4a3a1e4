"""A stretch of a text that says who somebody is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

PersonalKind = Literal["NAME", "RECORD", "BIRTH_DATE", "PHONE", "ADDRESS", "EMAIL"]


@dataclass(frozen=True, slots=True)
class Personal:
    """What is personal, in code points of its text."""

    start: int
    end: int
    kind: PersonalKind


def without_overlaps(found: Iterable[Personal]) -> tuple[Personal, ...]:
    """In the order of the text; what two claim goes to the one that begins first, and what is left
    of the other stays personal."""
    kept: list[Personal] = []
    for each in sorted(found, key=lambda span: (span.start, -span.end)):
        free = max(each.start, kept[-1].end) if kept else each.start
        if kept and kept[-1].kind == each.kind and each.start < kept[-1].end < each.end:
            kept[-1] = replace(kept[-1], end=each.end)
            continue
        if free < each.end:
            kept.append(replace(each, start=free))
    return tuple(kept)
