"""The patient as one question of a message tells of him, where another question tells otherwise.

"The dose in HER2-positive gastric cancer? And in HER2-low breast cancer?" is on two patients: what
only the one question says must not speak against what is found for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from agents.extractive.question.splitting.segments import Segment
from agents.facts.reading import Message, read_fact_sheet
from agents.facts.sheet import Fact, FactSheet
from agents.matching.tumours import tumour_names
from names.clinical.reading import read_clinical
from names.clinical.values import Exposure, Line, Marker, OrganFunction, Population, Setting, Tumour
from names.tables.tumours import is_same_tumour

OF_DISEASE = (Line, Marker, Setting, Tumour)
"""Kinds of fact that tell which disease it is."""


def sheet_of_own(
    segment: Segment, segments: Sequence[Segment], message: str, sheet: FactSheet
) -> FactSheet | None:
    """The sheet without what only other questions of the message say of a marker, a setting or a
    line that this one tells otherwise; None where none does."""
    others = [each.text for each in segments if each.text != segment.text]
    own = _facts_of(segment.text)
    if not others:
        return None
    shared = " ".join(message.split())
    for each in segments:
        shared = shared.replace(each.text, " ")
    shut = [
        fact
        for text in others
        for fact in (
            *_against(_facts_of(text), own),
            *(each for each in _facts_of(text) if _is_another_person(each, segment.text)),
        )
        if fact.text not in shared and fact.text not in segment.text
    ]
    if not shut:
        return None
    words = {fact.text for fact in shut}
    kept = [f for f in sheet.facts if f.text not in words and not words & {*f.inputs}]
    held = {fact.value for fact in kept}
    added = [fact for fact in own if fact.value not in held]
    return replace(sheet, facts=(*kept, *added))


def _against(told: Sequence[Fact], own: Sequence[Fact]) -> list[Fact]:
    """Those facts of another question that do not hold for this one: what it tells otherwise; all
    of the disease where it is on another tumour."""
    there, here = _tumours(told), _tumours(own)
    if there and here and not any(is_same_tumour(one, other) for one in there for other in here):
        return [each for each in told if isinstance(each.value, OF_DISEASE)]
    return [fact for fact in told if _is_topic(fact) or any(_differs(fact, each) for each in own)]


def _is_another_person(fact: Fact, text: str) -> bool:
    """Whether a sex that is told cannot be that of the person this question is on: "a man ... And
    breastfeeding on olaparib?"."""
    if not isinstance(fact.value, Population) or not fact.value.sex:
        return False
    people = [e.value for e in read_clinical(text) if isinstance(e.value, Population)]
    sexes = {p.sex for p in people if p.sex} | {
        "female" for p in people if p.menopause or p.pregnancy in ("pregnant", "breastfeeding")
    }
    return bool(sexes) and fact.value.sex not in sexes


def _is_topic(fact: Fact) -> bool:
    """Whether it only says what a question is on: "hepatic impairment?"."""
    match fact.value:
        case OrganFunction(grade=grade, low=low, high=high):
            return not grade and low is None and high is None
        case Exposure(drugs=drugs):
            return not drugs
        case _:
            return False


def _tumours(facts: Sequence[Fact]) -> frozenset[str]:
    return tumour_names([fact.value for fact in facts if isinstance(fact.value, Tumour)])


def _differs(fact: Fact, own: Fact) -> bool:
    """Whether both tell the same thing, and not alike."""
    one, other = fact.value, own.value
    if one == other or type(one) is not type(other):
        return False
    if isinstance(one, Marker) and isinstance(other, Marker):
        return one.name == other.name
    return isinstance(one, OF_DISEASE)


@lru_cache(maxsize=500)
def _facts_of(text: str) -> tuple[Fact, ...]:
    """What the words of a question tell by themselves, and what follows from it."""
    return read_fact_sheet((Message(text=text, place="question"),)).facts
