"""Whether a message speaks of the thread's patient or plainly of another one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agents.facts.relations import are_related
from agents.facts.sheet import Fact
from names.clinical.values import ClinicalValue, Population, Tumour

_OTHER = re.compile(
    r"\b(?:next|new|another|different|second) (?:patient|pt|case)\b"
    r"|\b(?:patient|case) (?:no\.? ?|number |#)?[2-9]\b",
    re.I,
)
_SEVERAL = re.compile(
    r"\b(?:two|2|three|3|both|several) (?:different )?(?:patients|pts|cases|women|men|people)\b"
    r"|\b(?:another|second|the other) (?:one|patient|pt|woman|man|lady|case)\b"
    r"|\bone\b[^.?]{0,60}\b(?:the |an)?other\b",
    re.I,
)
_SAME = re.compile(r"\b(?:same|this|our|the) (?:patient|pt|case|woman|man|lady)\b", re.I)
_CORRECTION = re.compile(
    r"^\W*(?:no|nope|sorry|correction|actually|oops|apologies|wait|not)\b"
    r"|\b(?:correction|i meant|my mistake|typo|mistyped|should (?:be|read))\b",
    re.I,
)
_POINTING = re.compile(r"^\W*(?:she|he|her|his|they|their|pt)\b", re.I)
_LEANING = re.compile(r"^\W*(?:and|what about|how about|also|or|same|but|then|so|in|for)\b", re.I)
_BESIDE = re.compile(
    r"\b(?:second primary|synchronous|metachronous|history of|h/o|previous|prior|also (?:has|had)"
    r"|as well as|in addition)\b",
    re.I,
)
BRIEF = 14
"""Words up to which a message that begins with "and" or "what about" leans on the one before it.
Chosen by hand; the same bound holds for follow-ups in the extractive core."""
YEARS_APART = 1.0
"""Ages that differ by more are of two people; a birthday may lie between two messages."""


def names_other_patient(text: str) -> bool:
    """Whether a message says that it is about another patient ("next case")."""
    return bool(_OTHER.search(text)) and not _SAME.search(text)


def names_several_patients(text: str) -> bool:
    """Whether a message speaks of several patients side by side ("one CP-A, the other CP-C")."""
    return bool(_SEVERAL.search(text))


def is_correction(text: str) -> bool:
    """Whether a message says of itself that it puts something right."""
    return bool(_CORRECTION.search(text))


def names_second_tumour(text: str) -> bool:
    """Whether a tumour in a message stands beside the patient's, not in its place."""
    return bool(_BESIDE.search(text))


def starts_new_patient(text: str, new: Sequence[Fact], known: Sequence[Fact]) -> bool:
    """Whether a message plainly starts another patient than the one that is *known*.

    It says so ("next patient"), or gives an age, a sex or a diagnosis that cannot be the same and
    does not say that it corrects anything. ``new`` are the facts of the message."""
    if not known or _SAME.search(text):
        return False
    if _OTHER.search(text):
        return True
    if is_correction(text) or _POINTING.search(text):
        return False
    if _other_person(_populations(new), _populations(known)):
        return True
    leans = bool(_LEANING.search(text)) and len(text.split()) <= BRIEF
    return not leans and not names_second_tumour(text) and _other_tumour(new, known)


def _populations(facts: Iterable[Fact]) -> list[Population]:
    return [fact.value for fact in facts if isinstance(fact.value, Population)]


def _other_person(new: Sequence[Population], known: Sequence[Population]) -> bool:
    for one in new:
        for other in known:
            if one.sex and other.sex and one.sex != other.sex:
                return True
            ages = age(one), age(other)
            if None not in ages and abs((ages[0] or 0) - (ages[1] or 0)) > YEARS_APART:
                return True
    return False


def age(value: Population) -> float | None:
    """The age of one person; None for a range, which is the bound of a rule."""
    return value.age_from if value.age_from == value.age_to else None


def _other_tumour(new: Sequence[Fact], known: Sequence[Fact]) -> bool:
    named = _tumours(fact.value for fact in new)
    before = _tumours(fact.value for fact in known)
    related = any(are_related(one, other) for one in named for other in before)
    return bool(named and before) and not related


def _tumours(values: Iterable[ClinicalValue]) -> list[str]:
    return [
        value.name
        for value in values
        if isinstance(value, Tumour) and value.polarity == "present" and value.name
    ]
