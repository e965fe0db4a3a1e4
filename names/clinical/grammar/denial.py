"""A second look at denials, apart from the readers' own: what was read as being there and stands in
the reach of a word that denies is not held for said.

The readers know the wordings of their dimension; this knows none, only where a denial stands. Where
both differ, neither is to be trusted. The reach of a denial follows NegEx (Chapman et al. 2001,
doi:10.1006/jbin.2001.1029), cut short at a few words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from names.clinical.values import Condition, Exposure, Found, Marker, Therapy, Toxicity, Tumour

REACH = 45
"""Characters in front of a value in which a denial is looked for. Chosen by hand: four words."""
MOST_WORDS = 3
"""Words that may stand between a denial and what it denies. Chosen by hand: with more, NegEx's
reach of five words meets other things in notes without full stops."""
_BEFORE = re.compile(
    r"(?i)(?<![\w-])(?:no|not|non|never|without|w/o|none|neither|nor|denie[sd]"
    r"|lack(?:s|ed|ing)?|free of|free from|absence of|negative for|neg for"
    r"|(?:is|are|was|were|has|have|had|does|did|do|ca|wo)n['’]?t|cannot|ruled out|rules out"
    r"|excludes)\s"
)
_ENDS = re.compile(
    r"(?i)[.;:?!(),]|\s[-–—]\s|\b(?:but|however|although|though|because|since|after|before|then|now"
    r"|post|following|s/p|while|during|under|despite|until|with|on|what|which|who|can|could|should|would|is|are|was|were|does|only|except|if|when)\b"
)
_BEHIND = re.compile(
    r"(?i)\s?(?:\?|[-–—:=(,]{1,2}|\b(?:all|both|was|is|were|are|came back)\b){0,2}\s?"
    r"(?:no(?=\s?[.,;)?]|$)|(?:none|nope|nil|neg|negative|absent|excluded|ruled out|clean"
    r"|unremarkable|not (?:detected|found|seen|present|confirmed|mutated|altered|given|done|used)"
    r")\b)"
)
_HAD = frozenset(("completed", "current", "given"))
"""That a treatment failed or was not borne is itself worded with a denial."""


def doubtful(found: Iterable[Found], text: str) -> tuple[Found, ...]:
    """The values that were read as being there and stand in the reach of a denial, each with the
    span of both: "no trace of BRAF mutations"."""
    doubts = []
    for each in found:
        span = _span_of_denial(each, text) if _is_affirmed(each) else None
        if span is not None:
            doubts.append(Found(each.value, min(each.start, span[0]), max(each.end, span[1])))
    return tuple(doubts)


def without_doubtful(found: Sequence[Found], text: str) -> list[Found]:
    """The other values: of what is doubtful nothing is known."""
    doubts = doubtful(found, text)
    return [
        each
        for each in found
        if not any(d.value == each.value and d.start <= each.start < d.end for d in doubts)
    ]


def _is_affirmed(found: Found) -> bool:
    match found.value:
        case Marker(polarity="present") | Condition(polarity="present"):
            return True
        case Tumour(polarity="present", name=name):
            return bool(name)
        case Therapy(outcome=outcome):
            return outcome in _HAD
        case Toxicity() | Exposure():
            return True
        case _:
            return False


def _span_of_denial(found: Found, text: str) -> tuple[int, int] | None:
    """Where the denial stands that reaches a value."""
    if behind := _BEHIND.match(text, found.end):
        return behind.span()
    start = max(0, found.start - REACH)
    before = text[start : found.start]
    denials = list(_BEFORE.finditer(before))
    if not denials:
        return None
    last = denials[-1]
    between = before[last.end() :]
    reaches = len(between.split()) <= MOST_WORDS and not _ENDS.search(between)
    return (start + last.start(), found.start) if reaches else None
