"""Adverse events and illnesses that a message suspects and takes back itself: "ILD suspected but
ruled out", "query pneumonitis - CT clear"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from names.clinical.values import Condition, FoundValue, Toxicity

_RULED_OUT = re.compile(
    r"(?i)(?:\s\(?(?:grade|gr|G)\s?[1-4]\)?)?(?:\s(?:on|under|from"
    r"|after)\s[\w/+-]{3,25})?\s?(?:(?:was|is|were|had been|initially|first)\s){0,2}"
    r"(?:suspected|queried|considered|feared|possible|thought of|suspicion)?"
    r"(?:\s(?:on (?:CT|imaging|X-?ray)|clinically|initially|at first)){0,2}"
    r"\s?[,;:(–—-]{0,2}\s?(?:(?:but|and|then|later|subsequently|was|were|has been|since|now"
    r"|finally)\s){0,4}"
    r"(?:ruled out|excluded|disproved|refuted|(?:not |un)confirmed and (?:CT|imaging) clear"
    r"|(?:turned out|proved)(?: to be)? (?:an? )?(?:infection|pneumonia|covid\S*|virus|viral"
    r"|something else)"
    r"|(?:CT|HRCT|MRI|imaging|scan|echo|biopsy|work-?up)(?: (?:was|is|came back))? (?:clear"
    r"|clean|normal"
    r"|negative|unremarkable))\b(?!\s?\?)"
)
"""Behind an event: it was not there."""
_NOT_YET = re.compile(
    r"(?i)\b(?:not|never|can(?:not|['’]t)|yet|to be (?:ruled|excluded)|until|if|unless|before"
    r"|once)\b"
)


def without_ruled_out(found: Iterable[FoundValue], text: str) -> list[FoundValue]:
    """The values of a message without the events that it suspects and then rules out."""
    return [each for each in found if not _is_ruled_out(each, text)]


def _is_ruled_out(found: FoundValue, text: str) -> bool:
    told = isinstance(found.value, Toxicity) or (
        isinstance(found.value, Condition) and found.value.polarity != "absent"
    )
    match = _RULED_OUT.match(text, found.end) if told else None
    return match is not None and not _NOT_YET.search(match.group())
