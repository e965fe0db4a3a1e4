"""Whether a rule is clear enough to take a question from the sources beside the hospital's."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.own_rules.holding import met_by
from agents.extractive.own_rules.names_asked import is_named_in
from agents.extractive.own_rules.questions import ClassQuestion, OwnQuestion
from agents.extractive.own_rules.references import rules_referred_to
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.vocabulary.words import ASKED_WEIGHT

CLEAR = 2
"""Things asked that a rule says which takes a question from other sources. Chosen by hand: one word
alone may be about anything."""
LEAST_HEARD = 0.35
"""Share of what is asked that a rule has to say, words that no rule has included. Chosen by hand on
seven sets of invented protocols."""
OF_SOURCES = frozenset(("drug", "drug_class", "gene", "tumour"))
"""Kinds of names that other sources speak of."""


def is_clear(question: OwnQuestion, rule: OwnRule, rules: Sequence[OwnRule]) -> bool:
    """Whether a rule, with what travels with it, gives what is asked for and says two things that
    are asked; and two names or words where its document does not know a drug, gene or tumour that
    is asked about: it may be on another one."""
    whole = rule.words.union(*(each.words for each in rules_referred_to(rule, rules)))
    if rule.table is not None or rule.lead:
        # What the cells of a row are, its head tells: "mg/m2".
        whole |= rule.near_words
    bag = whole | rule.label_words | rule.near_words | rule.far_words
    told = [term for term in question.terms if term.weight >= ASKED_WEIGHT]
    if not all(term.ways & whole for term in told if term.kind == "asked"):
        return False
    said = [term for term in told if term.ways & bag]
    topics = [term for term in told if not term.kind and term.ways & question.known]
    subjects = [each for each in said if each.kind != "asked"]
    named = any(not each.kind or is_named_in(each, bag) for each in subjects)
    if topics and not named and not met_by(question, rule):
        # On a class, and on nothing that is asked of it.
        return False
    heard = sum(term.weight for term in subjects)
    asked = sum(term.weight for term in told if term.kind != "asked")
    if heard < LEAST_HEARD * asked and not met_by(question, rule):
        return False
    strong = len(subjects)
    document = frozenset().union(*(all_words(each) for each in rules if each.title == rule.title))
    others = [term for term in told if term not in said and term.kind in OF_SOURCES]
    if any(not term.ways & document for term in others):
        return strong >= CLEAR
    of_class = isinstance(question, ClassQuestion)
    return len(said) + of_class + met_by(question, rule) >= CLEAR
