"""What the answer does not take into account: facts of the patient, drugs and words of the
question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agents.extractive.answer.patient.disease_not_weighed import (
    altered_genes,
    left_open_of_question,
    left_untold,
    sites_of_spread,
    values_without_rule,
    with_conditional,
)
from agents.extractive.answer.patient.drugs_beside import drugs_beside_options
from agents.extractive.answer.patient.unproven_facts import lines_on_variants, unproven_facts
from agents.extractive.answer.selection.organ_classes import classes_not_held
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.selection.suitability import is_held_back
from agents.extractive.answer.trials import (
    trial_aspects_not_found,
    trial_gaps,
    trials_not_open,
    trials_shown,
)
from agents.extractive.answer.wording import excluded_options
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.silos import publishers_named
from agents.extractive.question.splitting.limit_questions import LIMITED
from agents.extractive.question.splitting.split_by_entity import treatments_among
from agents.extractive.question.unread.findings import unread_findings, without_those_in
from agents.extractive.question.unread.words import unread_phrases
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.class_partners import allergens
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.limiting_facts import limiting_facts, weighs_value
from agents.matching.safety.progression import is_without_progression, passes_over_success
from agents.matching.safety.safety_facts import (
    safety_facts_of,
    speaks_of_condition,
    unweighed_facts,
)
from agents.matching.subject.aspects import LEVELS
from agents.turns import View
from agents.wording.not_found import before_the_drug, no_source_on_both, no_source_speaks_of
from names.clinical.conditions import names_type_1
from names.clinical.disease.features import NODES
from names.clinical.exposures import effects_of
from names.clinical.treatment.agents import find_agents
from names.clinical.treatment.fitness import UNFIT, is_weighed_by_drugs
from names.clinical.treatment.no_progression import NO_PROGRESSION
from names.clinical.values import (
    Condition,
    Exposure,
    Measurement,
    OrganFunction,
    Therapy,
    Toxicity,
)
from names.recognise import recognise, recognise_passage
from names.tables.other_drugs import other_drugs
from names.tables.treatment.event_groups import event_covers
from names.tables.treatment.safety import hard_facts, is_normal_value
from names.tables.variant_classes import classes_of
from names.tables.ward.measures import tells_limit
from retrieval.statements.model import Statement

OF_DOSES = frozenset(("dose", "adjustment"))
"""Kinds of statement that say how much of a drug is given. A dose may depend on the liver."""


def not_weighed(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> tuple[str, ...]:
    """The facts of the patient, in words, that the answer should weigh and does not mention: also
    those that were understood and that no part of it uses."""
    parts = with_conditional(parts)
    shown = [each for chosen in parts for each in chosen.answers]
    said = " ".join(each.words for each in shown).lower()
    told = {
        fact.words
        for fact in limiting_facts(parsed.sheet)
        if any(weighs_value(each.judgement.statement, each.words, fact) for each in shown)
    }
    found = [*left_open_of_question(parts, parsed.sheet), *_of_options(parsed, parts)]
    found += [*_used_nowhere(parsed, parts), *(bare := [*values_without_rule(parts)])]
    found += left_untold(parsed.sheet, [e.judgement.statement for e in shown], said)
    told = (told | {each for each in found if before_the_drug(each) in found}) - {*bare}
    return tuple(each for each in dict.fromkeys(found) if each not in told and each not in said)


def _used_nowhere(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> Iterator[str]:
    """Limiting facts and measured values that neither an answer nor an excluded option speaks of,
    and drugs that the message names and nothing shown names. Empty if no part asks a kind of
    question in ``LIMITED``, or if nothing is shown."""
    heard = [each for chosen in parts for each in (*chosen.answers, *chosen.excluded)]
    if not heard or not any(chosen.asked.kind in LIMITED for chosen in parts):
        return
    refused = _told_by_refusals(parts)
    yield from (f for chosen in parts for f, _ in chosen.unconnected_facts if f not in refused)
    for fact in limiting_facts(parsed.sheet):
        spoken = any(weighs_value(e.judgement.statement, e.words, fact) for e in heard)
        acts = bool(effects_of(fact.drug)) or not fact.drug
        own = {fact.topic, fact.words, *map(describe, fact.values)}
        if acts and not (spoken or own & refused):
            yield fact.words
    words = " ".join(each.words for each in heard).lower()
    yield from _values_unused(parsed.sheet, words)
    known = {drug for v in parsed.sheet.of(Therapy) for drug in v.drugs}
    known |= {drug for v in parsed.sheet.of(Exposure) for drug in v.drugs}
    known |= {*allergens(parsed.sheet)} | {drug for each in heard for drug in each.drugs}
    known |= {drug for chosen in parts for drug in chosen.asked.drugs | chosen.asked.partners}
    for drug in sorted(recognise(parsed.text).names("drug") - known):
        if drug in other_drugs() and drug not in words:
            yield drug


def _told_by_refusals(parts: Sequence[PartHits]) -> frozenset[str]:
    """What refusals tell of the patient, in parts that show nothing else. A fact for which all that
    is told is refused has been weighed."""
    held = (e for each in parts if not each.answers for e in each.excluded)
    return frozenset(words for each in held for words in each.judgement.told_of_patient)


OF_THE_BODY = frozenset(("weight", "height", "body surface area", "body mass index"))
"""Measures that every case has, and few doses depend on."""
LIGHT = 50
"""Kilograms below which labels give less of a drug that has one dose for all others."""


def _values_unused(sheet: FactSheet, said: str) -> Iterator[str]:
    """The patient's values that are no limiting fact by themselves, in words. A value is left out
    if a formula or an event was derived from it, or if the words shown (``said``) tell a limit of
    its measure: that the INR is controlled more often says nothing of 5.1."""
    used = {text for fact in sheet.facts for text in fact.inputs}
    for fact in sheet.facts:
        value = fact.value
        if not isinstance(value, Measurement):
            continue
        light = value.name == "weight" and value.value < LIGHT and "/kg" not in said
        if value.name in OF_THE_BODY and not light:
            continue
        if is_normal_value(value.name, value.unit, value.value, value.value):
            continue
        if fact.text not in used and not tells_limit(said, value.name):
            yield describe(value)


def _of_options(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> tuple[str, ...]:
    """The safety facts of the patient that the statements shown do not weigh, in words. If the
    answer shows results and no options, only the gravest facts count. If it shows doses and no
    options, the liver and conditions count. If it shows options, adverse events count, too. If a
    choice was asked for, altered genes and the sites of metastases count."""
    shown = [each.judgement.statement for chosen in parts for each in chosen.answers]
    offers = any(each.kind in OPTIONS for each in shown)
    chosen = any(chosen.answers and chosen.asked.is_choice for chosen in parts)
    facts = safety_facts_of(parsed.sheet)
    doses = not offers and any(each.kind in OF_DOSES for each in shown)
    if not offers and any(each.kind == "result" for each in shown):
        facts = tuple(each for each in facts if each.name in hard_facts())
    elif doses:
        organs = ((each, each.value) for each in facts)
        facts = tuple(e for e, v in organs if isinstance(v, OrganFunction) and v.organ == "hepatic")
    elif not offers:
        facts = ()
    said = [each for chosen in parts for each in chosen.excluded if is_held_back(each)]
    told = {verdict.here for each in said for verdict in each.judgement.contradictions}
    words = [each for each in unweighed_facts(facts, shown) if each not in told]
    said_words = " ".join(each.words for chosen in parts for each in chosen.answers).lower()
    if offers or doses:
        words += _conditions(parsed.sheet, shown, said_words)
    if chosen or offers:
        compared = [*shown, *(e.judgement.statement for p in parts for e in p.excluded)]
        words += [*altered_genes(parsed.sheet, compared)]
        words += [*sites_of_spread(parsed.sheet, said_words)]
    if offers:
        words += drugs_beside_options(parsed.sheet, parts)
        words += [*unproven_facts(parsed.sheet, parsed.text, shown)]
        refused = any(is_without_progression(e.judgement) for p in parts for e in p.excluded)
        if not refused and any(passes_over_success(each, parsed.sheet) for each in shown):
            words.append(describe(NO_PROGRESSION))
        words += [*_events(parsed.sheet, shown, said_words)]
    return tuple(dict.fromkeys(words))


def _conditions(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """The patient's conditions that are in no table of safety facts, and that nothing shown speaks
    of."""
    known = {each.value for each in safety_facts_of(sheet)}
    for value in sheet.of(Condition):
        spoken = value.name in said or any(speaks_of_condition(each, value) for each in shown)
        if value.name in NODES or is_weighed_by_drugs(value):
            continue
        if value.polarity == "present" and value not in known and not spoken:
            yield value.name


def _events(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """The patient's adverse events that no statement shown speaks of, in words. Only a rule can say
    whether a drug may be given after a severe event, and no such rule is shown."""
    known = {each.value for each in safety_facts_of(sheet)}
    derived = {each.value for each in sheet.facts if each.rule}
    for value in sheet.of(Toxicity):
        if value in derived:
            # The value from which the event follows is weighed, or listed, itself.
            continue
        rules = [rule for each in shown for rule in each.applies.toxicities]
        spoken = any(event_covers(rule.event, value.event) for rule in rules)
        if value.event and value not in known and not spoken and value.event not in said:
            yield describe(value)


def not_understood(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> tuple[str, ...]:
    """The words of the question and of the case before it that no reader understood and nothing
    shown repeats. Empty for a message that is all in capitals: its words may be names."""
    if parsed.is_shouted:
        return ()
    said = [each for chosen in parts for each in (*chosen.answers, *chosen.excluded)]
    shown = [words for e in said for words in (e.words, *(c.title for c in e.citations))]
    shown += [fact.text for fact in parsed.sheet.facts if fact.place == "question"]
    shown += not_weighed(parsed, parts)
    words = " ".join((*shown, publishers_named(parsed.parts)))
    findings = unread_findings(parsed.text, parsed.all_parts, parsed.sheet, words)
    phrases = without_those_in(unread_phrases(parsed.text, words), findings)
    limited = any(each.kind in LIMITED for each in parsed.parts)
    before = [p for case in parsed.told_before if limited for p in unread_phrases(case, words)]
    return tuple(dict.fromkeys((*findings, *phrases, *before)))


def unanswered_drugs(parsed: ParsedQuestion, parts: Sequence[PartHits]) -> tuple[str, ...]:
    """The drugs that the message names and that no part, no statement shown and no unweighed fact
    mentions, without cancer drugs that the patient has had or cannot have (nothing is asked about
    them), or of a regimen if the answer speaks of its partner. Empty if no part is answered."""
    if not any(each.answers for each in parts):
        return ()
    agents = [each for each in find_agents(parsed.text) if each.drugs]
    over = (each for each in parsed.sheet.of(Therapy) if each.outcome != "planned")
    had = treatments_among(frozenset(drug for each in over for drug in each.drugs))
    named = frozenset(drug for each in agents for drug in each.drugs)
    unfit = {e.name.removeprefix(UNFIT) for e in parsed.sheet.of(Condition)}
    covered = had | unfit | _spoken_of(named, parsed, parts)
    left = [each for each in agents if covered.isdisjoint(each.drugs)]
    partners = {
        each.start
        for one, other in pairwise(agents)
        if _JOINED.fullmatch(parsed.text, one.end, other.start) and (one in left) != (other in left)
        for each in (one, other)
    }
    return tuple(dict.fromkeys(d for e in left if e.start not in partners for d in e.drugs))


def _spoken_of(
    named: frozenset[str], parsed: ParsedQuestion, parts: Sequence[PartHits]
) -> frozenset[str]:
    """Those of the ``named`` drugs that a part asks about, that the answer shows or lists as not
    weighed, or of which a statement shown is a rule on how it acts on others (CYP3A inhibition)."""
    on = {drug for each in parts for drug in each.asked.drugs | each.asked.partners}
    heard = [each for p in parts for each in (*p.answers, *p.excluded, *p.not_for_patient)]
    heard += [each for p in parts for each, _ in p.of_other_marker]
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
"""Words and signs between the drugs of a regimen."""


def names_object(selected: PartHits) -> bool:
    """Whether an answer names an effect or outcome that the part asks about. True if the part names
    none. A statement on the strength of the heart does not answer a question on its rhythm."""
    # The steps of a reduction are the same for every event, and may have been told with it.
    if selected.asked.is_of_value or LEVELS in selected.asked.aspects:
        return True
    words = selected.asked.words
    events = {each.event for each in selected.asked.about if isinstance(each, Toxicity)}
    for each in selected.answers:
        statement = each.judgement.statement
        named = {rule.event for rule in statement.applies.toxicities} | set(statement.safety)
        if (words | events) & (
            named | frozenset(n for m in recognise_passage(each.words).mentions for n in m.names)
        ):
            return True
    return not words | events


def uncovered_names(selected: PartHits, view: View) -> list[str]:
    """Lines on the names in the question that neither an answer nor an excluded option speaks of:
    drugs, trials, variants, aspects of trials, classes of an organ's function. Empty if nothing is
    shown."""
    heard = (*selected.answers, *selected.excluded)
    if not heard:
        return []
    heard += (*(e for e, _ in selected.of_other_marker), *selected.conditional)
    spoken = (*heard, *selected.also_excluded, *selected.neighbours)
    titles = [f"{c.title} {c.ref.id}" for each in selected.answers for c in each.citations]
    titled = " ".join([each.words for each in heard] + titles)
    told = titled.lower()
    asked = selected.asked
    keys = {key for each in excluded_options(selected) for key in each.keys}
    # Not every option with something against it is shown.
    unseen = [e for e in selected.excluded if asked.compared and not keys.issuperset(e.keys)]
    shown = [each for each in heard if each not in unseen]
    drugs = {drug for each in shown for drug in each.drugs}
    # Each compared drug needs a statement. A title may list many drugs.
    words = " ".join(each.words for each in shown).lower() if asked.compared else told
    missing = [name for name in sorted(asked.drugs - drugs) if name.lower() not in words]
    unheard = asked.trials - trials_shown(heard)
    return [
        *map(no_source_speaks_of, missing),
        *lines_on_variants(selected, titled),
        *(trial_gaps(replace(asked, trials=unheard), view) if unheard else ()),
        *trial_aspects_not_found(asked, spoken, view),
        *trials_not_open(asked, selected.answers),
        *classes_not_held(selected.answers, asked),
        *_compound(selected),
        *_of_type_1(selected),
    ]


def _of_type_1(selected: PartHits) -> list[str]:
    """A line that no statement shown is on type 1 diabetes, if the part asks about it: what sources
    say of diabetes mostly holds for type 2. Empty otherwise."""
    told = any(names_type_1(each.words) for each in selected.answers)
    asked = names_type_1(selected.asked.text)
    return [no_source_speaks_of("type 1 diabetes")] if asked and not told else []


def _compound(selected: PartHits) -> list[str]:
    """A line that no statement shown is on several resistance variants of one gene together: a drug
    may act on each alone and fail on both. Empty if the part names fewer than two."""
    asked = selected.asked
    for gene in sorted(asked.genes) if asked.is_choice else ():
        arisen = sorted(v for v in asked.variants if "resistance" in classes_of(gene, v))
        together = any(all(v in each.words for v in arisen) for each in selected.answers)
        if len(arisen) > 1 and not together:
            return [no_source_on_both(gene, arisen)]
    return []
