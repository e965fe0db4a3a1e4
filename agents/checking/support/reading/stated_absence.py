"""What a sentence says that its sources do not name: "names BRCA1 but not ATM". Pure."""

from __future__ import annotations

import re
from functools import lru_cache

_BEFORE = re.compile(
    r"\b(?:not|nor|no|neither|without|nothing (?:[a-z]+ )?(?:on|of|about|for)|silent (?:on|about)"
    r"|leaves? out|omits?|nowhere)\b[^.;,]{0,60}$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"^[^.;,]{0,40}\b(?:(?:is|are|was|were|does|do) (?:not|nowhere)|isn't|aren't)(?: \w+)?"
    r" (?:among|named|listed|mentioned|covered|included|part|appear|stand|reported|given|stated"
    r"|addressed|discussed|specified|provided|told|contained)\b"
    r"|^[^.;,]{0,40}\b(?:is|are|goes|go) (?:missing|unmentioned|unnamed)\b",
    re.IGNORECASE,
)
_NAMING = re.compile(
    r"\b(?:nam(?:es?|ed|ing)|list(?:s|ed|ing)?|mention\w*|cover\w*|includ\w+|among|part of"
    r"|contain\w*"
    r"|indications?|label|speaks?|stands?|says?|said|tells?|record\w*|entry|page|source|quotes?"
    r"|table|silent|criteria|definition|set|asks?|report\w*|passage|excerpt|extract|text|given"
    r"|stated|specified)\b",
    re.IGNORECASE,
)
AROUND = 120
"""Characters on either side in which it is said to be absent. Chosen by hand."""


def is_said_absent(text: str, start: int, end: int) -> bool:
    """Whether a sentence says of what stands at ``start:end`` that a source does not name it."""
    if not _speaks_of_naming(text):
        return False
    before, behind = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return bool(_BEFORE.search(before) or _BEHIND.search(behind))


@lru_cache(maxsize=64)
def _speaks_of_naming(text: str) -> bool:
    """Remembered, since it is asked for each name of a sentence."""
    return bool(_NAMING.search(text))
