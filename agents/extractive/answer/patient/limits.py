"""What limits a drug in this patient: drugs taken beside it, ended approvals, facts."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from agents.extractive.answer.order.ended_approvals import tells_end
from agents.extractive.answer.selection.doses import is_only_frequency, speaks_against
from agents.extractive.answer.selection.excluded_options import (
    is_by_marker,
    is_indicated_for_others,
    is_what_is_asked,
)
from agents.extractive.answer.selection.place_of_use import OF_PLACE
from agents.extractive.answer.selection.statements import (
    MOST_BESIDE,
    MOST_OPTIONS,
    MOST_POINTS,
    PartHits,
)
from agents.extractive.answer.selection.suitability import (
    condition_of,
    is_cautioned,
    is_indicated,
    is_on_gene,
    offers,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.splitting.findings import has_class_or_number
from agents.extractive.question.splitting.limit_questions import told_facts
from agents.facts.sheet import FactSheet
from agents.matching.cumulative_doses import doses_not_weighed
from agents.matching.premises import (
    effects_named,
    ended_in_setting,
    flawed_premises,
    substrates_named,
)
from agents.matching.safety.steps_by_grade import is_step_by_grade
from agents.matching.scoring import CIRCUMSTANCES
from agents.matching.sequence.settings_apart import settings_apart
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.substrates import names_as_substrate
from agents.turns import DraftSentence, View
from agents.wording.not_found import only_on_limits
from names.clinical.values import Marker, Phenotype, Population
from names.tables.treatment.approvals import ended_approvals_of

MOST_AGAINST = 2
"""Statements against a drug that are told before its dose. Chosen by hand: one of a guideline, one
of the evidence."""

MEASURED = (Marker, Phenotype, Population)
"""Kinds of fact for which only one result can be right. Two different results are told before the
answer."""


def keep_applicable_limits(selected: PartHits) -> PartHits:
    """The selection with only those answers that limit the drugs asked about in this patient.

    An answer stays when a fact of the patient meets its condition, or for a pair of drugs. What was
    excluded or left undecided is dropped."""
    met = tuple(each for each in selected.answers if _is_met(each, selected))
    return replace(selected, answers=met, excluded=(), also_excluded=(), undecided=())


def _is_met(found: CitedStatement, selected: PartHits) -> bool:
    verdicts = found.judgement.verdicts
    agrees = any(v.dimension in CIRCUMSTANCES and v.outcome == "ok" for v in verdicts)
    if found.judgement.statement.kind == "interaction" and len(found.drugs) > 1:
        # An interaction of two drugs limits neither drug alone.
        agrees = any(v.dimension == "interaction" and v.outcome == "ok" for v in verdicts)
    own = bool(selected.asked.drugs & frozenset(found.drugs))
    if any(map(has_class_or_number, selected.asked.about)) and is_only_frequency(found):
        return False
    of_event = is_step_by_grade(found.judgement, selected.asked)
    return own and (agrees or of_event or bool(selected.asked.partners))


def with_unsuited(
    selected: PartHits, looked_up: PartHits, held: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The selection of a question on a dose, with the reasons against the drug before the dose.

    ``looked_up``: the statements on what the drug is for. ``held``: all statements found for it.
    First come statements that an approval of the drug ended, then statements against it in this
    patient. If no indication fits the patient, an indication for other patients gives the reason.
    If an indication depends on a marker that is only partly known, or if the drug is of a class
    that has failed, the answer says so."""
    asked = looked_up.asked
    own = [each for each in looked_up.answers if asked.drugs & frozenset(each.drugs)]
    against = [each for each in own if speaks_against(each, asked)][:MOST_AGAINST]
    ended = [each for each in own if tells_end(each) and _is_of_place(each, asked)][:MOST_AGAINST]
    answers = tuple(dict.fromkeys((*ended, *against, *selected.answers)))[:MOST_POINTS]
    chosen = replace(selected, answers=answers)
    told = [each for each in own if is_indicated(each) and each not in against]
    failed = told[:1] if answers and told and all(map(is_cautioned, told)) else []
    if any(offers(each) and is_on_gene(each) and each not in against for each in own):
        return replace(chosen, conditional=tuple(failed))
    refused = [
        each
        for each in looked_up.excluded
        if is_what_is_asked(each, asked)
        and each.drugs[0] not in looked_up.fitting
        and is_indicated_for_others(each, asked)
    ]
    refused = [each for each in refused if not _is_of_another_place(each, selected)]
    refused.sort(key=lambda each: not is_by_marker(each))
    chosen = replace(chosen, other_tumours=_of_other_tumours(looked_up, own))
    known = {each.name for each in sheet.of(Marker)}
    hanging = [each for each in told if _hangs_in_part(each, known)]
    hanging = [*failed, *hanging]
    chosen = replace(chosen, not_for_patient=tuple(refused[:1]), conditional=tuple(hanging[:1]))
    spoken = hanging or refused or against
    return chosen if spoken else _beside_conditions(chosen, held, asked)


