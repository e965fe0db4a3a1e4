"""Which rules say what is given for the tumour and the markers of a question."""

from __future__ import annotations

from agents.extractive.own_rules.documents.label_markers import markers_fit, markers_in
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.vocabulary.words import names_in_bag
from agents.extractive.question.splitting.split_by_entity import treatments_among


def is_pathway_of(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule says what is given for the tumour and the markers of a question."""
    fit = markers_fit(question.text, rule)
    if not gives_treatment(rule) or fit == "out" or (fit == "open" and markers_in(question.text)):
        return False
    tumours = [each for each in question.terms if each.kind == "tumour"]
    said = all_words(rule)
    return (fit == "met" or bool(tumours)) and all(each.ways & said for each in tumours)


def gives_treatment(rule: OwnRule) -> bool:
    return bool(
        treatments_among(names_in_bag(rule.words, "drug")) or names_in_bag(rule.words, "drug_class")
    )
