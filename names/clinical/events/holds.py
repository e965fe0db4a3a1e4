"""Values for which a drug was paused. They count as the event that they were, whatever was measured
since.

"Ribociclib held for QTcF 505. Now QTcF 460": what is advised depends on the worst."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.grades import grade_of
from names.clinical.measurements import read_measurements
from names.clinical.organs import read_organs
from names.clinical.values import FoundValue
from names.patterns.filtered import filtered_pattern

_HELD_FOR = filtered_pattern(
    r"(?i)\b(?:held|withheld|paused|interrupted|on hold|(?:dose[\s-])?reduced)\s"
    r"(?:\w{2,12}\s){0,2}?(?:for|because of|because|due to|d/t|owing to|after|at|with)\s"
    r"(?:(?:an?|the|of|her|his)\s)?"
)
_NOT_DONE = re.compile(r"(?i)\b(?:be|if|when|should|until|not|never|to be|is it)\s$")
LONGEST = 30
"""Characters of a value with its name and unit. Chosen by hand."""


def events_of_holds(text: str) -> tuple[FoundValue, ...]:
    """The graded events by the values for which a message says that a drug was held."""
    return tuple(_find_events(text))


def _find_events(text: str) -> Iterator[FoundValue]:
    for match in _HELD_FOR.finditer(text):
        if _NOT_DONE.search(text, max(0, match.start() - 8), match.start()):
            continue
        words = text[match.end() : match.end() + LONGEST]
        for each in (*read_measurements(words), *read_organs(words)):
            event = grade_of(each.value) if not each.start else None
            if event is not None and event.grade_from is not None:
                start, end = match.end() + each.start, match.end() + each.end
                yield FoundValue(event, start, end)
                break
