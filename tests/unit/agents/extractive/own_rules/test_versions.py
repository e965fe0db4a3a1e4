"""Rules of a document that was replaced are not told."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.documents.versions import is_later_version
from agents.extractive.own_rules.rules_of_document import rules_of

OLD = "{first}\n\n## Dose\n\nRasburicase: 0.17 mg/kg for 4 days.\n"
NEW = (
    "# Tumour lysis\n\nReplaces edition 4. Edition 4 is retired.\n\n## Dose\n\n"
    "Rasburicase: 5 mg once.\n"
)


def tell(question: str, old: str, title: str, new_title: str) -> list[str]:
    rules = [*rules_of(old, title), *rules_of(NEW, new_title)]
    return [each.rule.own for each in rules_told(question, rules, named=True)]


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("Tumour lysis.\n\nSuperseded by the edition of May.", "Tumour lysis, old"),
        ("This document was replaced in 2025.", "Lysis"),
        ("TUMOUR LYSIS, REV C -- RETIRED 2026-01-04", "tls rev c"),
        ("Tumour lysis", "Tumour lysis, edition 4"),
        ("Tumour lysis", "Tumour lysis (2021)"),
    ],
)
def test_a_replaced_document_does_not_answer(first: str, title: str) -> None:
    new_title = "Tumour lysis (2026)" if "(2021)" in title else "Tumour lysis, edition 5"
    told = tell("rasburicase dose?", OLD.format(first=first), title, new_title)
    assert told == ["Rasburicase: 5 mg once."]


def test_it_answers_who_asks_for_it() -> None:
    old = OLD.format(first="Superseded by edition 5.")
    told = tell("rasburicase dose in the old edition?", old, "TLS, edition 4", "TLS, edition 5")
    assert any("0.17" in each for each in told)


@pytest.mark.parametrize(
    "first", ["Not valid in children.", "Withdrawn drugs go back to the pharmacy.", "Replaces V3."]
)
def test_what_only_sounds_like_it_takes_nothing_away(first: str) -> None:
    rules = rules_of(OLD.format(first=first), "Lysis")
    assert not any(each.is_ended for each in rules)


@pytest.mark.parametrize(
    ("title", "before", "later"),
    [
        ("Nausea v3.10", "Nausea v3.9", True),
        ("Nausea, rev. D", "Nausea, rev. C", True),
        ("Nausea v3", "Fever v2", False),
        ("Doses of cisplatin, version 2", "Doses of carboplatin, version 1", False),
        ("Nausea", "Nausea v2", False),
    ],
)
def test_a_later_version_has_the_same_words_and_a_higher_number(
    title: str, before: str, later: bool
) -> None:
    assert is_later_version(title, before) is later
