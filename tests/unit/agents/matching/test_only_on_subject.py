"""Statements that are on something else are told apart before the patient is compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import parse_text
from retrieval.documents import Document, Facets

LABEL = Document(
    silo="drug_information",
    id="a",
    version="1",
    title="Olaparib",
    facets=Facets(drugs=("olaparib",)),
    text="""## Dosage

The recommended dose of olaparib is 300 mg twice daily.
Reduce olaparib to 200 mg twice daily at a creatinine clearance of 31 to 50 mL/min.
Avoid olaparib with strong CYP3A inhibitors.

## Indications

Olaparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA mutation.
Olaparib is indicated for the maintenance treatment of ovarian cancer after platinum.
Talazoparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA mutation.
""",
)


@pytest.mark.parametrize(
    "question",
    [
        "What is the dose of olaparib?",
        "Olaparib dose at CrCl 40 mL/min?",
        "HER2-negative metastatic breast cancer, germline BRCA2 mutation: which PARP inhibitor?",
        "HER2-positive breast cancer, BRCA wild type, pregnant: can she have olaparib?",
        "Olaparib with clarithromycin?",
        "Dose of talazoparib, and is olaparib approved in ovarian cancer?",
        "What did OlympiAD find?",
    ],
)
def test_what_is_on_the_subject_is_judged_as_before_and_the_rest_is_left(question: str) -> None:
    parsed = parse_text(question)
    for part in range(len(parsed.all_parts)):
        whole = [each for _, each in judgements(parsed, part, [LABEL], "label")]
        brief = [
            each for _, each in judgements(parsed, part, [LABEL], "label", only_on_subject=True)
        ]
        assert len(whole) >= 6
        assert [each for each in whole if each.is_on_subject] == brief


def test_some_are_on_the_subject_and_the_others_are_not_judged() -> None:
    parsed = parse_text("What is the dose of olaparib?")
    whole = [each for _, each in judgements(parsed, 0, [LABEL], "label")]
    brief = [each for _, each in judgements(parsed, 0, [LABEL], "label", only_on_subject=True)]
    assert {each.is_on_subject for each in whole} == {True, False}
    assert 0 < len(brief) < len(whole)


def test_a_rule_for_another_event_gives_way_to_one_that_was_left_out() -> None:
    rules = replace(
        LABEL,
        text="Olaparib: withhold for grade 3 anaemia.\n\n"
        "Olaparib: reduce the dose for other grade 3 adverse reactions.",
    )
    parsed = parse_text("olaparib, grade 3 anaemia: what to do?")
    whole = [each for _, each in judgements(parsed, 0, [rules], "label")]
    brief = [each for _, each in judgements(parsed, 0, [rules], "label", only_on_subject=True)]
    assert [each for each in whole if each.is_on_subject] == brief
