"""Drivers of lung cancer that a message names and of which nothing could be read: what is for those
without them may not be for this patient."""

from __future__ import annotations

from agents.matching.patient.therapies import OFFERING
from agents.matching.verdicts import Verdict
from names.tables.treatment.drug_classes import drug_classes
from names.tables.variant_classes import lung_drivers
from retrieval.statements.model import Statement

_CHECKPOINTS = frozenset(("PD-1/PD-L1 inhibition", "CTLA-4 inhibition"))


def judge_open(statement: Statement, named: frozenset[str]) -> tuple[Verdict, ...]:
    """That an option hangs on the absence of a driver which the message names in words that were
    not understood. Lung cancer with an altered driver is not treated with a checkpoint inhibitor
    alone, whether the statement says so or not."""
    if not named or statement.kind not in OFFERING or asks_for(statement, named):
        return ()
    shut = {each.name for rule in statement.applies.excludes for each in rule.any_of}
    if _is_immunotherapy_alone(statement):
        shut |= {gene for gene, _ in lung_drivers()}
    return tuple(
        Verdict("marker", "silent", missing=f"no {name} alteration", markers=(name,))
        for name in sorted(shut & named)
    )


def asks_for(statement: Statement, named: frozenset[str]) -> bool:
    """Whether a statement is for those who have one of these markers."""
    rules = statement.applies.requires
    return any(p.name in named and p.polarity == "present" for rule in rules for p in rule.any_of)


def _is_immunotherapy_alone(statement: Statement) -> bool:
    return bool(statement.drugs) and all(
        drug_classes(drug) & _CHECKPOINTS for drug in statement.drugs
    )
