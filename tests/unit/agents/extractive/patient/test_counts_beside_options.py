"""How often an event was seen in another tumour is no rule for this patient."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.answer.patient.limits import beside_options
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.sentences import sentences_of
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import parse_text
from agents.matching.verdicts import Verdict
from tests.unit.agents.extractive.one_statement import cited, document, judged

QUESTION = "Urothelial cancer, grade 2 neuropathy: adverse reactions of pembrolizumab?"
COUNT = "In KEYNOTE-177, neuropathy was seen in 30% of patients on pembrolizumab."
RULE = "Pembrolizumab is withheld for neuropathy of grade 3 in 30% of the doses."
ON_OTHERS = Verdict("tumour", "silent", "holds for colorectal cancer; here: urothelial cancer")


def told(words: str, *verdicts: Verdict) -> tuple[CitedStatement, ...]:
    source = document(words)
    (judgement,) = judged(QUESTION, source)
    warning = replace(judgement.statement, kind="warning")
    found = cited(replace(judgement, statement=warning, verdicts=verdicts), source)
    asked = parse_text(QUESTION).parts[0]
    return beside_options(PartHits(asked, (found,), (), (), ())).answers


def test_a_count_in_another_tumour_is_not_told_beside_options() -> None:
    assert not told(COUNT, ON_OTHERS)
    assert told(COUNT)
    assert told(RULE, ON_OTHERS)


def test_a_rule_for_others_beside_options_says_so_itself_and_is_no_headline() -> None:
    asked = parse_text(QUESTION).parts[0]
    beside = beside_options(PartHits(asked, told(RULE, ON_OTHERS), (), (), ()))
    (sentence,) = sentences_of(beside, 1)
    assert sentence.role == "point"
    assert sentence.text == f"On other patients ({ON_OTHERS.reason}): {RULE}"
