"""For which kind and which time of the disease an option is, and what trials found in another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.extractive.answer.selection.suitability import (
    advises_against,
    is_cautioned,
    is_on_gene,
    is_on_resistance_variant,
    offers,
    speaks_of_time_after,
)
from agents.extractive.answer.trials import is_of_other_patients
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.dimensions import Dimension
from agents.matching.marker_rules import is_on_receptor
from agents.matching.patient.single_gene import AROUND_SURGERY
from agents.matching.patient.therapies import OPTIONS, is_targeted
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

OF_PLACE: frozenset[Dimension] = frozenset(("line", "setting"))
"""Dimensions which show that an option belongs to another time of the disease."""


def nearer_reason(told: CitedStatement, other: CitedStatement) -> CitedStatement:
    """Of two indications of one regimen that are not for this patient the one whose reason is told:
    the first, unless it is for disease with other receptors and the second is not, or is for
    disease that has not progressed and the second only for another line or setting."""
    held = any(each.kind == "disease held" for each in told.judgement.contradictions)
    if held and _fits_but_for_place(other):
        return other
    return other if _is_for_others(told) and not _is_for_others(other) else told


def _fits_but_for_place(found: CitedStatement) -> bool:
    judged = found.judgement
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    of_place = all(v.dimension in OF_PLACE for v in judged.contradictions)
    return judged.statement.kind == "indication" and of_place and {"tumour", "marker"} <= fits


def _is_for_others(found: CitedStatement) -> bool:
    return any(map(is_on_receptor, found.judgement.contradictions))


def without_remarks(
    found: Sequence[CitedStatement], asked: SubQuestion, shut: AbstractSet[str]
) -> list[CitedStatement]:
    """The statements without remarks on their source where all drugs that the question names are
    ruled out (``shut``): a remark is of use beside an option."""
    ruled_out = bool(asked.drugs) and asked.drugs <= shut
    return [e for e in found if not ruled_out or e.judgement.statement.kind != "other"]


def without_failed(
    found: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The statements of a choice without what tells of no treatment to come: those whose drugs have
    all failed in the patient and, if nothing is offered, those that name no drug or class beside
    these. What is said of the time after a treatment stays, and what is on a drug asked about."""
    failed = {drug for each in excluded for drug in _failed_of(each)} - asked.drugs
    if not failed:
        return list(found)
    offered = any(
        offers(each) and not failed.issuperset(each.drugs) for each in found if each.drugs
    )
    return [
        each
        for each in found
        if speaks_of_time_after(each)
        or is_on_resistance_variant(each)
        or _names_another(each, failed, nameless=offered)
    ]


def _failed_of(found: CitedStatement) -> frozenset[str]:
    """The drugs of an option on which the patient progressed, or which they did not tolerate, by
    the reason against it. Its other drugs have not failed, and what the patient only had, and may
    go on with, has not either."""
    against = (v for v in found.judgement.contradictions if v.kind == "treatment failed")
    return frozenset(found.drugs).intersection(name for each in against for name in each.names)


def _names_another(found: CitedStatement, failed: AbstractSet[str], *, nameless: bool) -> bool:
    """Whether a statement names a drug other than those that failed, or a class that none of these
    is of. A result counts for its lead drug, and speaks for no regimen with a targeted drug that
    failed. ``nameless``: what holds if it names neither."""
    if found.drugs:
        again = found.drugs[0] in failed or any(map(is_targeted, failed & frozenset(found.drugs)))
        of_failed = found.judgement.statement.kind == "result" and again
        return not (of_failed or set(found.drugs) <= failed)
    classes = recognise_passage(found.words).names("drug_class")
    own = {name for drug in failed for name in drug_classes(drug)}
    return bool(classes - own) or (not classes and nameless)


