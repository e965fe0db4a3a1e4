"""A hospital's own rules: how they are asked for, and that nothing else answers then."""

from __future__ import annotations

import pytest

from agents.cores import ToolCard
from agents.extractive.answer.unweighed_facts import not_understood
from agents.extractive.evidence.planning import first_silos, more_silos, query_for
from agents.extractive.own_rules.judging import is_own_look_up
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
        ("How is grade 2 diarrhoea on abemaciclib managed at our hospital?", True),
        ("By when are cases due for our thoracic board?", True),
        ("Our thoracic board wants abemaciclib, is that approved?", False),
        ("What next when she progresses on the abemaciclib of our tumour board?", False),
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


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("What does our protocol say on the echo?", "What does it say on the echo?"),
        ("What do our guidelines say on the echo?", "What do those say on the echo?"),
        ("Is the echo required by our SOP?", "Is the echo required by it?"),
        ("Who does KSX call for the echo?", "Who does it call for the echo?"),
        ("tell me what the house guideline says on echo", "tell me what it says on echo?"),
        ("St. Anna: how often the echo?", "how often the echo?"),
        ("According to our policy, how often the echo?", "how often the echo?"),
        ("How often is the echo done at our hospital?", "How often is the echo done?"),
        ("How often is the echo done?", "How often is the echo done?"),
    ],
)
def test_a_query_to_the_own_silo_is_a_whole_sentence(question: str, query: str) -> None:
    parsed = parse_text(question, CARDS)
    assert query_for(OWN, parsed.parts[0], parsed) == query


def test_the_name_of_the_own_publisher_is_understood() -> None:
    parsed = parse_text("Capecitabine beside warfarin, per KSX?", CARDS)
    assert "KSX" not in not_understood(parsed, ())
    assert "ksx" not in parsed.parts[0].topics
    assert "KSX" in not_understood(parse_text("Capecitabine beside warfarin, per KSX?", ()), ())


def test_own_rules_are_searched_whatever_is_asked() -> None:
    (asked,) = parse_text("Dose of abemaciclib?", CARDS).parts
    assert OWN in first_silos(asked, CARDS)


def test_without_own_silos_nothing_is_named() -> None:
    (asked,) = parse_text("House protocol: dose of abemaciclib?", (LABELS, ESMO)).parts
    assert (asked.from_silos, asked.asks_own, asked.kind) == (frozenset(), False, "dose")


def test_a_short_question_to_the_own_hospital_is_one_question_whatever_it_names() -> None:
    text = "KSX: neutropenic sepsis, penicillin rash only, eGFR 15"
    (asked,) = parse_text(text, CARDS).parts
    assert asked.own_text == "neutropenic sepsis, penicillin rash only, eGFR 15"
    assert len(parse_text("KSX: dose of abemaciclib? dose of ribociclib?", CARDS).parts) > 1


@pytest.mark.parametrize(
    ("question", "is_looked_up"),
    [
        ("By when do I have to submit a lung cancer case for the tumour board?", True),
        ("KSX: platelet threshold for a lumbar puncture", True),
        ("Which first-line treatment in EGFR-mutated lung cancer?", False),
    ],
)
def test_what_to_give_a_patient_is_no_look_up_in_the_own_rules(
    question: str, is_looked_up: bool
) -> None:
    parsed = parse_text(question, CARDS)
    assert is_own_look_up(parsed.parts[0]) == is_looked_up
    assert not is_own_look_up(parse_text(question, (LABELS, ESMO)).parts[0])
