"""The share of what is asked that a rule says, where it says it itself or what stands above it."""

from __future__ import annotations

from agents.extractive.own_rules.holding import is_for_a_value, measures_met, met_by
from agents.extractive.own_rules.names_asked import REQUIRED
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.values import fits
from agents.extractive.own_rules.vocabulary.words import DENIED, TOPIC_WEIGHT, names_in_bag

OWN, NEAR, FAR, BESIDE = 1.0, 0.8, 0.6, 0.4
"""How much a word counts that stands in the rule itself, in its head or nearest heading, in a wider
heading or the title, or beside it. Chosen by hand."""
UNKNOWN = 0.35
"""How much a word counts that no rule of the hospital says. Chosen by hand: it may be a word of the
case, or the very thing that no rule is on."""
MET = 1.5
"""How much a range counts that the question's value lies in. Chosen by hand: as much as a name."""


def score_of(question: OwnQuestion, rule: OwnRule) -> float:
    """The share of what is asked that the rule says."""
    known = question.known
    wanted = said = 0.0
    own = gives = on = False
    for_value = is_for_a_value(question, rule)
    of_patient = _kinds_of_patient(rule, for_value)
    places = (
        (OWN, rule.words | rule.label_words | measures_met(question, rule)),
        (NEAR, rule.near_words),
        (FAR, rule.far_words),
        (BESIDE, rule.beside_words),
    )
    for term in question.terms:
        is_said = any(term.ways & bag for _, bag in places)
        of_case = term.is_guessed or term.kind == DENIED or term.kind in of_patient
        sure = is_said or (bool(term.ways & known) and not of_case)
        weight = term.weight if sure else term.weight * UNKNOWN
        wanted += weight
        for share, bag in places:
            if term.ways & bag:
                said += weight * share
                own = own or (share == OWN and term.weight >= TOPIC_WEIGHT)
                gives = gives or (share == OWN and term.kind == "asked")
                on = on or (share > BESIDE and term.weight >= TOPIC_WEIGHT)
                break
    met = met_by(question, rule)
    labelled = rule.ranges if rule.label else ()
    open_ones = sum(fits(each, question.values) == "open" for each in labelled)
    wanted += MET * met + 0.5 * open_ones
    said += MET * met
    topics = [term for term in question.terms if term.weight >= TOPIC_WEIGHT]
    below = rule.near_words | rule.words
    headed = all(term.ways & (below | rule.far_words) for term in topics)
    headed = headed and any(term.ways & below for term in topics)
    own = own or (gives and on)
    if not (own or met or headed) or not wanted or (not met and _says_names_alone(question, rule)):
        return 0.0
    return 0.0 if not met and _lacks_a_name(question, rule, known) else said / wanted


def _kinds_of_patient(rule: OwnRule, for_value: bool) -> frozenset[str]:
    """The kinds of names that tell of the patient what the rule does not go by: the tumour, where
    it names none, and the drug, where it holds for a value."""
    above = rule.words | rule.label_words | rule.near_words | rule.far_words
    kinds = {"drug"} if for_value else set[str]()
    return frozenset(kinds if names_in_bag(above, "tumour") else kinds | {"tumour"})


def _lacks_a_name(question: OwnQuestion, rule: OwnRule, known: frozenset[str]) -> bool:
    """Whether a question asks by names alone ("dose of vinorelbine at CrCl 25") and the rule is on
    one of them only, though other rules are on the others."""
    told = [term for term in question.terms if term.weight >= TOPIC_WEIGHT]
    if any(not term.kind for term in told):
        return False
    names = [term for term in told if term.ways & known]
    measured = frozenset(word for each in rule.ranges for word in each.measure)
    return any(not term.ways & (all_words(rule) | measured) for term in names)


def _says_names_alone(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a question has several words beside its names, and the rule has none of them and one
    name alone."""
    topics = [each for each in question.terms if not each.kind and each.weight >= TOPIC_WEIGHT]
    said = [each for each in question.terms if each.ways & all_words(rule)]
    names = [each for each in said if each.kind in REQUIRED]
    return len(topics) > 1 and len(names) < 2 and not any(each in said for each in topics)
