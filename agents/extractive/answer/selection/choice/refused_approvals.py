"""Approvals of a drug that the question names, which a marker of the patient rules out although
something else speaks for the drug."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.excluded_options import is_by_marker, is_what_is_asked
from agents.extractive.answer.selection.fitness import is_by_fitness
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import SubQuestion
from names.clinical.values import Marker
from names.tables.treatment.class_sequences import follows_itself
from names.tables.treatment.drug_classes import drug_classes
from names.tables.variant_classes import classes_of


def refused_in_other_setting(
    answers: Sequence[CitedStatement],
    excluded: Sequence[CitedStatement],
    asked: SubQuestion,
) -> tuple[CitedStatement, ...]:
    """The approvals that a marker of the patient rules out, for drugs that the question names. All
    other approvals of the drug must be for other settings, and nobody has told the setting, or
    there is none and the variant is of uncertain significance: what a guideline or another country
    allows does not make it the alteration that the label needs. Nor is a refusal left out because
    another approval waits for a marker that nobody has told.
    Also those in this tumour that are given with what the patient cannot have."""
    found = []
    for each in excluded:
        labels = [
            e
            for e in answers
            if e.drugs[:1] == each.drugs[:1] and e.judgement.statement.kind == "indication"
        ]
        is_own = each.judgement.statement.kind == "indication" and is_what_is_asked(each, asked)
        beside = is_by_marker(each) and all(_is_beside(e, each) for e in labels)
        only = not labels and _is_for_known_variant(each)
        opened = is_by_marker(each) and all(e.judgement.is_open for e in labels)
        if is_own and (is_by_fitness(each) or (labels and (beside or opened)) or only):
            found.append(each)
    return tuple(found) if asked.is_choice and asked.drugs else ()


def _is_for_known_variant(found: CitedStatement) -> bool:
    """Whether an approval is for the patient's tumour, and is refused only because the variant of
    the gene that it needs is of uncertain significance."""
    against = found.judgement.contradictions
    return is_by_marker(found) and any(each.kind == "marker uncertain" for each in against)


def _is_beside(found: CitedStatement, other: CitedStatement) -> bool:
    """Whether two approvals are for different settings, and the patient's setting is not known."""
    own, its = (set(each.judgement.statement.applies.settings) for each in (found, other))
    is_open = any(v.dimension == "setting" and v.missing for v in found.judgement.verdicts)
    return is_open and bool(own) and bool(its) and own.isdisjoint(its)


def is_for_subgroup(found: CitedStatement) -> bool:
    """Whether an approval is refused only because the patient's disease is not of a subgroup that
    calls for the drug: without a lost arm of a chromosome, or without the variant that resists
    other drugs of a class whose members follow each other. Of those without it the approval says
    nothing, and the sources need not hold what does."""
    against = found.judgement.contradictions
    markers = [m for each in against if each.rule for m in each.rule.any_of]
    classes = {name for drug in found.drugs for name in drug_classes(drug)}
    follow = any(map(follows_itself, classes))
    return is_by_marker(found) and bool(markers) and all(_is_subgroup(m, follow) for m in markers)


def _is_subgroup(marker: Marker, follow: bool) -> bool:
    resists = follow and "resistance" in classes_of(marker.name, marker.state)
    return marker.polarity == "present" and (resists or marker.name[:1].isdigit())
