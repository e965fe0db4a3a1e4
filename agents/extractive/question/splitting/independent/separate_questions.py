"""Numbered questions of a message that have nothing to do with each other.

"1) alectinib dose 2) does ondansetron prolong QT with ribociclib? 3) elacestrant in Child-Pugh B"
are three look-ups. What one of them tells must not limit the drugs of the others. An item that only
tells of a patient ("1) DPYD *2A het 2) capecitabine dose") is no look-up: it is for the others."""

from __future__ import annotations

import re

from agents.extractive.question.splitting.enumeration import find_enumeration
from agents.extractive.question.splitting.segments import MOST_PARTS
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Therapy
from names.entities import EntityKind
from names.recognise import recognise

OF_A_PATIENT = re.compile(
    r"(?i)\b(?:she|he|her|his|him|they|them|it|its|this|that|these|those|same|pt|patient|lady"
    r"|gentleman|man|woman|above|also|instead|both|[mf]|\d{2}\s?(?:yo|y/o|[mf]))\b"
)
"""Words that point at a patient, or at another item of the list."""
SUBJECTS: tuple[EntityKind, ...] = (
    *("drug", "unknown_drug", "drug_class", "trial", "variant", "gene"),
)
"""Kinds of name of which each item must have one of its own."""
TREATMENTS: tuple[EntityKind, ...] = ("drug", "unknown_drug", "drug_class", "trial")
_ASKS = re.compile(
    r"(?i)\?|\A\W{0,3}(?:what|which|is|are|does|do|can|should|how|when|why|who|any)\b"
)
_PART = re.compile(r"[,;:]\s")


def separate_questions(text: str) -> tuple[str, ...]:
    """The items of a numbered message, if each names its own subject, no two the same one, none
    points at a patient, tells of one, or points at another item, and nothing is told before them;
    empty otherwise."""
    listed = find_enumeration(text)
    if listed is None or len(listed.items) > MOST_PARTS:
        return ()
    if recognise(listed.lead).mentions or read_fact_sheet((Message(listed.lead),)).facts:
        return ()
    if any(OF_A_PATIENT.search(each) for each in (listed.lead, *listed.items)):
        return ()
    if any(map(_tells_of_patient, listed.items)):
        return ()
    subjects = [_subjects(each) for each in listed.items]
    is_apart = sum(map(len, subjects)) == len(frozenset().union(*subjects))
    return listed.items if is_apart and all(subjects) else ()


def _subjects(item: str) -> frozenset[str]:
    return recognise(item).names(*SUBJECTS)


def _tells_of_patient(item: str) -> bool:
    """Whether an item tells what a patient takes or had, or a part of it tells a fact and names no
    treatment that the fact would be asked of."""
    if any(isinstance(fact.value, Therapy) for fact in read_fact_sheet((Message(item),)).facts):
        return True
    parts = [part for part in _PART.split(item) if part.strip()]
    return any(
        read_fact_sheet((Message(part),)).facts
        and not any(recognise(part).of(kind) for kind in TREATMENTS)
        for part in parts
        if len(parts) > 1 or not _ASKS.search(item)
    )
