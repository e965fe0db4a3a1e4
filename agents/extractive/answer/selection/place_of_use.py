"""For which kind and which time of the disease an option is, and what trials found in another."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.extractive.answer.selection.suitability import (
    is_of_receptor,
    is_on_resistance_variant,
    offers,
    speaks_of_time_after,
)
from agents.extractive.answer.trials import is_of_other_patients
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.patient.therapies import HAS_HAD
from agents.matching.safety.progression import FOR_HELD_DISEASE
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Dimension
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

OF_PLACE: frozenset[Dimension] = frozenset(("line", "setting"))
"""Dimensions which show that an option belongs to another time of the disease."""


def nearer_reason(told: CitedStatement, other: CitedStatement) -> CitedStatement:
    """Of two indications of one regimen that are not for this patient the one whose reason is told:
    the first, unless it is for disease with other receptors and the second is not, or is for
    disease that has not progressed and the second only for another line or setting."""
    held_disease = any(v.reason.startswith(FOR_HELD_DISEASE) for v in told.judgement.contradictions)
    if held_disease and _fits_but_for_place(other):
        return other
    return other if _is_for_others(told) and not _is_for_others(other) else told


def _fits_but_for_place(found: CitedStatement) -> bool:
    judged = found.judgement
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    of_place = all(v.dimension in OF_PLACE for v in judged.contradictions)
    return judged.statement.kind == "indication" and of_place and {"tumour", "marker"} <= fits


def _is_for_others(found: CitedStatement) -> bool:
    return any(map(is_of_receptor, found.judgement.contradictions))


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
    against = (v for v in found.judgement.contradictions if v.dimension == "had before")
    told = [v.reason.split(" with ") for v in against if not v.reason.startswith(HAS_HAD)]
    named = [name for reason in told for name in reason]
    return frozenset(d for d in found.drugs if any(f" {n}".endswith(f" {d}") for n in named))


def _names_another(found: CitedStatement, failed: AbstractSet[str], *, nameless: bool) -> bool:
    """Whether a statement names a drug other than those that failed, or a class that none of these
    is of. A result counts for its lead drug. ``nameless``: what holds if it names neither."""
    if found.drugs:
        of_failed = found.judgement.statement.kind == "result" and found.drugs[0] in failed
        return not (of_failed or set(found.drugs) <= failed)
    classes = recognise_passage(found.words).names("drug_class")
    own = {name for drug in failed for name in drug_classes(drug)}
    return bool(classes - own) or (not classes and nameless)


def is_found_in_place(
    found: CitedStatement, excluded: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether a trial found something for a drug that the question names, in just the line or
    setting of the patient, where the approval is for another one."""
    verdicts = found.judgement.verdicts
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
