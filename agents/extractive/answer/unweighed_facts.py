"""What was said of the patient or in the question, and the answer does not weigh."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agents.extractive.answer.selection.statements import Selected
from agents.extractive.answer.selection.suitability import is_held_back
from agents.extractive.answer.trials import trial_aspects_not_found, trial_gaps, trials_shown
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.splitting.limit_questions import LIMITED
from agents.extractive.question.splitting.split_by_entity import allergens, treatments_among
from agents.extractive.unread_words import unread_phrases
from agents.facts.marker_states import is_gene
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.limiting_facts import limiting_facts, speaks_on
from agents.matching.safety.safety_facts import (
    safety_facts_of,
    speaks_of_condition,
    unweighed_facts,
)
from agents.turns import View
from agents.wording.not_found import no_source_on_both, no_source_speaks_of
from names.clinical.conditions import names_type_1
from names.clinical.disease.features import NODES
from names.clinical.exposures import effects_of
from names.clinical.treatment.agents import find_agents
from names.clinical.values import (
    Condition,
    Exposure,
    Marker,
    Measurement,
    OrganFunction,
    Therapy,
    Toxicity,
)
from names.recognise import recognise, recognise_passage
from names.tables.other_drugs import other_drugs
from names.tables.treatment.event_groups import event_covers
from names.tables.treatment.safety import hard_facts
from names.tables.variant_classes import classes_of
from retrieval.statements.model import Statement

OF_DOSES = frozenset(("dose", "adjustment"))
"""Kinds of statement that say how much is given, so that they have to weigh the liver."""


def not_weighed(parsed: ParsedQuestion, parts: Sequence[Selected]) -> tuple[str, ...]:
    """The facts of the patient that an option has to weigh and of which nothing shown speaks, and
    what is understood and used nowhere."""
    shown = [each for chosen in parts for each in chosen.answers]
    said = " ".join(each.words for each in shown).lower()
    told = {
        fact.words
        for fact in limiting_facts(parsed.sheet)
        if any(speaks_on(each.judgement.statement, each.words, fact) for each in shown)
    }
    foreign = [words for chosen in parts if chosen.answers for words in chosen.foreign]
    found = [*foreign, *_of_options(parsed, parts), *_used_nowhere(parsed, parts)]
    return tuple(each for each in dict.fromkeys(found) if each not in told and each not in said)


def _used_nowhere(parsed: ParsedQuestion, parts: Sequence[Selected]) -> Iterator[str]:
    """The limiting facts of which neither an answer nor an exclusion speaks, whatever is asked of a
    drug, and drugs that the message names and nothing else tells of."""
    heard = [each for chosen in parts for each in (*chosen.answers, *chosen.excluded)]
    if not heard or not any(chosen.asked.kind in LIMITED for chosen in parts):
        return
    yield from (fact for chosen in parts for fact, _ in chosen.untold)
    for fact in limiting_facts(parsed.sheet):
        if not any(speaks_on(e.judgement.statement, e.words, fact) for e in heard):
            yield fact.words
    words = " ".join(each.words for each in heard).lower()
    yield from _values_unused(parsed.sheet, words)
    known = {drug for v in parsed.sheet.of(Therapy) for drug in v.drugs}
    known |= {drug for v in parsed.sheet.of(Exposure) for drug in v.drugs}
    known |= allergens(parsed.sheet) | {drug for each in heard for drug in each.drugs}
    known |= {drug for chosen in parts for drug in chosen.asked.drugs | chosen.asked.partners}
    for drug in sorted(recognise(parsed.text).names("drug") - known):
        if drug in other_drugs() and drug not in words:
            yield drug


RARELY_RULED = frozenset(("ALP", "albumin", "INR", "TSH", "lipase", "creatine kinase"))
"""Measures that hardly a rule is on, so that nothing else says where none weighs them."""


def _values_unused(sheet: FactSheet, said: str) -> Iterator[str]:
    """Values of such measures of which nothing shown speaks and from which nothing was computed."""
    used = {text for fact in sheet.facts for text in fact.inputs}
    for fact in sheet.facts:
        value = fact.value
        if not isinstance(value, Measurement) or value.name not in RARELY_RULED:
            continue
        if fact.text not in used and value.name.lower() not in said:
            yield describe(value)


def _of_options(parsed: ParsedQuestion, parts: Sequence[Selected]) -> tuple[str, ...]:
    """The facts that what is offered has to weigh; of results and doses the gravest alone."""
    shown = [each.judgement.statement for chosen in parts for each in chosen.answers]
    offers = any(each.kind in OPTIONS for each in shown)
    facts = safety_facts_of(parsed.sheet)
    if not offers and any(each.kind == "result" for each in shown):
        facts = tuple(each for each in facts if each.name in hard_facts())
    elif not offers and any(each.kind in OF_DOSES for each in shown):
        facts = tuple(each for each in facts if _is_of_liver(each.value))
    elif not offers:
        return ()
    said = [each for chosen in parts for each in chosen.excluded if is_held_back(each)]
    reasons = " ".join(each.judgement.reason for each in said)
    words = [each for each in unweighed_facts(facts, shown) if f"here: {each}" not in reasons]
    if offers:
        said_words = " ".join(each.words for chosen in parts for each in chosen.answers).lower()
        compared = [*shown, *(e.judgement.statement for p in parts for e in p.excluded)]
        words += [*_conditions(parsed.sheet, shown, said_words)]
        words += [*_events(parsed.sheet, shown, said_words), *_alterations(parsed.sheet, compared)]
    return tuple(dict.fromkeys(words))


def _is_of_liver(value: object) -> bool:
    """Whether it is a value of the liver, which a dose that speaks of none does not weigh."""
    return isinstance(value, OrganFunction) and value.organ == "hepatic"


def _conditions(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """Conditions of the patient that no table of safety facts has and nothing shown speaks of."""
    known = {each.value for each in safety_facts_of(sheet)}
    for value in sheet.of(Condition):
        spoken = value.name in said or any(speaks_of_condition(each, value) for each in shown)
        if value.name in NODES:
            continue
        if value.polarity == "present" and value not in known and not spoken:
            yield value.name


def _events(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """The patient's adverse events of which no statement shown speaks. Only a rule can say whether
    a drug may be given after a severe event, and no such rule is there."""
    known = {each.value for each in safety_facts_of(sheet)}
    derived = {each.value for each in sheet.facts if each.rule}
    for value in sheet.of(Toxicity):
        if value in derived:
            # The value that it was told from is weighed, or named, itself.
            continue
        rules = [rule for each in shown for rule in each.applies.toxicities]
        spoken = any(event_covers(rule.event, value.event) for rule in rules)
        if value.event and value not in known and not spoken and value.event not in said:
            yield describe(value)


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
    """The drugs that the message names and of which neither a part, nor anything shown, nor what is
    not weighed speaks; not those that only tell what the patient has had, nor the partners in a
    regimen of which something is said."""
    if not any(each.answers for each in parts):
        return ()
    agents = [each for each in find_agents(parsed.text) if each.drugs]
    over = (each for each in parsed.sheet.of(Therapy) if each.outcome != "planned")
    had = treatments_among(frozenset(drug for each in over for drug in each.drugs))
    named = frozenset(drug for each in agents for drug in each.drugs)
    covered = had | _spoken_of(named, parsed, parts)
    left = [each for each in agents if covered.isdisjoint(each.drugs)]
    partners = {
        each.start
        for one, other in pairwise(agents)
        if _JOINED.fullmatch(parsed.text, one.end, other.start) and (one in left) != (other in left)
        for each in (one, other)
    }
    names = (drug for each in left if each.start not in partners for drug in each.drugs)
    return tuple(dict.fromkeys(names))


def _spoken_of(
    named: frozenset[str], parsed: ParsedQuestion, parts: Sequence[Selected]
) -> frozenset[str]:
    """The drugs among those named that are asked about, shown, or listed as not weighed, by name or
    by how they act on others."""
    on = {drug for each in parts for drug in each.asked.drugs | each.asked.partners}
    heard = [each for p in parts for each in (*p.answers, *p.excluded, *p.unsuited)]
    on |= {drug for each in heard for drug in each.drugs}
    limits = (words for each in parts for words in each.limits)
    told = [*(each.words for each in heard), *not_weighed(parsed, parts), *limits]
    text = " ".join(told).lower()
    met = {
        rule.mechanism
        for each in heard
        if any((v.dimension, v.outcome) == ("interaction", "ok") for v in each.judgement.verdicts)
        for rule in each.judgement.statement.applies.exposures
    }
    by_class = {drug for drug in named if any(e.mechanism in met for e in effects_of(drug))}
    return frozenset(on | by_class | {drug for drug in named if drug.lower() in text})


_JOINED = re.compile(r"\s?(?:[+/&–-]|plus|with)\s?")
"""Between the drugs of a regimen."""


def names_object(selected: Selected) -> bool:
    """Whether an answer names an effect or outcome that the part asks about; true if the part names
    none. A rule on the strength of the heart says nothing of its rhythm."""
    words = selected.asked.words
    events = {each.event for each in selected.asked.about if isinstance(each, Toxicity)}
    if not words | events:
        return True
    for each in selected.answers:
        statement = each.judgement.statement
        named = {rule.event for rule in statement.applies.toxicities} | set(statement.safety)
        if (words | events) & (
            named | frozenset(n for m in recognise_passage(each.words).mentions for n in m.names)
        ):
            return True
    return False


def uncovered_names(selected: Selected, view: View) -> list[str]:
    """Named drugs, trials and variants of which neither an answer nor an exclusion speaks."""
    heard = (*selected.answers, *selected.excluded)
    if not heard:
        return []
    titles = [f"{c.title} {c.ref.id}" for each in selected.answers for c in each.citations]
    told = " ".join([each.words for each in heard] + titles).lower()
    drugs = {d for each in heard for d in each.drugs}
    asked = selected.asked
    # Of drugs that are compared each has to be spoken of; a title may list many.
    words = " ".join(each.words for each in heard).lower() if asked.compared else told
    missing = [
        name
        for name in sorted(asked.drugs | asked.variants)
        if name not in drugs and name.lower() not in (words if name in asked.drugs else told)
    ]
    unheard = asked.trials - trials_shown(heard)
    return [
        *map(no_source_speaks_of, missing),
        *(trial_gaps(replace(asked, trials=unheard), view) if unheard else ()),
        *trial_aspects_not_found(asked, heard),
        *_compound(selected),
        *_of_type_1(selected),
    ]


def _of_type_1(selected: Selected) -> list[str]:
    """That nothing shown is on type 1 diabetes, where it is named: what is said of hyperglycaemia
    or of diabetes is mostly for type 2."""
    told = any(names_type_1(each.words) for each in selected.answers)
    if told or not names_type_1(selected.asked.text):
        return []
    return [no_source_speaks_of("type 1 diabetes")]


def _compound(selected: Selected) -> list[str]:
    """That nothing shown is on several resistance variants of one gene together: what a drug does
    with each of them alone says little of both."""
    asked = selected.asked
    for gene in sorted(asked.genes) if asked.is_choice else ():
        arisen = sorted(v for v in asked.variants if "resistance" in classes_of(gene, v))
        together = any(all(v in each.words for v in arisen) for each in selected.answers)
        if len(arisen) > 1 and not together:
            return [no_source_on_both(gene, arisen)]
    return []
