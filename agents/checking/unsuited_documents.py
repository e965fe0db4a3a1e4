"""Documents that are not for the patient: their statements, compared with the facts. Pure."""

from __future__ import annotations

from collections import Counter

from agents.checking.model_quotes import with_stored_statements
from agents.facts.sheet import FactSheet
from agents.matching.judging import judge_for_patient
from retrieval.documents import Document


def reason_against(document: Document, sheet: FactSheet, role: str) -> str:
    """Why a document is none for this patient, by the reason that most of its statements give;
    empty unless more than half of them are superseded, or for others: another variant, line or
    setting."""
    statements = with_stored_statements(document, role).statements
    reasons = Counter(filter(None, (judge_for_patient(each, sheet).reason for each in statements)))
    if reasons.total() * 2 <= len(statements):
        return ""
    ((most, _),) = reasons.most_common(1)
    return most
