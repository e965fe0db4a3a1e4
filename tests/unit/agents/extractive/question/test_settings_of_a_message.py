"""How a message is set changes nothing of what it says: each evaluation question once more in small
letters, with other signs, behind a greeting. What differs is counted; a few may."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.extractive.question.parsing import parse_text

QUESTIONS = Path(__file__).parents[5] / "evals/questions/questions.jsonl"
Setting = Callable[[str], str]
SETTINGS: dict[str, Setting] = {
    "small letters": str.lower,
    "semicolons": lambda text: text.replace(", ", "; "),
    "broken lines": lambda text: text.replace(", ", ",\n"),
    "a greeting": lambda text: f"Hi team! {text}",
    "capitals": str.upper,
    "thanks": lambda text: f"{text}{'' if text.endswith('?') else '.'} Many thanks in advance!",
}
MOST = 0.05
"""Share that may differ. Measured when this was written: 5 of 112 in small letters at most."""


def read(text: str) -> tuple[object, ...]:
    parsed = parse_text(text)
    facts = {str(fact.value) for fact in parsed.sheet.facts}
    parts = sorted((p.kind, *map(sorted, (p.drugs, p.variants, p.trials))) for p in parsed.parts)
    return (facts, parts)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_question_set_otherwise_is_read_alike(setting: str) -> None:
    texts = [json.loads(line)["question"] for line in QUESTIONS.read_text().splitlines()]
    pairs = [(text, SETTINGS[setting](text)) for text in texts]
    changed = [(text, other) for text, other in pairs if text != other]
    differ = [other for text, other in changed if read(text) != read(other)]
    assert len(changed) > 20
    assert len(differ) <= MOST * len(changed), differ


@pytest.mark.parametrize(
    ("right", "misspelled"),
    [
        ("NSCLC, takes carbamazepine. Osimertinib?", "NSCLC, takes carbmaazepine. Osimertinib?"),
        ("mBC, pd on palbociclib. Next?", "mBC, pd on palbcoiclib. Next?"),
        ("abemaciclib and itraconazole?", "abemaciclib and itraconazol?"),
        ("EGFR L858R, progressed on osimertinib", "EGFR L858R, progressed on osimretinib"),
    ],
)
def test_a_misspelled_drug_is_the_same_fact(right: str, misspelled: str) -> None:
    assert read(right) == read(misspelled)
    assert parse_text(misspelled).guessed


def test_a_fact_keeps_the_words_and_places_of_the_message() -> None:
    text = "mBC, pd on palbcoiclib, takes fluconazol, er 90%"
    facts = [fact for fact in parse_text(text).sheet.facts if not fact.rule]
    assert all(text[fact.start : fact.end] == fact.text for fact in facts)
    assert "palbcoiclib" in {fact.text for fact in facts}
