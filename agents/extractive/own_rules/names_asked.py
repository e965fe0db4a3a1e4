"""Whether a rule of a hospital is on the drugs, events and tumours that a question names."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.vocabulary.forms import fold
from agents.extractive.own_rules.vocabulary.words import (
    TOPIC_WEIGHT,
    WIDE,
    Term,
    bag_of,
    names_in_bag,
)
from agents.extractive.question.splitting.split_by_entity import treatments_among
from agents.extractive.question.topics import is_plain
from names.recognise import recognise
from names.tables.treatment.drug_classes import drug_classes
from names.tables.tumours import is_same_tumour

REQUIRED = ("drug", "drug_class", "effect", "tumour")
"""Kinds of names that a rule has to be on, if it names any of the kind."""


def is_labelled_for(terms: Sequence[Term], rule: OwnRule) -> bool:
    """Whether the drugs that a row or an item is labelled with are asked about, if it has any: an
    unknown drug of the question is none of them."""
    drugs = names_in_bag(rule.lead_words, "drug")
    asked = [term for term in terms if term.ways & rule.lead_words]
    return not drugs or any(term.kind in ("drug", "drug_class") for term in asked)


def is_on(term: Term, rule: OwnRule, known: frozenset[str], drugs: DocumentDrugs) -> bool:
    """Whether a rule is on a name of the question, or on nothing of its kind."""
    above = rule.label_words | rule.near_words | rule.far_words
    around = above | rule.words | rule.beside_words
    if term.kind == "tumour" and _is_under_another_tumour(term, rule):
        return False
    exact = {way for way in term.ways if not way.startswith("drug_class:")}
    if exact & around:
        if term.kind == "drug" and _is_under_another_drug(exact, rule):
            return False
        # What stands beside a rule that names a drug itself is on another drug.
        alone = exact & (above | rule.words) or not names_in_bag(rule.words, "drug")
        return bool(alone) or term.kind != "drug" or bool(exact & rule.beginning_words)
    if term.kind != "drug":
        others = names_in_bag(above | rule.words, term.kind)
        return bool(term.ways & around) or not others
    treats = bool(treatments_among(frozenset(each.removeprefix("drug:") for each in exact)))
    others = treatments_among(names_in_bag(rule.label_words | rule.words, "drug"))
    if term.ways & around:
        # A class in the title is no rule for a drug that the document's own list leaves out.
        itself = {each.removeprefix("drug:") for each in exact} & drugs.listed
        of_class = not itself and any(_has_class(drug, term) for drug in drugs.listed)
        by_list = of_class and not term.ways & (rule.label_words | rule.words | rule.near_words)
        return not others and not by_list
    if exact & drugs.named:
        # A general rule in a document that is on the drug.
        return not others and not names_in_bag(above | rule.words, "drug_class")
    if not treats or (exact & known and drugs.listed):
        return False
    classes = names_in_bag(around, "drug_class") - WIDE
    return not classes and not treatments_among(names_in_bag(around, "drug"))


def _is_under_another_drug(drug: Set[str], rule: OwnRule) -> bool:
    """Whether the innermost heading that names cancer drugs names others, and the rule itself does
    not name this one: "Capecitabine" in a document on capecitabine and cisplatin."""
    if drug & (rule.words | rule.label_words | rule.beside_words):
        return False
    for heading in reversed(rule.headings):
        words = bag_of(heading)
        if treatments_among(names_in_bag(words, "drug")):
            return not drug & words
    return False


def _is_under_another_tumour(term: Term, rule: OwnRule) -> bool:
    """Whether the label, or the innermost heading that names tumours, names others alone, and the
    rule itself does not name this one: "Colorectal" in a document on lung and colorectal cancer."""
    if f"tumour:{term.said}" in rule.words:
        return False
    words = frozenset(each for each in term.ways if ":" not in each)
    for place in (rule.label, *reversed(rule.headings)):
        if words & bag_of(place):
            return False
        if named := recognise(place).names("tumour"):
            return not any(is_same_tumour(term.said, each) for each in named)
    return False


def _has_class(drug: str, term: Term) -> bool:
    return any(f"drug_class:{each}" in term.ways for each in drug_classes(drug))


@dataclass(frozen=True, slots=True)
class DocumentDrugs:
    """The drugs that a document is on."""

    listed: frozenset[str] = frozenset()
    """The cancer drugs that its rows and items are on."""
    named: frozenset[str] = frozenset()
    """All drugs of its labels, heads and headings, as bags write them."""


def drugs_by_document(rules: Sequence[OwnRule]) -> dict[str, DocumentDrugs]:
    """For each document, by its title, the drugs that it is on."""
    found: dict[str, DocumentDrugs] = {}
    for rule in rules:
        before = found.get(rule.title, DocumentDrugs())
        own = treatments_among(names_in_bag(rule.label_words, "drug"))
        above = rule.label_words | rule.near_words | rule.far_words
        named = {each for each in above if each.startswith("drug:")}
        found[rule.title] = DocumentDrugs(before.listed | own, before.named | named)
    return found


_PAIR = re.compile(r"(?=\b(?P<before>[A-Za-z][A-Za-z-]{2,30}) (?P<head>[A-Za-z]{4,30})\b)")


def is_on_another_kind(text: str, terms: Sequence[Term], rule: OwnRule) -> bool:
    """Whether a row or an item is on another kind of the very thing that is asked about: a row
    "Percutaneous liver biopsy" is not on a "bone marrow biopsy"."""
    asked = {fold(each.said): each for each in terms if each.weight >= TOPIC_WEIGHT}
    ways = frozenset[str]().union(*(each.ways for each in terms))
    for match in _PAIR.finditer(text):
        head, before = asked.get(fold(match["head"])), asked.get(fold(match["before"]))
        if head is None or before is None or before.kind or head.kind:
            continue
        if _is_other_row(rule, head, ways):
            return not before.ways & all_words(rule)
        kinds = [e for e in _PAIR.finditer(rule.label) if fold(e["head"]) in head.ways]
        other = [e for e in kinds if not is_plain(e["before"]) and fold(e["before"]) not in ways]
        if kinds and other == kinds and not before.ways & all_words(rule):
            return True
    return False


def _is_other_row(rule: OwnRule, head: Term, ways: frozenset[str]) -> bool:
    """Whether a row is one of a kind by the head of its first column, and not the one asked for:
    "Vaccine | Herpes zoster"."""
    corner = rule.head.strip("| ").split("|")[0] if rule.table is not None else ""
    return bool(head.ways & bag_of(corner)) and not ways & rule.label_words


def is_named_in(term: Term, bag: frozenset[str]) -> bool:
    """Whether a rule names what is asked about itself, and not its class alone."""
    return any(not way.startswith("drug_class:") for way in term.ways & bag)
