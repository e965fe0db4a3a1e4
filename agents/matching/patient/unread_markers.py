"""Drivers of lung cancer that a message names and whose state could not be read. Statements for
patients without them may not be for this patient."""

from __future__ import annotations

from agents.matching.patient.therapies import OFFERING
from agents.matching.verdicts import Verdict
from names.tables.treatment.drug_classes import CHECKPOINTS, drug_classes
from names.tables.variant_classes import lung_drivers
from retrieval.statements.model import Statement


def judge_open(statement: Statement, named: frozenset[str]) -> tuple[Verdict, ...]:
    """Verdicts that an option depends on the absence of a driver whose state could not be read.
    Lung cancer with an altered driver is not treated with a checkpoint inhibitor alone, even if the
    statement does not say so."""
    if not named or statement.kind not in OFFERING or asks_for(statement, named):
        return ()
    shut = {each.name for rule in statement.applies.excludes for each in rule.any_of}
    if _is_immunotherapy_alone(statement):
        shut |= {gene for gene, _ in lung_drivers()}
    return tuple(
        Verdict(
            "marker",
            "silent",
            missing=f"no {name} alteration",
            missing_kind="absent marker",
            markers=(name,),
        )
        for name in sorted(shut & named)
    )


def asks_for(statement: Statement, named: frozenset[str]) -> bool:
    """Whether a statement is for patients who have one of these markers."""
    rules = statement.applies.requires
    return any(p.name in named and p.polarity == "present" for rule in rules for p in rule.any_of)


def _is_immunotherapy_alone(statement: Statement) -> bool:
    return bool(statement.drugs) and all(
        drug_classes(drug) & CHECKPOINTS for drug in statement.drugs
    )
