"""The patient of one question, if other questions of the message are on another patient.

"The dose in HER2-positive gastric cancer? And in HER2-low breast cancer?" is on two patients. The
facts of the one must not rule out statements for the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from agents.extractive.question.splitting.segments import QuestionSegment
from agents.facts.extraction import extract
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.relations import relation
from agents.facts.sheet import Fact, FactSheet
from agents.matching.patient.tumours import tumour_names
from names.clinical.readers import read_clinical, read_patient
from names.clinical.values import (
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Setting,
    Toxicity,
    Tumour,
)
from names.tables.tumours import is_same_tumour

OF_DISEASE = (Line, Marker, Setting, Tumour)
"""Kinds of fact that describe the disease."""


def sheet_of_own(
    segment: QuestionSegment, segments: Sequence[QuestionSegment], message: str, sheet: FactSheet
) -> FactSheet | None:
    """The fact sheet for one question, without facts that only other questions tell and that do not
    hold for this one. None if there are no such facts: then the sheet of the message holds."""
    others = [each.text for each in segments if each.text != segment.text]
    own = _facts_of(segment.text)
    if not others:
        return None
    shared = " ".join(message.split())
    for each in segments:
        shared = shared.replace(each.text, " ")
    so_far = _states_so_far(segment, segments, shared, own)
    later = _texts_behind(segment, segments)
    shut = [
        fact
        for text in others
        for fact in (
            *_against(_facts_of(text), own),
            *(each for each in _facts_of(text) if text in later and _is_other_state(each, so_far)),
            *(each for each in _facts_of(text) if _is_another_person(each, segment.text)),
            *_supposed_in(text),
            *(each for each in _facts_of(text) if _is_only_named(each, text)),
        )
        if fact.text not in shared and fact.text not in segment.text
    ]
    if not shut:
        return None
    # By their values, too: a message is put into other words ("CrCl drops to 25" is "CrCl 25").
    words = {fact.text for fact in shut}
    words |= {f.text for f in sheet.facts if f.value in {fact.value for fact in shut}}
    kept = [f for f in sheet.facts if f.text not in words and not words & {*f.inputs}]
    held = {fact.value for fact in kept}
    states = [each for each in so_far if any(_is_other_state(fact, [each]) for fact in shut)]
    added = [fact for fact in dict.fromkeys((*own, *states)) if fact.value not in held]
    return replace(sheet, facts=(*kept, *added))


def _states_so_far(
    segment: QuestionSegment, segments: Sequence[QuestionSegment], shared: str, own: Sequence[Fact]
) -> list[Fact]:
    """The states of organs, events and the menopause as told up to the end of this question. A
    different state in a later question does not hold here: "Everolimus, Child-Pugh B. Dose? And in
    Child-Pugh C?"."""
    texts = [each.text for each in segments]
    before = " ".join((shared, *texts[: texts.index(segment.text)]))
    told = [each for each in _facts_of(before) if not _is_other_state(each, own)]
    return [each for each in (*own, *told) if _is_state(each.value)]


def _texts_behind(segment: QuestionSegment, segments: Sequence[QuestionSegment]) -> list[str]:
    texts = [each.text for each in segments]
    return texts[texts.index(segment.text) + 1 :]


def _is_state(value: object) -> bool:
    match value:
        case Toxicity(grade_from=grade):
            return grade is not None
        case Population(menopause=menopause):
            return bool(menopause)
    return isinstance(value, OrganFunction | Measurement)


def _is_other_state(fact: Fact, known: Sequence[Fact]) -> bool:
    """Whether a fact tells another state of an organ, an event or the menopause than the known
    facts."""
    return _is_state(fact.value) and any(
        relation(each.value, fact.value) in {"newer", "contrary"} for each in known
    )


def _against(told: Sequence[Fact], own: Sequence[Fact]) -> list[Fact]:
    """The facts of another question that do not hold for this question: those that differ from its
    own. If the other question is on another tumour, all facts of the disease."""
    there, here = _tumours(told), _tumours(own)
    if there and here and not any(is_same_tumour(one, other) for one in there for other in here):
        return [each for each in told if isinstance(each.value, OF_DISEASE)]
    return [fact for fact in told if _is_topic(fact) or any(_differs(fact, each) for each in own)]


def _is_another_person(fact: Fact, text: str) -> bool:
    """Whether a fact tells a sex that the person of this question cannot have: "a man ... And
    breastfeeding on olaparib?"."""
    if not isinstance(fact.value, Population) or not fact.value.sex:
        return False
    people = [e.value for e in read_clinical(text) if isinstance(e.value, Population)]
    sexes = {p.sex for p in people if p.sex} | {
        "female" for p in people if p.menopause or p.is_with_child
    }
    return bool(sexes) and fact.value.sex not in sexes


def _is_topic(fact: Fact) -> bool:
    """Whether a fact only names what a question is on, without a grade or number: "hepatic
    impairment?"."""
    match fact.value:
        case OrganFunction(grade=grade, low=low, high=high):
            return not grade and low is None and high is None
        case Exposure(drugs=drugs):
            return not drugs
        case _:
            return False


_BARE = re.compile(r"(?i)\W*(?:(?:and|also|or|(?:what|how) about)\b\W*)*")


def _is_only_named(fact: Fact, text: str) -> bool:
    """Whether a question only names an effect: "And hyperglycaemia?"."""
    rest = text.replace(fact.text, "") if fact.text else text
    return isinstance(fact.value, Toxicity) and bool(_BARE.fullmatch(rest))


def _tumours(facts: Sequence[Fact]) -> frozenset[str]:
    return tumour_names([fact.value for fact in facts if isinstance(fact.value, Tumour)])


def _differs(fact: Fact, own: Fact) -> bool:
    """Whether two facts tell different values of the same thing."""
    one, other = fact.value, own.value
    if one == other or type(one) is not type(other):
        return False
    if isinstance(one, Marker) and isinstance(other, Marker):
        return one.name == other.name
    if isinstance(one, Tumour) and isinstance(other, Tumour) and not (one.name and other.name):
        # "Brain mets" are those of the tumour that another question names.
        return False
    if _is_state(one):
        return _is_other_state(fact, [own])
    return isinstance(one, OF_DISEASE)


@lru_cache(maxsize=500)
def _supposed_in(text: str) -> tuple[Fact, ...]:
    """The facts that a question only supposes ("what if T790M develops?"). They hold for no other
    question."""
    stated = {each.value for each in extract(text, read_patient)}
    return tuple(each for each in _facts_of(text) if not each.rule and each.value not in stated)


@lru_cache(maxsize=500)
def _facts_of(text: str) -> tuple[Fact, ...]:
    """The facts that the words of a question tell, and what follows from them."""
    return read_fact_sheet((Message(text=text, place="question"),)).facts
