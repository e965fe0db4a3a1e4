"""How often an event was seen in another tumour is no rule for this patient."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.answer.patient.limits import beside_options
from tests.unit.agents.extractive.one_statement import document, sorted_out

COUNT = "In KEYNOTE-177, neuropathy was seen in 30% with colorectal cancer on pembrolizumab."
RULE = "Pembrolizumab is withheld for neuropathy of grade 3."
QUESTION = "Urothelial cancer with neuropathy: adverse reactions of pembrolizumab with neuropathy?"


def test_a_count_in_another_tumour_is_not_told_beside_options() -> None:
    selected = sorted_out(QUESTION, document(f"{COUNT}\n\n{RULE}"))[0]
    assert selected.answers
    told = " ".join(each.words for each in beside_options(selected).answers)
    assert "30%" not in told
    own = replace(selected, answers=tuple(e for e in selected.answers if "30%" not in e.words))
    assert beside_options(own).answers == own.answers[:2]
