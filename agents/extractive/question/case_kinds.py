"""The kind of a question in the light of the patient it is about."""

from __future__ import annotations

import re

from agents.extractive.question.kinds import QuestionKind, kinds
from agents.facts.sheet import FactSheet
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Marker,
    Measurement,
    OrganFunction,
    Therapy,
    Toxicity,
    Tumour,
)
from names.entities import Entities

WHAT_IS = re.compile(r"\W{0,3}what (?:is|are) (?:an? |the )?", re.I)


def kind_in_case(kind: QuestionKind, text: str, found: Entities, sheet: FactSheet) -> QuestionKind:
    """The kind of a question about a patient: one that says nothing else asks what to give; with
    a drug and a finding, what to do about it. Drugs held against each other for a patient with a
    disease are a choice, not a question on that disease as an adverse effect."""
    drugs = found.of("drug")
    if kind == "definition" and _asks_what_a_name_is(text, found):
        return kind
    if kind in {"general", "definition"} and not found.of("gene"):
        if drugs and _holds(sheet, OrganFunction, Toxicity, Measurement):
            return "adverse"
        if not drugs and _holds(sheet, Marker, Tumour, Therapy):
            return "therapy"
    asks_effects = kinds()["adverse"].asked_by.search(text)
    if kind == "adverse" and len(drugs) > 1 and sheet.of(Condition) and not asks_effects:
        return "therapy"
    return kind


def _asks_what_a_name_is(text: str, found: Entities) -> bool:
    """Whether all that stands behind "what is" is a name."""
    start = WHAT_IS.match(text)
    places = [place for m in found.mentions for place in (m.start, m.end)]
    if start is None or not places:
        return False
    return min(places) <= start.end() and max(places) >= len(text.rstrip(" ?."))


def _holds(sheet: FactSheet, *kinds: type[ClinicalValue]) -> bool:
    """Whether the sheet has a fact of one of these kinds."""
    return any(isinstance(fact.value, kinds) for fact in sheet.facts)
