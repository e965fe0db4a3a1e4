"""The place of a statement in the answer to a choice."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.choice.settling_trials import AGAINST
from agents.extractive.answer.selection.doses import speaks_against
from agents.extractive.answer.selection.fitness import is_for_the_unfit
from agents.extractive.answer.selection.place_of_use import is_against_part
from agents.extractive.answer.selection.publishers import is_advised, place_of_advice
from agents.extractive.answer.selection.repetition import (
    is_for_any_tumour,
    is_part_of_regimen,
    passes_over_target,
)
from agents.extractive.answer.selection.suitability import (
    is_laboratory,
    is_on_gene,
    is_on_resistance_variant,
    offers,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.ordering import place_by_prior, place_by_setting
from agents.matching.patient.acquired_variants import comes_after_target
from agents.matching.patient.histology import is_on_own_spread
from agents.matching.patient.single_gene import is_on_one_of_genes
from agents.matching.patient.unread_markers import asks_for
from agents.matching.scoring import ROLE_ORDER
from agents.matching.sub_question import SubQuestion


def place_of_choice(
    found: CitedStatement, asked: SubQuestion, kept: Sequence[CitedStatement]
) -> tuple[float, ...]:
    """The place of a statement in the answer to a choice: reasons against a drug, advice, options
    for just the setting, for an altered gene, of the advised drug, for after a treatment."""
    of_part = is_against_part(found, kept, asked)
    return (
        of_part or not speaks_against(found, asked),
        of_part,
        *place_of_advice(found, kept, asked),
        not is_for_the_unfit(found),
        bool(asked.instead_of & frozenset(found.drugs)),
        not asks_for(found.judgement.statement, asked.open_markers),
        _place_by_variant(found),
        not _is_on_one_of_genes(found, kept, asked),
        not offers(found),
        _is_view_on_trial(found),
        is_for_any_tumour(found),
        not is_on_own_spread(found.judgement.verdicts),
        passes_over_target(found, kept),
        place_by_setting(found.judgement) if is_on_gene(found) or not asked.genes else 1,
        is_part_of_regimen(found, kept) and found.drugs[0] not in asked.drugs,
        not is_on_gene(found),
        not is_advised(found, kept, asked),
        place_by_prior(found.judgement),
        -ROLE_ORDER.get(found.role, 0.0),
    )


def _is_view_on_trial(found: CitedStatement) -> bool:
    """Whether advice is what authors say of a trial. It comes behind labels and guidelines."""
    return found.judgement.statement.kind == "recommendation" and found.role == "landmark_trial"


def _is_on_one_of_genes(
    found: CitedStatement, kept: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether a result is of a gene of the patient alone, beside what is for a list of genes, and
    holds one treatment against another: what one arm shows says nothing for or against the list."""
    if not AGAINST.search(found.words):
        return False
    others = [e.judgement.statement for e in kept]
    return is_on_one_of_genes(found.judgement, found.words, others, asked)


def _place_by_variant(found: CitedStatement) -> int:
    """The place of a statement by a resistance variant of the patient. First comes an option for
    the time after an inhibitor of the gene that was had: it is a treatment. Then what still acts
    on the variant, then what does not. What was seen in cells alone leads nothing."""
    if comes_after_target(found.judgement):
        return 0
    if not is_on_resistance_variant(found) or is_laboratory(found):
        return 4 if is_laboratory(found) else 3
    return 2 if found.judgement.statement.kind == "resistance" else 1


def with_result_of_each(
    kept: Sequence[CitedStatement], worthy: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The statements shown. If one of several drugs that are compared is shown with what a trial
    found of it, each other is, too, where a trial is at hand: one alone would favour its drug.
    Not where they are given together: "dab/tram or enco/bini?"."""
    if any(len(asked.drugs & frozenset(each.drugs)) > 1 for each in kept if offers(each)):
        return list(kept)
    found = [e for e in kept if e.judgement.statement.kind == "result"]
    shown = {drug for each in found for drug in each.drugs}
    if not (asked.is_choice and asked.compared and asked.drugs & shown):
        return list(kept)
    more: dict[str, CitedStatement] = {}
    for each in worthy:
        lead = each.drugs[0] if each.drugs else ""
        if each.judgement.statement.kind == "result" and lead in asked.drugs - shown:
            more.setdefault(lead, each)
    return [*kept, *(each for each in more.values() if each not in kept)]
