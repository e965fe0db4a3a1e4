"""Searches for the labels of the drugs that a look-up is on."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.question.parsing import ParsedQuestion
from agents.matching.safety.limiting_facts import limiting_facts
from agents.matching.sub_question import SubQuestion
from names.tables import drugs

MOST_LABELS = 3
"""Drugs whose labels are searched one by one. Chosen by hand: a step has few actions."""
MOST_BRANDS = 2
"""Brand names in a query. Chosen by hand: a label's title has one or two."""


def searches_for_labels(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for the label of each drug of a look-up by its names alone, as pairs of (card,
    query), where the patient has facts that may limit it. The words for these facts find the labels
    of other drugs, so that a rule of the drug itself would not be read."""
    facts = asked.about or limiting_facts(parsed.sheet)
    labels = [card for card in cards if card.role == "label"][:1]
    if asked.is_choice or not facts or not labels:
        return []
    return [
        (labels[0], " ".join((drug, *drugs().get(drug, ())[:MOST_BRANDS])))
        for drug in sorted(asked.drugs - asked.partners)[:MOST_LABELS]
    ]
