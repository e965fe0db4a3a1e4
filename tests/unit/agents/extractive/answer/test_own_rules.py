"""A hospital's own rules: how they are asked for, and that nothing else answers then."""

from __future__ import annotations

import pytest

from agents.cores import ToolCard
from agents.extractive.evidence.planning import first_silos, more_silos
from agents.extractive.question.parsing import parse_text

OWN = ToolCard(
    name="search_own",
    title="Protocols of St. Anna",
    use_when="",
    silo="own",
    role="guideline",
    publishers=("ESMO", "KSX"),
    is_own=True,
)
LABELS = ToolCard(name="search_labels", title="Labels", use_when="", silo="labels", role="label")
ESMO = ToolCard(
    name="search_esmo",
    title="ESMO",
    use_when="",
    silo="esmo",
    role="guideline",
    publishers=("ESMO",),
)
CARDS = (LABELS, ESMO, OWN)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("KSX: grade 2 diarrhoea on abemaciclib", True),
        ("House protocol: grade 2 diarrhoea on abemaciclib", True),
        ("St. Anna: grade 2 diarrhoea on abemaciclib", True),
        ("Our clinic: grade 2 diarrhoea on abemaciclib", True),
        ("A patient in our clinic has grade 2 diarrhoea on abemaciclib", False),
        ("Grade 2 diarrhoea on abemaciclib", False),
        ("ESMO: grade 2 diarrhoea on abemaciclib", False),
    ],
)
def test_own_rules_are_asked_for_by_name(question: str, named: bool) -> None:
    (asked,) = parse_text(question, CARDS).parts
    assert asked.from_silos == (frozenset({"own"}) if named else frozenset())
    assert [card.silo for card in first_silos(asked, CARDS)] == ["own"] or not named
    assert not named or more_silos(asked, CARDS, frozenset()) == ()


def test_own_rules_are_searched_whatever_is_asked() -> None:
    (asked,) = parse_text("Dose of abemaciclib?", CARDS).parts
    assert OWN in first_silos(asked, CARDS)


def test_without_own_silos_nothing_is_named() -> None:
    (asked,) = parse_text("House protocol: dose of abemaciclib?", (LABELS, ESMO)).parts
    assert (asked.from_silos, asked.asks_own, asked.kind) == (frozenset(), False, "dose")
