"""Where several facts of the patient limit a drug, the answer shows a statement on each fact before
a second one on any of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.extractive.evidence.cited_statements import CitedStatement


def one_for_each_fact(
    ordered: Sequence[CitedStatement], by_fact: Iterable[Sequence[CitedStatement]]
) -> list[CitedStatement]:
    """The statements in their order, the first of each fact before the others: four rules on a
    genotype leave no place for the one on the kidneys. ``by_fact``: the statements on each fact."""
    words = [{each.words for each in told} for told in by_fact]
    firsts = [next((each for each in ordered if each.words in own), None) for own in words]
    return sorted(ordered, key=lambda each: not any(each is first for first in firsts))
