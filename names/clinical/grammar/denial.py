"""A second look at denials, apart from the readers' own: what was read as being there and stands in
the reach of a word that denies is not held for said.

The readers know the wordings of their dimension; this knows none, only where a denial stands. Where
both differ, neither is to be trusted. The reach of a denial follows NegEx (Chapman et al. 2001,
doi:10.1006/jbin.2001.1029), cut short at a few words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from names.clinical.grammar.polarity import DOUBTED_AFTER, is_left_open
from names.clinical.values import (
    Condition,
    Exposure,
    FoundValue,
    Marker,
    Phenotype,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)

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
    r"(?i)[.;:?!(),]|\s[-–—]\s|[-=]>|[→⇒]|\b(?:but|however|although|though|because|since|after|before|then|now"
    r"|post|following|s/p|while|during|under|despite|until|with|on|what|which|who|can|could|should|would|is|are|was|were|does|only|except|if|when)\b"
)
_OWN = re.compile(
    r"(?i)\s{0,2}(?:(?:an?|any|known|major|relevant|significant|current|heavy|regular|prior|previous"
    r"|earlier|other|brain|liver|bone|lung|visceral|distant|CNS)\s){0,2}(?:smok(?:e|es|er|ers|ed|ing)"
    r"(?:\s(?:history|hx|status))?|tobacco(?:\s(?:use|history))?|drink(?:s|er|ers|ing)?|drank"
    r"|alcohol(?:\s(?:use|intake))?|(?:pre-?)?treated|(?:systemic\s)?(?:treatments?|therap(?:y|ies)"
    r"|chemo(?:therapy)?)|co-?morbid(?:s|ity|ities)|allergies|symptoms|complaints|mets|metasta\w{2,4})"
    r"\b(?!\s?[/&,])(?!\s(?:or|and|nor)\b)"
)
"""The noun or verb of a denial: behind "never smoker" nothing else is denied."""
_BEHIND = re.compile(
    r"(?i)(?:\s(?:test(?:s|ing)?|serology|PCR|screen(?:ing)?|antibod(?:y|ies)|antigen|viral load))?"
    r"\s?(?:\?|[-–—:=(,]{1,2}|\b(?:all|both|was|is|were|are|came back)\b){0,2}\s?"
    r"(?:no(?=\s?[.,;)?]|$)|(?:none|nope|nil|neg(?:ative)?(?!\s?:|\s(?:for\b|(?-i:[A-Z])"
    r"|(?!(?:on|by|in|at|now|today|too|also|and|but|this|as|per|so|from|since|after|again|twice)\b)"
    r"[a-z]))|absent"
    r"|excluded|ruled out|clean|unremarkable|(?:no longer|not any ?more)(?=\s?[.,;)?\n]|$)"
    r"|not (?:detected|found|seen|present|confirmed|mutated|altered|given|done|used)"
    r")\b)"
)
_ANSWER = re.compile(
    r"(?i)(?:[\s-](?:resistant|refractory|sensitive))?\s?[:?]\s{0,2}(?:no|none|nope|nil)\s?"
    r"(?=[.,;!)\n]|$)"
)
"""The answer to what stands before it."""
_HAD = frozenset(("completed", "current", "given"))
"""That a treatment failed or was not borne is itself worded with a denial."""


def contradicted_by_negation(found: Iterable[FoundValue], text: str) -> tuple[FoundValue, ...]:
    """The values that were read as being there and stand in the reach of a denial, each with the
    span of both: "no trace of BRAF mutations"."""
    found = tuple(found)
    others = sorted(each.end for each in found if not isinstance(each.value, Marker))
    doubts = []
    for each in found:
        span = _span_of_denial(each, text, others) if _is_affirmed(each) else None
        if span is None and _may_be_left_open(each) and is_left_open(text, each.start, each.end):
            span = each.start, each.end
        if isinstance(each.value, Phenotype) and DOUBTED_AFTER.match(text, each.end):
            span = each.start, each.end  # "CYP2D6 PM? not tested"
        if span is not None:
            doubts.append(FoundValue(each.value, min(each.start, span[0]), max(each.end, span[1])))
    return tuple(doubts)


def without_doubtful(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The other values: of what is doubtful nothing is known."""
    doubts = contradicted_by_negation(found, text)
    return [
        each
        for each in found
        if not _is_answered(each, text)
        and not any(d.value == each.value and d.start <= each.start < d.end for d in doubts)
    ]


def _is_answered(found: FoundValue, text: str) -> bool:
    """Whether an answer denies what its reader took as told: "transplant eligible: no"."""
    value = found.value
    denied = getattr(value, "polarity", "present") != "present" or isinstance(value, Population)
    return not denied and bool(_ANSWER.match(text, found.end))


def _may_be_left_open(found: FoundValue) -> bool:
    match found.value:
        case Marker(polarity="present") | Condition(polarity="present") | Toxicity():
            return True
        case Phenotype():
            return True
        case Setting(polarity="present"):
            return True
        case Population(pregnancy=pregnancy):
            return bool(pregnancy)
        case _:
            return False


def _is_affirmed(found: FoundValue) -> bool:
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


def _span_of_denial(found: FoundValue, text: str, others: Sequence[int]) -> tuple[int, int] | None:
    """Where the denial stands that reaches a value. ``others``: the ends of what is no marker."""
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
    if not reaches or _OWN.match(between) or _is_spent(start + last.end(), found, text, others):
        return None
    return start + last.start(), found.start


def _is_spent(denial: int, found: FoundValue, text: str, others: Sequence[int]) -> bool:
    """Whether another value, to which it belongs, stands right behind the denial and is joined to
    nothing: "non-diabetic EGFR L858R"."""
    place = bisect_left(others, found.start)
    end = others[place - 1] if place else 0
    return denial < end and not _JOINED.search(text, end, found.start)


_JOINED = re.compile(r"(?i)[,/&+]|\b(?:or|and|nor|with)\b")
"""What joins a value to the one before it."""
