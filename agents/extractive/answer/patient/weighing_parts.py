"""Weighs the patient's limiting facts in every part of a message. Each part weighs its own
facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import product

from agents.extractive.answer.patient.weighing import (
    MOST_OF_ONE,
    drugs_blamed,
    forbids,
    name_of,
    weigh_limits,
    without_late,
)
from agents.extractive.answer.selection.doses import is_for_any_event
from agents.extractive.answer.selection.excluded_options import is_what_is_asked
from agents.extractive.answer.selection.statements import MOST_POINTS, PartHits
from agents.extractive.answer.selection.suitability import is_cautioned, open_condition
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.permission import (
    drugs_to_permit,
    is_dose_with_finding,
    is_offer_asked,
)
from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OFFERING
from agents.matching.safety.facts_without_statement import nothing_said
from agents.matching.safety.limiting_facts import (
    LimitingFact,
    drugs_had,
    is_asked_about,
    limiting_facts,
    weighs_fact,
)
from agents.matching.safety.values_told import value_under_drug
from agents.matching.sub_question import SubQuestion
from agents.wording.not_found import said_nothing


def weigh_parts(
    chosen: Sequence[PartHits],
    pools: Sequence[Sequence[CitedStatement]],
    parsed: ParsedQuestion,
    offers: Mapping[int, Sequence[CitedStatement]],
) -> list[PartHits]:
    """The parts as :func:`_weigh_facts` gives them, each with the contraindications that the
    patient meets before the doses of their drugs."""
    weighed = _weigh_facts(chosen, pools, parsed, offers)
    own = pools[: len(parsed.parts)]
    first = [_with_contraindications(e, pool) for e, pool in zip(weighed, own, strict=False)]
    return [*first, *weighed[len(first) :]]


_DOSES = frozenset(("dose", "adjustment"))


def _with_contraindications(selected: PartHits, pool: Sequence[CitedStatement]) -> PartHits:
    """The selection of a look-up, with the first contraindication that the patient meets before the
    doses of its drug, where none of the drug is told."""
    if selected.asked.is_choice:
        return selected
    answers = selected.answers
    dosed = {d for e in answers if e.judgement.statement.kind in _DOSES for d in e.drugs}
    told = {d for e in answers if e.judgement.statement.kind == "contraindication" for d in e.drugs}
    asked = selected.asked.drugs & dosed - told
    against = (
        each
        for each in pool
        if each.judgement.statement.kind == "contraindication" and each.judgement.is_met
        if len(each.drugs) == 1 and asked.issuperset(each.drugs)
    )
    return replace(selected, answers=(*tuple(against)[:1], *answers))


def _weigh_facts(
    chosen: Sequence[PartHits],
    pools: Sequence[Sequence[CitedStatement]],
    parsed: ParsedQuestion,
    offers: Mapping[int, Sequence[CitedStatement]],
) -> list[PartHits]:
    """The parts, each with the statements on the patient's limiting facts first. A fact that one
    part asks about is not weighed in another part on the same drug. ``pools``: for each part, the
    statements found for any part on the same patient. ``offers``: what was found on what the drugs
    of a part are for, by its number."""
    parts = [each.asked for each in chosen[: len(parsed.parts)]]
    asking = [part for part in parts if drugs_to_permit(part, parsed.sheet)]
    if not asking:
        return list(chosen)
    found = []
    for place, (each, asked) in enumerate(zip(chosen, parts, strict=False)):
        # For a dose with a finding, any other part may be the one on the finding.
        both = parts if is_dose_with_finding(asked, parsed.sheet) else asking
        others = [p for p in both if p is not asked and p.drugs & asked.drugs]
        topics = {t for other in others for t in topics_of(other, parsed.sheet)}
        if asked.partners:
            topics |= {drug for other in others for drug in other.partners}
        own = topics_of(asked, parsed.sheet) | asked.partners
        pool = _of_own_pair(pools[place], asked, parsed)
        weighed = _with_limits_named(each, weigh_limits(each, pool, parsed, topics - own), parsed)
        weighed = _without_told_facts(weighed, pool, parsed.sheet)
        weighed = _with_rules_under_drug(weighed, pool, parsed.sheet)
        found.append(_with_fitting(weighed, (*each.answers, *offers.get(place, ())), parsed.sheet))
    facts = limiting_facts(parsed.sheet)
    had = drugs_had(parsed.sheet) | drugs_blamed(parsed.text, parsed.sheet)
    untold = any(each.unconnected_facts for each in found)
    named = frozenset(drug for part in asking for drug in part.drugs)
    return found + [
        replace(
            each,
            # If nothing weighs a fact, a statement on something else would look like an answer.
            answers=tuple(
                e
                for e in without_late(each.answers, facts, had)
                if not untold or _weighs_for(e, facts, named)
            ),
        )
        for each in chosen[len(found) :]
    ]


def _of_own_pair(
    pool: Sequence[CitedStatement], asked: SubQuestion, parsed: ParsedQuestion
) -> Sequence[CitedStatement]:
    """The pool without what was found for the same drug with another partner: the rule for a strong
    inhibitor holds for that one, and is none beside a moderate one."""
    if not asked.partners:
        return pool
    others = [part.partners - asked.partners for part in parsed.all_parts]
    return [e for e in pool if not others[e.judgement.part]]


def _with_limits_named(selected: PartHits, weighed: PartHits, parsed: ParsedQuestion) -> PartHits:
    """The weighed selection of a look-up on a finding of which no statement speaks, with the
    patient's other facts named on which it is instead: the rule for neutropenia answers nothing on
    platelets."""
    asked = weighed.asked
    if selected.answers or asked.is_choice or not asked.about or weighed.limits:
        return weighed
    sheet = parsed.sheet if asked.own_sheet is None else asked.own_sheet
    told = [
        fact
        for fact in limiting_facts(sheet)
        if any(weighs_fact(each.judgement, each.words, fact) for each in weighed.answers)
    ]
    if any(is_asked_about(fact, asked.about) for fact in told):
        return weighed
    return replace(weighed, limits=tuple(dict.fromkeys(fact.words for fact in told)))


def _without_told_facts(
    weighed: PartHits, pool: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The selection without facts of which it would say that no statement speaks, though one that
    was found for another part of the message does."""
    told = [(each.judgement, each.words) for each in pool]
    kept = tuple(
        (fact, drug)
        for fact, drug in weighed.unconnected_facts
        if said_nothing(fact, drug) in nothing_said(sheet, (drug,), told)
    )
    return replace(weighed, unconnected_facts=kept)


