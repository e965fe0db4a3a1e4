"""Which rules of a hospital may be told for a question at all, however likely they are. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.own_rules.documents.label_markers import markers_fit
from agents.extractive.own_rules.headings import Headings, headings_fit
from agents.extractive.own_rules.holding import is_for_a_value, is_out, rows_asked
from agents.extractive.own_rules.names_asked import (
    REQUIRED,
    DocumentDrugs,
    is_labelled_for,
    is_on,
    is_on_another_kind,
)
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule


def may_be_told(question: OwnQuestion, rule: OwnRule, drugs: DocumentDrugs) -> bool:
    """Whether a rule is for the values that are asked about, and on no other drug, event, tumour or
    kind of thing."""
    if any(is_out(question, ranges) for ranges in (rule.ranges, *rule.heading_ranges)):
        return False
    names = [each for each in question.terms if each.kind in REQUIRED]
    on_names = all(
        is_on(each, rule, question.known, drugs)
        or (each.kind == "drug" and is_for_a_value(question, rule))
        for each in names
    )
    if not on_names or not is_labelled_for(question.terms, rule):
        return False
    if markers_fit(question.text, rule) == "out":
        return False
    return not is_on_another_kind(question.text, question.terms, rule)


def rows_left_out(question: OwnQuestion, rules: Sequence[OwnRule]) -> frozenset[int]:
    """The identities of the rows and items that may hold beside others which the question asks
    for. ``rules``: those that may be told."""
    shared = Headings.of(rules)
    held = [each for each in rules if headings_fit(question, each, shared)]
    return frozenset(map(id, held)) - frozenset(map(id, rows_asked(question, held, rules)))
