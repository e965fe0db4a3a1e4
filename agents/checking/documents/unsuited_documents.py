"""Documents that are not for the patient: their statements, compared with the facts. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from agents.checking.model_quotes import with_stored_statements
from agents.facts.sheet import FactSheet
from agents.matching.judging import judge_for_patient
from agents.matching.verdicts import Judgement
from retrieval.documents import Document

_TELLING = frozenset(("marker", "line", "prior therapy"))
"""Dimensions that tell more of a patient than the tumour does."""
NOT_FOR_PATIENT = "not for this patient: "


@dataclass(frozen=True, slots=True)
class Fit:
    """How many statements of a document may be for the patient."""

    fitting: int
    total: int
    reason: str
    """The one that most of the others give."""
    met: int = 0
    """How many of those that fit ask for a marker, a line or an earlier treatment that the patient
    has."""

    @property
    def is_mostly_for_others(self) -> bool:
        return bool(self.reason) and self.fitting * 2 < self.total

    @property
    def share(self) -> float:
        return self.fitting / self.total if self.total else 1.0

    @property
    def mark(self) -> str:
        """What is told beside a title: a document of which a part fits is still worth opening."""
        if not self.is_mostly_for_others:
            return ""
        if not self.fitting:
            return f"{NOT_FOR_PATIENT}{self.reason}"
        told = f"{self.fitting} of {self.total} statements may be for this patient"
        return f"{told}; of the others: {self.reason}"


def fit_of(document: Document, sheet: FactSheet, role: str) -> Fit:
    """A document's statements held against the facts: those that are superseded, or for another
    variant, line or setting, do not fit. One that only does not weigh a fact of the patient may."""
    statements = with_stored_statements(document, role).statements
    judged = [judge_for_patient(each, sheet) for each in statements]
    reasons = Counter(each.reason for each in judged if each.reason and not each.only_asks_to_check)
    most = reasons.most_common(1)
    against = reasons.total()
    met = sum(map(_asks_for_what_is, judged))
    return Fit(len(statements) - against, len(statements), most[0][0] if most else "", met)


def _asks_for_what_is(judgement: Judgement) -> bool:
    met = any(e.outcome == "ok" and e.dimension in _TELLING for e in judgement.verdicts)
    return met and not judgement.contradictions
