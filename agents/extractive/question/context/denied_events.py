"""Adverse events that a question names only to say that they are not there."""

from __future__ import annotations

from agents.extractive.question.kinds import QuestionKind
from names.clinical.grammar.polarity import polarity_at
from names.entities import Entities


def without_denied_events(kind: QuestionKind, text: str, found: Entities) -> QuestionKind:
    """The kind of a question, where all events that it names are denied: "pneumonitis hx none:
    pembrolizumab?" asks for a treatment and not for what to do about a pneumonitis."""
    events = found.of("effect")
    if kind != "adverse" or not events:
        return kind
    denied = all(polarity_at(text, each.start, each.end) == "absent" for each in events)
    return "therapy" if denied else kind
