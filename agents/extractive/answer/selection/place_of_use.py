"""For which kind and which time of the disease an option is, and what trials found in another."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.extractive.answer.selection.suitability import is_of_receptor
from agents.extractive.answer.trials import is_of_other_patients
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Dimension

OF_PLACE: frozenset[Dimension] = frozenset(("line", "setting"))
"""Dimensions which show that an option belongs to another time of the disease."""


def of_own_receptors(told: CitedStatement, other: CitedStatement) -> CitedStatement:
    """Of two indications of one regimen that are not for this patient the one whose reason is told:
    the first, unless it is for disease with other receptors and the second is not."""
    return other if _is_for_others(told) and not _is_for_others(other) else told


def _is_for_others(found: CitedStatement) -> bool:
    return any(map(is_of_receptor, found.judgement.contradictions))


def without_remarks(
    found: Sequence[CitedStatement], asked: SubQuestion, shut: AbstractSet[str]
) -> list[CitedStatement]:
    """The statements without remarks on their source where all drugs that the question names are
    ruled out (``shut``): a remark is of use beside an option."""
    ruled_out = bool(asked.drugs) and asked.drugs <= shut
    return [e for e in found if not ruled_out or e.judgement.statement.kind != "other"]


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
