"""How likely each rule is the one asked for, beside all others."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.likelihood.features import FEATURES, features_of
from agents.extractive.own_rules.likelihood.probabilities import fitted_weights, probabilities
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import all_words, rules_of

TEXT = """# Blood

Red cells are transfused below 7.3 g/dL.

Platelets are transfused below 11 without fever.

# Lines

A port is flushed every 9 weeks. The port stays in for transfusions of platelets and red cells.
"""


def asked(text: str) -> tuple[OwnQuestion, tuple[float, ...]]:
    rules = rules_of(TEXT, "Ward handbook")
    known = frozenset[str]().union(*(all_words(each) for each in rules))
    question = OwnQuestion(text, known, first=True)
    return question, probabilities(question, rules)


def test_every_feature_has_a_weight_and_a_value() -> None:
    question, _ = asked("when are platelets transfused?")
    assert tuple(fitted_weights()) == FEATURES
    rows = [each for each in features_of(question, rules_of(TEXT, "Ward handbook")) if each]
    assert rows
    assert all(len(each) == len(FEATURES) for each in rows)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("platelet threshold for transfusion?", "below 11"),
        ("how often is the port flushed?", "every 9 weeks"),
        ("Hb threshold to transfuse red cells?", "7.3 g/dL"),
    ],
)
def test_the_rule_that_is_asked_for_is_the_likeliest(question: str, words: str) -> None:
    _, likely = asked(question)
    best = rules_of(TEXT, "Ward handbook")[likely.index(max(likely))]
    assert words in best.own
    assert sum(likely) == pytest.approx(1.0)


def test_a_question_of_which_no_rule_says_a_word_has_no_likely_rule() -> None:
    _, likely = asked("where is the canteen?")
    assert set(likely) == {0.0}
    assert rules_told("where is the canteen?", rules_of(TEXT, "x"), named=True) == ()