def _is_of_another_place(refused: CitedStatement, selected: PartHits) -> bool:
    """Whether an indication is for another line or setting, or for a later line that nobody told,
    and a dose shown of the same drug is for the patient's tumour and setting, and then in the first
    line: the label of recurrent disease does not refuse what is given after the first line."""
    judged = refused.judgement
    line = judged.statement.applies.line
    untold = any(v.missing for v in judged.verdicts if v.dimension == "line")
    untold = untold and line is not None and line.first > 1
    if not untold and not any(each.dimension in OF_PLACE for each in judged.contradictions):
        return False
    return any(
        each.judgement.statement.kind in ("dose", "adjustment")
        and {"tumour", "setting"}
        <= {v.dimension for v in each.judgement.verdicts if v.outcome == "ok"}
        and (not untold or _IN_FIRST_LINE.search(each.words))
        for each in selected.answers
        if set(each.drugs) == set(refused.drugs)
    )


_IN_FIRST_LINE = re.compile(r"(?i)\bfirst[- ]line\b")


def _beside_conditions(
    selected: PartHits, held: Sequence[CitedStatement], asked: SubQuestion
) -> PartHits:
    """The dose with the indications for the patient's tumour, if each of them needs a marker that
    nobody has stated. The dose alone would suggest that the tumour is enough. A single indication
    stands before the dose. Of several, the first two stand behind it."""
    own = (
        e for e in held if is_indicated(e) and e.judgement.answers and is_what_is_asked(e, asked)
    )
    told = list({each.words: each for each in own}.values())
    if not selected.answers or not asked.tumours or not all(map(condition_of, told)):
        return selected
    if any(v.dimension == "regimen" for each in selected.answers for v in each.judgement.verdicts):
        return selected  # The rule for a hold: the treatment has been chosen.
    if len(told) == 1:
        return replace(selected, conditional=tuple(told))
    new = [each for each in told[:MOST_AGAINST] if each not in selected.answers]
    return replace(selected, answers=(*selected.answers, *new)[:MOST_POINTS])


def _of_other_tumours(looked_up: PartHits, own: Sequence[CitedStatement]) -> tuple[str, ...]:
    """The patient's tumours, each with a note that no indication of the drug at hand is for it.
    Empty if an indication is for the patient's tumour, or if another statement offers the drug
    there. The records at hand do not hold all approvals, so this note does not refuse the drug."""
    asked = looked_up.asked
    heard = (*looked_up.excluded, *looked_up.neighbours)
    found = [e for e in heard if is_indicated(e) and e.drugs and is_what_is_asked(e, asked)]
    apart = [e for e in found if any(v.dimension == "tumour" for v in e.judgement.contradictions)]
    if not found or len(apart) < len(found) or any(map(_offers_here, own)):
        return ()
    drugs = " or ".join(sorted(asked.drugs))
    return tuple(
        f"{tumour} (no indication of {drugs} at hand is for it)" for tumour in sorted(asked.tumours)
    )


def _offers_here(found: CitedStatement) -> bool:
    """Whether a statement offers its drug in the patient's tumour: an indication, or advice for
    this tumour. Advice on an adverse event under the drug offers it to nobody."""
    on_tumour = any((v.dimension, v.outcome) == ("tumour", "ok") for v in found.judgement.verdicts)
    return offers(found) and (is_indicated(found) or on_tumour)


def with_rule_on_uncertainty(selected: PartHits, found: Sequence[CitedStatement]) -> PartHits:
    """The selection, with the advice on a variant of uncertain significance before the other
    answers."""
    rules = [each for each in found if each.judgement.answers and _is_on_uncertainty(each)]
    answers = tuple(dict.fromkeys((*rules[:1], *selected.answers)))[:MOST_POINTS]
    return replace(selected, answers=answers)


def _is_on_uncertainty(found: CitedStatement) -> bool:
    """Whether a statement is for patients with a variant of uncertain significance, and this
    patient has one."""
    rules = found.judgement.statement.applies.requires
    of_unsure = any(each.polarity == "uncertain" for rule in rules for each in rule.any_of)
    met = any((v.dimension, v.outcome) == ("marker", "ok") for v in found.judgement.verdicts)
    return of_unsure and met