def is_found_in_place(
    found: CitedStatement, excluded: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether a trial found something for a drug that the question names, in just the line or
    setting of the patient, where the approval is for another one; or for a class that it names, in
    patients with just this finding."""
    verdicts = found.judgement.verdicts
    if asked.classes and not found.drugs:
        return any((v.dimension, v.outcome) == ("condition", "ok") for v in verdicts)
    fits = {v.dimension for v in verdicts if v.outcome == "ok"} & OF_PLACE
    refused = [each for each in excluded if each.drugs[:1] == found.drugs[:1] and each.drugs]
    against = {v.dimension for each in refused for v in each.judgement.contradictions}
    own = bool(asked.drugs & frozenset(found.drugs[:1]))
    return own and bool(against) and against <= OF_PLACE and against <= fits


def outdated_and_near(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[list[CitedStatement], list[CitedStatement]]:
    """The statements on the subject that are only out of date, and those for something near. What a
    trial asked for found in other patients is near, too."""
    contradicted = [e for e in found if e.judgement.is_on_subject and e.judgement.contradictions]
    outdated = [e for e in contradicted if _only_outdated(e)]
    near = [
        each
        for each in contradicted
        if each not in outdated
        and (not each.judgement.is_excluded_option or is_of_other_patients(each, asked))
    ]
    return outdated, near


def _only_outdated(found: CitedStatement) -> bool:
    return all(each.dimension == "currency" for each in found.judgement.contradictions)


def is_on_another(found: CitedStatement, asked: SubQuestion, offered: AbstractSet[str]) -> bool:
    """Whether a statement is a result or a limit of drugs that are neither offered nor asked for,
    and not the proof of a regimen for an altered gene of the patient."""
    if found.judgement.statement.kind in OPTIONS or is_on_resistance_variant(found):
        return False
    if is_proof_on_gene(found):
        return False
    return not frozenset(found.drugs) & (asked.drugs | offered)


def is_proof_on_gene(found: CitedStatement) -> bool:
    """Whether a statement is of the highest level of evidence that a regimen of several drugs acts
    in just the altered gene of the patient. Labels at hand need not hold each such regimen."""
    statement = found.judgement.statement
    level = statement.evidence.value if statement.evidence else ""
    proven = statement.kind == "result" and level.startswith("A")
    whole = not any(v.missing for v in found.judgement.verdicts if v.dimension == "marker")
    return proven and whole and is_on_gene(found) and len(statement.drugs) > 1


def is_against_part(
    found: CitedStatement, kept: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether a statement speaks against a part of the regimen that is asked for, while what a
    trial of the whole regimen found in this patient's disease is told."""
    own = asked.drugs & frozenset(found.drugs)
    whole = any(_is_result_of(each, asked.drugs) for each in kept) and not _APART.search(asked.text)
    speaks = found.judgement.statement.kind == "resistance" or advises_against(found)
    return whole and speaks and bool(own) and own < asked.drugs


_APART = re.compile(r"(?i)\b(?:or|versus|vs\.?|instead of|better than)\b")
"""Words of a question that holds drugs against each other."""


def _is_result_of(found: CitedStatement, drugs: AbstractSet[str]) -> bool:
    return found.judgement.statement.kind == "result" and drugs <= frozenset(found.drugs)


def drugs_shut(
    found: CitedStatement, excluded: Sequence[CitedStatement], offered: AbstractSet[str]
) -> frozenset[str]:
    """The drugs of a statement that facts of the patient rule out and that no option offers. A
    marker that rules out a drug alone says nothing of a regimen that was studied for just that
    marker: panitumumab alone needs unaltered KRAS, sotorasib with panitumumab KRAS G12C."""
    own = frozenset(found.drugs)
    met = {name for v in found.judgement.verdicts for name in v.markers if v.outcome == "ok"}
    return frozenset(
        drug
        for each in excluded
        if not (frozenset(each.drugs) < own and _is_only_against(each, met))
        for drug in own.intersection(each.drugs)
        if drug not in offered
    )


def _is_only_against(found: CitedStatement, markers: AbstractSet[str]) -> bool:
    """Whether nothing but these markers speaks against an option."""
    against = found.judgement.contradictions
    return all(v.dimension == "marker" and not markers.isdisjoint(v.markers) for v in against)


MOST_RESULTS = 2
"""Results that answer a choice for which nothing is offered. Chosen by hand."""


def results_in_line(
    found: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """What landmark trials found in just the tumour, line and setting of the patient, for a choice
    that names no drug and for which no source at hand offers anything: the best result of each
    regimen. None that depends on a missing fact, and none of drugs that are ruled out."""
    if not asked.is_choice or asked.drugs or asked.classes:
        return []
    best: dict[tuple[str, ...], CitedStatement] = {}
    for each in found:
        shut = drugs_shut(each, excluded, frozenset()) or is_cautioned(each)
        if _is_survival_in_line(each) and not shut:
            best.setdefault(each.drugs, each)
    return list(best.values())[:MOST_RESULTS]


def _is_survival_in_line(found: CitedStatement) -> bool:
    judged, result = found.judgement, found.judgement.statement.result
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    told = judged.statement.kind == "result" and bool(result and "survival" in result.endpoint)
    whole = judged.answers and not judged.missing and bool(found.drugs)
    in_line = {"tumour", "line", "setting"} <= fits
    return told and whole and in_line and found.role == "landmark_trial"


def is_around_surgery(found: CitedStatement) -> bool:
    """Whether a statement is an option for just the patient's treatment around surgery."""
    own = AROUND_SURGERY.intersection(found.judgement.statement.applies.settings)
    return offers(found) and bool(own) and is_in_setting(found)


def is_in_setting(found: CitedStatement) -> bool:
    """Whether a statement says that it holds in the setting of the patient."""
    return any((v.dimension, v.outcome) == ("setting", "ok") for v in found.judgement.verdicts)


def in_setting_of_surgery(
    answers: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[list[CitedStatement], list[CitedStatement]]:
    """The answers and the excluded options of a choice. If an answer is an option for just the
    treatment around surgery, those that name no setting are left out: they were mostly found in
    metastatic disease, and refuse nothing here unless the question names them."""
    if not asked.is_choice or not any(map(is_around_surgery, answers)):
        return list(answers), list(excluded)
    named = [e for e in excluded if is_in_setting(e) or not asked.drugs.isdisjoint(e.drugs)]
    return [each for each in answers if is_in_setting(each)], named


def is_answered_caution(found: CitedStatement, others: Sequence[CitedStatement]) -> bool:
    """Whether another statement offers the same drug for the time after the treatment that has
    failed."""
    return any(
        offers(each)
        and each.drugs[:1] == found.drugs[:1]
        and speaks_of_time_after(each)
        and not is_cautioned(each)
        for each in others
    )
