"""Other options for a marker of the patient, where the drug that is asked about is no option."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from agents.extractive.answer.selection.conditional import offers_nothing
from agents.extractive.answer.selection.excluded_options import is_what_is_asked
from agents.extractive.answer.selection.publishers import is_on_altered_gene
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.selection.suitability import (
    advises_against,
    awaits_relapse,
    condition_of,
    is_held_back,
    is_indicated,
    is_on_resistance_variant,
    later_line,
    names_an_option,
    open_condition,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.facts.sheet import FactSheet
from agents.matching.dimensions import Dimension
from agents.matching.marker_rules import asks_for_absence
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.other_markers import other_marker_reason
from names.clinical.values import Marker

OF_PATIENT: frozenset[Dimension] = frozenset(("marker", "fitness"))
"""Reasons against a drug for which another drug may be an option."""
MOST_OTHERS = 4
"""Other options behind a refusal. Chosen by hand: as many as an answer has points."""


def is_refused_by_patient(selected: PartHits) -> bool:
    """Whether a marker or the fitness of the patient rules out a drug that the question names, or
    an alteration resists it, and nothing offers it, or whether the drug is for other markers."""
    asked = selected.asked.drugs
    if selected.of_other_marker:
        return True
    if len(asked) > 1 and any(_speaks_for_all(each, asked) for each in selected.answers):
        return False
    shown = [e for e in selected.answers if names_an_option(e) and not offers_nothing(e)]
    # One drug may only have been read from advice on a test or a side effect.
    together = {each for each in selected.offered if len(each) > 1}
    offered = {drug for each in (*together, *(e.drugs for e in shown)) for drug in each}
    if not asked or asked & offered:
        return False
    # An indication that is silent on the variant does not outweigh that the variant resists.
    return _is_resisted(selected) or (bool(_refusals(selected)) and not asked & selected.fitting)


def _is_resisted(selected: PartHits) -> bool:
    """Whether all that is told of the drugs asked about is that an alteration of the patient
    resists them."""
    own = [e for e in selected.answers if selected.asked.drugs & frozenset(e.drugs)]
    return bool(own) and all(
        e.judgement.statement.kind == "resistance" and is_on_altered_gene(e) for e in own
    )


def _speaks_for_all(found: CitedStatement, asked: frozenset[str]) -> bool:
    """Whether a statement tells of a response to all drugs that are asked about, given together,
    for an altered gene of the patient. A reason against one of them alone is none against it."""
    together = asked <= frozenset(found.drugs) and not advises_against(found)
    return together and found.judgement.statement.kind == "result" and is_on_altered_gene(found)


def with_other_marker(
    selected: PartHits, held: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The part with the first indication of a drug that the question names, if nothing was found on
    the drug in the patient and all its indications at hand are for other tumours or for alterations
    of other genes: alectinib in a ROS1 fusion. ``held``: what was found without the gene."""
    asked = selected.asked
    # What hangs on an alteration that nobody has told says nothing of this patient.
    answers = [each for each in selected.answers if not open_condition(each)]
    told = (*answers, *selected.excluded, *selected.conditional, *selected.not_for_patient)
    heard = any(asked.drugs & frozenset(each.drugs) for each in told)
    if heard or not (asked.is_choice and asked.drugs and asked.genes):
        return selected
    own = [e for e in held if is_indicated(e) and is_what_is_asked(e, asked)]
    apart = [
        each
        for each in own
        if not any(v.dimension == "tumour" for v in each.judgement.contradictions)
    ]
    reasons = {id(e): other_marker_reason(e.judgement, sheet.of(Marker)) for e in apart}
    if not apart or not all(reasons.values()):
        return selected
    return replace(selected, of_other_marker=((apart[0], reasons[id(apart[0])]),))


def with_other_options(selected: PartHits, others: PartHits) -> PartHits:
    """The part with the indications of other drugs behind its own answers: those for this tumour
    and for the marker of the patient that rules the drug out, that the question names, or for an
    altered gene of the patient. If nobody has told the tumour, those for the tumour of the drug."""
    refusals = _refusals(selected)
    reasons = [v for each in refusals for v in each.judgement.contradictions]
    against = (*refusals, *(each for each, _ in selected.of_other_marker))
    of_drug = {name for each in against for name in each.judgement.statement.applies.tumours}
    names = {name for v in reasons for name in v.markers} | selected.asked.genes
    told = {each.drugs for each in selected.answers}
    more = [
        each
        for each in others.answers
        if _is_for_patient(each, of_drug)
        and each.drugs not in told
        and (_is_on(each, names) or is_on_altered_gene(each))
        and (not later_line(each) or awaits_relapse(each, others.asked))
    ][:MOST_OTHERS]
    if not more:
        return selected
    first, behind = (more, selected.answers) if refusals else (selected.answers, more)
    return replace(
        selected,
        answers=(*first, *behind),
        offered=selected.offered | {each.drugs for each in more},
        fitting=selected.fitting | {each.drugs[0] for each in more if each.drugs},
    )


