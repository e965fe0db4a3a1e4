"""Doses: the plain one before those for a circumstance, and the way in which a drug is given."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.evidence.collected import Evidence
from agents.matching.asked import Asked
from agents.matching.verdicts import Dimension

CIRCUMSTANCES: frozenset[Dimension] = frozenset(
    ("organ function", "interaction", "phenotype", "toxicity")
)


def plain_first(answers: Sequence[Evidence], asked: Asked) -> list[Evidence]:
    """Of a dose that is asked for as such, the plain one before those for a circumstance that
    nobody spoke of; alone these answer something else."""
    exact = [each for each in answers if each.judgement.gives_what_is_asked]
    if exact and not asked.about:
        return exact
    if asked.kind != "dose" or asked.about:
        # What is on another circumstance than the one asked about is not on the subject.
        return list(answers)
    plain = [each for each in answers if not _is_for_circumstance(each)]
    others = [each for each in answers if each not in plain]
    return [*plain, *others] if plain else []


def _is_for_circumstance(found: Evidence) -> bool:
    """Whether it is for an organ's function, an event, a phenotype or another drug of which the
    patient is not known to have any."""
    applies = found.judgement.statement.applies
    named = applies.organ or applies.exposures or applies.phenotypes or applies.toxicities
    heard = any(
        v.outcome == "ok" and v.dimension in CIRCUMSTANCES for v in found.judgement.verdicts
    )
    return bool(named) and not heard


def by_other_route(found: Sequence[Evidence], asked: Asked) -> tuple[Evidence, ...]:
    """The statements that only the way of giving the drug speaks against, plain doses first; none
    when some statement is for the way that is asked for."""
    told = [v.outcome for e in found for v in e.judgement.verdicts if v.dimension == "route"]
    if "contradicts" not in told or "ok" in told:
        return ()
    own = [
        each
        for each in found
        if each.judgement.is_on_subject
        and {v.dimension for v in each.judgement.contradictions} == {"route"}
        and frozenset(each.drugs) == asked.drugs
    ]
    own.sort(key=lambda each: (_is_beside(each, asked), len(each.judgement.missing)))
    return tuple(own[:2])


def _is_beside(found: Evidence, asked: Asked) -> bool:
    return bool(asked.answered_by) and found.judgement.statement.kind not in asked.answered_by
