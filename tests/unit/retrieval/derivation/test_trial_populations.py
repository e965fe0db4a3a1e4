"""A result told for a gene as a whole asks for the variants that the trial's patients had."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.derivation.derive import derive_statements
from retrieval.statements.model import Statement
from tests.unit.retrieval.derivation.test_derive import document

RESULT = "Overall survival in FLAURA was 38 months with osimertinib in EGFR-mutated lung cancer."
DESIGN = "FLAURA randomised patients with an EGFR exon 19 deletion or L858R to osimertinib."


def states(statement: Statement) -> set[str]:
    return {each.state for rule in statement.applies.requires for each in rule.any_of}


@pytest.mark.parametrize(
    ("title", "text", "wanted"),
    [
        ("FLAURA", f"{DESIGN}\n\n{RESULT}", {"exon 19 deletion", "L858R"}),
        ("FLAURA: osimertinib for EGFR L858R", RESULT, {"L858R"}),
        # Another trial's patients, or a title on another trial, say nothing of this one.
        ("FLAURA", f"{DESIGN.replace('FLAURA', 'ADAURA')}\n\n{RESULT}", {"altered"}),
        ("ADAURA: osimertinib for EGFR L858R", RESULT, {"altered"}),
        # How a mutation acts may be told of any.
        ("FLAURA in lung cancer with activating EGFR mutations", RESULT, {"altered"}),
    ],
)
def test_the_patients_of_the_trial_say_for_whom(title: str, text: str, wanted: set[str]) -> None:
    found = derive_statements(replace(document(text), title=title), "landmark_trial")
    (result,) = [each for each in found if each.kind == "result"]
    assert states(result) == wanted


def test_a_result_of_a_variant_keeps_it() -> None:
    text = f"{DESIGN}\n\n{RESULT.replace('EGFR-mutated', 'EGFR L861Q-mutated')}"
    found = derive_statements(replace(document(text), title="FLAURA"), "landmark_trial")
    (result,) = [each for each in found if each.kind == "result"]
    assert states(result) == {"L861Q"}
