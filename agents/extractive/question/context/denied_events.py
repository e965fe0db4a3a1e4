"""Kinds of question of a case in which no treatment has caused an event: events that are denied,
and patients who have not been treated."""

from __future__ import annotations

import re
from collections.abc import Set

from agents.extractive.question.kinds import QuestionKind, kinds, treats
from agents.extractive.question.requests.aspects import kind_of_aspects
from agents.facts.sheet import FactSheet
from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import Line, Therapy, Tumour
from names.entities import Entities


def without_denied_events(kind: QuestionKind, text: str, found: Entities) -> QuestionKind:
    """The kind of a question, where all events that it names are denied: "pneumonitis hx none:
    pembrolizumab?" asks for a treatment and not for what to do about a pneumonitis."""
    events = found.of("effect")
    if kind != "adverse" or not events:
        return kind
    denied = all(polarity_at(text, each.start, each.end) == "absent" for each in events)
    return "therapy" if denied else kind


_TO_BE_TREATED = re.compile(
    r"(?i)\b(?:untreated|treatment[- ]na(?:i|ï)ve|no (?:prior|previous|earlier) (?:systemic )?"
    r"(?:treatment|therapy|tx)|newly[- ](?:diagnosed|dx)|new (?:dx|diagnosis)"
    r"|(?:1L|first|1st|front)(?:[- ]?line)|upfront|(?:un)?fit\b(?!ted)|(?:in)?eligible for)\b"
)
"""Words of a case by which a first treatment is still to be chosen."""
_GRADED = re.compile(r"(?i)\b(?:grade|gr\.?|CTCAE) ?(?:[1-5]\b|I{1,3}\b|IV\b)|\bG[1-5]\b")


def kind_of_untreated(
    kind: QuestionKind, text: str, found: Entities, case: tuple[FactSheet, str], drugs: Set[str]
) -> QuestionKind:
    """``therapy`` for a question on an adverse effect that no treatment can have caused: the case
    tells a tumour to be treated, and neither it nor the question names a treatment of it. A drug
    for another disease ("colitis on infliximab") is none, and a value ("QTc 490") was there
    before. What is asked of a graded event stays."""
    sheet, message = case
    if kind != "adverse" or _asks_of_effects(text) or _GRADED.search(text):
        return kind
    named = found.names("drug", "unknown_drug", "drug_class") | drugs
    treated = any(t.classes or any(map(treats, t.drugs)) for t in sheet.of(Therapy))
    if treated or found.of("drug_class") or any(map(treats, named)):
        return kind
    placed = _TO_BE_TREATED.search(message) or any(e.first == 1 for e in sheet.of(Line))
    return "therapy" if placed and sheet.of(Tumour) else kind


def _asks_of_effects(text: str) -> bool:
    adverse = kinds()["adverse"]
    return bool(
        kind_of_aspects(text) == "adverse"
        or adverse.asked_by.search(text)
        or adverse.asked_in_case_by.search(text)
    )
