"""What was said of the patient or in the question, and the answer does not weigh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.extractive.answer.selection import Selected
from agents.extractive.answer.trials import trial_gaps, trials_shown, unheard_of_trial
from agents.extractive.answer.weighing import is_held_back
from agents.extractive.coverage import unread_phrases
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.splitting.things import treatments_among
from agents.facts.markers import is_gene
from agents.facts.sheet import FactSheet
from agents.facts.words import describe
from agents.matching.therapies import OPTIONS
from agents.matching.weighing.safety import safety_facts_of, speaks_of_condition, unweighed
from agents.turns import View
from names.clinical.disease.features import NODES
from names.clinical.treatment.agents import find_agents
from names.clinical.values import Condition, Marker
from names.tables.treatment.safety import hard_facts
from retrieval.statements.model import Statement


def not_weighed(parsed: ParsedQuestion, parts: Sequence[Selected]) -> tuple[str, ...]:
    """The facts of the patient that an option has to weigh and of which nothing shown speaks."""
    shown = [each.judgement.statement for chosen in parts for each in chosen.answers]
    offers = any(each.kind in OPTIONS for each in shown)
    facts = safety_facts_of(parsed.sheet)
    if not offers and any(each.kind == "result" for each in shown):
        facts = tuple(each for each in facts if each.name in hard_facts())
    elif not offers:
        return ()
    said = [each for chosen in parts for each in chosen.excluded if is_held_back(each)]
    reasons = " ".join(each.judgement.reason for each in said)
    words = [each for each in unweighed(facts, shown) if f"here: {each}" not in reasons]
    if offers:
        said_words = " ".join(each.words for chosen in parts for each in chosen.answers).lower()
        compared = [*shown, *(e.judgement.statement for p in parts for e in p.excluded)]
        words += [*_conditions(parsed.sheet, shown, said_words)]
        words += [*_alterations(parsed.sheet, compared)]
    return tuple(dict.fromkeys(words))


def _conditions(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """Conditions of the patient that no table of safety facts has and nothing shown speaks of."""
    known = {each.value for each in safety_facts_of(sheet)}
    for value in sheet.of(Condition):
        spoken = value.name in said or any(speaks_of_condition(each, value) for each in shown)
        if value.name in NODES:
            continue
        if value.polarity == "present" and value not in known and not spoken:
            yield value.name


def _alterations(sheet: FactSheet, compared: Sequence[Statement]) -> Iterator[str]:
    """Genes that are altered and of which neither an option nor an exclusion speaks."""
    genes = {gene for each in compared for gene in each.genes}
    rules = [rule for e in compared for rule in (*e.applies.requires, *e.applies.excludes)]
    genes |= {pattern.name for rule in rules for pattern in rule.any_of}
    said = (fact.value for fact in sheet.facts if not fact.rule)
    for value in said:
        if not isinstance(value, Marker) or not is_gene(value) or value.name in genes:
            continue
        if value.polarity == "present":
            yield describe(value).removesuffix(": present")


def not_understood(parsed: ParsedQuestion, parts: Sequence[Selected]) -> tuple[str, ...]:
    """The words of the question that nothing has read and nothing shown repeats; none of a message
    all in capitals, since they may be names."""
    if parsed.is_shouted:
        return ()
    said = [each for chosen in parts for each in (*chosen.answers, *chosen.excluded)]
    shown = [words for e in said for words in (e.words, *(c.title for c in e.citations))]
    return unread_phrases(parsed.text, " ".join(shown))


def unanswered_drugs(parsed: ParsedQuestion, parts: Sequence[Selected]) -> tuple[str, ...]:
    """The treatments that the message names and no part is on, where a part was answered for drugs
    that the message does not name: it is said that they are others."""
    named = treatments_among(frozenset(d for each in find_agents(parsed.text) for d in each.drugs))
    from_thread = any(
        each.answers and each.asked.drugs and not each.asked.drugs & named for each in parts
    )
    on = {drug for each in parts for drug in each.asked.drugs | each.asked.partners}
    shown = {drug for p in parts for each in (*p.answers, *p.excluded) for drug in each.drugs}
    return tuple(sorted(named - on - shown)) if from_thread else ()


def uncovered_names(selected: Selected, view: View) -> list[str]:
    """Named drugs, trials and variants of which neither an answer nor an exclusion speaks."""
    heard = (*selected.answers, *selected.excluded)
    if not heard:
        return []
    titles = [f"{c.title} {c.ref.id}" for each in selected.answers for c in each.citations]
    told = " ".join([each.words for each in heard] + titles).lower()
    drugs = {d for each in heard for d in each.drugs}
    asked = selected.asked
    missing = [
        name
        for name in sorted(asked.drugs | asked.variants)
        if name not in drugs and name.lower() not in told
    ]
    unheard = asked.trials - trials_shown(heard)
    return [
        *(f"None of the sources shown speaks of {name}." for name in missing),
        *(trial_gaps(replace(asked, trials=unheard), view) if unheard else ()),
        *unheard_of_trial(asked, heard),
    ]
