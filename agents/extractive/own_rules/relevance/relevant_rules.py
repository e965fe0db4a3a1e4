"""The rules that are about what a question asks, among those that were found."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.own_rules.headings import Headings, is_of_another_section
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.relevance.circumstances import speaks_of_circumstances
from agents.extractive.own_rules.relevance.subjects import is_on_own_drug, names_own_drug
from agents.extractive.own_rules.relevance.values_given import asks_amount, is_value_given
from agents.extractive.own_rules.rules_of_document import OwnRule


def relevant_rules(
    question: OwnQuestion, found: Sequence[OwnRule], rules: Sequence[OwnRule]
) -> tuple[OwnRule, ...]:
    """The rules that are on the drug and the circumstances of a question. None where one of them
    holds for a value that the question does not give: the others are beside it."""
    shared = Headings.of(rules) if found else None
    on_case = [
        each
        for each in found
        if is_on_case(question, each)
        and not (shared and is_of_another_section(question, each, shared))
    ]
    if not all(is_value_given(question, each, rules) for each in found):
        return ()
    return tuple(on_case)


def is_on_case(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule is on the drug and the circumstances of a question."""
    return is_on_own_drug(question, rule) and speaks_of_circumstances(question, rule)


def lacks_only_value(question: OwnQuestion, rule: OwnRule, rules: Sequence[OwnRule]) -> bool:
    """Whether a rule is on the very drug and the circumstances of a question, and only the value
    is missing by which it goes."""
    on_drug = names_own_drug(question, rule) and speaks_of_circumstances(question, rule)
    return on_drug and asks_amount(question) and not is_value_given(question, rule, rules)
