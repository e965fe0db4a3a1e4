"""The two halves of a reason: what a statement needs, and what the patient has in its place."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.answer.gap_subjects import nearest_reasons
from agents.matching.verdicts import Judgement, Verdict, differs
from tests.unit.agents.extractive.one_statement import cited, document, judged

SOURCE = document("Olaparib is indicated for BRCA-mutated metastatic ovarian cancer.")


def against(*verdicts: Verdict) -> Judgement:
    (judgement, *_) = judged("olaparib in ovarian cancer?", SOURCE)
    return replace(judgement, verdicts=verdicts)


def test_a_reason_is_made_of_what_is_needed_and_what_is_there() -> None:
    verdict = differs("organ function", "is for Child-Pugh B", "Child-Pugh C")
    assert verdict.reason == "is for Child-Pugh B; here: Child-Pugh C"
    assert (verdict.outcome, verdict.needs, verdict.here) == (
        "contradicts",
        "is for Child-Pugh B",
        "Child-Pugh C",
    )


def test_each_reason_of_a_statement_is_told_once() -> None:
    line = differs("line", "holds for the first line; or later", "the second line")
    judgement = against(line, line, Verdict("currency", "contradicts", "withdrawn"))
    assert judgement.reasons == (line.reason, "withdrawn")
    assert judgement.reason == f"{line.reason}; withdrawn"


def test_the_nearest_sources_are_told_only_with_what_the_patient_has() -> None:
    half = differs("marker", "needs a BRCA1 alteration", "")
    whole = differs("tumour", "holds for ovarian cancer", "breast cancer")
    found = [cited(against(*verdicts), SOURCE) for verdicts in ([half], [half, whole], [whole])]
    assert nearest_reasons(found) == [(whole.reason,)]
