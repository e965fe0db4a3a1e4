"""What is indicated for the driver of a tumour, where all that is told on a resistance variant is
from the laboratory or on what does not act: nothing tells whether it works against the variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.cores import ToolCard
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.selection.suitability import (
    caution_of,
    condition_of,
    drugs_resisted,
    is_indicated,
    is_laboratory,
    is_on_resistance_variant,
    offers,
)
from agents.extractive.answer.untold_drugs.others_of_class import others_of_class
from agents.extractive.evidence.cited_statements import CitedStatement, cited_statements
from agents.turns import View
from agents.wording.not_found import driver_options_untried


def others_untold(
    parts: Sequence[PartHits], view: View, cards: Sequence[ToolCard]
) -> Iterator[str]:
    """Lines on drugs that are not told and might be: others of a class asked for, and what is
    indicated for the driver of the tumour beside laboratory data on a resistance variant."""
    yield from others_of_class(parts)
    for part, chosen in enumerate(parts):
        named = chosen.asked.drugs or chosen.asked.classes or chosen.asked.trials
        if chosen.asked.is_choice and not named and _rests_on_laboratory(chosen.answers):
            yield from _driver_options(cited_statements(view, cards, part))


def _rests_on_laboratory(answers: Sequence[CitedStatement]) -> bool:
    """Whether all that is told on a resistance variant is from cells or animals, or says what does
    not act."""
    on_variant = [each for each in answers if is_on_resistance_variant(each)]
    if not on_variant or any(map(offers, answers)):
        return False
    return all(is_laboratory(e) or e.judgement.statement.kind == "resistance" for e in on_variant)


def _driver_options(found: Sequence[CitedStatement]) -> Iterator[str]:
    resisted = {drug for drugs in drugs_resisted(found) for drug in drugs}
    left: dict[str, dict[str, None]] = {}
    for each in found:
        variants = _variants_untold(each)
        if variants and _is_left(each) and resisted.isdisjoint(each.drugs):
            left.setdefault(variants, {})[" plus ".join(each.drugs)] = None
    for variants, drugs in left.items():
        yield driver_options_untried(list(drugs), variants)


def _variants_untold(found: CitedStatement) -> str:
    told = (v.missing for v in found.judgement.verdicts if v.dimension == "variant")
    return next(filter(None, told), "").removeprefix("a source on ")


def _is_left(found: CitedStatement) -> bool:
    """Whether only the variant speaks against an indication. One that shares more with the drug
    that failed than the target is nearer to it than to a further option."""
    against = {v.dimension for v in found.judgement.contradictions}
    genes = {m.name for r in found.judgement.statement.applies.requires for m in r.any_of}
    caution = caution_of(found)
    again = not caution or any(f"({gene} inhibition both)" in caution for gene in genes)
    return is_indicated(found) and against <= {"variant"} and again and not condition_of(found)
