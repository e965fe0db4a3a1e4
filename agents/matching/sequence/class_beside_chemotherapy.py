"""A class of drugs that was had only as a partner of chemotherapy, where another drug of it is for
the time after a relapse."""

from __future__ import annotations

from collections.abc import Sequence

from agents.matching.patient.therapies import treatments_counted
from agents.matching.verdicts import Verdict
from names.clinical.values import Therapy
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement

_CHEMOTHERAPY = "Chemotherapy"


def with_place_after(verdict: Verdict, statement: Statement, had: Sequence[Therapy]) -> Verdict:
    """The verdict on an indication whose class was had. It tells apart the indication for a later
    line where each drug of its class was given with chemotherapy: nobody knows which part of that
    regimen has failed, and the indication is for just this time. The missing source stays."""
    line = statement.applies.line
    if not verdict.missing or statement.kind != "indication" or line is None or line.first == 1:
        return verdict
    own = _classes(statement.drugs)
    again = [each for each in treatments_counted(had) if own & _classes_of(each)]
    beside = [each for each in again if each.outcome != "intolerant" and _with_chemotherapy(each)]
    if not again or len(beside) < len(again):
        return verdict
    return Verdict(verdict.dimension, "silent", missing=verdict.missing, kind="class beside others")


def _with_chemotherapy(had: Therapy) -> bool:
    return len(had.drugs) > 1 and _CHEMOTHERAPY in _classes_of(had)


def _classes(drugs: Sequence[str]) -> frozenset[str]:
    named = {name for drug in drugs for name in drug_classes(drug)}
    return frozenset() if _CHEMOTHERAPY in named else frozenset(named)


def _classes_of(had: Therapy) -> frozenset[str]:
    return frozenset(had.classes) | {name for drug in had.drugs for name in drug_classes(drug)}
