"""What signs in the cells of a report mean where a line of it explains them: "ND = not detected".
Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.reports.lines import TextLine
from retrieval.reports.variant_names import symbol_of

_EXPLAINED = re.compile(
    r"(?:^|(?<=[\s;,.(|*]))(?P<sign>[A-Za-z][A-Za-z./]{0,4}|[-–—0]) ?(?:=|:|means|stands for) ?"
    r"(?P<meaning>[A-Za-z][A-Za-z -]{1,40})"
)
_NOT_THERE = re.compile(
    r"(?i)(?:alteration |variant |mutation )?(?:not|un) ?(?:detected|found|identified)\b(?! or\b)"
)
_DONE = re.compile(r"(?i)(?:detected|found|identified) (?:and|or|/) ?\w+ ?(?:tested|done)")


def with_meanings(lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines; a cell of a row that is nothing but a sign for what was not detected says so, if
    the report explains it, and explains it one way only."""
    told: dict[str, set[bool]] = {}
    for line in lines:
        for match in _EXPLAINED.finditer(line.words[:LONGEST_LEGEND]):
            meaning = match["meaning"]
            is_absent = bool(_NOT_THERE.match(meaning)) and not _DONE.match(meaning)
            told.setdefault(match["sign"], set()).add(is_absent)
    signs = frozenset(
        sign for sign, meanings in told.items() if meanings == {True} and not symbol_of(sign)
    )
    return [replace(line, absent_signs=signs) for line in lines] if signs else list(lines)


LONGEST_LEGEND = 300
"""Characters of a line in which signs are explained. Chosen by hand: a legend of ten signs."""