_STOPS = re.compile(r"(?i)\b(?:interrupt|with(?:held|hold)|discontinu|paus|suspend|stopp)\w{0,5}")
_GOES_ON = re.compile(r"(?i)\b(?:is|may be|can be) continued\b|\bcontinues\b")
"""Words of rules that let a drug go on at a value."""


def _with_rules_under_drug(
    weighed: PartHits, pool: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The selection with the rules by which the drug would be stopped at a value that the patient
    has before it, unless a statement tells more of the start than a dose. Whoever starts the drug
    comes under them at once."""
    told = [e for e in weighed.answers if not is_for_any_event(e) and _is_bounded(e)]
    told = [e for e in told if not _is_dose_of_start(e)]
    found: dict[str, tuple[CitedStatement, str]] = {}
    for fact, drug in product(limiting_facts(sheet), sorted(weighed.asked.drugs)):
        if any(drug in e.drugs and weighs_fact(e.judgement, e.words, fact) for e in told):
            continue
        for each in pool:
            value = value_under_drug(each.judgement, fact.words)
            if value and drug in each.drugs and _stops_at(each, value):
                found.setdefault(name_of(each), (each, value))
    return replace(weighed, under_drug=tuple(found.values())[:MOST_OF_ONE])


_STARTED_AT = re.compile(r"(?i)\bstart\w{0,3}(?: [\w,-]{1,20}){0,4} (?:at|with) \d")


def _is_dose_of_start(found: CitedStatement) -> bool:
    """Whether a statement tells the dose with which a drug is started, and not whether it is."""
    return found.judgement.statement.kind == "dose" or bool(_STARTED_AT.search(found.words))


def _is_bounded(found: CitedStatement) -> bool:
    """Whether a statement is on values, events or diseases itself, and not only below a heading
    that names them: the steps of a dose say nothing of a start."""
    applies = found.judgement.statement.applies
    return bool(applies.organ or applies.toxicities or applies.conditions)


def _stops_at(found: CitedStatement, value: str) -> bool:
    """Whether a rule says to stop a drug at a value that the patient has, and depends on nothing
    else."""
    judged, words = found.judgement, found.words
    met = any(v.outcome == "ok" for v in judged.verdicts if v.dimension in _VALUES)
    stops = _STOPS.search(words) and not _GOES_ON.search(words) and not is_for_any_event(found)
    return met and bool(stops) and judged.missing == (value,)


_VALUES = frozenset(("organ function", "toxicity"))


def _with_fitting(weighed: PartHits, found: Sequence[CitedStatement], sheet: FactSheet) -> PartHits:
    """The selection of a part on whether to give a drug, with the indications that fit the patient
    behind what is said of the patient's facts, one for each drug before a second of one. A fact of
    which a statement only warns, or of which none speaks, takes no option away; one that forbids
    the drug does. ``found``: where the indications are looked for."""
    asked = weighed.asked
    if not is_offer_asked(asked, sheet) or any(map(forbids, weighed.answers)):
        return weighed
    if not (weighed.unconnected_facts or _is_cut(weighed)):
        return weighed
    shown = {name_of(each) for each in weighed.answers}
    new = [each for each in found if name_of(each) not in shown]
    own = [each for each in new if _fits(each, asked)]
    if not own and (depends := [each for each in new if _may_fit(each, asked)][:1]):
        # What depends on something unstated is told with that, as it is without the fact.
        return replace(weighed, conditional=tuple(depends), neighbours=())
    drugs = [each.drugs[0] for each in own]
    own = [own[at] for at in sorted(range(len(own)), key=lambda at: drugs[:at].count(drugs[at]))]
    if not own:
        return weighed
    first = weighed.answers[: MOST_POINTS - min(len(own), len({*drugs}), MOST_OF_ONE)]
    answers = tuple(dict.fromkeys((*first, *own)))[:MOST_POINTS]
    return replace(weighed, answers=answers, neighbours=())


def _is_cut(weighed: PartHits) -> bool:
    """Whether all that is told of a drug asked about is on a fact of the patient."""
    told = weighed.answers
    return bool(told) and not any(e.judgement.statement.kind in OFFERING for e in told)


def _fits(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is an indication of a drug asked about, for the patient's tumour or
    marker, or shows just the drugs together that are asked about, and depends on nothing that
    nobody has stated. Advice for this tumour or marker fits, too."""
    judged = found.judgement
    together = len(asked.drugs) > 1 and asked.drugs == frozenset(found.drugs)
    fits = judged.answers and together and judged.statement.kind in OFFERING
    fits = fits or (judged.has_no_open_marker and is_what_is_asked(found, asked))
    met = any(v.dimension in {"tumour", "marker"} and v.outcome == "ok" for v in judged.verdicts)
    advised = judged.answers and met and judged.statement.kind == "recommendation"
    fits = fits or (advised and bool(asked.drugs & frozenset(found.drugs)))
    return fits and not open_condition(found) and not is_cautioned(found)


def _may_fit(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is an indication of a drug asked about for the patient's tumour, which
    depends on something that nobody has stated."""
    on_drug = bool(asked.drugs & frozenset(found.drugs[:1]))
    return on_drug and found.judgement.is_open and not is_cautioned(found)


def _weighs_for(
    found: CitedStatement, facts: Sequence[LimitingFact], drugs: AbstractSet[str]
) -> bool:
    """Whether a statement weighs a limiting fact for one of these drugs, or for no drug. What the
    fact means for another drug is no answer."""
    own = not found.drugs or not drugs.isdisjoint(found.drugs)
    return own and any(weighs_fact(found.judgement, found.words, fact) for fact in facts)


def topics_of(part: SubQuestion, sheet: FactSheet) -> frozenset[str]:
    """The topics of the limiting facts that a part itself asks about."""
    facts = limiting_facts(sheet)
    return frozenset(each.topic for each in facts if is_asked_about(each, part.about))