def _is_of_place(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether the approval that ended is for the line or setting asked about. True if the table of
    ended approvals does not know the drug in this tumour. The end of an approval for the third line
    does not answer a question on maintenance."""
    tumours = asked.tumours or frozenset(found.judgement.statement.applies.tumours)
    known = any(ended_approvals_of(drug, each) for drug in asked.drugs for each in tumours)
    told = (each for each in ended_in_setting(asked.text) if each.drug in asked.drugs)
    return not known or any(e.currency == found.judgement.statement.currency for e in told)


def _hangs_in_part(found: CitedStatement, known: Set[str]) -> bool:
    """Whether an indication hangs on markers of which some are known: BRCA1, if BRCA2 is not."""
    on_marker = (v for v in found.judgement.verdicts if v.dimension == "marker")
    return any(v.missing and known & set(v.markers) for v in on_marker)


def lacks_dose(selected: PartHits) -> bool:
    """Whether a dose was asked for and the answer only says what speaks against the drug. That it
    is given by another route than the one asked about is an answer."""
    asked = selected.asked
    told = any(each.judgement.statement.kind in asked.answered_by for each in selected.answers)
    return asked.kind == "dose" and not (told or selected.limits or selected.other_route)


def join_limits(selected: PartHits, limited: PartHits) -> PartHits:
    """The part with the statements of ``limited`` behind its own answers, if there are any. The
    rules on one fact leave room for those on the next."""
    new = [each for each in limited.answers if each not in selected.answers]
    new = new[: MOST_BESIDE if selected.answers else MOST_POINTS]
    answers = (*selected.answers, *new)[:MOST_OPTIONS]
    about = (told_facts(limited.asked),) if limited.answers else ()
    return replace(selected, answers=answers, limits=(*selected.limits, *about))


def limits_said(selected: PartHits) -> str:
    """A line that the question itself is not answered, and which facts the answer speaks of
    instead. The words of the question are not repeated, because they may hold a name."""
    return only_on_limits(" and ".join(dict.fromkeys(selected.limits)))


def partner_effect(selected: PartHits, part: int) -> tuple[DraftSentence, ...]:
    """Points on how a drug that the patient takes beside acts on other drugs, or is acted on.
    They are said if the statements shown name only the class of that drug ("strong CYP3A
    inhibitors")."""
    words = " ".join(each.words for each in selected.answers)
    partners = sorted(selected.asked.partners)
    unnamed = [drug for drug in partners if drug.lower() not in words.lower()] if words else []
    acted_on = [each for each in unnamed if names_as_substrate(words, {each})]
    told = effects_named(" ".join(unnamed), words) | substrates_named(" ".join(acted_on))
    return tuple(
        DraftSentence(text=told[drug], role="point", basis="matching", part=part)
        for drug in unnamed
        if drug in told
    )


def premises_said(view: View) -> list[DraftSentence]:
    """Headlines on what the question takes for granted although the tables contradict it."""
    return [
        DraftSentence(text=said, role="headline", basis="matching")
        for said in flawed_premises(view.question.text)
    ]


_LIMIT = re.compile(r"(?i)\bcumulative\b[^.;]{0,80}\b\d{2,4} ?mg/m2")
"""Words of a statement that tell the limit of a cumulative dose."""


def doses_said(view: View, parts: Sequence[PartHits]) -> list[DraftSentence]:
    """Headlines on the cumulative doses of the patient, which no statement is compared with. None
    if the answer tells the limit of such a dose."""
    if any(_LIMIT.search(each.words) for part in parts for each in part.answers):
        return []
    told = dict.fromkeys(e for m in view.messages for e in doses_not_weighed(m.text))
    return [DraftSentence(text=each, role="headline", basis="matching") for each in told]


def contradictions_said(parsed: ParsedQuestion) -> list[DraftSentence]:
    """Headlines on facts of the patient that cannot both hold, such as "MSI-high" by one test and
    "MSS" by another. If a part of the question is on just one of the two facts, nothing is said.
    Also where a choice names a setting that the patient's disease is not in."""
    choices = [part for part in parsed.parts if part.is_choice]
    apart = dict.fromkeys(e for p in choices for e in settings_apart(p.settings, parsed.sheet))
    return [DraftSentence(text=each, role="headline", basis="matching") for each in apart] + [
        DraftSentence(text=each.sentence, role="headline", basis="matching")
        for each in parsed.sheet.contradictions
        if isinstance(each.newer.value, MEASURED)
        if all(
            part.own_sheet is None or each.newer.value in [f.value for f in part.own_sheet.facts]
            for part in parsed.parts
        )
    ]


def beside_options(selected: PartHits) -> PartHits:
    """The first limits of the options. A count in another tumour weighs nothing."""
    aside = [e for e in selected.answers if is_only_frequency(e) and e.judgement.other_patients]
    told = tuple(e for e in selected.answers if e not in aside)[:MOST_BESIDE]
    return replace(selected, answers=told, excluded=(), is_beside=True)
