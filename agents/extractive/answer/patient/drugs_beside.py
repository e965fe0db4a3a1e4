"""Other drugs that the patient takes, where the answer weighs them for some of its options only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.extractive.answer.selection.statements import PartHits
from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.limiting_facts import limiting_facts, speaks_on
from agents.matching.safety.safety_facts import MOST_DRUGS
from names.clinical.exposures import effects_of


def drugs_beside_options(sheet: FactSheet, parts: Sequence[PartHits]) -> Iterator[str]:
    """The drugs taken beside that act on others and of which the answer speaks for some of the
    drugs that it offers, each with the first of the others."""
    heard = [each for chosen in parts for each in (*chosen.answers, *chosen.excluded)]
    shown = [each.judgement.statement for chosen in parts for each in chosen.answers]
    offered = dict.fromkeys(s.drugs[0] for s in shown if s.kind in OPTIONS and s.drugs)
    for fact in limiting_facts(sheet):
        if not (fact.drug and effects_of(fact.drug)):
            continue
        spoken = [e for e in heard if speaks_on(e.judgement.statement, e.words, fact)]
        weighed = {drug for each in spoken for drug in each.drugs}
        left = [drug for drug in offered if drug not in weighed]
        if weighed and left:
            yield f"{fact.words} for {', '.join(left[:MOST_DRUGS])}"