MOST_FOR_VARIANT = 2
"""Other options for a variant beside a drug that no source weighs for the patient. By hand."""


def with_options_for_variant(selected: PartHits, others: PartHits | None) -> PartHits:
    """The part with the indications of other drugs for just the resistance variant of the patient
    (``others``), if no source says what a fact of the patient means for the one drug asked about:
    alone it would look like the only one."""
    if others is None or not selected.unconnected_facts or len(selected.asked.drugs) != 1:
        return selected
    told = {each.drugs for each in selected.answers}
    more = [
        each
        for each in others.answers
        if _is_for_patient(each, ()) and is_on_resistance_variant(each) and each.drugs not in told
    ][:MOST_FOR_VARIANT]
    return replace(selected, answers=(*selected.answers, *more)) if told and more else selected


def _is_for_patient(found: CitedStatement, tumours: Collection[str]) -> bool:
    """Whether an indication is for this patient, or, where the tumour is unknown, for one of these
    tumours. It may still need a receptor that is negative: the answer names that as missing."""
    verdicts = found.judgement.verdicts
    agreed = {v.dimension for v in verdicts if v.outcome == "ok"}
    is_unknown = any(v.dimension == "tumour" and v.missing for v in verdicts)
    if is_unknown and not {*tumours}.isdisjoint(found.judgement.statement.applies.tumours):
        agreed.add("tumour")
    indicated = found.judgement.answers and is_indicated(found)
    return indicated and {"tumour", "marker"} <= agreed and not condition_of(found)


def _refusals(selected: PartHits) -> list[CitedStatement]:
    heard = (*selected.not_for_patient, *selected.excluded)
    return [
        each
        for each in heard
        if is_what_is_asked(each, selected.asked)
        and any(v.dimension in OF_PATIENT for v in each.judgement.contradictions)
    ]


def condition_of_other(found: CitedStatement, asked: SubQuestion) -> str:
    """What an indication of another drug than those asked about depends on, where nobody has told
    it; empty if there is nothing. Nobody asked for that drug, so that its condition comes first."""
    of_others = bool(asked.drugs) and not asked.drugs & frozenset(found.drugs)
    is_option = of_others and found.judgement.statement.kind == "indication"
    return open_condition(found) if is_option else ""


def _is_on(found: CitedStatement, names: set[str]) -> bool:
    """Whether an option is for a marker of these names that the patient has."""
    return any(
        (v.dimension, v.outcome) == ("marker", "ok")
        and not (v.kind == "marker met" and asks_for_absence(v))
        and names.intersection(v.markers)
        for v in found.judgement.verdicts
    )


def without_halves_refused(parts: Sequence[PartHits]) -> list[PartHits]:
    """The parts of a question. A drug is not refused alone that the answer of another part gives
    together with another drug of that part: trametinib, asked for beside dabrafenib."""
    return [replace(part, not_for_patient=()) if _is_half(part, parts) else part for part in parts]


def _is_half(part: PartHits, parts: Sequence[PartHits]) -> bool:
    own = part.asked.drugs
    if not own or not part.not_for_patient:
        return False
    return any(
        own | other.asked.drugs <= frozenset(each.drugs) and not advises_against(each)
        for other in parts
        if other is not part and not other.asked.drugs <= own
        for each in (*other.answers, *other.conditional)
    )


def drugs_to_look_up(selected: PartHits) -> list[str]:
    """The drugs for which the patient's other facts are looked up: drugs offered, drugs named in a
    choice, and options for which no source weighs a fact of the patient."""
    held_back = [each for each in selected.excluded if is_held_back(each)]
    named = sorted(selected.asked.drugs) if selected.asked.is_choice else []
    offered = [drug for each in (*selected.answers, *held_back) for drug in each.drugs]
    return list(dict.fromkeys((*named, *offered)))
