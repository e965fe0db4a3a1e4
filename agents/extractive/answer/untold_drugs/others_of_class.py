"""The other drugs of a class that a question asks for, where only one of it is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.patient.therapies import OPTIONS
from agents.wording.not_found import nothing_on_others_of_class
from names.tables.treatment.drug_classes import drugs_of_class

MOST = 3
"""Drugs that such a line names. Chosen by hand: a class with more untold members is a wide one."""


def others_of_class(parts: Sequence[PartHits]) -> Iterator[str]:
    """Lines on the drugs of a class asked for of which nothing at all was found, where a single
    other one is offered: that only this one stands there is no choice between them."""
    for chosen in parts:
        offered = {e.drugs[0] for e in chosen.answers if _offers(e)}
        if not (chosen.asked.is_choice and len(chosen.asked.classes) == 1):
            continue
        (name,) = chosen.asked.classes
        members = drugs_of_class(name)
        heard = {drug for each in _read(chosen) for drug in each.drugs}
        untold = [each for each in members if each not in heard]
        alone = len(heard.intersection(members)) == 1 and not offered.isdisjoint(members)
        if alone and 0 < len(untold) <= MOST:
            yield nothing_on_others_of_class(untold)


def _offers(found: CitedStatement) -> bool:
    return bool(found.drugs) and found.judgement.statement.kind in OPTIONS


def _read(chosen: PartHits) -> tuple[CitedStatement, ...]:
    """All statements that were found for a part, whether they are told or not."""
    beside = (*chosen.excluded, *chosen.also_excluded, *chosen.not_for_patient)
    return (*chosen.answers, *chosen.conditional, *chosen.neighbours, *beside)
