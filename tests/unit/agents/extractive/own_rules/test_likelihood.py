"""How likely each rule is the one asked for, beside all others."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.likelihood.features import FEATURES, features_of
from agents.extractive.own_rules.likelihood.probabilities import (
    OF_ANSWER,
    Likely,
    fitted_weights,
    likeliest_rules,
    likely_enough,
)
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import all_words, rules_of

TEXT = """# Blood

Red cells are transfused below 7.3 g/dL.

Platelets are transfused below 11 without fever.

# Lines

A port is flushed every 9 weeks. The port stays in for transfusions of platelets and red cells.
"""


def asked(text: str) -> tuple[OwnQuestion, tuple[Likely, ...]]:
    rules = rules_of(TEXT, "Ward handbook")
    known = frozenset[str]().union(*(all_words(each) for each in rules))
    question = OwnQuestion(text, known, first=True)
    return question, likeliest_rules(question, rules)


def test_every_feature_has_a_weight_and_a_value() -> None:
    question, _ = asked("when are platelets transfused?")
    assert tuple(fitted_weights().rules) == FEATURES
    assert tuple(fitted_weights().answer) == OF_ANSWER
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
    assert words in likely[0].rule.own
    assert sum(each.probability for each in likely) == pytest.approx(1.0)


def test_a_question_of_which_no_rule_says_a_word_has_no_likely_rule() -> None:
    _, likely = asked("where is the canteen?")
    assert likely == ()
    assert rules_told("where is the canteen?", rules_of(TEXT, "x"), named=True) == ()


STEPS = """# Bispecific antibodies

| Antibody | Step | Stay |
| --- | --- | --- |
| Teclistamab | 1 | 48 hours |
| Glofitamab | 10 mg | 9 hours¹ |

¹ 22 hours on the ward if cytokine release followed the dose before.

Diarrhoea after the first step: loperamide 4 mg, then 2 mg after each stool.

The ward of the day clinic is closed on Sundays, and its telephone is answered by the night nurse.
"""


def told(text: str, *, first: bool = True) -> list[str]:
    found = rules_told(text, rules_of(STEPS, "Antibodies"), named=True, first=first)
    return [each.rule.own for each in found]


def test_a_footnote_travels_with_the_row_that_bears_its_mark() -> None:
    (row, note) = told("glofitamab 10 mg, how long to stay?")
    assert "9 hours" in row
    assert "22 hours" in note


def test_a_misspelt_word_is_found_by_its_letters() -> None:
    assert "loperamide" in told("loperamid dose for diarhoea after the first step?")[0]


def test_a_rule_on_another_drug_is_never_likely() -> None:
    rules = rules_of(STEPS, "Antibodies")
    known = frozenset[str]().union(*(all_words(each) for each in rules))
    question = OwnQuestion("teclistamab step 1, how long to stay?", known, first=True)
    assert all("Glofitamab" not in each.rule.own for each in likeliest_rules(question, rules))


def test_rows_of_one_table_are_not_told_for_being_nearly_as_likely() -> None:
    table = "# Bands\n\n| Drug | Bag |\n| --- | --- |\n| Drug A | 5 bags |\n| Drug A | 6 bags |\n"
    rules = rules_of(table, "Bands")
    known = frozenset[str]().union(*(all_words(each) for each in rules))
    likely = likeliest_rules(OwnQuestion("bags of drug A", known, first=True), rules)
    assert likely[1].probability > 0.4
    assert len(likely_enough(likely)) == 1


def test_a_drug_that_no_rule_knows_is_a_gap() -> None:
    assert told("blinatumomab step 1, how long to stay?") == []
