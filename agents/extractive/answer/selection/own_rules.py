"""The rules of the hospital that answer a part, where it asks for them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import SubQuestion

NEAR_BEST = 0.9
"""Share of the best score that a further rule needs. Chosen by hand, as where rules are compared:
several silos of the hospital are compared one by one."""
MOST = 3
"""Rules that are told. Chosen by hand, as where rules are compared."""

MOST_WITH_NOTES = 5
"""Rules that are told where footnotes or exceptions are among them. Chosen by hand: what takes a
rule back is not left out for its length."""


def own_rules_told(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The hospital's rules that alone answer a part, best first; none when none answers, or when
    other sources are asked, too: a drug is named, and not the own hospital."""
    if not asked.asks_own and _names_anything(asked):
        return ()
    own = [each for each in found if each.judgement.is_own_rule]
    best = max((each.judgement.score for each in own), default=0.0)
    own = [each for each in own if each.judgement.score >= NEAR_BEST * best]
    most = MOST if all(each.judgement.score == best for each in own) else MOST_WITH_NOTES
    return tuple(sorted(own, key=lambda each: -each.judgement.score)[:most])


def remarks_on_measures(found: Sequence[CitedStatement]) -> tuple[str, ...]:
    """Sentences on rules that go by another measure than the one whose value was given, each said
    once."""
    differs = (each.judgement.other_measure for each in found)
    return tuple(dict.fromkeys(f"The hospital's rule goes by {e}." for e in differs if e))


def of_silos_asked(found: Sequence[CitedStatement], asked: SubQuestion) -> Sequence[CitedStatement]:
    """The statements of the hospital's silos that a part asks for by name; all if it names none."""
    if not asked.from_silos:
        return found
    return [each for each in found if each.silo in asked.from_silos]


def _names_anything(asked: SubQuestion) -> bool:
    """Whether a part names a drug, gene, tumour or trial that other sources may speak of."""
    return bool(
        asked.drugs
        or asked.classes
        or asked.genes
        or asked.variants
        or asked.tumours
        or asked.trials
    )
