"""The reasons against an option in this patient stand before the option, even if the question names
no drug.

Example: a doctor asks what to give to a patient with an interstitial lung disease. The answer tells
the boxed warning of an option first. Options against which nothing was found come before the
others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import takewhile

from agents.extractive.answer.patient.weighing import (
    drugs_blamed,
    facts_of,
    name_of,
    statements_on_fact,
)
from agents.extractive.answer.selection.doses import says_to_stop
from agents.extractive.answer.selection.statements import MOST_OPTIONS, PartHits
from agents.extractive.answer.selection.suitability import advises_against, offers
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion
from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import judge_setting, judge_tumour, setting_names, tumour_names
from agents.matching.safety.limiting_facts import drugs_had, is_open, topic_named
from names.clinical.conditions import names_type_1
from names.clinical.values import Setting, Tumour
from retrieval.statements.model import StatementKind

MOST_AGAINST = 3
"""Statements against options at the head of an answer, one for each option. Chosen by hand."""
DIABETES = "diabetes"
WARNS: frozenset[StatementKind] = frozenset(("contraindication", "warning"))


def with_warnings_first(
    selected: PartHits, pool: Sequence[CitedStatement], parsed: ParsedQuestion
) -> PartHits:
    """The selection of a choice. If it names a drug, first comes a further drug that this patient
    is given with it. If it names none, the rules on what the patient is given stay first; then come
    statements against its options because of a fact of the patient, then the options that have no
    such statement, then the others.

    ``pool``: all statements found for any part of the message."""
    asked = selected.asked
    if asked.is_choice and asked.drugs:
        return _with_companion(selected, pool)
    if not asked.is_choice:
        return selected
    offered = list(filter(_is_offer, selected.answers))
    against = list(_against(selected, offered, pool, parsed))[:MOST_AGAINST]
    if not against:
        return selected
    first = {name_of(each) for each in against}
    warned = {drug for each in against for drug in each.drugs}
    rest = [each for each in selected.answers if name_of(each) not in first]
    rules = list(takewhile(lambda each: not _is_offer(each), rest))
    options = rest[len(rules) :]
    options.sort(key=lambda each: _is_offer(each) and bool(warned & {*each.drugs[:1]}))
    return replace(selected, answers=(*rules, *against, *options))


def _is_offer(found: CitedStatement) -> bool:
    """Whether a statement offers its drug. Advice to give something else does not."""
    return offers(found) and not advises_against(found)


def _with_companion(selected: PartHits, pool: Sequence[CitedStatement]) -> PartHits:
    """The selection of a choice between named drugs, with the rule first that this patient is given
    a further drug with one of them. Unchanged if nothing else is shown."""
    told = [
        each
        for each in pool
        if each.judgement.is_on_companion
        and each.judgement.answers
        and selected.asked.drugs & frozenset(each.drugs)
    ]
    if not told or not selected.answers:
        return selected
    first = told[0]
    rest = [each for each in selected.answers if name_of(each) != name_of(first)]
    return replace(selected, answers=(first, *rest)[:MOST_OPTIONS])


def only_on_type_1(selected: PartHits) -> PartHits:
    """The selection without statements on other kinds of diabetes, if the question is on type 1 and
    a statement shown is on type 1. Tablets against hyperglycaemia do not treat type 1 diabetes."""
    answers = selected.answers
    told = any(names_type_1(each.words) for each in answers)
    if not told or not names_type_1(selected.asked.text):
        return selected
    kept = tuple(
        each
        for each in answers
        if names_type_1(each.words) or DIABETES not in map(topic_named, _events_of(each))
    )
    return replace(selected, answers=kept)


def _events_of(found: CitedStatement) -> tuple[str, ...]:
    statement = found.judgement.statement
    return (*statement.safety, *(rule.event for rule in statement.applies.toxicities))


def _against(
    selected: PartHits,
    offered: Sequence[CitedStatement],
    pool: Sequence[CitedStatement],
    parsed: ParsedQuestion,
) -> Iterator[CitedStatement]:
    """The gravest statement against each drug offered, one for each limiting fact of the
    patient."""
    sheet = parsed.sheet
    had: AbstractSet[str] = drugs_had(sheet) | drugs_blamed(parsed.text, sheet)
    known = tuple(
        each for each in pool if not is_open(each.judgement) and _is_of_disease(each, sheet)
    )
    said: set[str] = set()
    for drug in dict.fromkeys(drug for each in offered for drug in each.drugs[:1]):
        for fact in facts_of(selected.asked, sheet):
            told = [e for e in statements_on_fact(fact, drug, known, had) if _is_against(e)]
            for each in told[:1]:
                if name_of(each) not in said:
                    said.add(name_of(each))
                    yield each


def _is_of_disease(found: CitedStatement, sheet: FactSheet) -> bool:
    """Whether a statement is for the patient's tumour and setting. A statement on another use of a
    drug is no reason against it here. A tumour that was only derived from the words keeps no
    warning away."""
    statement = found.judgement.statement
    verdicts = [judge_setting(statement.applies, setting_names(sheet.of(Setting)))]
    if "tumours" in statement.stated:
        verdicts.append(judge_tumour(statement.applies, tumour_names(sheet.of(Tumour))))
    return not any(each.outcome == "contradicts" or each.missing for each in verdicts)


def _is_against(found: CitedStatement) -> bool:
    """Whether a statement warns, or says not to give the drug."""
    return found.judgement.statement.kind in WARNS or says_to_stop(found.words)
